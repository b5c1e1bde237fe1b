#include "client-sdl/scene3d/shaders.hpp"

namespace dolbang::scene3d::shaders {
namespace {

/// Light, tone and noise, the same for all materials.
constexpr const char* common_source = R"(
uniform vec3 u_eye;
uniform float u_scale;  // the board's size: 1 for eight cells
uniform vec2 u_field;   // half of the field
uniform vec2 u_slab;    // half of the slab
uniform vec2 u_foot;    // the slab's depth below the field, its corner radius
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
  vec2 hit = (at.xz + way.xz * ((9.0 * u_scale - at.y) / way.y)) / u_scale;
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
  float a2 = rough * rough * rough * rough;
  float spread = nh * nh * (a2 - 1.0) + 1.0;
  float highlight = a2 / (pi * spread * spread) * 0.25 / mix(nv, 1.0, 0.5);
  float grazing = (1.0 - nv) * (1.0 - nv);
  vec3 fresnel = f0 + (1.0 - f0) * (grazing * grazing * (1.0 - nv)) * (1.0 - rough);
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

/// What lies on the board: shadows of the pieces, markers, coordinates.
constexpr const char* surface_source = R"(
uniform sampler2D u_cells;   // (columns + 2) x (rows + 2), a border of nothing: low end, height, stretch; see PieceShadow
uniform sampler2D u_marks;   // columns x rows: legal count + opacity, keyboard cursor, hint, forbidden; see Frame::marks
uniform sampler2D u_labels;  // distance field: digits, small letters, capitals; see LabelAtlas
uniform float u_has_labels;
uniform float u_digit_advance;  // in glyph cells
uniform vec2 u_label;        // of the coordinates: offset from the field's edge, size of a glyph's cell
uniform float u_letters;     // the atlas row of the columns' letters
uniform float u_rows_from;   // row 1 is at the far edge: 0, at the near edge: the number of rows
uniform vec3 u_lines;        // lines lie at whole numbers + this; star points' distance from the middle; 1: one in it
uniform float u_radius;      // of a piece
uniform vec3 u_legal_dot, u_hint, u_forbidden, u_forbidden_halo;

in vec3 v_at;
in vec3 v_normal;

ivec2 cell_at(vec2 at) {
  return ivec2(clamp(floor(at + u_field), vec2(0.0), 2.0 * u_field - 1.0));
}

vec2 middle(ivec2 cell) { return vec2(cell) + 0.5 - u_field; }

// Light that reaches a point of the board past the pieces of the 3x3 cells around it: x key light, y openness. Without
// branches: software GL runs both sides of each one.
vec2 piece_shadows(vec2 at) {
  ivec2 home = cell_at(at);
  float lit = 1.0;
  float open = 1.0;
  for (int dz = -1; dz <= 1; ++dz) {
    for (int dx = -1; dx <= 1; ++dx) {
      ivec2 cell = home + ivec2(dx, dz);
      vec4 piece = texelFetch(u_cells, cell + 1, 0);
      float there = step(0.0, piece.x);
      vec2 off = at - middle(cell);
      float contact = max(length(off) - u_radius, 0.0) + piece.x;
      open *= 1.0 - there * 0.55 * exp2(-13.0 * contact);
      // The shadow sweeps from the piece's low end to its top; a turning disc is an ellipse, made round by stretching.
      off -= shadow_way * piece.x;
      vec2 path = shadow_way * piece.y;
      off += piece.zw * dot(off, piece.zw);
      path += piece.zw * dot(path, piece.zw);
      float t = clamp(dot(off, path) / max(dot(path, path), 1e-6), 0.0, 1.0);
      float d = length(off - path * t) - u_radius;
      float soft = 0.02 + 0.10 * t + 0.12 * piece.x;
      lit = min(lit, 1.0 - 0.92 * there * (1.0 - smoothstep(-soft, soft, d)));
    }
  }
  return vec2(lit, open);
}

// How far outside the outline of a glyph of the atlas, in cells; `local` from the middle of its square of this size.
float glyph(vec2 local, float column, float row, float size) {
  vec2 uv = local / size + 0.5;
  float outside = 1.0 - step(0.0, min(min(uv.x, 1.0 - uv.x), min(uv.y, 1.0 - uv.y)));
  uv = clamp(uv, 0.01, 0.99);
  // 64 texels a glyph; 6 texels of distance either side of the outline.
  float d = textureLod(u_labels, (vec2(column, row) + uv) / vec2(16.0, 3.0), 0.0).r - 0.502;
  return outside + -d * 2.0 * 6.0 / 64.0 * size;
}

float number(vec2 local, float value, float size) {
  float tens = floor(value / 10.0 + 0.01);
  float ones = value - 10.0 * tens;
  vec2 off = vec2(0.5 * u_digit_advance * size, 0.0) * step(0.5, tens);
  float away = glyph(local - off, ones, 0.0, size);
  if (tens > 0.5) away = min(away, glyph(local + off, tens, 0.0, size));
  return away;
}

// The coordinates: letters along the near edge, numbers along the left one.
float label(vec2 at) {
  if (u_has_labels < 0.5) return 0.0;
  vec2 cell = vec2(cell_at(at));
  vec2 local = at - (cell + 0.5 - u_field);
  float px = max(length(fwidth(at)) * 0.7071, 1e-5);
  if (at.y > u_field.y && abs(at.x) < u_field.x) {
    return fill(glyph(vec2(local.x, at.y - u_field.y - u_label.x), cell.x, u_letters, u_label.y), px);
  }
  if (at.x < -u_field.x && abs(at.y) < u_field.y) {
    float row = abs(u_rows_from - cell.y) + step(u_rows_from, 0.5);
    return fill(number(vec2(at.x + u_field.x + u_label.x, local.y), row, u_label.y), px);
  }
  return 0.0;
}

// Marks lie on the board and are drawn after the tone map, so that their colours stay what they are.
vec3 marks_on(vec3 color, vec2 at) {
  ivec2 cell = cell_at(at);
  vec4 mark = texelFetch(u_marks, cell, 0);
  vec2 local = at - middle(cell);
  vec2 pixel = fwidth(at);
  float px = max(pixel.x, pixel.y);
  float r = length(local);
  float count = floor(mark.x);
  float legal = fract(mark.x) / 0.999;
  float plain = legal * step(count, 0.5);
  color = mix(color, vec3(0.03, 0.09, 0.06), plain * 0.55 * (1.0 - smoothstep(0.085, 0.135, r)));
  color = mix(color, u_legal_dot, plain * fill(r - 0.085, px));
  if (count > 0.5) {
    float away = number(local, count, 0.74);
    color = mix(color, vec3(0.03, 0.09, 0.06), legal * 0.6 * (1.0 - smoothstep(0.0, 0.05, away)));
    color = mix(color, u_legal_dot, legal * fill(away, px));
  }
  float diamond = (abs(local.x) + abs(local.y) - 0.24) * 0.7071;
  color = mix(color, vec3(0.05, 0.08, 0.10), mark.z * 0.7 * band(diamond, 0.042, px));
  color = mix(color, u_hint, mark.z * band(diamond, 0.024, px));
  vec2 q = abs(local) - 0.36;
  float square = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - 0.09;
  float corner = fill(0.23 - min(abs(local.x), abs(local.y)), px);
  float width = max(px, 0.009);
  color = mix(color, vec3(0.0), mark.y * 0.85 * corner * band(square, width * 2.0, px));
  color = mix(color, vec3(1.0), mark.y * corner * band(square, width, px));
  // The x on a forbidden point; above 1 it stands out.
  if (mark.w > 0.0) {
    float there = min(mark.w, 1.0);
    float more = max(mark.w - 1.0, 0.0);
    vec2 d = abs(vec2(local.x + local.y, local.x - local.y)) * 0.7071;
    float arm = 0.27 + 0.06 * more;
    float width = max(0.042 + 0.014 * more, 0.7 * px);
    float away = min(max(d.x - arm, d.y - width), max(d.y - arm, d.x - width));
    color = mix(color, u_forbidden_halo, there * fill(away - max(0.032 + 0.02 * more, 0.8 * px), px));
    color = mix(color, u_forbidden, there * fill(away, px));
  }
  return color;
}
)";

constexpr const char* piece_source = R"(
uniform vec3 u_last_move, u_will_flip, u_ring_outline, u_legal_dot, u_forbidden, u_forbidden_halo;

in vec3 v_at;
in vec3 v_normal;
in vec3 v_local;
in vec2 v_grain;       // v_local.xz, turned by an angle of its own
in vec3 v_way;         // outwards, in the piece's plane, in the world
flat in vec4 v_state;  // 1 when white is up at angle 0, ghost's opacity, 1 when its lower face is up, a number of its own
flat in vec4 v_marks;  // last move, will flip, won, reason

// Rings on the face that is up (`face` is 1 there); r is the distance from the piece's axis.
vec3 rings(vec3 color, float r, float px, float face) {
  // The wide ring: it will turn over, or it has won, or it is a reason why a point is forbidden. One at a time, since
  // software GL runs both sides of each branch.
  float reason = step(0.001, v_marks.w);
  float won = step(0.001, v_marks.z);
  float wide = max(v_marks.y, max(v_marks.z, v_marks.w)) * face;
  color = mix(color, vec3(1.0, 0.97, 0.90), won * 2.2 * wide * (1.0 - wide));  // lights up as the line passes
  color = mix(color, mix(u_ring_outline, u_forbidden_halo, reason), wide * band(r - 0.352, 0.036, px));
  color = mix(color, mix(mix(u_will_flip, u_last_move, won), u_forbidden, reason), wide * band(r - 0.352, 0.020, px));
  float last = v_marks.x * face;
  color = mix(color, u_ring_outline, last * band(r - 0.20, 0.044, px));
  color = mix(color, u_last_move, last * band(r - 0.20, 0.024, px));
  return color;
}

// A piece that is not there yet: translucent, with a light rim.
vec4 ghost(vec3 color, float rim) {
  float alpha = v_state.y;
  if (alpha < 1.0) {
    color = mix(color, u_legal_dot, rim);
    alpha *= mix(0.62, 0.95, rim);
  }
  return vec4(color, alpha);
}
)";

