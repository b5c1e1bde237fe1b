#include "client-sdl/scene3d/shaders.hpp"

namespace dolbang::scene3d::shaders {
namespace {

/// Light, tone and noise, the same for all surfaces.
constexpr const char* common_source = R"(
uniform vec3 u_eye;
out vec4 o_color;

const vec3 key_way = vec3(-0.443, 0.815, -0.372);  // normalize(-0.50, 0.92, -0.42)
const vec3 key_light = vec3(1.00, 0.93, 0.82) * 2.35;
const vec3 sky_light = vec3(0.52, 0.60, 0.72) * 0.42;
const vec3 ground_light = vec3(0.34, 0.27, 0.20) * 0.42;
const vec2 shadow_way = vec2(0.5435, 0.4565);  // -key_way.xz / key_way.y
const float pi = 3.14159265;

float hash(ivec2 p) {
  uint h = uint(p.x) * 0x9E3779B1u ^ uint(p.y) * 0x85EBCA77u;
  h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
  return float((h ^ (h >> 13)) & 0xFFFFu) / 65535.0;
}

float noise(vec2 p) {
  vec2 cell = floor(p);
  vec2 f = p - cell;
  f = f * f * (3.0 - 2.0 * f);
  ivec2 i = ivec2(cell);
  return mix(mix(hash(i), hash(i + ivec2(1, 0)), f.x), mix(hash(i + ivec2(0, 1)), hash(i + ivec2(1, 1)), f.x), f.y);
}

vec3 to_linear(vec3 c) { return pow(c, vec3(2.2)); }

vec3 tone_map(vec3 c) {
  c = c * (2.51 * c + 0.03) / (c * (2.43 * c + 0.59) + 0.14);
  return pow(clamp(c, 0.0, 1.0), vec3(1.0 / 2.2));
}

vec3 dither(vec3 c) { return c + (hash(ivec2(gl_FragCoord.xy)) - 0.5) / 255.0; }

// How much of the softbox above the board the mirrored ray meets; rougher surfaces see softer edges.
float softbox(vec3 at, vec3 way, float rough) {
  if (way.y < 0.05) return 0.0;
  vec2 hit = at.xz + way.xz * ((9.0 - at.y) / way.y);
  vec2 off = abs(hit - vec2(-3.2, -6.4)) - vec2(3.0, 1.5);
  float soft = 0.2 + 9.0 * rough * rough;
  vec2 inside = 1.0 - smoothstep(-soft, soft, off);
  return inside.x * inside.y;
}

vec3 hemisphere(vec3 n, vec3 below) { return mix(below, sky_light, 0.5 + 0.5 * n.y); }

// Diffuse and glossy light of one surface point.
vec3 shade(vec3 albedo, vec3 f0, float rough, float metal, vec3 at, vec3 n, float lit, float open, vec3 below) {
  vec3 v = normalize(u_eye - at);
  float nl = max(dot(n, key_way), 0.0);
  float nv = max(dot(n, v), 0.02);
  vec3 h = normalize(v + key_way);
  float nh = max(dot(n, h), 0.0);
  float a2 = pow(rough, 4.0);
  float spread = nh * nh * (a2 - 1.0) + 1.0;
  float highlight = a2 / (pi * spread * spread) * 0.25 / mix(nv, 1.0, 0.5);
  vec3 fresnel = f0 + (1.0 - f0) * pow(1.0 - nv, 5.0) * (1.0 - rough);
  vec3 mirrored = reflect(-v, n);
  float glow = softbox(at, mirrored, rough);
  vec3 around = hemisphere(mirrored, below) * 0.9 + vec3(1.0, 0.97, 0.92) * glow * 1.9;
  vec3 light = albedo * (1.0 - metal) * (key_light * nl * lit / pi + hemisphere(n, below) * open);
  return light + fresnel * (around * open + key_light * min(highlight, 4.0) * nl * lit);
}

// 1 inside a band of half width w around zero; thinner than a pixel it fades instead of breaking up.
float band(float d, float w, float pixel) {
  float drawn = max(w, pixel * 0.5);
  return clamp((drawn - abs(d)) / pixel + 0.5, 0.0, 1.0) * min(1.0, w / drawn);
}

float fill(float d, float pixel) { return clamp(0.5 - d / pixel, 0.0, 1.0); }
)";

constexpr const char* felt_source = R"(
uniform sampler2D u_cells;  // 10x10, a border of nothing around the 8x8: low end, height, stretch; see DiscShadow
uniform sampler2D u_marks;  // 8x8: legal dot, keyboard cursor, hint
uniform vec3 u_felt_lit, u_felt_shade, u_felt_line, u_legal_dot, u_hint;

in vec3 v_at;
in vec3 v_normal;

// Light that reaches a point of the felt past the discs of the 3x3 cells around it: x key light, y openness. Without
// branches: software GL runs both sides of each one.
vec2 disc_shadows(vec2 at) {
  ivec2 home = clamp(ivec2(floor(at + 4.0)), ivec2(0), ivec2(7));
  float lit = 1.0;
  float open = 1.0;
  for (int dz = -1; dz <= 1; ++dz) {
    for (int dx = -1; dx <= 1; ++dx) {
      ivec2 cell = home + ivec2(dx, dz);
      vec4 disc = texelFetch(u_cells, cell + 1, 0);
      float there = step(0.0, disc.x);
      vec2 off = at - (vec2(cell) - 3.5);
      float contact = max(length(off) - 0.425, 0.0) + disc.x;
      open *= 1.0 - there * 0.55 * exp2(-13.0 * contact);
      // The shadow sweeps from the disc's low end to its top; a turning disc is an ellipse, made round by stretching.
      off -= shadow_way * disc.x;
      vec2 path = shadow_way * disc.y;
      off += disc.zw * dot(off, disc.zw);
      path += disc.zw * dot(path, disc.zw);
      float t = clamp(dot(off, path) / max(dot(path, path), 1e-6), 0.0, 1.0);
      float d = length(off - path * t) - 0.425;
      float soft = 0.02 + 0.10 * t + 0.12 * disc.x;
      lit = min(lit, 1.0 - 0.92 * there * (1.0 - smoothstep(-soft, soft, d)));
    }
  }
  return vec2(lit, open);
}

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
  vec2 off = abs(at - floor(at + 0.5));
  float lines = max(band(off.x, 0.014, pixel.x), band(off.y, 0.014, pixel.y));
  vec2 star = abs(at) - 2.0;
  return max(lines, fill(length(star) - 0.062, max(pixel.x, pixel.y)));
}

