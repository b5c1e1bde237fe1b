#include "games/omok/omok.hpp"

#include <cmath>

#include "client-sdl/scene3d/boards/boards.hpp"
#include "client-sdl/scene3d/geometry.hpp"
#include "client-sdl/scene3d/shaders.hpp"

/// A slab of kaya, fifteen lines, stones of shell and slate that are lenses.
namespace dolbang::scene3d::boards {
namespace {

constexpr float frame_width = 0.62F;
constexpr float corner_radius = 0.12F;
constexpr float slab_height = 0.72F;  // on a board of eight cells
constexpr float stone_edge = 0.055F;  // the radius of the rounded edge where the two faces meet

constexpr float face_radius(float radius, float height) {
  // The edge's circle touches the face from inside: (c, 0) is face_radius - stone_edge from the face's centre.
  const float c = radius - stone_edge;
  const float half = height / 2;
  return (c * c + half * half - stone_edge * stone_edge) / (2 * (half - stone_edge));
}
constexpr PieceShape stone{0.478F, 0.30F, 0.09F, face_radius(0.478F, 0.30F)};

constexpr const char* kaya_source = R"(
uniform vec3 u_kaya, u_kaya_line, u_kaya_ink;

// Quarter-sawn: the annual rings stand nearly upright, so the top shows straight lines along the board and the near
// side their ends, a little bent. One function of space: the grain runs over the edges as in one piece of wood.
vec3 kaya(vec3 at, vec3 n) {
  float wander = noise(vec2(at.x * 0.30, at.z * 0.13)) + 0.35 * noise(vec2(at.x * 0.8 + 9.0, at.z * 0.30)) - 0.67;
  float across = at.x + 0.10 * at.y * at.y + 0.22 * at.y + 0.55 * wander;
  float broad = noise(vec2(across * 0.75, 3.0));
  float rings = across * 3.4 + 2.6 * broad;  // a tree has good years and bad ones
  float px = max(fwidth(rings), 1e-4);
  // Each ring grows darker towards its late wood and ends soon after.
  float phase = fract(rings);
  float late = smoothstep(0.25, 0.86, phase) * (1.0 - smoothstep(0.88, 1.0, phase));
  late = mix(late, 0.36, clamp(px * 1.5 - 0.25, 0.0, 1.0));
  float own = hash(ivec2(floor(rings), 7));
  float along = at.z + 2.0 * at.y;
  float fine = clamp(1.5 - fwidth(at.x) * 24.0, 0.0, 1.0);
  float fibre = (noise(vec2(across * 24.0, along * 0.55)) - 0.5) * fine;
  float streak = noise(vec2(across * 6.5 + 40.0, along * 0.22)) - 0.5;
  float tone = 1.04 - 0.15 * late * (0.25 + 0.75 * own) + 0.10 * fibre + 0.07 * streak + 0.09 * (broad - 0.5);
  // Late wood is redder, not only darker.
  return u_kaya * tone * mix(vec3(1.0), vec3(1.0, 0.95, 0.84), clamp(late * own + streak, 0.0, 1.0));
}

float grid(vec2 at) {
  vec2 pixel = fwidth(at);
  float px = max(pixel.x, pixel.y);
  vec2 off = at + u_field - u_lines.x;
  off = abs(off - floor(off + 0.5));
  vec2 last = u_field - 0.5;
  vec2 beyond = abs(at) - last;
  float outer = band(max(beyond.x, beyond.y), 0.028, px);
  float lines = max(band(off.x, 0.017, pixel.x), band(off.y, 0.017, pixel.y)) * step(max(beyond.x, beyond.y), 0.0);
  float star = length(abs(at) - u_lines.y);
  star = mix(star, min(star, length(at)), u_lines.z);
  return max(max(lines, outer), fill(star - 0.085, px));
}

void main() {
  vec3 n = normalize(v_normal);
  vec2 at = v_at.xz;
  float top = smoothstep(0.7, 0.95, n.y);
  vec3 albedo = kaya(v_at, n);
  albedo = mix(albedo, u_kaya_line, 0.95 * grid(at) * top);
  vec2 light = mix(vec2(1.0), piece_shadows(at), top);
  float foot = mix(0.35, 1.0, smoothstep(-u_foot.x * 1.1, -0.15, v_at.y));
  vec2 from_lamp = at / u_scale - vec2(-1.0, -0.5);
  light.x *= 1.0 - 0.0040 * dot(from_lamp, from_lamp);
  vec3 color = shade(albedo, vec3(0.013), 0.58, 0.0, v_at, n, light.x, light.y * foot, ground_light);
  color = tone_map(color);
  color = mix(color, u_kaya_ink, 0.92 * label(at) * top);
  if (abs(at.x) < u_field.x && abs(at.y) < u_field.y) color = mix(color, marks_on(color, at), top);
  o_color = vec4(dither(color), 1.0);
}
)";

constexpr const char* stone_source = R"(
uniform vec3 u_black_stone, u_white_stone, u_kaya;

void main() {
  float r = length(v_local.xz);
  float px = max(fwidth(r), 1e-5);
  float white = v_state.x;
  vec3 n = normalize(v_normal);

  // Clam shell: growth lines are arcs around a far point; every stone lies turned in its own way.
  vec2 p = v_grain;
  float uneven = noise(p * mix(26.0, 3.0, white) + v_state.w * 31.0);
  float from = length(p - vec2(0.0, -1.15));
  float wave = from * 10.5 + 0.5 * uneven;
  float grows = abs(fract(wave) * 2.0 - 1.0);
  float lines = smoothstep(0.15, 0.85, grows) * clamp(1.5 - fwidth(wave) * 2.0, 0.0, 1.0);
  vec3 shell = u_white_stone * (1.0 - 0.06 * lines) * mix(vec3(1.0), vec3(1.0, 0.985, 0.955), lines);
  vec3 slate = u_black_stone * (0.92 + 0.16 * uneven);
  vec3 albedo = mix(slate, shell, white);

  float open = mix(0.22, 1.0, smoothstep(0.02, 0.20, v_at.y));
  vec3 below = mix(ground_light, u_kaya * 0.42, 0.7);
  float rough = mix(0.42, 0.26, white);
  vec3 color = shade(albedo, mix(vec3(0.040), vec3(0.075), white), rough, 0.0, v_at, n, 1.0, open, below);
  // A little light comes through the thin rim of the shell.
  color += white * 0.05 * u_white_stone * smoothstep(0.30, 0.47, r);
  color = tone_map(color);
  // The dark rim: white on kaya is only 1.5 : 1. It is as wide as a pixel, whatever the size of the picture.
  vec3 view_way = normalize(u_eye - v_at);
  float facing = max(dot(n, view_way), 0.0);
  facing *= facing;  // grows with the distance from the outline
  float rim = 1.0 - smoothstep(0.7, 2.3, facing / max(fwidth(facing), 1e-4));
  color = mix(color, vec3(0.17, 0.13, 0.09), white * rim * 0.9 * step(1.0, v_state.y));
  color = rings(color, r / 1.2, px / 1.2, step(0.0, v_local.y));  // wider: the cells are small
  o_color = ghost(dither(color), band(r - 0.455, 0.014, px) * step(0.0, v_local.y));
}
)";

/// The upper face, the edge, and as much of the lower face as can be seen from the lowest angle. The normals of a
/// sphere are linear in space, so that two rings make a smooth face; software GL pays for every small triangle.
Mesh stone_mesh() {
  const float centre_out = stone.radius - stone_edge;
  const float centre_y = stone.height / 2 - stone.face_radius;
  const float edge_start = glm::degrees(std::atan(centre_out / -centre_y));
  Profile profile;
  add_arc(profile, {0, centre_y}, glm::vec2(stone.face_radius), edge_start * 0.55F, edge_start, 1);
  add_arc(profile, {centre_out, 0}, glm::vec2(stone_edge), edge_start + 32, 154 - edge_start, 2);
  return lathe(profile, 28, false);
}

std::string stone_fragment() { return shaders::piece(stone_source); }

std::vector<Look::Part> parts(const Geometry& geometry) {
  constexpr float edge = 0.07F;
  constexpr float chamfer = 0.14F;
  const glm::vec2 half = geometry.field_half();
  const float bottom = geometry.slab().bottom;
  Profile rim{{0, 0, 0, 1}};
  add_arc(rim, {frame_width - edge, -edge}, glm::vec2(edge), 0, 90, 5);
  add_arc(rim, {frame_width - chamfer, bottom + chamfer}, glm::vec2(chamfer), 90, 150, 3);
  return {{rectangle(half), shaders::surface(kaya_source)},
          {sweep(rim, half, frame_width, corner_radius), shaders::surface(kaya_source)}};
}

constexpr Look kaya{stone, frame_width, 0, slab_height, corner_radius, 0.33F, 0.53F, parts, stone_mesh, stone_fragment};

constexpr BoardKind make_board() {
  BoardKind kind;
  kind.columns = kind.rows = kind.stride = dolbang::omok::board_size;
  kind.first_row_near = true;
  kind.lines_on_places = true;
  kind.upper_case = true;
  kind.star = 4;
  kind.centre_star = true;
  kind.look = &kaya;
  return kind;
}

constexpr BoardKind board = make_board();

}  // namespace

const BoardKind* omok(std::string_view variant) { return dolbang::omok::parse_variant(variant) ? &board : nullptr; }

}  // namespace dolbang::scene3d::boards
