#include "client-sdl/scene3d/renderer.hpp"

#include <cmath>
#include <cstddef>

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

Texture make_square_texture() {
  Texture texture = make_texture();
  glBindTexture(GL_TEXTURE_2D, texture.get());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, board_size, board_size, 0, GL_RGBA, GL_FLOAT, nullptr);
  filter(GL_NEAREST);
  return texture;
}

void update_square_texture(const Texture& texture, const std::array<glm::vec4, square_count>& squares) {
  glBindTexture(GL_TEXTURE_2D, texture.get());
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, board_size, board_size, GL_RGBA, GL_FLOAT, squares.data());
}

}  // namespace

Renderer::Renderer(const LabelAtlas& labels)
    : board_program_(shaders::board_vertex, shaders::board_fragment()),
      disc_program_(shaders::disc_vertex, shaders::disc_fragment()),
      table_program_(shaders::table_vertex, shaders::table_fragment()),
      board_(upload(make_board())),
      disc_(upload(make_disc())),
      instances_(make_buffer()),
      table_array_(make_vertex_array()),
      cells_(make_square_texture()),
      marks_(make_square_texture()),
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
  float_attribute(2, 1, sizeof(Vertex), offsetof(Vertex, material));
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, model.indices.get());
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.indices.size() * sizeof(std::uint16_t)),
               mesh.indices.data(), GL_STATIC_DRAW);
  glBindVertexArray(0);
  return model;
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
  update_square_texture(marks_, frame.marks);
  glActiveTexture(GL_TEXTURE0);
  update_square_texture(cells_, frame.cells);

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

  board_program_.use();
  board_program_.set("u_view_projection", matrix);
  board_program_.set("u_eye", camera.eye());
  board_program_.set("u_cells", 0);
  board_program_.set("u_marks", 1);
  board_program_.set("u_labels", 2);
  board_program_.set("u_has_labels", has_labels_ ? 1.0F : 0.0F);
  board_program_.set("u_felt_lit", linear(theme.felt_lit));
  board_program_.set("u_felt_shade", linear(theme.felt_shade));
  board_program_.set("u_felt_line", linear(theme.felt_line));
  board_program_.set("u_wood_light", linear(theme.wood_light));
  board_program_.set("u_wood_dark", linear(theme.wood_dark));
  board_program_.set("u_inlay", linear(theme.inlay));
  board_program_.set("u_label", srgb(theme.label));
  board_program_.set("u_legal_dot", srgb(theme.legal_dot));
  board_program_.set("u_hint", srgb(theme.hint));
  glBindVertexArray(board_.array.get());
  glDrawElements(GL_TRIANGLES, board_.count, GL_UNSIGNED_SHORT, nullptr);

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
  board_program_.forget();
  disc_program_.forget();
  table_program_.forget();
  for (Model* model : {&board_, &disc_}) {
    model->array.forget();
    model->vertices.forget();
    model->indices.forget();
  }
  instances_.forget();
  table_array_.forget();
  cells_.forget();
  marks_.forget();
  labels_.forget();
}

}  // namespace dolbang::scene3d
