// What a kind of solid is, and the registry of all kinds. docs/how-to/add-a-shape.md adds one step by step.
#pragma once

#include <string>
#include <vector>

#include "geometry/solids/solid.h"

namespace stiction {

// A number of a kind, or three, as scene files write them. Readers, writers and checks follow this description.
struct SolidField {
  const char* key;
  const char* unit;           // "m", or "" without one
  double min, max;            // permitted values, of every component
  Vec3 initial;               // the default; a plain number in x
  bool is_vector = false;     // three components
  bool must_be_given = true;  // in scene files
};

constexpr double kShortestLength = 1e-4, kLongestLength = 1e3;  // that make sense in a scene [m]

// A length that a scene must give [m].
SolidField size_field(const char* key, double initial, double min = kShortestLength);
// Three of them.
SolidField size_field(const char* key, const Vec3& initial);
// A length that may be left out [m].
SolidField usual_field(const char* key, double initial);
// A length from zero that may be left out [m].
SolidField detail_field(const char* key, double initial = 0);
// A number from 0 to 1 that may be left out.
SolidField share_field(const char* key, double initial);

struct SolidKind {
  const char* name;  // as scene files write it
  std::vector<SolidField> fields;
  bool has_seed = false;
  bool has_parts = false;  // at least one

  // Points are in the solid's own coordinates, and its numbers have passed their fields and `complaint`.
  // The signed distance, negative inside, or a lower bound: it never changes faster than the point moves
  // (1-Lipschitz), and vanishes on the surface only.
  double (*distance)(const Solid& solid, const Vec3& p) = nullptr;
  // Holds every point whose distance is at most `level` >= 0 [m].
  Aabb (*bounds)(const Solid& solid, double level) = nullptr;
  // What is wrong with the numbers taken together, and what would be right; "" if nothing is. Null: nothing can be.
  std::string (*complaint)(const Solid& solid) = nullptr;
};

// In the order of the documentation; entries stay where they are.
const std::vector<SolidKind>& solid_registry();
// Null if there is no such kind.
const SolidKind* find_solid_kind(std::string_view name);

// The box from -half to half.
inline Aabb centred_box(const Vec3& half) {
  return {-half, half};
}

}  // namespace stiction