// Marks lie on the felt and are drawn after the tone map, so that their colours stay what they are.
vec3 marks_on(vec3 color, vec2 at) {
  ivec2 cell = clamp(ivec2(floor(at + 4.0)), ivec2(0), ivec2(7));
  vec4 mark = texelFetch(u_marks, cell, 0);
  vec2 local = at - (vec2(cell) - 3.5);
  vec2 pixel = fwidth(at);
  float px = max(pixel.x, pixel.y);
  float r = length(local);
  color = mix(color, vec3(0.03, 0.09, 0.06), mark.x * 0.55 * (1.0 - smoothstep(0.085, 0.135, r)));
  color = mix(color, u_legal_dot, mark.x * fill(r - 0.085, px));
  float diamond = (abs(local.x) + abs(local.y) - 0.24) * 0.7071;
  color = mix(color, vec3(0.05, 0.08, 0.10), mark.z * 0.7 * band(diamond, 0.042, px));
  color = mix(color, u_hint, mark.z * band(diamond, 0.024, px));
  vec2 q = abs(local) - 0.36;
  float square = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - 0.09;
  float corner = fill(0.23 - min(abs(local.x), abs(local.y)), px);
  float width = max(px, 0.009);
  color = mix(color, vec3(0.0), mark.y * 0.85 * corner * band(square, width * 2.0, px));
  color = mix(color, vec3(1.0), mark.y * corner * band(square, width, px));
  return color;
}

void main() {
  vec3 n = vec3(0.0, 1.0, 0.0);
  vec2 at = v_at.xz;
  vec3 albedo = mix(felt(at), u_felt_line, grid(at));
  vec2 light = disc_shadows(at);
  // The frame stands a little above the felt: a thin shadow along the left and far side, closeness all round.
  vec2 wall = 4.0 - abs(at);
  light.x *= mix(0.35, 1.0, smoothstep(0.012, 0.05, min(at.x, at.y) + 4.0));
  light.y *= 1.0 - 0.45 * exp2(-20.0 * min(wall.x, wall.y));
  // The lamp stands at the upper left: the far corner from it is a breath darker.
  vec2 from_lamp = at - vec2(-1.0, -0.5);
  light.x *= 1.0 - 0.0030 * dot(from_lamp, from_lamp);
  vec3 sheen = vec3(0.011, 0.012, 0.011) * light.x;  // of the fibres' ends: takes the plastic out of the green
  vec3 color = tone_map(albedo * (key_light * key_way.y * light.x / pi + sky_light * light.y) + sheen);
  o_color = vec4(dither(marks_on(color, at)), 1.0);
}
)";

