// Common materials with typical densities and dry static friction coefficients: a starting point for scenes.
//
// Friction is a property of two surfaces, their finish, dirt, load and humidity; published values scatter widely. Every
// entry carries the range it was taken from. docs/reference/materials.md prints the tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"

namespace stiction {

struct CommonMaterial {
  Material material;                   // friction: against itself; restitution zero
  double friction_low, friction_high;  // range of published values, against itself
};

struct CommonPair {
  std::string_view a, b;
  double friction;   // within the range
  double low, high;  // of published values
};

const std::vector<CommonMaterial>& common_materials();
// Pairs of different materials. What is not here combines by the geometric mean.
const std::vector<CommonPair>& common_pairs();

// nullptr if there is none.
const CommonMaterial* find_common_material(std::string_view name);
const CommonPair* find_common_pair(std::string_view a, std::string_view b);  // in either order

}  // namespace stiction