constexpr const char* table_source = R"(
uniform vec3 u_table_centre, u_table_edge;
uniform vec2 u_size;  // of the stage, in pixels
uniform vec2 u_corner;
uniform mat4 u_inverse;

float slab(vec2 p) {
  vec2 q = abs(p) - (u_slab - u_foot.y);
  return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - u_foot.y;
}

void main() {
  vec2 ndc = (gl_FragCoord.xy - u_corner) / u_size * 2.0 - 1.0;
  vec4 far = u_inverse * vec4(ndc, 1.0, 1.0);
  vec3 way = far.xyz / far.w - u_eye;
  vec2 centred = ndc * u_size / max(u_size.x, u_size.y);
  vec3 color = mix(u_table_centre, u_table_edge, smoothstep(0.30, 1.35, length(centred - vec2(-0.12, 0.22))));
  if (way.y < 0.0) {
    vec2 at = (u_eye + way * ((-u_foot.x - u_eye.y) / way.y)).xz;
    float d = min(min(slab(at), slab(at - shadow_way * 0.36 * u_foot.x)), min(slab(at - shadow_way * 0.73 * u_foot.x), slab(at - shadow_way * 1.09 * u_foot.x)));
    float shadow = 0.58 * (1.0 - smoothstep(-0.10, 0.42, d / u_scale));
    float close = 0.42 * exp(-3.2 * max(slab(at), 0.0) / u_scale);
    // Slate: a whisper of texture so that the table is a thing and not a gradient.
    float px = max(fwidth(at.x), fwidth(at.y));
    float stone = (noise(at * 2.3) - 0.5) * 0.035 + (noise(at * 21.0) - 0.5) * 0.05 * clamp(1.4 - px * 21.0, 0.0, 1.0);
    color *= (1.0 - shadow) * (1.0 - close) * (1.0 + stone);
  }
  o_color = vec4(dither(color), 1.0);
}
)";

