#include "client-sdl/scene3d/renderer.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "client-sdl/scene3d/shaders.hpp"

namespace dolbang::scene3d {
namespace {

glm::vec3 srgb(Color color) {
  return glm::vec3(color.rgb >> 16 & 0xFF, color.rgb >> 8 & 0xFF, color.rgb & 0xFF) / 255.0F;
}

glm::vec3 linear(Color color) { return glm::pow(srgb(color), glm::vec3(2.2F)); }

/// The albedo that looks like this colour on the board in full light: the light and the tone map of the shaders, back.
glm::vec3 albedo_seen_as(Color color) {
  const glm::vec3 y = linear(color);
  // x * (2.51 x + 0.03) = y * (x * (2.43 x + 0.59) + 0.14), for x
  const glm::vec3 a = 2.51F - 2.43F * y;
  const glm::vec3 half_b = (0.59F * y - 0.03F) / 2.0F;
  const glm::vec3 x = (half_b + glm::sqrt(half_b * half_b + a * 0.14F * y)) / a;
  const glm::vec3 key = glm::vec3(1.00F, 0.93F, 0.82F) * 2.35F * 0.815F / std::numbers::pi_v<float>;
  const glm::vec3 sky = glm::vec3(0.52F, 0.60F, 0.72F) * 0.42F;
  return x / (key + sky);
}

const void* offset(std::size_t bytes) { return reinterpret_cast<const void*>(bytes); }

void float_attribute(GLuint index, int components, std::size_t stride, std::size_t at, GLuint divisor = 0) {
  glEnableVertexAttribArray(index);
  glVertexAttribPointer(index, components, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride), offset(at));
  glVertexAttribDivisor(index, divisor);
}

void filter(GLint how) {
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, how);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, how);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

Texture make_data_texture(int width, int height) {
  Texture texture = make_texture();
  glBindTexture(GL_TEXTURE_2D, texture.get());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, width, height, 0, GL_RGBA, GL_FLOAT, nullptr);
  filter(GL_NEAREST);
  return texture;
}

/// The shader looks at the cells around: those beyond the border are empty.
std::vector<PieceShadow> with_border(const std::vector<PieceShadow>& shadows, const Geometry& geometry) {
  const auto columns = static_cast<std::size_t>(geometry.columns());
  const auto rows = static_cast<std::size_t>(geometry.rows());
  std::vector<PieceShadow> all((columns + 2) * (rows + 2));
  for (std::size_t i = 0; i < shadows.size(); ++i)
    all[(i / columns + 1) * (columns + 2) + i % columns + 1] = shadows[i];
  return all;
}

}  // namespace

PieceShadow shadow_of(const PieceInstance& piece, const PieceShape& shape) {
  const float flat = std::abs(std::cos(piece.angle));
  const float upright = std::abs(std::sin(piece.angle));
  const float half = (shape.height / 2 - shape.rim) * flat + shape.radius * upright;
  const float low = std::max(piece.middle.y - half, 0.0F);
  const float squeeze = std::max(flat + shape.height / 2 / shape.radius * upright, 0.2F);
  const glm::vec2 across(-piece.axis.y, piece.axis.x);
  return {low, piece.middle.y + half - low, across * std::sqrt(std::max(1 / squeeze - 1, 0.0F))};
}

Renderer::Renderer(const Geometry& geometry, const LabelAtlas& labels)
    : geometry_(geometry),
      piece_{upload(geometry.look().piece_mesh()), Program(shaders::piece_vertex, geometry.look().piece_fragment())},
      ribbon_program_(shaders::ribbon_vertex, shaders::ribbon_fragment()),
      table_program_(shaders::table_vertex, shaders::table_fragment()),
      instances_(make_buffer()),
      no_array_(make_vertex_array()),
      shadows_(make_data_texture(geometry.columns() + 2, geometry.rows() + 2)),
      marks_(make_data_texture(geometry.columns(), geometry.rows())),
      labels_(make_texture()),
      digit_advance_(labels.digit_advance),
      has_labels_(!labels.distance.empty()) {
  for (const Look::Part& part : geometry.look().parts(geometry))
    parts_.push_back({upload(part.mesh), Program(shaders::board_vertex, part.fragment)});

  glBindVertexArray(piece_.model.array.get());
  glBindBuffer(GL_ARRAY_BUFFER, instances_.get());
  float_attribute(3, 4, sizeof(PieceInstance), offsetof(PieceInstance, middle), 1);
  float_attribute(4, 4, sizeof(PieceInstance), offsetof(PieceInstance, axis), 1);
  float_attribute(5, 4, sizeof(PieceInstance), offsetof(PieceInstance, last_move), 1);
  glBindVertexArray(0);

  glBindTexture(GL_TEXTURE_2D, labels_.get());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  constexpr std::uint8_t nothing = 0;
  if (has_labels_) {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, LabelAtlas::width, LabelAtlas::height, 0, GL_RED, GL_UNSIGNED_BYTE,
                 labels.distance.data());
  } else {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, 1, 1, 0, GL_RED, GL_UNSIGNED_BYTE, &nothing);
  }
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  filter(GL_LINEAR);
  glBindTexture(GL_TEXTURE_2D, 0);
}