constexpr const char* inlay_source = R"(
uniform vec3 u_inlay;
in vec3 v_at;
in vec3 v_normal;
void main() {
  vec3 color = shade(u_inlay, u_inlay * 1.45, 0.34, 0.75, v_at, normalize(v_normal), 1.0, 0.9, ground_light);
  o_color = vec4(dither(tone_map(color)), 1.0);
}
)";

constexpr const char* wood_source = R"(
uniform sampler2D u_labels;  // distance field: a-h, 1-8
uniform float u_has_labels;
uniform vec3 u_wood_light, u_wood_dark, u_label;

in vec3 v_at;
in vec3 v_normal;

vec3 walnut(vec3 at, vec3 n) {
  // The four boards of the frame meet in mitres; in each the grain runs along.
  bool along_x = abs(at.z) > abs(at.x);
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
  float mitre = abs(abs(at.x) - abs(at.z)) * 0.7071;
  return wood * (1.0 - 0.55 * band(mitre, 0.006, max(fwidth(mitre), 1e-4)));
}

float label(vec3 at) {
  if (u_has_labels < 0.5) return 0.0;
  const float size = 0.46;  // of a glyph's cell in the atlas
  vec2 local;
  float glyph;
  if (at.z > 4.05 && abs(at.x) < 4.0) {
    float column = floor(at.x + 4.0);
    local = vec2(at.x - (column - 3.5), at.z - 4.36);
    glyph = column;
  } else if (at.x < -4.05 && abs(at.z) < 4.0) {
    float row = floor(at.z + 4.0);
    local = vec2(at.x + 4.355, at.z - (row - 3.5));
    glyph = row + 8.0;
  } else {
    return 0.0;
  }
  vec2 uv = local / size + 0.5;
  float inside = step(0.0, min(min(uv.x, 1.0 - uv.x), min(uv.y, 1.0 - uv.y)));
  uv = clamp(uv, 0.01, 0.99);
  // 64 texels a cell; 6 texels of distance either side of the outline.
  float d = (textureLod(u_labels, vec2((glyph + uv.x) / 16.0, uv.y), 0.0).r - 0.502) * 2.0 * 6.0 / 64.0 * size;
  return inside * fill(-d, max(length(fwidth(at.xz)) * 0.7071, 1e-5));
}

void main() {
  vec3 n = normalize(v_normal);
  float open = mix(0.35, 1.0, smoothstep(-0.62, -0.10, v_at.y));  // the table takes light from the foot
  vec3 color = tone_map(shade(walnut(v_at, n), vec3(0.024), 0.55, 0.0, v_at, n, 1.0, open, ground_light));
  color = mix(color, u_label, label(v_at) * step(0.5, n.y));
  o_color = vec4(dither(color), 1.0);
}
)";

constexpr const char* disc_source = R"(
uniform vec3 u_black, u_white, u_felt_lit;
uniform vec3 u_last_move, u_will_flip, u_ring_outline, u_legal_dot;

in vec3 v_at;
in vec3 v_normal;
in vec3 v_local;
in vec3 v_way;         // outwards, in the disc's plane, in the world
flat in vec4 v_state;  // 1 when white is up at angle 0, ghost's opacity, 1 when its lower face is up, openness
flat in vec4 v_marks;  // last move, will flip

void main() {
  float r = length(v_local.xz);
  float px = max(fwidth(r), 1e-5);
  float upper = smoothstep(-0.5, 0.5, v_local.y / max(fwidth(v_local.y), 1e-5));
  float white = mix(1.0 - v_state.x, v_state.x, upper);
  vec3 albedo = mix(u_black, u_white, white);
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

  // Rings lie on the face that is up.
  float face = step(0.03, v_local.y * (1.0 - 2.0 * v_state.z));
  float flip = v_marks.y * face;
  color = mix(color, u_ring_outline, flip * band(r - 0.355, 0.035, px));
  color = mix(color, u_will_flip, flip * band(r - 0.355, 0.019, px));
  float last = v_marks.x * face;
  color = mix(color, u_ring_outline, last * band(r - 0.20, 0.044, px));
  color = mix(color, u_last_move, last * band(r - 0.20, 0.024, px));

  float alpha = v_state.y;
  if (alpha < 1.0) {
    float rim = band(r - 0.400, 0.013, px) * step(0.0, v_local.y);
    color = mix(color, u_legal_dot, rim);
    alpha *= mix(0.62, 0.95, rim);
  }
  o_color = vec4(dither(color), alpha);
}
)";

