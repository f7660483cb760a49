#include "scenes/gallery/rocks.h"

namespace stiction::building {

std::vector<MeshShape> make_rocks(int kinds, double radius, unsigned seed, double thickness) {
  std::vector<MeshShape> rocks;
  for (int i = 0; i < kinds; ++i) {
    Solid rock("rock");
    rock.set("radius", radius).set("roughness", 0.3);
    rock.seed = seed + static_cast<unsigned>(i);
    Solid flat("intersection");
    flat.parts = {rock, Solid("box").set("size", Vec3(4 * radius, 4 * radius, thickness))};
    MeshOptions options;
    options.spacing = radius / 2;
    options.cache = default_cache_folder();
    rocks.push_back(make_solid_shape(thickness > 0 ? flat : rock, radius / 3, options));
  }
  return rocks;
}

}  // namespace stiction::building
