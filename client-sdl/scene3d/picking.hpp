#pragma once
/// From a ray to a square: the nearest disc top that is hit, otherwise the felt. The sides of a disc count as its
/// square too, so that a click on the visible edge of a disc never goes to the square behind it.
#include <optional>

#include "client-sdl/scene3d/camera.hpp"

namespace dolbang::scene3d {

std::optional<Square> pick_square(const Ray& ray, SquareSet discs);

}  // namespace dolbang::scene3d
