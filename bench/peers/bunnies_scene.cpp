// The gallery's bunnies in a bin, all there from the start: no engine is asked to add bodies during a run.
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "bench/peers/peer_scene.h"
#include "scenes/gallery.h"

namespace stiction::bench {
namespace {

constexpr double kClear = 0.01;  // between spheres about bunnies above each other, of their diameter
constexpr double kCalm = 3;      // from the highest bunny's fall to rest [s]
constexpr double kJudged = 2;    // at rest [s]

// The same surface about its centre of mass, with contacts found in the same way.
MeshShape centred(const MeshShape& shape, const Vec3& center) {
  TriangleMesh mesh = shape.geometry->mesh();
  for (Vec3& vertex : mesh.vertices) vertex -= center;
  MeshOptions options;
  options.cache = default_cache_folder();
  options.spacing = shape.geometry->spacing();
  MeshShape moved;
  moved.geometry = make_mesh_geometry(std::move(mesh), options, false);
  moved.contacts = shape.contacts;
  return moved;
}

// In the gallery layers appear one after the other; here they are above each other and fall from rest.
void stack_layers(Model& model) {
  const Body& first = model.bodies[model.body_index("bunny0")];
  const double pitch = 2 * (1 + kClear) * bounding_radius(first.shape, Vec3::Zero());
  const Vec3 center = first.mass.center;
  const MeshShape shape = centred(std::get<MeshShape>(first.shape), center);
  int layer = 0;
  double appeared = first.appears_at;
  for (Body& body : model.bodies) {
    if (body.fixed) continue;
    if (body.appears_at > appeared) ++layer;
    appeared = std::exchange(body.appears_at, 0);
    body.start.position.z() = (layer + 0.5) * pitch;
    body.start.position = body.start.to_world(center);
    body.start_velocity = Vec3::Zero();
    body.shape = shape;
  }
}

}  // namespace

PeerScene bunnies_scene(int bunnies) {
  Scene gallery = build_gallery_scene("bunny-drop", {{"count", std::to_string(bunnies)}, {"mu", "0.5"}});
  PeerScene scene;
  scene.family = "bunnies";
  scene.size = bunnies;
  scene.name = fmt::format("bunnies-{}", bunnies);
  scene.friction = 0.5;
  scene.step = gallery.step;
  scene.solver = gallery.solver;
  scene.judge = Judge::kPoured;
  scene.model = std::move(gallery.model);
  scene.box = -plane_shape(scene.model.bodies[scene.model.body_index("wall-left")])->offset;
  stack_layers(scene.model);
  const double height = scene.model.bodies.back().start.position.z();
  scene.settle = std::ceil(std::sqrt(2 * height / scene.model.gravity.norm())) + kCalm;
  scene.duration = scene.settle + kJudged;
  compute_masses(scene.model);
  require_simple_bodies(scene);
  return scene;
}

}  // namespace stiction::bench
