#pragma once
/// The app's board as the 3D scene takes it: names differ, nothing is decided here but what the settings hide.
#include "client-sdl/app/model.hpp"
#include "client-sdl/scene3d/scene_types.hpp"

namespace dolbang::ui {

scene3d::BoardView picture(const app::ViewModel& view, const app::Settings& settings);
scene3d::AnimatedMove movement(const app::Change& change);

}  // namespace dolbang::ui
