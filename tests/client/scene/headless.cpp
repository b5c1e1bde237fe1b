#include "tests/client/scene/headless.hpp"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <iterator>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace dolbang::scene3d {

std::array<int, 3> Picture::at(int x, int y) const {
  x = std::clamp(x, 0, width - 1);
  y = std::clamp(y, 0, height - 1);
  const auto i = (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) * 4;
  return {rgba[i], rgba[i + 1], rgba[i + 2]};
}

std::array<double, 3> Picture::mean(Point centre, int radius) const {
  std::array<double, 3> sum{};
  for (int y = -radius; y <= radius; ++y) {
    for (int x = -radius; x <= radius; ++x) {
      const auto pixel = at(static_cast<int>(centre.x) + x, static_cast<int>(centre.y) + y);
      for (std::size_t i = 0; i < 3; ++i) sum[i] += pixel[i];
    }
  }
  const double count = (2.0 * radius + 1) * (2.0 * radius + 1);
  for (double& channel : sum) channel /= count;
  return sum;
}

bool Picture::write_png(const std::string& path) const {
  return stbi_write_png(path.c_str(), width, height, 4, rgba.data(), width * 4) != 0;
}

struct HeadlessGl::Impl {
  Api api = Api::desktop;
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLConfig config = nullptr;
  EGLContext context = EGL_NO_CONTEXT;
  std::string error;

  bool make_context() {
    constexpr EGLint desktop[] = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    constexpr EGLint es[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE};
    // The API is a setting of the thread; contexts are made for the one that is bound.
    eglBindAPI(api == Api::es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, api == Api::es ? es : desktop);
    return context != EGL_NO_CONTEXT && make_current();
  }
  bool make_current() const {
    eglBindAPI(api == Api::es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
    return eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
  }
};

HeadlessGl::HeadlessGl(Api api) : impl_(std::make_unique<Impl>()) {
  impl_->api = api;
  impl_->display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
  const EGLint wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE,
                           api == Api::es ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT, EGL_NONE};
  EGLint count = 0;
  if (!eglInitialize(impl_->display, nullptr, nullptr)) {
    impl_->error = "EGL has no surfaceless display: install libegl-mesa0 and libgl1-mesa-dri";
  } else if (!eglChooseConfig(impl_->display, wanted, &impl_->config, 1, &count) || count == 0 ||
             !impl_->make_context()) {
    impl_->error = "EGL cannot make an OpenGL 3.3 core or ES 3.0 context";
  }
}

HeadlessGl::~HeadlessGl() {
  eglMakeCurrent(impl_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  if (impl_->context != EGL_NO_CONTEXT) eglDestroyContext(impl_->display, impl_->context);
  // The display stays until the process ends: terminating it unloads the driver, and what the driver has kept would
  // then look like a leak without an owner.
}

bool HeadlessGl::ok() const { return impl_->error.empty(); }
const std::string& HeadlessGl::error() const { return impl_->error; }

void HeadlessGl::make_current() { impl_->make_current(); }

bool HeadlessGl::lose_context() {
  eglMakeCurrent(impl_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(impl_->display, impl_->context);
  return impl_->make_context();
}

Picture HeadlessGl::render(Scene& scene, int width, int height) {
  GLuint framebuffers[2] = {};
  GLuint renderbuffers[3] = {};
  glGenFramebuffers(2, framebuffers);
  glGenRenderbuffers(3, renderbuffers);
  const auto attach = [&](GLuint renderbuffer, GLenum format, GLenum where, int samples) {
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, where, GL_RENDERBUFFER, renderbuffer);
  };
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[0]);
  attach(renderbuffers[0], GL_RGBA8, GL_COLOR_ATTACHMENT0, 4);
  attach(renderbuffers[1], GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT, 4);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[1]);
  attach(renderbuffers[2], GL_RGBA8, GL_COLOR_ATTACHMENT0, 0);

  glFinish();
  const std::clock_t start = std::clock();
  scene.render({framebuffers[0], 0, 0, width, height});
  glFinish();
  const double took_ms = 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;

  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers[0]);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffers[1]);
  glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[1]);
  Picture picture{width, height, {}, took_ms};
  const std::size_t row = static_cast<std::size_t>(width) * 4;
  picture.rgba.resize(row * static_cast<std::size_t>(height));
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, picture.rgba.data());
  for (std::size_t y = 0; y < static_cast<std::size_t>(height) / 2; ++y) {
    std::swap_ranges(picture.rgba.begin() + static_cast<std::ptrdiff_t>(y * row),
                     picture.rgba.begin() + static_cast<std::ptrdiff_t>((y + 1) * row),
                     picture.rgba.end() - static_cast<std::ptrdiff_t>((y + 1) * row));
  }
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glDeleteFramebuffers(2, framebuffers);
  glDeleteRenderbuffers(3, renderbuffers);
  return picture;
}

std::vector<unsigned char> read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace dolbang::scene3d