Renderer::Model Renderer::upload(const Mesh& mesh) {
  Model model{make_vertex_array(), make_buffer(), make_buffer(), static_cast<GLsizei>(mesh.indices.size())};
  glBindVertexArray(model.array.get());
  glBindBuffer(GL_ARRAY_BUFFER, model.vertices.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.vertices.size() * sizeof(Vertex)), mesh.vertices.data(),
               GL_STATIC_DRAW);
  float_attribute(0, 3, sizeof(Vertex), offsetof(Vertex, position));
  float_attribute(1, 3, sizeof(Vertex), offsetof(Vertex, normal));
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, model.indices.get());
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.indices.size() * sizeof(std::uint16_t)),
               mesh.indices.data(), GL_STATIC_DRAW);
  glBindVertexArray(0);
  return model;
}

void Renderer::draw_model(const Model& model) {
  glBindVertexArray(model.array.get());
  glDrawElements(GL_TRIANGLES, model.count, GL_UNSIGNED_SHORT, nullptr);
}

void Renderer::draw_pieces(std::span<const PieceInstance> pieces) const {
  if (pieces.empty()) return;
  glBindBuffer(GL_ARRAY_BUFFER, instances_.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(pieces.size_bytes()), pieces.data(), GL_STREAM_DRAW);
  glBindVertexArray(piece_.model.array.get());
  glDrawElementsInstanced(GL_TRIANGLES, piece_.model.count, GL_UNSIGNED_SHORT, nullptr,
                          static_cast<GLsizei>(pieces.size()));
}

/// Every program gets everything; what a shader does not use GL ignores.
void Renderer::set_uniforms(const Program& program, const Camera& camera, const Theme& theme) const {
  const BoardKind& kind = geometry_.kind();
  const Look& look = geometry_.look();
  const Slab slab = geometry_.slab();
  program.use();
  program.set("u_view_projection", camera.view_projection());
  program.set("u_eye", camera.eye());
  program.set("u_cells", 0);
  program.set("u_marks", 1);
  program.set("u_labels", 2);
  program.set("u_has_labels", has_labels_ ? 1.0F : 0.0F);
  program.set("u_digit_advance", digit_advance_);
  program.set("u_scale", geometry_.scale());
  program.set("u_field", geometry_.field_half());
  program.set("u_slab", slab.half);
  program.set("u_foot", glm::vec2(-slab.bottom, slab.corner_radius));
  program.set("u_label", glm::vec2(look.label_offset, look.label_size));
  program.set("u_letters", kind.upper_case ? 2.0F : 1.0F);
  program.set("u_rows_from", kind.first_row_near ? static_cast<float>(kind.rows) : 0.0F);
  program.set("u_lines", glm::vec3(kind.lines_on_places ? 0.5F : 0.0F, kind.star, kind.centre_star ? 1 : 0));
  program.set("u_radius", look.piece.radius);
  // Materials are lit, in linear light; the others go on top after the tone map.
  program.set("u_felt_lit", linear(theme.felt_lit));
  program.set("u_felt_shade", linear(theme.felt_shade));
  program.set("u_felt_line", linear(theme.felt_line));
  program.set("u_wood_light", linear(theme.wood_light));
  program.set("u_wood_dark", linear(theme.wood_dark));
  program.set("u_inlay", linear(theme.inlay));
  program.set("u_kaya", albedo_seen_as(theme.kaya));
  program.set("u_kaya_line", linear(theme.kaya_line));
  program.set("u_black_disc", linear(theme.black_disc));
  program.set("u_white_disc", linear(theme.white_disc));
  program.set("u_black_stone", linear(theme.black_stone));
  program.set("u_white_stone", albedo_seen_as(theme.white_stone));
  program.set("u_label_ink", srgb(theme.label));
  program.set("u_kaya_ink", srgb(theme.kaya_line));
  program.set("u_last_move", srgb(theme.last_move));
  program.set("u_will_flip", srgb(theme.will_flip));
  program.set("u_ring_outline", srgb(theme.ring_outline));
  program.set("u_legal_dot", srgb(theme.legal_dot));
  program.set("u_hint", srgb(theme.hint));
  program.set("u_forbidden", srgb(theme.forbidden));
  program.set("u_forbidden_halo", srgb(theme.forbidden_halo));
  program.set("u_table_centre", srgb(theme.table_centre));
  program.set("u_table_edge", srgb(theme.table_edge));
}