constexpr const char* ribbon_source = R"(
uniform vec3 u_last_move, u_ring_outline;
in vec2 v_along;   // from the beginning, across
flat in float v_length;

void main() {
  float px = max(fwidth(v_along.y), 1e-5);
  float d = length(vec2(v_along.x - clamp(v_along.x, 0.0, v_length), v_along.y));
  float core = max(0.045, 1.3 * px);  // seen on a small board too
  vec3 color = mix(u_ring_outline, u_last_move, fill(d - core, px));
  o_color = vec4(color, fill(d - core - max(0.025, px), px));
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

const char* const piece_vertex = R"(
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 3) in vec4 i_place;  // x, height of the middle, z, angle
layout(location = 4) in vec4 i_turn;   // axis x, axis z, 1 when white is up at angle 0, opacity
layout(location = 5) in vec4 i_marks;  // last move, will flip, won, reason
uniform mat4 u_view_projection;
out vec3 v_at;
out vec3 v_normal;
out vec3 v_local;
out vec2 v_grain;
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
  v_state = vec4(i_turn.z, i_turn.w, c < 0.0 ? 1.0 : 0.0, fract(sin(dot(floor(i_place.xz * 2.0), vec2(12.9898, 78.233))) * 43758.547));
  float own = v_state.w * 6.2832;
  v_grain = mat2(cos(own), sin(own), -sin(own), cos(own)) * v_local.xz;
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

const char* const ribbon_vertex = R"(
uniform mat4 u_view_projection;
uniform vec3 u_from, u_to;
out vec2 v_along;
flat out float v_length;
void main() {
  const float margin = 0.15;
  v_length = length(u_to - u_from);
  vec3 way = (u_to - u_from) / max(v_length, 1e-5);
  float x = mix(-margin, v_length + margin, float(gl_VertexID & 1));
  float y = mix(-margin, margin, float(gl_VertexID >> 1));
  v_along = vec2(x, y);
  gl_Position = u_view_projection * vec4(u_from + way * x + vec3(-way.z, 0.0, way.x) * y, 1.0);
}
)";

std::string surface(const char* material) { return std::string(common_source) + surface_source + material; }
std::string piece(const char* material) { return std::string(common_source) + piece_source + material; }
std::string ribbon_fragment() { return std::string(common_source) + ribbon_source; }
std::string table_fragment() { return std::string(common_source) + table_source; }

}  // namespace dolbang::scene3d::shaders
