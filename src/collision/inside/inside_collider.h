// The collide stage of the penalty method (PF 3.1, 3.2): vertices that are inside of other bodies at the end of the
// motion without contacts.
//
// Bodies that deform take part by the tetrahedra that fill their surfaces (SurfaceFilling), bodies that are not free by
// planes and convex polyhedra. A contact is a vertex and where it leaves the other body: a point of a surface triangle,
// with its weights, or of a face. The direction of leaving is consistent over a contact area: taken from the surface
// where edges pass through it, and passed on from vertex to vertex from there; the depth is how far the vertex goes
// along it to the surface (way_out.h). What is found, how, and what is not: docs/explanation/penalty.md.
#pragma once

#include <memory>
#include <vector>

#include "collision/contact_set.h"
#include "model/model.h"
#include "model/state.h"

namespace stiction {

// Of a body that deforms: its surface's vertices, then the points within it, world [m]. Empty: it takes no part.
struct FreePlaces {
  std::vector<Vec3> start, end;  // of the step
};

class InsideCollider {
 public:
  // The model must outlive it. Throws InputError, naming the body, where one can take no part in this method: a free
  // rigid body, one that deforms without a filling, a body that is not free and no plane, convex polyhedron or compound
  // of them.
  explicit InsideCollider(const Model& model);
  ~InsideCollider();
  InsideCollider(InsideCollider&&) noexcept;
  InsideCollider& operator=(InsideCollider&&) noexcept;

  // start, end: bodies that are not free at the start and at the end of the step. places: of every body of the model.
  // Contacts have all fields set: `normal` as at the end, from a to b, `inside.depth` along it; `gap` along it at the
  // start; `point` midway between the vertex and where it leaves, at the end; material points of bodies that deform, a
  // vertex with weights of exactly 0 or 1; the id is that of vertex, other body and part of the obstacle among them,
  // however the vertex slides. Sorted by (body_a, body_b), then vertices of a before those of b, ascending, then parts.
  // Of a body with itself the vertex is a's. A body whose places are not finite or missing takes no part.
  // The same bits for any number of threads; no allocation on one thread once warm.
  void collide(const State& start, const State& end, const std::vector<FreePlaces>& places, ContactSet& contacts);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction
