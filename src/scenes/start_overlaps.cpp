#include "scenes/start_overlaps.h"

#include <fmt/format.h>

#include <algorithm>

#include "collision/collider.h"
#include "model/joint_check.h"

namespace stiction {
namespace {

constexpr std::size_t kNamedPairs = 3;
constexpr double kMillimetresPerMetre = 1e3;
constexpr double kAnyStep = 1e-3;  // [s]; velocities of scripted bodies need one, what is found does not depend on it

}  // namespace

std::vector<StartOverlap> start_overlaps(const Model& model) {
  State state = initial_state(model);
  place_scripted_bodies(model, kAnyStep, state);
  ContactSet contacts;
  const Model apart = without_jointed_pairs(model);
  Collider(apart).collide(state, 0, contacts);
  std::vector<StartOverlap> overlaps;  // contacts of a pair follow one another
  for (const Contact& contact : contacts) {
    if (!(-contact.gap > model.margin + kNotedOverlap)) continue;
    const bool same_pair =
        !overlaps.empty() && overlaps.back().body_a == contact.body_a && overlaps.back().body_b == contact.body_b;
    if (!same_pair) overlaps.push_back({contact.body_a, contact.body_b, 0});
    overlaps.back().depth = std::max(overlaps.back().depth, -contact.gap);
  }
  const auto deeper = [](const StartOverlap& a, const StartOverlap& b) { return a.depth > b.depth; };
  std::stable_sort(overlaps.begin(), overlaps.end(), deeper);
  return overlaps;
}

std::vector<std::string> start_overlap_notes(const Model& model) {
  const std::vector<StartOverlap> overlaps = start_overlaps(model);
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < std::min(overlaps.size(), kNamedPairs); ++i) {
    const StartOverlap& overlap = overlaps[i];
    notes.push_back(fmt::format(
        "\"{}\" and \"{}\" overlap by {:.3g} mm at the start; move one of them, or list the "
        "pair under \"ignore\"",
        model.bodies[overlap.body_a].name, model.bodies[overlap.body_b].name, kMillimetresPerMetre * overlap.depth));
  }
  if (overlaps.size() > kNamedPairs) {
    const std::size_t more = overlaps.size() - kNamedPairs;
    notes.push_back(fmt::format("{} more pair{} of bodies overlap{} at the start", more, more == 1 ? "" : "s",
                                more == 1 ? "s" : ""));
  }
  return notes;
}

}  // namespace stiction
