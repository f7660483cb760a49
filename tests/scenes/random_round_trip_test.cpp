// read(write(scene)) is the same scene, bit for bit, for random scenes of everything the format knows.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "geometry/solids/solid_kind.h"
#include "scenes/same_model.h"
#include "scenes/scene_reader.h"
#include "scenes/scene_writer.h"

namespace stiction {
namespace {

// A source of numbers that RapidCheck controls and shrinks.
class Dice {
 public:
  int whole(int below) { return *rc::gen::inRange(0, below); }
  double number(double min, double max) { return min + (max - min) * whole(1 << 20) / ((1 << 20) - 1.0); }
  double size() { return number(0.05, 0.3); }
  Vec3 vector(double reach) { return {number(-reach, reach), number(-reach, reach), number(-reach, reach)}; }
  Quat rotation() {
    if (whole(4) == 0) return Quat::Identity();
    return Quat(Eigen::AngleAxisd(number(0, 6), (vector(1) + Vec3(2, 0, 0)).normalized())) *
           Quat(Eigen::AngleAxisd(number(0, 6), Vec3::UnitY())) * Quat(Eigen::AngleAxisd(number(0, 6), Vec3::UnitZ()));
  }
  Pose pose() {
    if (whole(4) == 0) return {};
    return {vector(3), rotation()};
  }
};

Solid random_solid(Dice& dice, int depth) {
  static const char* const kSimple[] = {"box", "rock", "ellipsoid", "cone"};
  Solid solid(depth > 0 ? "union" : kSimple[dice.whole(4)]);
  for (const SolidField& field : solid.kind().fields) {
    if (field.is_vector) solid.set(field.key, Vec3(dice.size(), dice.size(), dice.size()));
    if (!field.is_vector && field.must_be_given) solid.set(field.key, dice.size());
  }
  if (solid.kind().name == std::string("rock")) solid.set("roughness", dice.number(0, 0.5));
  solid.seed = static_cast<unsigned>(dice.whole(1 << 30)) * 4u + 3u;
  if (depth > 0) {
    solid.parts = {random_solid(dice, 0), random_solid(dice, 0)};
    solid.parts[0].pose.rotation = dice.rotation();
  }
  return solid;
}

Shape random_mesh(Dice& dice) {
  const ConvexShape box = make_box_shape(Vec3(dice.size(), dice.size(), dice.size()));
  TriangleMesh mesh;
  mesh.vertices = box.polyhedron->vertices;
  for (const auto& face : box.polyhedron->faces) {
    for (std::size_t i = 1; i + 1 < face.vertices.size(); ++i) {
      mesh.triangles.push_back({face.vertices[0], face.vertices[i], face.vertices[i + 1]});
    }
  }
  return MeshShape{make_mesh_geometry(mesh, {.spacing = dice.whole(2) ? 0.0 : 0.1, .cell = 0, .cache = {}}, false),
                   nullptr, 0, dice.whole(2) ? MeshContactKind::kFeatures : MeshContactKind::kSamples};
}

Shape random_shape(Dice& dice, bool part) {
  switch (dice.whole(part ? 6 : 8)) {
    case 0:
      return SphereShape{dice.size()};
    case 1:
      return make_box_shape(Vec3(dice.size(), dice.size(), dice.size()));
    case 2:
      return make_capsule_shape(dice.size(), dice.size());
    case 3:
      return make_cylinder_shape(dice.size(), dice.size());
    case 4:
      return random_mesh(dice);
    case 5:
      return make_convex_shape(
          {Vec3::Zero(), Vec3(dice.size(), 0, 0), Vec3(0, dice.size(), 0), Vec3(0, 0, dice.size())});
    case 6:
      return make_solid_shape(random_solid(dice, dice.whole(2)), 0.04, {});
    default: {
      std::vector<CompoundPart> parts;
      parts.reserve(3);
      for (int i = 0; i < 2; ++i) parts.push_back({random_shape(dice, true), dice.pose()});
      parts.push_back({make_compound_shape(parts), dice.pose()});
      return make_compound_shape(parts);
    }
  }
}

Motion random_motion(Dice& dice, int body) {
  Motion motion;
  motion.body = body;
  motion.kind = static_cast<MotionKind>(dice.whole(4));
  motion.end = std::numeric_limits<double>::infinity();
  if (motion.kind == MotionKind::kKeyframes) {
    for (int i = 0; i < 3; ++i) motion.keys.push_back({i + dice.number(0, 0.9), dice.pose()});
    return motion;
  }
  if (dice.whole(2)) motion.start = dice.number(0, 2);
  if (dice.whole(2)) motion.end = dice.number(3, 4);
  if (motion.kind == MotionKind::kOscillate) {
    motion.direction = (dice.vector(1) + Vec3(0, 0, 2)).normalized();
    motion.amplitude = dice.number(0, 1);
    motion.frequency = dice.number(0, 9);
  } else {
    motion.velocity = dice.vector(2);
  }
  if (motion.kind == MotionKind::kVelocity) motion.angular_velocity = dice.vector(2);
  return motion;
}

Scene random_scene(Dice& dice) {
  Scene scene;
  scene.name = "random";
  Model& model = scene.model;
  model.materials.push_back({"chalk", 2000, dice.number(0, 1), dice.number(0, 1)});
  model.pairs.push_back({1, 0, dice.number(0, 1), 0.25});
  const int count = 1 + dice.whole(4);
  for (int i = 0; i < count; ++i) {
    Body& body = model.bodies.emplace_back();
    body.name = fmt::format("b{}", i);
    body.shape = random_shape(dice, false);
    body.start = dice.pose();
    body.material = dice.whole(2);
    if (dice.whole(3) == 0) {
      body.fixed = body.scripted = true;
      model.motions.push_back(random_motion(dice, i));
    } else {
      body.start_velocity = dice.vector(1);
    }
  }
  compute_masses(model);
  return scene;
}

TEST(RandomRoundTrip, ComesBackBitForBit) {
  rc::check([] {
    Dice dice;
    const Scene scene = random_scene(dice);
    const std::string text = write_scene(scene);
    const Scene again = read_scene_text(text, "again.json");
    expect_same_model(scene.model, again.model);
    RC_ASSERT(!::testing::Test::HasFailure());
    RC_ASSERT(write_scene(again) == text);
  });
}

}  // namespace
}  // namespace stiction
