// Broad phase and narrow phase together: Model + State -> ContactSet.
#pragma once

#include <memory>
#include <vector>

#include "collision/contact_set.h"
#include "collision/courses.h"
#include "model/model.h"
#include "model/state.h"

namespace stiction {

class Collider {
 public:
  explicit Collider(const Model& model);  // the model must outlive the collider
  ~Collider();
  Collider(Collider&&) noexcept;
  Collider& operator=(Collider&&) noexcept;

  // All contacts with gap <= model.margin + step * (approach speed bound of the pair).
  // Pairs of two fixed bodies, of different levels, of absent bodies and ignored pairs do not collide, nor do bodies
  // asleep with each other or with fixed ones.
  // step [s]. The set is cleared first; its memory is reused.
  void collide(const State& state, double step, ContactSet& contacts);
  // The same with gaps larger by what either body moves farther than its velocity lets expect, `detour` [m], one for
  // every body of the model. The contacts of the other call are among these.
  void collide(const State& state, double step, const std::vector<double>& detour, ContactSet& contacts);
  // The same, where of contacts of bodies that deform, and of meshes, those may be left out that are of no interest on
  // these courses.
  void collide(const State& state, double step, const std::vector<double>& detour, const Courses& courses,
               ContactSet& contacts);

  bool has_meshes() const;           // of bodies that do not deform
  bool follows(int a, int b) const;  // are contacts of these bodies left out by their courses? a < b
  double radius(int body) const;     // of its points about the centre of mass [m]; 0 for a plane

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction
