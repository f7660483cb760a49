#include "scenes/gallery/penalty/slab.h"

#include "scenes/gallery/building.h"
#include "scenes/gallery/points/soft_points.h"

namespace stiction::building {

void add_slab(Model& model, const Slab& slab) {
  if (!slab.soft) {
    add_plane(model, "ground", slab.material, Vec3::UnitZ(), 0).start.rotation = slab.rotation;
    return;
  }
  const Vec3 size(slab.length, slab.width, slab.height);
  Body& ground =
      add_box(model, "ground", slab.material, size, slab.rotation * Vec3(0, 0, -slab.height / 2), slab.rotation);
  const auto spec = soft_points(slab.cell, slab.young, slab.damping, slab.integrator);
  const Vec3 reach = size / 2 + Vec3::Constant(1e-3);
  spec->points.held.push_back({-reach, Vec3(reach.x(), reach.y(), 1e-3 - slab.height / 2)});
  ground.elastic = spec;
}

}  // namespace stiction::building
