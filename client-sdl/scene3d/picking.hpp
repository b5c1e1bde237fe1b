#pragma once
/// From a ray to a place: the nearest piece that is hit, otherwise the place nearest to where the ray meets the board.
/// A click on any visible part of a piece therefore never goes to the place behind it.
#include <optional>

#include "client-sdl/scene3d/camera.hpp"

namespace dolbang::scene3d {

std::optional<Place> pick_place(const Ray& ray, const Geometry& geometry, const PlaceSet& pieces);

}  // namespace dolbang::scene3d
