#include "geometry/shape.h"

namespace stiction {

MeshShape make_solid_shape(const Solid& solid, double cell, const MeshOptions& options) {
  if (options.progress) options.progress("surface of the solid", kProgressUnknown);
  return {make_mesh_geometry(mesh_of(solid, cell), options, false), std::make_shared<const Solid>(solid), cell};
}

}  // namespace stiction
