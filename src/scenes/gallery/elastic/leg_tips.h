// The four feet of a chair or a table and how they move over the ground. Shared by scenes and what measures them.
#pragma once

#include <array>
#include <vector>

#include "model/model.h"
#include "model/state.h"

namespace stiction {

// Hind and fore, right and left: what stands on the ground at the start.
class LegTips {
 public:
  static constexpr int kLegs = 4;

  // A rigid or deforming body whose feet are where its surface is lowest, one in each quadrant of its own x and y.
  LegTips(const Model& model, int body);

  // The middle of a foot's surface, world [m].
  Vec3 place(const Model& model, const State& state, int leg) const;

 private:
  struct Tip {
    Vec3 place = Vec3::Zero();  // undeformed, in the body's own coordinates [m]
    MatX basis;                 // 3 x modes: how it moves with the amplitudes; empty: not linear, or rigid
    std::vector<int> vertices;  // of the surface, where it is not linear
  };
  int body_;
  std::array<Tip, kLegs> tips_;
};

// A place in the coordinates of the body `ground`, whose x leads downhill [m].
Vec3 on_ground(const Model& model, const State& state, int ground, const Vec3& place);

}  // namespace stiction
