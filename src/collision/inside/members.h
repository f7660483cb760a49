// The bodies of a model as the penalty method sees them.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "collision/inside/filling_topology.h"
#include "collision/inside/inside_collider.h"
#include "collision/inside/obstacle.h"

namespace stiction {

// A body that deforms, or an obstacle.
struct Member {
  const FillingTopology* topology = nullptr;  // null: an obstacle,
  std::unique_ptr<Obstacle> obstacle;         // this one
  bool touches_itself = false;

  // Of this step:
  const FreePlaces* places = nullptr;  // of one that deforms
  bool takes_part = false;             // present, and where it is are numbers
  Aabb box;                            // at the end; not of a plane [m]

  bool deforms() const { return topology != nullptr; }
  bool is_plane() const { return obstacle && obstacle->is_plane(); }
};

class Members {
 public:
  explicit Members(const Model& model);  // see InsideCollider

  void place(const State& start, const State& end, const std::vector<FreePlaces>& places);
  int count() const { return static_cast<int>(members_.size()); }
  const Member& operator[](int body) const { return members_[body]; }

 private:
  void place_one(const State& start, const State& end, const FreePlaces& places, int body);

  const Model& model_;
  std::map<const Deformable*, FillingTopology> topologies_;  // node-based: members point into it
  std::vector<Member> members_;
};

}  // namespace stiction
