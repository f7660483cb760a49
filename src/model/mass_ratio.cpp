#include "model/mass_ratio.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace stiction {
namespace {

constexpr double kRoundOff = 1e-9;  // 1e-3 kg and 1e6 kg are within the limit

bool is_extreme(double heavy, double light) {
  return heavy > (1 + kRoundOff) * kMostMassRatio * light;
}

bool are_joined(const Model& model, int a, int b) {
  return std::ranges::any_of(model.joints, [&](const Joint& joint) {
    return !joint.collide && std::minmax(joint.bodies[0], joint.bodies[1]) == std::minmax(a, b);
  });
}

void refuse_if_extreme(const Model& model, int light, int heavy) {
  const Body &small = model.bodies[light], &large = model.bodies[heavy];
  if (!is_extreme(large.mass.mass, small.mass.mass)) return;
  if (!model.may_touch(light, heavy) || are_joined(model, light, heavy)) return;
  throw InputError(fmt::format(
      "body \"{}\" ({:.4g} kg) has {:.3g} times the mass of body \"{}\" ({:.4g} kg), and they can touch: contact is "
      "solved up to a ratio of {:g}; change a density, make the heavy one \"fixed\", or let them \"ignore\" each other",
      large.name, large.mass.mass, large.mass.mass / small.mass.mass, small.name, small.mass.mass, kMostMassRatio));
}

}  // namespace

void require_mass_ratios(const Model& model) {
  std::vector<int> by_mass;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    if (!model.bodies[i].fixed) by_mass.push_back(i);
  }
  const auto mass_of = [&](int body) { return model.bodies[body].mass.mass; };
  std::ranges::stable_sort(by_mass, {}, mass_of);
  for (auto heavy = by_mass.rbegin(); heavy != by_mass.rend(); ++heavy) {
    if (!is_extreme(mass_of(*heavy), mass_of(by_mass.front()))) return;
    for (const int light : by_mass) {
      if (!is_extreme(mass_of(*heavy), mass_of(light))) break;
      refuse_if_extreme(model, light, *heavy);
    }
  }
}

void require_mass_ratios_of(const Model& model, int body, const std::vector<char>& counts) {
  for (int other = 0; other < static_cast<int>(model.bodies.size()); ++other) {
    if (other == body || !counts[other] || model.bodies[other].fixed) continue;
    const bool lighter = model.bodies[other].mass.mass < model.bodies[body].mass.mass;
    refuse_if_extreme(model, lighter ? other : body, lighter ? body : other);
  }
}

}  // namespace stiction
