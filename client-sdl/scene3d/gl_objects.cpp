#include "client-sdl/scene3d/gl_objects.hpp"

#include <array>
#include <cstdio>
#include <glm/gtc/type_ptr.hpp>
#include <string>

namespace dolbang::scene3d {
namespace {

/// One source for both dialects: only this head differs.
std::string_view dialect() {
  return epoxy_is_desktop_gl() ? "#version 330 core\n"
                               : "#version 300 es\nprecision highp float;\nprecision highp int;\n"
                                 "precision highp sampler2D;\n";
}

void report(const char* what, const std::array<char, 2048>& log) {
  std::fprintf(stderr, "scene3d: %s: %s\n", what, log.data());
}

GLuint compile(GLenum kind, std::string_view source) {
  const std::string_view head = dialect();
  const std::array<const GLchar*, 2> parts{head.data(), source.data()};
  const std::array<GLint, 2> lengths{static_cast<GLint>(head.size()), static_cast<GLint>(source.size())};
  const GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 2, parts.data(), lengths.data());
  glCompileShader(shader);
  GLint ok = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
  if (!ok) {
    std::array<char, 2048> log{};
    glGetShaderInfoLog(shader, log.size(), nullptr, log.data());
    report(kind == GL_VERTEX_SHADER ? "vertex shader" : "fragment shader", log);
  }
  return shader;
}

}  // namespace

void delete_buffer(GLuint name) { glDeleteBuffers(1, &name); }
void delete_vertex_array(GLuint name) { glDeleteVertexArrays(1, &name); }
void delete_texture(GLuint name) { glDeleteTextures(1, &name); }
void delete_program(GLuint name) { glDeleteProgram(name); }

Buffer make_buffer() {
  GLuint name = 0;
  glGenBuffers(1, &name);
  return Buffer(name);
}

VertexArray make_vertex_array() {
  GLuint name = 0;
  glGenVertexArrays(1, &name);
  return VertexArray(name);
}

Texture make_texture() {
  GLuint name = 0;
  glGenTextures(1, &name);
  return Texture(name);
}

Program::Program(std::string_view vertex, std::string_view fragment) {
  const GLuint program = glCreateProgram();
  const GLuint vertex_shader = compile(GL_VERTEX_SHADER, vertex);
  const GLuint fragment_shader = compile(GL_FRAGMENT_SHADER, fragment);
  glAttachShader(program, vertex_shader);
  glAttachShader(program, fragment_shader);
  glLinkProgram(program);
  glDeleteShader(vertex_shader);
  glDeleteShader(fragment_shader);
  GLint ok = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &ok);
  if (ok) {
    name_ = GlName<delete_program>(program);
    return;
  }
  std::array<char, 2048> log{};
  glGetProgramInfoLog(program, log.size(), nullptr, log.data());
  report("link", log);
  glDeleteProgram(program);
}

void Program::set(const char* uniform, int value) const { glUniform1i(location(uniform), value); }
void Program::set(const char* uniform, float value) const { glUniform1f(location(uniform), value); }
void Program::set(const char* uniform, glm::vec2 value) const {
  glUniform2fv(location(uniform), 1, glm::value_ptr(value));
}
void Program::set(const char* uniform, glm::vec3 value) const {
  glUniform3fv(location(uniform), 1, glm::value_ptr(value));
}
void Program::set(const char* uniform, const glm::mat4& value) const {
  glUniformMatrix4fv(location(uniform), 1, GL_FALSE, glm::value_ptr(value));
}

}  // namespace dolbang::scene3d