void Renderer::draw(const RenderTarget& target, const Camera& camera, const Theme& theme, const Frame& frame) {
  glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
  glViewport(target.x, target.y, target.width, target.height);
  glEnable(GL_SCISSOR_TEST);
  glScissor(target.x, target.y, target.width, target.height);
  glDisable(GL_BLEND);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_TRUE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glEnable(GL_CULL_FACE);
  glCullFace(GL_BACK);
  glFrontFace(GL_CCW);
  if (epoxy_is_desktop_gl()) {
    glEnable(GL_MULTISAMPLE);
    glDisable(GL_FRAMEBUFFER_SRGB);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  }
  glClear(GL_DEPTH_BUFFER_BIT);  // the table covers every pixel that the board leaves

  glActiveTexture(GL_TEXTURE2);
  glBindTexture(GL_TEXTURE_2D, labels_.get());
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, marks_.get());
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, geometry_.columns(), geometry_.rows(), GL_RGBA, GL_FLOAT, frame.marks.data());
  glActiveTexture(GL_TEXTURE0);
  const auto shadows = with_border(frame.shadows, geometry_);
  glBindTexture(GL_TEXTURE_2D, shadows_.get());
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, geometry_.columns() + 2, geometry_.rows() + 2, GL_RGBA, GL_FLOAT,
                  shadows.data());

  set_uniforms(piece_.program, camera, theme);
  draw_pieces(frame.pieces);
  for (const Part& part : parts_) {
    set_uniforms(part.program, camera, theme);
    draw_model(part.model);
  }

  // The table is a triangle at the far plane, drawn last of the solid things: only where nothing else is.
  set_uniforms(table_program_, camera, theme);
  table_program_.set("u_inverse", glm::inverse(camera.view_projection()));
  table_program_.set("u_size", glm::vec2(target.width, target.height));
  table_program_.set("u_corner", glm::vec2(target.x, target.y));
  glBindVertexArray(no_array_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);

  if (!frame.ghosts.empty()) {
    // Depth first, then colour where it is nearest: a translucent piece that does not show its own inside.
    piece_.program.use();
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    draw_pieces(frame.ghosts);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    draw_pieces(frame.ghosts);
  }
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  if (frame.ribbon) {
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    set_uniforms(ribbon_program_, camera, theme);
    ribbon_program_.set("u_from", frame.ribbon->from);
    ribbon_program_.set("u_to", frame.ribbon->to);
    glBindVertexArray(no_array_.get());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  }

  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDisable(GL_BLEND);
  glDisable(GL_SCISSOR_TEST);
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  glUseProgram(0);
  for (const GLenum unit : {GL_TEXTURE2, GL_TEXTURE1, GL_TEXTURE0}) {
    glActiveTexture(unit);
    glBindTexture(GL_TEXTURE_2D, 0);
  }
}

void Renderer::forget() {
  const auto forget_part = [](Part& part) {
    part.program.forget();
    part.model.array.forget();
    part.model.vertices.forget();
    part.model.indices.forget();
  };
  for (Part& part : parts_) forget_part(part);
  forget_part(piece_);
  ribbon_program_.forget();
  table_program_.forget();
  instances_.forget();
  no_array_.forget();
  shadows_.forget();
  marks_.forget();
  labels_.forget();
}

}  // namespace dolbang::scene3d
