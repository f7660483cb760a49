// What bodies look like: each different surface once, for viewers and pictures.
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.h"

namespace stiction {

// Single precision, in the body's own coordinates.
struct ShownSurface {
  std::vector<float> vertices;           // x y z of each [m]
  std::vector<std::uint32_t> triangles;  // three vertices each, counter-clockwise seen from outside
  bool smooth = false;                   // round: to be shaded so
  std::size_t vertex_count() const { return vertices.size() / 3; }
  std::size_t triangle_count() const { return triangles.size() / 3; }
  bool operator==(const ShownSurface&) const = default;
};

struct ShownSurfaces {
  std::vector<ShownSurface> surfaces;
  std::vector<int> of_body;  // index of each body's surface, -1: none (a plane)
};

// Round shapes have 32 sides, or 16 where there are many different ones. Vertices at the sharp edges of round shapes
// are there once for each side of the edge.
ShownSurfaces shown_surfaces(const Model& model);

}  // namespace stiction
