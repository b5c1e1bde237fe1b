#include "client-sdl/platform/shell.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "client-sdl/i18n/i18n.hpp"
#include "client-sdl/ui/picture.hpp"

namespace dolbang::platform {

namespace {

constexpr float wheel_step = 1.12F;
constexpr app::Time caret_blink{400};
constexpr int most_events_at_once = 256;
constexpr int settle_frames = 4;  ///< at most: the panel fits itself to its height by what the frame before measured

app::Time clock_now() {
  return std::chrono::duration_cast<app::Time>(std::chrono::steady_clock::now().time_since_epoch());
}

i18n::Language system_language() {
  i18n::Language found = i18n::Language::english;
  if (SDL_Locale* locales = SDL_GetPreferredLocales()) {
    if (locales->language) found = i18n::language_of_locale(locales->language);
    SDL_free(locales);
  }
  return found;
}

i18n::Language language_of(app::Language language, i18n::Language system) {
  switch (language) {
    case app::Language::automatic: return system;
    case app::Language::english: return i18n::Language::english;
    case app::Language::korean: return i18n::Language::korean;
    case app::Language::japanese: return i18n::Language::japanese;
  }
  return i18n::Language::english;
}

scene3d::ViewPreset preset_of(app::ViewPreset view) {
  return view == app::ViewPreset::top ? scene3d::ViewPreset::top : scene3d::ViewPreset::oblique;
}

bool is_input(const SDL_Event& event) {
  switch (event.type) {
    case SDL_MOUSEMOTION:
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
    case SDL_MOUSEWHEEL:
    case SDL_FINGERDOWN:
    case SDL_FINGERMOTION:
    case SDL_FINGERUP:
    case SDL_KEYDOWN:
    case SDL_KEYUP:
    case SDL_TEXTINPUT:
    case SDL_WINDOWEVENT: return true;
    default: return false;
  }
}

/// What a key means to the panel, if anything.
std::optional<ui::Key> panel_key(const SDL_Keysym& key) {
  if ((key.mod & (KMOD_CTRL | KMOD_GUI | KMOD_ALT)) != 0) return std::nullopt;
  switch (key.sym) {
    case SDLK_TAB: return (key.mod & KMOD_SHIFT) != 0 ? ui::Key::previous : ui::Key::next;
    case SDLK_LEFT: return ui::Key::left;
    case SDLK_RIGHT: return ui::Key::right;
    case SDLK_UP: return ui::Key::up;
    case SDLK_DOWN: return ui::Key::down;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
    case SDLK_SPACE: return ui::Key::press;
    case SDLK_ESCAPE: return ui::Key::leave;
    default: return std::nullopt;
  }
}

}  // namespace

Shell::Shell(app::App& app, Window& window, Wake& wake, Setup setup)
    : app_(app),
      window_(window),
      wake_(wake),
      setup_(std::move(setup)),
      system_language_(system_language()),
      saved_language_(app.settings().language),
      gui_(window),
      trace_(std::getenv("DOLBANG_TRACE")) {
  scene_.set_label_font(i18n::font(i18n::Face::bold));
  ui_.set_flat(!window.gl());
}

int Shell::run() {
  SDL_Event event;
  while (!quit_ && !app_.quit_wanted()) {
    app::Time now = clock_now();
    if (SDL_WaitEventTimeout(&event, wait_ms(now)) != 0) {
      int taken = 0;
      do {
        // Of a run of movements only the last counts; everything else is handled one by one.
        if (event.type == SDL_MOUSEMOTION) {
          SDL_Event next;
          while (SDL_PeepEvents(&next, 1, SDL_PEEKEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT) == 1 &&
                 next.type == SDL_MOUSEMOTION)
            SDL_PeepEvents(&event, 1, SDL_GETEVENT, SDL_MOUSEMOTION, SDL_MOUSEMOTION);
        }
        handle(event);
      } while (++taken < most_events_at_once && !quit_ && SDL_PollEvent(&event) != 0);
    }
    now = clock_now();
    update(now);
    const bool news = app_.view().revision != shown_revision_;
    // A scene that is never drawn would ask for a frame for ever.
    scene_moves_ = scene_.update(now) && window_.gl();
    if (news) frames_to_settle_ = settle_frames;
    if (scene_moves_ || frames_to_settle_ > 0) {
      shown_revision_ = app_.view().revision;
      if (!window_.is_hidden()) draw();
      if (frames_to_settle_ > 0) --frames_to_settle_;
      if (frames_to_settle_ <= settle_frames / 2 && steady_) frames_to_settle_ = 0;
    }
    trace(now);
    if (!setup_.screenshot.empty() && !scene_moves_ && frames_to_settle_ == 0)
      return take_screenshot() ? EXIT_SUCCESS : EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

int Shell::wait_ms(app::Time now) const {
  if (window_.is_hidden()) return app_.next_deadline() ? 1000 : -1;
  if (app_.view().revision != shown_revision_) return 0;
  if (frames_to_settle_ > 0 || scene_moves_) return 0;  // the display's refresh paces the drawing
  std::optional<app::Time> next = app_.next_deadline();
  if (gui_.wants_keyboard() && (!next || *next > now + caret_blink)) next = now + caret_blink;
  if (!next) return -1;
  return static_cast<int>(std::clamp<app::Time::rep>((*next - now).count(), 0, 600'000));
}

void Shell::handle(const SDL_Event& event) {
  if (wake_.took(event)) return;
  if (event.type == SDL_QUIT) {
    quit_ = true;
    return;
  }
  if (event.type == SDL_RENDER_TARGETS_RESET || event.type == SDL_RENDER_DEVICE_RESET) scene_.rebuild();
  if (!is_input(event)) return;
  update(clock_now());
  const bool for_panel = event.type == SDL_KEYDOWN && panel_takes(event.key.keysym);
  if (!for_panel) gui_.event(event);
  lay_out();
  if (event.type == SDL_KEYDOWN) {
    if (!for_panel) key(event.key);
  } else if (event.type == SDL_FINGERDOWN || event.type == SDL_FINGERMOTION || event.type == SDL_FINGERUP) {
    touch(event.tfinger);
  } else {
    mouse(event);
  }
  frames_to_settle_ = settle_frames;
  if (event.type == SDL_WINDOWEVENT) scene_.invalidate();
}

void Shell::lay_out() {
  // --lang holds until another language is chosen in the settings.
  if (app_.settings().language != saved_language_) setup_.language.reset();
  const auto language = language_of(setup_.language.value_or(app_.settings().language), system_language_);
  if (ui_.prepare(language)) gui_.fonts_changed();
  gui_.begin_frame();
  stage_ = ui_.draw(app_, language);
  gui_.end_frame();
  std::vector<ui::Widget> laid_out = ui_.widgets();
  steady_ = std::equal(laid_out.begin(), laid_out.end(), laid_out_.begin(), laid_out_.end(),
                       [](const ui::Widget& a, const ui::Widget& b) {
                         return a.name == b.name && a.rect.x == b.rect.x && a.rect.y == b.rect.y &&
                                a.rect.width == b.rect.width && a.rect.height == b.rect.height;
                       });
  laid_out_ = std::move(laid_out);
  scene3d::Insets insets;
  insets.top = insets.bottom = stage_.inset;
  scene_.set_stage({stage_.width, stage_.height, insets});
}

// ------------------------------------------------------------------------------------------- input

bool Shell::over_stage(scene3d::Point at) const {
  return at.x >= stage_.x && at.y >= stage_.y && at.x < stage_.x + stage_.width && at.y < stage_.y + stage_.height;
}

scene3d::Point Shell::in_stage(scene3d::Point at) const { return {at.x - stage_.x, at.y - stage_.y}; }

std::optional<app::Place> Shell::place_at(scene3d::Point at) const {
  if (!window_.gl() || app_.view().screen != app::Screen::game || !over_stage(at)) return std::nullopt;
  return scene_.pick(in_stage(at));
}

void Shell::mouse(const SDL_Event& event) {
  const auto point = [](int x, int y) { return scene3d::Point{static_cast<float>(x), static_cast<float>(y)}; };
  switch (event.type) {
    case SDL_MOUSEMOTION: {
      const auto at = point(event.motion.x, event.motion.y);
      const bool touch = event.motion.which == SDL_TOUCH_MOUSEID;
      if (const auto by = mouse_.move(at)) {
        scene_.turn(*by);
        app_.hover_place({});
      } else if (!touch) {  // a finger points at nothing before it taps
        app_.hover_place(gui_.wants_mouse() ? std::nullopt : place_at(at));
      }
      break;
    }
    case SDL_MOUSEBUTTONDOWN: {
      const auto at = point(event.button.x, event.button.y);
      if (event.button.button == SDL_BUTTON_LEFT && !gui_.wants_mouse() && over_stage(at) && !pinch_.pinching()) {
        mouse_.press(at);
        SDL_CaptureMouse(SDL_TRUE);
      }
      break;
    }
    case SDL_MOUSEBUTTONUP: {
      if (event.button.button != SDL_BUTTON_LEFT || !mouse_.is_down()) break;
      SDL_CaptureMouse(SDL_FALSE);
      const auto at = point(event.button.x, event.button.y);
      if (mouse_.release() && !gui_.wants_mouse())
        if (const auto place = place_at(at))
          app_.click_place(*place, event.button.which == SDL_TOUCH_MOUSEID ? app::Pointer::touch : app::Pointer::mouse);
      break;
    }
    case SDL_MOUSEWHEEL: {
      int x = 0;
      int y = 0;
      SDL_GetMouseState(&x, &y);
      if (!gui_.wants_mouse() && over_stage(point(x, y)))
        scene_.zoom(std::pow(wheel_step, static_cast<float>(event.wheel.y)), in_stage(point(x, y)));
      break;
    }
    case SDL_WINDOWEVENT:
      if (event.window.event == SDL_WINDOWEVENT_LEAVE && !mouse_.is_down()) app_.hover_place({});
      if (event.window.event == SDL_WINDOWEVENT_FOCUS_LOST) {
        mouse_.cancel();
        pinch_.cancel();
      }
      break;
    default: break;
  }
}

void Shell::touch(const SDL_TouchFingerEvent& finger) {
  const Window::Size size = window_.size();
  const scene3d::Point at{finger.x * static_cast<float>(size.width), finger.y * static_cast<float>(size.height)};
  switch (finger.type) {
    case SDL_FINGERDOWN:
      if (over_stage(at) && !gui_.wants_mouse() && pinch_.press(finger.fingerId, at)) mouse_.cancel();
      break;
    case SDL_FINGERMOTION:
      if (const auto step = pinch_.move(finger.fingerId, at)) {
        scene_.zoom(step->factor, in_stage(step->centre));
        scene_.pan(step->by);
      }
      break;
    case SDL_FINGERUP: pinch_.release(finger.fingerId); break;
    default: break;
  }
}

/// Offers a key to the panel, which has it first: while one walks through it by keyboard the arrows are the panel's,
/// otherwise the board's. While a text is typed they move the caret.
bool Shell::panel_takes(const SDL_Keysym& pressed) {
  const auto key = panel_key(pressed);
  if (!key) return false;
  const bool walks = key == ui::Key::next || key == ui::Key::previous || key == ui::Key::leave;
  if (gui_.wants_keyboard() && !walks) return false;
  if (ui_.key(*key)) return true;
  // On the start screen the arrows have nothing else to do.
  const bool begins = key == ui::Key::down || key == ui::Key::right;
  return begins && app_.view().screen == app::Screen::start && ui_.key(ui::Key::next);
}

void Shell::key(const SDL_KeyboardEvent& event) {
  if (gui_.wants_keyboard()) return;  // a text is being typed
  const bool control = (event.keysym.mod & (KMOD_CTRL | KMOD_GUI)) != 0;
  const SDL_Keycode key = event.keysym.sym;
  if (control) {
    if (key == SDLK_z) app_.undo();
    if (key == SDLK_n && app_.view().allowed.play_again) app_.play_again();
    if (key == SDLK_q) app_.quit();
    return;
  }
  if (key == SDLK_ESCAPE) {
    if (event.repeat == 0) app_.back();
    return;
  }
  if (app_.view().screen != app::Screen::game) return;
  switch (key) {
    case SDLK_LEFT: app_.move_cursor(-1, 0); break;
    case SDLK_RIGHT: app_.move_cursor(1, 0); break;
    case SDLK_UP: app_.move_cursor(0, -1); break;
    case SDLK_DOWN: app_.move_cursor(0, 1); break;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
      if (event.repeat == 0) app_.press_cursor();
      break;
    default: break;
  }
}

// ------------------------------------------------------------------------------------------- the position

void Shell::update(app::Time now) {
  app_.frame(now);
  if (const auto text = app_.take_clipboard()) SDL_SetClipboardText(text->c_str());
  show_position(now);
}

void Shell::show_position(app::Time now) {
  const app::ViewModel& view = app_.view();
  const bool reduced = setup_.reduce_motion || app_.settings().reduce_motion || !window_.gl();
  scene_.set_motion({reduced, 1.0F});
  scene_.set_view(ui::picture(view, app_.settings()), now);
  if (view.view_serial != shown_view_serial_ || (!on_screen_ && view.screen == app::Screen::game))
    scene_.set_preset(preset_of(app_.settings().view), now);
  shown_view_serial_ = view.view_serial;
  on_screen_ = view.screen == app::Screen::game;

  if (view.change.serial == shown_change_) return;
  shown_change_ = view.change.serial;
  const app::Change& change = view.change;
  const scene3d::AnimatedMove move = ui::movement(change);
  switch (change.kind) {
    case app::Change::Kind::reset: scene_.skip(); break;
    case app::Change::Kind::move: scene_.animate_move(move, now); break;
    case app::Change::Kind::undo: scene_.animate_undo(move, now); break;
  }
  app_.set_animation(scene_.busy_until_input(), scene_.busy_until_rest());
}

// ------------------------------------------------------------------------------------------- drawing

void Shell::draw() {
  lay_out();
  if (window_.gl()) draw_board();
  gui_.render();
  if (setup_.screenshot.empty()) window_.swap();
}

void Shell::draw_board() {
  const Window::Size size = window_.size();
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, size.pixel_width, size.pixel_height);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(0.106F, 0.114F, 0.129F, 1);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  if (stage_.width < 1 || stage_.height < 1 || size.width <= 0 || size.height <= 0) return;
  const float scale_x = static_cast<float>(size.pixel_width) / static_cast<float>(size.width);
  const float scale_y = static_cast<float>(size.pixel_height) / static_cast<float>(size.height);
  const auto pixels = [](float value) { return static_cast<int>(std::lround(value)); };
  scene3d::RenderTarget target;
  target.x = pixels(stage_.x * scale_x);
  target.width = pixels(stage_.width * scale_x);
  target.height = pixels(stage_.height * scale_y);
  target.y = size.pixel_height - pixels(stage_.y * scale_y) - target.height;
  scene_.render(target);
  glViewport(0, 0, size.pixel_width, size.pixel_height);
}

bool Shell::take_screenshot() {
  draw();
  if (window_.save_png(setup_.screenshot)) return true;
  std::fprintf(stderr, "dolbang: cannot write %s.\n", setup_.screenshot.c_str());
  return false;
}

void Shell::trace(app::Time now) {
  if (!trace_.is_on() || frames_to_settle_ > 0) return;  // where things are is known when they stay there
  Trace::Screen screen{app_.view(), now < scene_.busy_until_rest() || scene_moves_, {}, {}};
  const app::Grid& grid = app_.view().board.grid;
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      const app::Place place = grid.at(column, row);
      const scene3d::Point at = scene_.project(place);
      screen.places.push_back({grid.name(place), at.x + stage_.x, at.y + stage_.y});
    }
  for (const ui::Widget& widget : ui_.widgets())
    if (widget.enabled)
      screen.buttons.push_back({widget.name, widget.rect.x, widget.rect.y, widget.rect.width, widget.rect.height});
  trace_.write(screen);
}

}  // namespace dolbang::platform
