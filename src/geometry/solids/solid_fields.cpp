// What scene files write about each kind: one table for readers, writers and checks.
#include <array>

#include "geometry/solids/solid.h"

namespace stiction {
namespace {

constexpr double kSmallest = 1e-4, kLargest = 1e3;  // lengths that make sense in a scene [m]

SolidField length(const char* key, double Solid::*number, double min = kSmallest) {
  return {key, "m", number, nullptr, min, kLargest};
}

struct KindEntry {
  SolidKind kind;
  const char* name;
  std::vector<SolidField> fields;
};

const std::vector<KindEntry>& table() {
  static const SolidField radius = length("radius", &Solid::radius), long_ = length("length", &Solid::length);
  static const SolidField roughness{"roughness", "", &Solid::roughness, nullptr, 0, 1};
  static const SolidField pitch = length("pitch", &Solid::pitch), gap = length("clearance", &Solid::clearance, 0);
  static const SolidField blend = length("blend", &Solid::blend, 0);
  static const std::vector<KindEntry> entries = {
      {SolidKind::kSphere, "sphere", {radius}},
      {SolidKind::kBox,
       "box",
       {{"size", "m", nullptr, &Solid::size, kSmallest, kLargest}, length("rounding", &Solid::rounding, 0)}},
      {SolidKind::kCapsule, "capsule", {radius, length("length", &Solid::length, 0)}},
      {SolidKind::kCylinder, "cylinder", {radius, long_}},
      {SolidKind::kTorus, "torus", {radius, length("thickness", &Solid::thickness)}},
      {SolidKind::kRock, "rock", {radius, roughness}},
      {SolidKind::kLog, "log", {radius, long_, roughness}},
      {SolidKind::kBolt, "bolt", {radius, long_, pitch, gap}},
      {SolidKind::kNut, "nut", {radius, long_, pitch, gap}},
      {SolidKind::kBunny, "bunny", {radius}},
      {SolidKind::kUnion, "union", {blend}},
      {SolidKind::kIntersection, "intersection", {blend}},
      {SolidKind::kDifference, "difference", {blend}},
  };
  return entries;
}

const KindEntry& entry(SolidKind kind) {
  return table()[static_cast<std::size_t>(kind)];
}

}  // namespace

const char* solid_kind_name(SolidKind kind) {
  return entry(kind).name;
}

const std::vector<SolidField>& solid_fields(SolidKind kind) {
  return entry(kind).fields;
}

const std::vector<SolidKind>& solid_kinds() {
  static const std::vector<SolidKind> kinds = [] {
    std::vector<SolidKind> all;
    for (const KindEntry& e : table()) all.push_back(e.kind);
    return all;
  }();
  return kinds;
}

bool has_seed(SolidKind kind) {
  return kind == SolidKind::kRock || kind == SolidKind::kLog;
}

bool has_parts(SolidKind kind) {
  return kind == SolidKind::kUnion || kind == SolidKind::kIntersection || kind == SolidKind::kDifference;
}

}  // namespace stiction
