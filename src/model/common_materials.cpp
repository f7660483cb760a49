#include "model/common_materials.h"

#include <algorithm>

namespace stiction {

const std::vector<CommonMaterial>& common_materials() {
  // Density [kg/m^3], friction against itself (dry, clean), restitution; range of published friction.
  static const std::vector<CommonMaterial> materials = {
      {{"steel", 7850, 0.6, 0}, 0.5, 0.8},      {{"aluminium", 2700, 1.1, 0}, 1.05, 1.35},
      {{"copper", 8960, 1.0, 0}, 1.0, 1.6},     {{"glass", 2500, 0.9, 0}, 0.9, 1.0},
      {{"wood", 600, 0.4, 0}, 0.25, 0.62},      {{"rubber", 1100, 1.1, 0}, 0.9, 1.2},
      {{"concrete", 2400, 0.7, 0}, 0.6, 1.0},   {{"stone", 2600, 0.65, 0}, 0.6, 0.75},
      {{"brick", 1900, 0.65, 0}, 0.6, 0.7},     {{"ice", 917, 0.1, 0}, 0.02, 0.15},
      {{"leather", 950, 0.6, 0}, 0.5, 0.7},     {{"nylon", 1140, 0.2, 0}, 0.15, 0.25},
      {{"ptfe", 2200, 0.04, 0}, 0.04, 0.1},     {{"paper", 800, 0.5, 0}, 0.4, 0.7},
      {{"cardboard", 690, 0.5, 0}, 0.35, 0.65}, {{"felt", 250, 0.5, 0}, 0.4, 0.6},
  };
  return materials;
}

const std::vector<CommonPair>& common_pairs() {
  static const std::vector<CommonPair> pairs = {
      {"steel", "aluminium", 0.6, 0.45, 0.61}, {"steel", "copper", 0.53, 0.36, 0.53},
      {"steel", "glass", 0.6, 0.5, 0.7},       {"steel", "wood", 0.4, 0.2, 0.6},
      {"steel", "rubber", 0.8, 0.6, 0.9},      {"steel", "concrete", 0.45, 0.3, 0.6},
      {"steel", "stone", 0.45, 0.3, 0.7},      {"steel", "brick", 0.45, 0.35, 0.6},
      {"steel", "ice", 0.03, 0.02, 0.1},       {"steel", "leather", 0.5, 0.4, 0.6},
      {"steel", "nylon", 0.4, 0.3, 0.5},       {"steel", "ptfe", 0.05, 0.04, 0.2},
      {"steel", "cardboard", 0.3, 0.2, 0.4},   {"steel", "paper", 0.3, 0.2, 0.4},
      {"steel", "felt", 0.22, 0.18, 0.35},     {"copper", "glass", 0.68, 0.53, 0.7},
      {"aluminium", "ptfe", 0.1, 0.04, 0.2},   {"wood", "concrete", 0.6, 0.4, 0.62},
      {"wood", "stone", 0.4, 0.2, 0.6},        {"wood", "brick", 0.6, 0.5, 0.6},
      {"wood", "ice", 0.05, 0.03, 0.1},        {"wood", "leather", 0.45, 0.3, 0.61},
      {"wood", "rubber", 0.8, 0.7, 0.95},      {"wood", "cardboard", 0.4, 0.3, 0.5},
      {"wood", "felt", 0.35, 0.25, 0.5},       {"rubber", "concrete", 0.9, 0.6, 1.0},
      {"rubber", "stone", 0.8, 0.6, 1.0},      {"rubber", "ice", 0.15, 0.05, 0.3},
      {"rubber", "cardboard", 0.65, 0.5, 0.8}, {"concrete", "stone", 0.65, 0.6, 0.7},
      {"concrete", "brick", 0.65, 0.6, 0.7},   {"stone", "brick", 0.65, 0.6, 0.7},
  };
  return pairs;
}

const CommonMaterial* find_common_material(std::string_view name) {
  const auto& list = common_materials();
  const auto found = std::find_if(list.begin(), list.end(), [&](const auto& m) { return m.material.name == name; });
  return found == list.end() ? nullptr : &*found;
}

const CommonPair* find_common_pair(std::string_view a, std::string_view b) {
  const auto& list = common_pairs();
  const auto found = std::find_if(list.begin(), list.end(), [&](const CommonPair& pair) {
    return (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a);
  });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace stiction
