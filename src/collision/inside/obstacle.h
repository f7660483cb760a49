// A body that is not free, as vertices meet it: a half-space, or convex polyhedra.
#pragma once

#include <memory>
#include <vector>

#include "collision/inside/enclosure.h"
#include "collision/inside/filling_topology.h"
#include "geometry/shape.h"

namespace stiction {

// A half-space normal . x <= offset.
struct HalfSpace {
  Vec3 normal = Vec3::UnitZ();  // unit, outward, world
  double offset = 0;            // [m]
  double height(const Vec3& p) const { return normal.dot(p) - offset; }
};

// What half-spaces have in common.
struct ConvexPart {
  const ConvexPolyhedron* polyhedron = nullptr;  // null: a plane,
  PlaneShape plane;                              // this one
  Pose local;                                    // in the body's coordinates
  // Its vertices meet tetrahedra of other bodies as those of a surface filled from its middle.
  std::shared_ptr<const FillingTopology> corners;
  std::vector<char> takes_part;  // of vertices: not those that touch another part of the body

  // Where it is at the end of the step.
  std::vector<Vec3> places;  // vertices, then the middle [m]; none of a plane
  std::vector<HalfSpace> faces;
  Aabb box;  // not of a plane [m]

  bool is_plane() const { return polyhedron == nullptr; }
  double slack = 0;  // points this far beyond faces are inside, see PlacedTet [m]
  bool holds(const Vec3& p) const {
    for (const HalfSpace& face : faces) {
      if (!(face.height(p) <= slack)) return false;
    }
    return true;
  }
};

class Obstacle {
 public:
  // False: the shape is none that vertices can be inside of here.
  static bool takes(const Shape& shape);
  explicit Obstacle(const Shape& shape);

  void place(const Pose& start, const Pose& end);
  bool is_plane() const { return parts_.front().is_plane(); }
  const std::vector<ConvexPart>& parts() const { return parts_; }
  const Aabb& box() const { return box_; }  // at the end; not of a plane [m]
  // Where a point of the body that is at `place` at the end was at the start [m].
  Vec3 at_start(const Vec3& place) const { return moves_ ? start_.to_world(end_.to_local(place)) : place; }

 private:
  void add(const Shape& shape, const Pose& local);
  void leave_out_joints();

  std::vector<ConvexPart> parts_;
  Pose start_, end_;
  bool moves_ = false;
  Aabb box_;
};

// One part of an obstacle.
class ConvexEnclosure final : public Enclosure {
 public:
  ConvexEnclosure(const Obstacle& obstacle, int part) : obstacle_(obstacle), part_(part) {}
  bool leave(int cell, const Vec3& p, const Vec3& direction, double most, Exit& exit) const override;
  bool is_outer(const Vec3& place, const Exit& exit) const override;
  // Through the face by which the way is shortest, that out of other parts included where the face ends in them.
  bool nearest(const Vec3& p, double most, NearestExit& exit) const override;

 private:
  double further(const Vec3& place, const Vec3& normal) const;

  const Obstacle& obstacle_;
  int part_;
};

}  // namespace stiction
