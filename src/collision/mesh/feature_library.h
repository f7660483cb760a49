// The feature shapes of all parts that may meet a mesh. Made before anything collides, then constant: pairs may be
// collided in parallel.
#pragma once

#include <map>
#include <utility>

#include "collision/mesh/feature_shape.h"
#include "geometry/shape.h"

namespace stiction {

class FeatureLibrary {
 public:
  // The features of a primitive shape, which has to outlive the library; shapes that are equal share them. Null for
  // planes and cylinders, which meet meshes as they are.
  const FeatureShape* add(const Shape& shape);

 private:
  std::map<const MeshGeometry*, FeatureShape> meshes_;
  std::map<const ConvexPolyhedron*, FeatureShape> polyhedra_;
  std::map<std::pair<double, double>, FeatureShape> rounds_;  // by radius and length
};

}  // namespace stiction
