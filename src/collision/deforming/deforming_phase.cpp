#include "collision/deforming/deforming_phase.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "collision/pair_filter.h"

namespace stiction {
namespace {

void turn_round(std::vector<SurfaceContact>& contacts) {
  for (SurfaceContact& contact : contacts) {
    contact.normal = -contact.normal;
    std::swap(contact.material_a, contact.material_b);
  }
}

[[noreturn]] void refuse(const Model& model, int open, int other) {
  if (open == other) {
    throw InputError(
        fmt::format("body \"{}\" has self_contact, but its surface does not enclose a solid (an edge without exactly "
                    "two triangles): give it a closed surface, or leave self_contact out",
                    model.bodies[open].name));
  }
  throw InputError(fmt::format(
      "bodies \"{}\" and \"{}\" both deform and may touch, but the surface of \"{}\" does not enclose a solid "
      "(an edge without exactly two triangles): ignore the pair, or put them on different levels",
      model.bodies[std::min(open, other)].name, model.bodies[std::max(open, other)].name, model.bodies[open].name));
}

}  // namespace

void require_closed_surfaces(const Model& model, const std::vector<PlacedBody>& placed) {
  const auto is_open = [&](int body) { return !placed[body].surface->topology().is_closed; };
  std::vector<int> deforming;
  for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) {
    if (!model.bodies[b].deforms()) continue;
    if (model.bodies[b].self_contact && is_open(b)) refuse(model, b, b);
    for (const int a : deforming) {
      if (!is_open(a) && !is_open(b)) continue;
      if (!model.may_touch(a, b)) continue;
      refuse(model, is_open(a) ? a : b, is_open(a) ? b : a);
    }
    deforming.push_back(b);
  }
}

void DeformingPhase::collide(const PlacedBody& a, const PlacedBody& b, const GapLimits& limits,
                             NarrowPhase& narrow_phase, std::vector<SurfaceContact>& contacts) {
  contacts.clear();
  if (a.surface != nullptr && b.surface != nullptr) {
    pairs_.find(*a.surface, *b.surface, limits, contacts);
    return;
  }
  const PlacedBody &soft = a.surface != nullptr ? a : b, &rigid = a.surface != nullptr ? b : a;
  PlacedPart vertex = soft.parts[0];
  for (std::size_t j = 0; j < rigid.parts.size(); ++j) {
    const PlacedPart& part = rigid.parts[j];
    if (part.kind == PartKind::kPlane ? height_above(part.plane, soft.box) > limits.margin
                                      : !soft.box.grown(limits.margin).overlaps(part.box)) {
      continue;
    }
    const RigidReach reach(*soft.surface, rigid, part, limits);
    vertices_.find(*soft.surface, vertex, part, j, reach, narrow_phase, contacts);
    if (!soft.surface->topology().is_closed || part.kind == PartKind::kPlane) continue;
    const double widest = reach.widest(surface_limits::kDepth * soft.surface->topology().edge_length, stack_);
    if (widest >= 0) features_.find(*soft.surface, part, j, widest, contacts);
  }
  if (a.surface == nullptr) turn_round(contacts);
}

void DeformingPhase::collide_self(const PlacedBody& body, const GapLimits& limits,
                                  std::vector<SurfaceContact>& contacts) {
  contacts.clear();
  pairs_.find_own(*body.surface, limits, contacts);
}

}  // namespace stiction
