#include <cmath>

#include "client-sdl/scene3d/boards/boards.hpp"
#include "client-sdl/scene3d/geometry.hpp"
#include "client-sdl/scene3d/shaders.hpp"
#include "games/reversi/reversi.hpp"

/// Felt & Walnut: a field of felt, a strip of brass, a frame of walnut; two-faced discs with a turned groove.
namespace dolbang::scene3d::boards {
namespace {

constexpr float inlay_width = 0.045F;
constexpr float frame_width = 0.66F;
constexpr float frame_rise = 0.05F;
constexpr float corner_radius = 0.18F;
constexpr PieceShape disc{0.425F, 0.20F, 0, 0};

constexpr const char* felt_source = R"(
uniform vec3 u_felt_lit, u_felt_shade, u_felt_line;

vec3 felt(vec2 at) {
  vec2 pixel = fwidth(at);
  float px = max(pixel.x, pixel.y);
  // Two crossing threads and some unevenness of the cloth; what is finer than a pixel fades out.
  vec2 thread = at * 46.0;
  float fine = noise(thread * vec2(1.0, 2.6)) + noise(thread.yx * vec2(1.0, 2.6) + 71.0);
  float weave = (fine - 1.0) * clamp(1.6 - px * 46.0, 0.0, 1.0);
  float cloth = noise(at * 1.7 + 5.0) - 0.5;
  return mix(u_felt_lit, u_felt_shade, clamp(0.22 + 0.26 * cloth - 0.36 * weave, 0.0, 1.0));
}

float grid(vec2 at) {
  vec2 pixel = fwidth(at);
  vec2 off = at + u_field - u_lines.x;
  off = abs(off - floor(off + 0.5));
  float lines = max(band(off.x, 0.014, pixel.x), band(off.y, 0.014, pixel.y));
  return max(lines, fill(length(abs(at) - u_lines.y) - 0.062, max(pixel.x, pixel.y)));
}

void main() {
  vec3 n = vec3(0.0, 1.0, 0.0);
  vec2 at = v_at.xz;
  vec3 albedo = mix(felt(at), u_felt_line, grid(at));
  vec2 light = piece_shadows(at);
  // The frame stands a little above the felt: a thin shadow along the left and far side, closeness all round.
  vec2 wall = u_field - abs(at);
  light.x *= mix(0.35, 1.0, smoothstep(0.012, 0.05, min(at.x + u_field.x, at.y + u_field.y)));
  light.y *= 1.0 - 0.45 * exp2(-20.0 * min(wall.x, wall.y));
  // The lamp stands at the upper left: the far corner from it is a breath darker.
  vec2 from_lamp = at / u_scale - vec2(-1.0, -0.5);
  light.x *= 1.0 - 0.0030 * dot(from_lamp, from_lamp);
  vec3 sheen = vec3(0.011, 0.012, 0.011) * light.x;  // of the fibres' ends: takes the plastic out of the green
  vec3 color = tone_map(albedo * (key_light * key_way.y * light.x / pi + sky_light * light.y) + sheen);
  o_color = vec4(dither(marks_on(color, at)), 1.0);
}
)";

constexpr const char* inlay_source = R"(
uniform vec3 u_inlay;
void main() {
  vec3 color = shade(u_inlay, u_inlay * 1.45, 0.34, 0.75, v_at, normalize(v_normal), 1.0, 0.9, ground_light);
  o_color = vec4(dither(tone_map(color)), 1.0);
}
)";

constexpr const char* walnut_source = R"(
uniform vec3 u_wood_light, u_wood_dark, u_label_ink;

vec3 walnut(vec3 at, vec3 n) {
  // The four boards of the frame meet in mitres; in each the grain runs along.
  vec2 out_of = abs(at.xz) - u_field;
  bool along_x = out_of.y > out_of.x;
  float u = along_x ? at.x : at.z;
  float v = along_x ? at.z : at.x;
  float across = v + (n.y < 0.5 ? at.y : 0.0) * sign(v);
  float seed = along_x ? (at.z > 0.0 ? 3.0 : 19.0) : (at.x > 0.0 ? 41.0 : 67.0);
  float drift = noise(vec2(u * 0.42 + seed, across * 1.4)) * 1.5 + noise(vec2(u * 1.1 - seed, across * 3.1)) * 0.55;
  float rings = across * 4.4 + drift * 2.3 + seed;
  float ring = abs(fract(rings * 0.5) * 2.0 - 1.0);
  ring = ring * ring * (3.0 - 2.0 * ring);
  float px = fwidth(across);
  float fibre = noise(vec2(u * 2.6 + seed, across * 58.0)) - 0.5;
  float pores = smoothstep(0.74, 0.92, noise(vec2(u * 5.0 - seed, across * 96.0)));
  float fine = clamp(1.5 - px * 60.0, 0.0, 1.0);
  float tone = 0.05 + 0.54 * ring + fine * (0.34 * fibre - 0.30 * pores);
  vec3 wood = mix(u_wood_dark, u_wood_light, clamp(tone, 0.0, 0.85));
  // The joint: a hair of shadow.
  float mitre = abs(out_of.x - out_of.y) * 0.7071;
  return wood * (1.0 - 0.55 * band(mitre, 0.006, max(fwidth(mitre), 1e-4)));
}