constexpr const char* table_source = R"(
uniform vec3 u_table_centre, u_table_edge;
uniform vec2 u_size;  // of the stage, in pixels
uniform vec2 u_corner;
uniform mat4 u_inverse;

float slab(vec2 p) {
  vec2 q = abs(p) - (4.66 - 0.18);
  return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - 0.18;
}

void main() {
  vec2 ndc = (gl_FragCoord.xy - u_corner) / u_size * 2.0 - 1.0;
  vec4 far = u_inverse * vec4(ndc, 1.0, 1.0);
  vec3 way = far.xyz / far.w - u_eye;
  vec2 centred = ndc * u_size / max(u_size.x, u_size.y);
  vec3 color = mix(u_table_centre, u_table_edge, smoothstep(0.30, 1.35, length(centred - vec2(-0.12, 0.22))));
  if (way.y < 0.0) {
    vec2 at = (u_eye + way * ((-0.55 - u_eye.y) / way.y)).xz;
    float d = min(min(slab(at), slab(at - shadow_way * 0.2)), min(slab(at - shadow_way * 0.4), slab(at - shadow_way * 0.6)));
    float shadow = 0.58 * (1.0 - smoothstep(-0.10, 0.42, d));
    float close = 0.42 * exp(-3.2 * max(slab(at), 0.0));
    // Slate: a whisper of texture so that the table is a thing and not a gradient.
    float px = max(fwidth(at.x), fwidth(at.y));
    float stone = (noise(at * 2.3) - 0.5) * 0.035 + (noise(at * 21.0) - 0.5) * 0.05 * clamp(1.4 - px * 21.0, 0.0, 1.0);
    color *= (1.0 - shadow) * (1.0 - close) * (1.0 + stone);
  }
  o_color = vec4(dither(color), 1.0);
}
)";

}  // namespace

const char* const board_vertex = R"(
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
uniform mat4 u_view_projection;
out vec3 v_at;
out vec3 v_normal;
void main() {
  v_at = a_position;
  v_normal = a_normal;
  gl_Position = u_view_projection * vec4(a_position, 1.0);
}
)";

const char* const disc_vertex = R"(
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 3) in vec4 i_place;  // x, height of the middle, z, angle
layout(location = 4) in vec4 i_turn;   // axis x, axis z, 1 when white is up at angle 0, opacity
layout(location = 5) in vec4 i_marks;  // last move, will flip
uniform mat4 u_view_projection;
out vec3 v_at;
out vec3 v_normal;
out vec3 v_local;
out vec3 v_way;
flat out vec4 v_state;
flat out vec4 v_marks;
vec3 turned(vec3 p, vec3 axis, float c, float s) {
  return p * c + cross(axis, p) * s + axis * dot(axis, p) * (1.0 - c);
}
void main() {
  vec3 axis = vec3(i_turn.x, 0.0, i_turn.y);
  float c = cos(i_place.w);
  float s = sin(i_place.w);
  v_local = a_position;
  v_at = turned(a_position, axis, c, s) + i_place.xyz;
  v_normal = turned(a_normal, axis, c, s);
  v_way = turned(vec3(a_position.x, 0.0, a_position.z) + vec3(1e-5, 0.0, 0.0), axis, c, s);
  v_state = vec4(i_turn.z, i_turn.w, c < 0.0 ? 1.0 : 0.0, 1.0);
  v_marks = i_marks;
  gl_Position = u_view_projection * vec4(v_at, 1.0);
}
)";

const char* const table_vertex = R"(
void main() {
  vec2 corner = vec2(float((gl_VertexID & 1) << 2) - 1.0, float((gl_VertexID & 2) << 1) - 1.0);
  gl_Position = vec4(corner, 1.0, 1.0);
}
)";

std::string felt_fragment() { return std::string(common_source) + felt_source; }
std::string inlay_fragment() { return std::string(common_source) + inlay_source; }
std::string wood_fragment() { return std::string(common_source) + wood_source; }
std::string disc_fragment() { return std::string(common_source) + disc_source; }
std::string table_fragment() { return std::string(common_source) + table_source; }

}  // namespace dolbang::scene3d::shaders
