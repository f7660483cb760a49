// Masonry arches as rings of blocks whose joints are shared exactly. Internal to this room.
#pragma once

#include <string>
#include <vector>

#include "scenes/scene.h"

namespace stiction {

// A joint's two ends in the xz plane [m]; the inner end lies on the intrados.
struct ArchJoint {
  Vec2 inner;
  Vec2 outer;
};

// n + 1 joints of n blocks, from -x to +x. Coordinates are multiples of 2^-46 m, so that a block's vertices relative to
// its centroid, and their sums with it, are exact: neighbours share the same doubles.
// Catenary z = a (cosh(X/a) - cosh(x/a)), joints at equal arc length and normal to it.
std::vector<ArchJoint> catenary_joints(int blocks, double a, double X, double ring);
// Half circle about the origin, radial joints at equal angles; ring: thickness [m].
std::vector<ArchJoint> semicircle_joints(int blocks, double radius, double ring);

struct ArchDesign {
  double depth = 1;     // of the blocks, across the arch [m]
  double springer = 1;  // length of the fixed springers [m]; 0: none, the arch stands on what is below it
  int material = 0;
  int samples = 0;
  std::string name = {};      // put before the names of all bodies
  Vec3 place = Vec3::Zero();  // of the joints' origin [m], rounded as they are
  bool along_y = false;       // spans y instead of x
};

// Adds "block0" ... and the fixed "springer-left", "springer-right". Bodies' origins are at their centroids.
void add_arch(Model& model, const std::vector<ArchJoint>& joints, const ArchDesign& design);

// Middle of a block's outer face [m] in the plane of the joints; the block's name is "block<index>".
Vec2 extrados(const std::vector<ArchJoint>& joints, int block);

}  // namespace stiction
