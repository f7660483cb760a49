#include "collision/inside/members.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/parallel.h"
#include "collision/inside/tet_enclosure.h"

namespace stiction {
namespace {

constexpr int kBodiesPerTask = 16;  // some microseconds each

constexpr const char* kTaken =
    "the penalty method takes bodies of mass points (\"model\": \"points\"), and as fixed or scripted bodies planes, "
    "boxes, hulls and compounds of boxes and hulls";

[[noreturn]] void refuse(const Body& body, const char* what) {
  throw InputError(fmt::format("body \"{}\" {}: {}", body.name, what, kTaken));
}

// Empty if one of them is not finite.
Aabb box_of(const std::vector<Vec3>& places) {
  Aabb box;
  Vec3 zero = Vec3::Zero();
  for (const Vec3& place : places) {
    box.include(place);
    zero += 0 * place;
  }
  return zero.isZero(0) ? box : Aabb{};
}

bool is_finite(const Pose& pose) {
  return pose.position.allFinite() && pose.rotation.coeffs().allFinite();
}

}  // namespace

Members::Members(const Model& model) : model_(model), members_(model.bodies.size()) {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Body& body = model.bodies[i];
    Member& member = members_[i];
    if (body.deforms()) {
      const SurfaceFilling* filling = body.deformable->filling();
      if (filling == nullptr) refuse(body, "deforms, but not by mass points");
      auto found = topologies_.find(body.deformable.get());
      if (found == topologies_.end()) {
        found = topologies_.try_emplace(body.deformable.get(), body.deformable->surface(), *filling).first;
      }
      if (body.self_contact) found->second.find_rings();
      member.topology = &found->second;
      member.touches_itself = body.self_contact;
      continue;
    }
    if (!body.fixed) refuse(body, "is rigid and free");
    if (!Obstacle::takes(body.shape)) refuse(body, "has a shape that no vertex is looked for in");
    member.obstacle = std::make_unique<Obstacle>(body.shape);
  }
}

void Members::place_one(const State& start, const State& end, const FreePlaces& places, int body) {
  Member& member = members_[body];
  member.takes_part = false;
  if (!start.bodies[body].present) return;
  if (member.deforms()) {
    const auto points = static_cast<std::size_t>(member.topology->point_count);
    if (places.end.size() != points || places.start.size() != points) return;
    member.places = &places;
    member.box = box_of(places.end);
    member.box = member.box.grown(PlacedTet::kReach * (member.box.max - member.box.min).maxCoeff());
  } else {
    const Pose from = body_pose(model_.bodies[body], start.bodies[body]);
    const Pose to = body_pose(model_.bodies[body], end.bodies[body]);
    if (!is_finite(from) || !is_finite(to)) return;
    member.obstacle->place(from, to);
    member.box = member.obstacle->box();
  }
  member.takes_part = member.is_plane() || (member.box.min.allFinite() && member.box.max.allFinite());
}

void Members::place(const State& start, const State& end, const std::vector<FreePlaces>& places) {
  parallel_ranges(count(), kBodiesPerTask, [&](int first, int last) {
    for (int i = first; i < last; ++i) place_one(start, end, places[i], i);
  });
}

}  // namespace stiction
