#pragma once
/// GLSL for 3.30 core and 3.00 ES alike; the #version line is added when they are compiled.
///
/// A board's look gives the shaders of its materials as main() with what it needs around it; surface() and piece() put
/// in front what all of them share: the light (shade, tone_map, dither), noise, lines of any width (band, fill), and
/// for a surface the pieces' shadows, the markers and the coordinates, for a piece the rings and the ghost. Colours of
/// the theme are uniforms by the theme's names: u_felt_lit. Materials are linear light, what is drawn after the tone
/// map is sRGB; Renderer::set_colours() says which is which.
#include <string>

namespace dolbang::scene3d::shaders {

extern const char* const board_vertex;
extern const char* const piece_vertex;
extern const char* const ribbon_vertex;
extern const char* const table_vertex;
std::string surface(const char* material);
std::string piece(const char* material);
std::string ribbon_fragment();
std::string table_fragment();

}  // namespace dolbang::scene3d::shaders
