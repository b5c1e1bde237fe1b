#pragma once
/// Owners of GL names. After a lost context the names are worthless: forget() drops them without a GL call.
#include <epoxy/gl.h>

#include <glm/glm.hpp>
#include <string_view>
#include <utility>

namespace dolbang::scene3d {

template <void (*Delete)(GLuint)>
class GlName {
 public:
  GlName() = default;
  explicit GlName(GLuint name) : name_(name) {}
  GlName(GlName&& from) noexcept : name_(std::exchange(from.name_, 0)) {}
  GlName& operator=(GlName&& from) noexcept {
    std::swap(name_, from.name_);
    return *this;
  }
  ~GlName() {
    if (name_ != 0) Delete(name_);
  }
  GLuint get() const { return name_; }
  void forget() { name_ = 0; }

 private:
  GLuint name_ = 0;
};

void delete_buffer(GLuint name);
void delete_vertex_array(GLuint name);
void delete_texture(GLuint name);
void delete_program(GLuint name);

using Buffer = GlName<delete_buffer>;
using VertexArray = GlName<delete_vertex_array>;
using Texture = GlName<delete_texture>;

Buffer make_buffer();
VertexArray make_vertex_array();
Texture make_texture();

/// A linked program. A shader that does not compile is a bug: the log goes to stderr and the program is empty.
class Program {
 public:
  Program() = default;
  Program(std::string_view vertex, std::string_view fragment);
  void use() const { glUseProgram(name_.get()); }
  void set(const char* uniform, int value) const;
  void set(const char* uniform, float value) const;
  void set(const char* uniform, glm::vec2 value) const;
  void set(const char* uniform, glm::vec3 value) const;
  void set(const char* uniform, const glm::mat4& value) const;
  void forget() { name_.forget(); }
  bool valid() const { return name_.get() != 0; }

 private:
  GLint location(const char* uniform) const { return glGetUniformLocation(name_.get(), uniform); }
  GlName<delete_program> name_;
};

}  // namespace dolbang::scene3d
