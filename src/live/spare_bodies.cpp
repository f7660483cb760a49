#include "live/spare_bodies.h"

#include <fmt/format.h>

#include <algorithm>

namespace stiction {
namespace {

constexpr double kSizeInEmptyScenes = 0.5;  // [m]

double median_radius(const Model& model) {
  std::vector<double> radii;
  for (const Body& body : model.bodies) {
    if (!body.fixed) radii.push_back(bounding_radius(body.shape, body.mass.center));
  }
  if (radii.empty()) return kSizeInEmptyScenes;
  const auto middle = radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2);
  std::nth_element(radii.begin(), middle, radii.end());
  return *middle;
}

// The first one of those used most.
int common_material(const Model& model) {
  std::vector<int> uses(model.materials.size(), 0);
  for (const Body& body : model.bodies) uses[body.material] += body.fixed ? 0 : 1;
  return static_cast<int>(std::max_element(uses.begin(), uses.end()) - uses.begin());
}

int add_spare(Model& model, const char* kind, int number, const Shape& shape, int material) {
  Body body;
  body.name = fmt::format("spare-{}-{}", kind, number);
  while (model.body_index(body.name) >= 0) body.name += "'";
  body.shape = shape;
  body.material = material;
  body.appears_at = kNever;
  set_mass(body, mass_properties(shape, model.materials[material].density));
  model.bodies.push_back(body);
  return static_cast<int>(model.bodies.size()) - 1;
}

}  // namespace

SpareBodies add_spare_bodies(Model& model, int boxes, int spheres) {
  const double size = median_radius(model);
  const int material = common_material(model);
  SpareBodies spares;
  spares.box_size = Vec3::Constant(size);
  spares.radius = size / 2;
  const Shape box = make_box_shape(spares.box_size), sphere = SphereShape{spares.radius};
  for (int i = 1; i <= boxes; ++i) spares.boxes.push_back(add_spare(model, "box", i, box, material));
  for (int i = 1; i <= spheres; ++i) spares.spheres.push_back(add_spare(model, "sphere", i, sphere, material));
  return spares;
}

}  // namespace stiction
