#include "client-sdl/scene3d/renderer.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "client-sdl/scene3d/geometry.hpp"
#include "client-sdl/scene3d/shaders.hpp"

namespace dolbang::scene3d {
namespace {

glm::vec3 srgb(Color color) {
  return glm::vec3(color.rgb >> 16 & 0xFF, color.rgb >> 8 & 0xFF, color.rgb & 0xFF) / 255.0F;
}

glm::vec3 linear(Color color) { return glm::pow(srgb(color), glm::vec3(2.2F)); }

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

Texture make_data_texture(int size) {
  Texture texture = make_texture();
  glBindTexture(GL_TEXTURE_2D, texture.get());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, size, size, 0, GL_RGBA, GL_FLOAT, nullptr);
  filter(GL_NEAREST);
  return texture;
}

constexpr int bordered = board_size + 2;

std::array<DiscShadow, bordered * bordered> with_border(const std::array<DiscShadow, square_count>& shadows) {
  std::array<DiscShadow, bordered * bordered> all{};
  for (std::size_t i = 0; i < shadows.size(); ++i) {
    all[(i / board_size + 1) * bordered + i % board_size + 1] = shadows[i];
  }
  return all;
}

}  // namespace

DiscShadow shadow_of(const DiscInstance& disc) {
  using namespace geometry;
  const float flat = std::abs(std::cos(disc.angle));
  const float upright = std::abs(std::sin(disc.angle));
  const float half = disc_height / 2 * flat + disc_radius * upright;
  const float low = std::max(disc.middle.y - half, 0.0F);
  const float squeeze = std::max(flat + disc_height / 2 / disc_radius * upright, 0.2F);
  const glm::vec2 across(-disc.axis.y, disc.axis.x);
  return {low, disc.middle.y + half - low, across * std::sqrt(std::max(1 / squeeze - 1, 0.0F))};
}

Renderer::Renderer(const LabelAtlas& labels)
    : felt_program_(shaders::board_vertex, shaders::felt_fragment()),
      inlay_program_(shaders::board_vertex, shaders::inlay_fragment()),
      wood_program_(shaders::board_vertex, shaders::wood_fragment()),
      disc_program_(shaders::disc_vertex, shaders::disc_fragment()),
      table_program_(shaders::table_vertex, shaders::table_fragment()),
      felt_(upload(make_felt())),
      inlay_(upload(make_inlay())),
      frame_(upload(make_frame())),
      disc_(upload(make_disc())),
      instances_(make_buffer()),
      table_array_(make_vertex_array()),
      shadows_(make_data_texture(bordered)),
      marks_(make_data_texture(board_size)),
      labels_(make_texture()),
      has_labels_(!labels.distance.empty()) {
  glBindVertexArray(disc_.array.get());
  glBindBuffer(GL_ARRAY_BUFFER, instances_.get());
  float_attribute(3, 4, sizeof(DiscInstance), offsetof(DiscInstance, middle), 1);
  float_attribute(4, 4, sizeof(DiscInstance), offsetof(DiscInstance, axis), 1);
  float_attribute(5, 4, sizeof(DiscInstance), offsetof(DiscInstance, last_move), 1);
  glBindVertexArray(0);

  glBindTexture(GL_TEXTURE_2D, labels_.get());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  constexpr std::uint8_t nothing = 0;
  if (has_labels_) {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, LabelAtlas::width, LabelAtlas::cell, 0, GL_RED, GL_UNSIGNED_BYTE,
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

void Renderer::draw_discs(std::span<const DiscInstance> discs) const {
  if (discs.empty()) return;
  glBindBuffer(GL_ARRAY_BUFFER, instances_.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(discs.size_bytes()), discs.data(), GL_STREAM_DRAW);
  glBindVertexArray(disc_.array.get());
  glDrawElementsInstanced(GL_TRIANGLES, disc_.count, GL_UNSIGNED_SHORT, nullptr, static_cast<GLsizei>(discs.size()));
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
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, board_size, board_size, GL_RGBA, GL_FLOAT, frame.marks.data());
  glActiveTexture(GL_TEXTURE0);
  const auto shadows = with_border(frame.shadows);
  glBindTexture(GL_TEXTURE_2D, shadows_.get());
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, bordered, bordered, GL_RGBA, GL_FLOAT, shadows.data());

  const glm::mat4& matrix = camera.view_projection();
  disc_program_.use();
  disc_program_.set("u_view_projection", matrix);
  disc_program_.set("u_eye", camera.eye());
  disc_program_.set("u_black", linear(theme.black_disc));
  disc_program_.set("u_white", linear(theme.white_disc));
  disc_program_.set("u_felt_lit", linear(theme.felt_lit));
  disc_program_.set("u_last_move", srgb(theme.last_move));
  disc_program_.set("u_will_flip", srgb(theme.will_flip));
  disc_program_.set("u_ring_outline", srgb(theme.ring_outline));
  disc_program_.set("u_legal_dot", srgb(theme.legal_dot));
  draw_discs(frame.discs);

  felt_program_.use();
  felt_program_.set("u_view_projection", matrix);
  felt_program_.set("u_cells", 0);
  felt_program_.set("u_marks", 1);
  felt_program_.set("u_felt_lit", linear(theme.felt_lit));
  felt_program_.set("u_felt_shade", linear(theme.felt_shade));
  felt_program_.set("u_felt_line", linear(theme.felt_line));
  felt_program_.set("u_legal_dot", srgb(theme.legal_dot));
  felt_program_.set("u_hint", srgb(theme.hint));
  draw_model(felt_);

  inlay_program_.use();
  inlay_program_.set("u_view_projection", matrix);
  inlay_program_.set("u_eye", camera.eye());
  inlay_program_.set("u_inlay", linear(theme.inlay));
  draw_model(inlay_);

  wood_program_.use();
  wood_program_.set("u_view_projection", matrix);
  wood_program_.set("u_eye", camera.eye());
  wood_program_.set("u_labels", 2);
  wood_program_.set("u_has_labels", has_labels_ ? 1.0F : 0.0F);
  wood_program_.set("u_wood_light", linear(theme.wood_light));
  wood_program_.set("u_wood_dark", linear(theme.wood_dark));
  wood_program_.set("u_label", srgb(theme.label));
  draw_model(frame_);

  // The table is a triangle at the far plane, drawn last of the solid things: only where nothing else is.
  table_program_.use();
  table_program_.set("u_eye", camera.eye());
  table_program_.set("u_inverse", glm::inverse(matrix));
  table_program_.set("u_size", glm::vec2(target.width, target.height));
  table_program_.set("u_corner", glm::vec2(target.x, target.y));
  table_program_.set("u_table_centre", srgb(theme.table_centre));
  table_program_.set("u_table_edge", srgb(theme.table_edge));
  glBindVertexArray(table_array_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);

  if (!frame.ghosts.empty()) {
    // Depth first, then colour where it is nearest: a translucent disc that does not show its own inside.
    disc_program_.use();
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    draw_discs(frame.ghosts);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    draw_discs(frame.ghosts);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  }

  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
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
  for (Program* program : {&felt_program_, &inlay_program_, &wood_program_, &disc_program_, &table_program_})
    program->forget();
  for (Model* model : {&felt_, &inlay_, &frame_, &disc_}) {
    model->array.forget();
    model->vertices.forget();
    model->indices.forget();
  }
  instances_.forget();
  table_array_.forget();
  shadows_.forget();
  marks_.forget();
  labels_.forget();
}

}  // namespace dolbang::scene3d
