#include "geometry/shape.h"

namespace stiction {

MeshShape make_solid_shape(const Solid& solid, double cell, const MeshOptions& options) {
  return {make_mesh_geometry(mesh_of(solid, cell), options, false), std::make_shared<const Solid>(solid), cell};
}

}  // namespace stiction
