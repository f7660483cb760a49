// Contacts between two convex polyhedra.
#pragma once

#include "collision/convex/convex_sat.h"
#include "collision/convex/face_clipper.h"
#include "collision/convex/world_convex.h"
#include "collision/manifold.h"

namespace stiction {

// Least-penetration axis by SAT, then either the clipped face manifold (all corners, and samples) or one edge/edge
// point. Where the chosen face's column misses the other body within the margin, the true closest points. Faces are
// preferred to edges and a's faces to b's by a bias of 1e-4 of the smaller body's radius, so that noise at rest does
// not change the choice; the reported depth can exceed the least one by that much. Bodies that lie flush and share only
// an edge have no contact (slide_past).
class ConvexConvex {
 public:
  // Fills the manifold, which is cleared first. margin [m]. separating: of this pair, or null.
  void collide(const WorldConvex& a, const WorldConvex& b, double margin, int samples, SeparatingFace* separating,
               Manifold& manifold);

 private:
  enum class Outcome { kContact, kNothingNear, kSlidesPast };
  Outcome face_contact(const WorldConvex& reference, int face, const WorldConvex& incident, bool reference_is_b,
                       double margin, int samples, Manifold& manifold);
  bool edge_contact(const WorldConvex& a, const WorldConvex& b, const EdgeAxis& axis, Manifold& manifold) const;

  FaceClipper clipper_;
  std::vector<int> scratch_;
  double bias_ = 0;  // of the current pair [m]
};

}  // namespace stiction