void main() {
  vec3 n = normalize(v_normal);
  float open = mix(0.35, 1.0, smoothstep(-0.62 * u_scale, -0.10, v_at.y));  // the table takes light from the foot
  vec3 color = tone_map(shade(walnut(v_at, n), vec3(0.024), 0.55, 0.0, v_at, n, 1.0, open, ground_light));
  color = mix(color, u_label_ink, label(v_at.xz) * step(0.5, n.y));
  o_color = vec4(dither(color), 1.0);
}
)";

constexpr const char* disc_source = R"(uniform vec3 u_black_disc, u_white_disc, u_felt_lit;

void main() {
  float r = length(v_local.xz);
  float px = max(fwidth(r), 1e-5);
  float upper = smoothstep(-0.5, 0.5, v_local.y / max(fwidth(v_local.y), 1e-5));
  float white = mix(1.0 - v_state.x, v_state.x, upper);
  vec3 albedo = mix(u_black_disc, u_white_disc, white);
  vec3 n = normalize(v_normal);

  // The turned groove: its walls tilt the normal, its bottom is darker. Finer than a pixel it widens and fades.
  float width = max(0.0095, 0.9 * px);
  float g = (r - 0.345) / width;
  float groove = exp(-g * g) * step(0.03, abs(v_local.y)) * 0.0095 / width * step(1.0, v_state.y);
  n = normalize(n + normalize(v_way) * groove * g * 1.25);
  albedo *= 1.0 - 0.45 * groove;

  float open = mix(0.40, 1.0, smoothstep(0.0, 0.13, v_at.y)) * (1.0 - 0.35 * groove);
  // Light thrown back by the felt colours the lower rim.
  vec3 below = mix(ground_light, u_felt_lit * 0.55, 0.7);
  float rough = mix(0.34, 0.30, white);
  vec3 color = tone_map(shade(albedo, vec3(0.045), rough, 0.0, v_at, n, 1.0, open, below));

  color = rings(color, r, px, step(0.03, v_local.y * (1.0 - 2.0 * v_state.z)));
  o_color = ghost(dither(color), band(r - 0.400, 0.013, px) * step(0.0, v_local.y));
}
)";

/// From a small flat in the middle of the upper face, down the dome and over the rounded edge to the equator, and the
/// same below. The normals are those of the true dome, so few rings are enough.
Mesh disc_mesh() {
  constexpr float edge_radius = 0.055F;
  constexpr float dome = 0.032F;
  constexpr float flat = 0.2F;
  const float centre_out = disc.radius - edge_radius;
  const float edge_start = std::atan(2 * dome / centre_out);  // the dome runs into the edge without a crease
  const float dome_end = centre_out + edge_radius * std::sin(edge_start);
  const float centre_y = disc.height / 2 - dome - edge_radius * std::cos(edge_start);
  const float part = flat / dome_end;
  const glm::vec2 normal = glm::normalize(glm::vec2(2 * dome * part / dome_end, 1));
  Profile profile{{flat, disc.height / 2 - dome * part * part, normal.x, normal.y}};
  add_arc(profile, {centre_out, centre_y}, glm::vec2(edge_radius), glm::degrees(edge_start), 90, 3);
  for (std::size_t i = profile.size(); i > 0; --i) {
    const ProfilePoint point = profile[i - 1];
    profile.push_back({point.out, -point.y, point.normal_out, -point.normal_y});
  }
  return lathe(profile, 40, true);
}

std::string disc_fragment() { return shaders::piece(disc_source); }

Mesh inlay_mesh(glm::vec2 field_half) {
  constexpr float half = inlay_width / 2;
  Profile profile;
  add_arc(profile, {half, 0}, {half, frame_rise * 0.75F}, -90, 90, 6);
  return sweep(profile, field_half, frame_width, corner_radius);
}

Mesh frame_mesh(glm::vec2 field_half, float slab_height) {
  constexpr float bevel = 0.02F;
  constexpr float edge = 0.075F;
  constexpr float chamfer = 0.05F;
  Profile profile;
  add_arc(profile, {inlay_width + bevel, frame_rise - bevel}, glm::vec2(bevel), -90, 0, 3);
  add_arc(profile, {frame_width - edge, frame_rise - edge}, glm::vec2(edge), 0, 90, 5);
  add_arc(profile, {frame_width - chamfer, -slab_height + chamfer}, glm::vec2(chamfer), 90, 150, 3);
  return sweep(profile, field_half, frame_width, corner_radius);
}

std::vector<Look::Part> parts(const Geometry& geometry) {
  const glm::vec2 half = geometry.field_half();
  return {{rectangle(half), shaders::surface(felt_source)},
          {inlay_mesh(half), shaders::surface(inlay_source)},
          {frame_mesh(half, -geometry.slab().bottom), shaders::surface(walnut_source)}};
}

constexpr Look felt_and_walnut{disc,  frame_width, frame_rise, 0.55F,     corner_radius,
                               0.36F, 0.46F,       parts,      disc_mesh, disc_fragment};

constexpr BoardKind board(int size) {
  BoardKind kind;
  kind.columns = kind.rows = size;
  kind.stride = 8;
  kind.star = static_cast<float>(size) / 2 - 2;
  kind.look = &felt_and_walnut;
  return kind;
}

constexpr BoardKind large = board(8);
constexpr BoardKind small = board(6);

}  // namespace

const BoardKind* reversi(std::string_view variant) {
  const auto parsed = dolbang::reversi::parse_variant(variant);
  if (!parsed) return nullptr;
  return parsed->size == 6 ? &small : &large;
}

}  // namespace dolbang::scene3d::boards
