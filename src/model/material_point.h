// A point of a deforming surface.
#pragma once

#include <array>
#include <cstdint>

namespace stiction {

// It moves with the material: between the corners of a triangle.
struct MaterialPoint {
  std::int32_t triangle = -1;  // -1: not on a deforming surface
  double weight_b = 0;         // of the triangle's second corner
  double weight_c = 0;         // of its third; the first has the rest

  std::array<double, 3> weights() const { return {1 - weight_b - weight_c, weight_b, weight_c}; }  // of the corners
  bool is_set() const { return triangle >= 0; }
};

}  // namespace stiction
