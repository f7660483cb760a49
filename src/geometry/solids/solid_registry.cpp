#include "geometry/solids/solid_kind.h"

// All kinds. A new one is a line here and a function of that name in a file of kinds/, which the build lists.
#define STICTION_SOLID_KINDS(KIND) \
  KIND(sphere)                     \
  KIND(box)                        \
  KIND(capsule)                    \
  KIND(cylinder)                   \
  KIND(torus)                      \
  KIND(ellipsoid)                  \
  KIND(cone)                       \
  KIND(rock)                       \
  KIND(log)                        \
  KIND(bolt)                       \
  KIND(nut)                        \
  KIND(bunny)                      \
  KIND(peg)                        \
  KIND(tube)                       \
  KIND(bowl)                       \
  KIND(strand)                     \
  KIND(chair)                      \
  KIND(table)                      \
  KIND(dinosaur)                   \
  KIND(union_of_parts)             \
  KIND(intersection_of_parts)      \
  KIND(difference_of_parts)

namespace stiction {

namespace solid_kinds {
#define STICTION_DECLARE_KIND(name) SolidKind name();
STICTION_SOLID_KINDS(STICTION_DECLARE_KIND)
#undef STICTION_DECLARE_KIND
}  // namespace solid_kinds

const std::vector<SolidKind>& solid_registry() {
#define STICTION_LIST_KIND(name) solid_kinds::name(),
  static const std::vector<SolidKind> registry = {STICTION_SOLID_KINDS(STICTION_LIST_KIND)};
#undef STICTION_LIST_KIND
  return registry;
}

const SolidKind* find_solid_kind(std::string_view name) {
  for (const SolidKind& kind : solid_registry()) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

SolidField size_field(const char* key, double initial, double min) {
  return {key, "m", min, kLongestLength, Vec3(initial, 0, 0)};
}

SolidField size_field(const char* key, const Vec3& initial) {
  return {key, "m", kShortestLength, kLongestLength, initial, true};
}

SolidField usual_field(const char* key, double initial) {
  return {key, "m", kShortestLength, kLongestLength, Vec3(initial, 0, 0), false, false};
}

SolidField detail_field(const char* key, double initial) {
  return {key, "m", 0, kLongestLength, Vec3(initial, 0, 0), false, false};
}

SolidField share_field(const char* key, double initial) {
  return {key, "", 0, 1, Vec3(initial, 0, 0), false, false};
}

}  // namespace stiction
