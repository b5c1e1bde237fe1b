#pragma once
/// GLSL for 3.30 core and 3.00 ES alike; the #version line is added when they are compiled.
#include <string>

namespace dolbang::scene3d::shaders {

extern const char* const board_vertex;
extern const char* const disc_vertex;
extern const char* const table_vertex;
std::string felt_fragment();
std::string inlay_fragment();
std::string wood_fragment();
std::string disc_fragment();
std::string table_fragment();

}  // namespace dolbang::scene3d::shaders
