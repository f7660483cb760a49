#include "bench/peers/peer_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numbers>

#include "base/error.h"
#include "scenes/gallery.h"
#include "scenes/words.h"

namespace stiction::bench {
namespace {

double radians(double degrees) {
  return degrees * std::numbers::pi / 180;
}

PeerScene empty_scene(const std::string& family, int size, double friction, double density = 1000) {
  PeerScene scene;
  scene.family = family;
  scene.size = size;
  scene.name = fmt::format("{}-{}", family, size);
  scene.friction = friction;
  scene.model.materials = {Material{"all", density, friction, 0}};
  return scene;
}

Body& add_box(PeerScene& scene, const std::string& name, const Vec3& size, const Vec3& position,
              const Quat& rotation = Quat::Identity()) {
  Body& body = scene.model.bodies.emplace_back();
  body.name = name;
  body.shape = make_box_shape(size);
  body.start = {position, rotation};
  return body;
}

// A fixed slab whose upper face is z = 0.
void add_ground(PeerScene& scene, double width) {
  add_box(scene, "ground", Vec3(width, width, 1), Vec3(0, 0, -0.5)).fixed = true;
}

PeerScene finished(PeerScene scene) {
  compute_masses(scene.model);
  require_simple_bodies(scene);
  return scene;
}

// A scene of the gallery, with the recovery that it has there: of the pile the share that ODE and Bullet push out.
PeerScene gallery_scene(const std::string& name, int size, double friction, std::map<std::string, std::string> values) {
  PeerScene scene = empty_scene(name, size, friction);
  values["mu"] = fmt::format("{}", friction);
  scene.model = build_gallery_scene(name, values).model;
  return scene;
}

// Cards of one level, see PEERS in docs/notebook/peers.md: pairs that lean on each other, and lying ones on
// neighbouring apexes.
struct Cards {
  static constexpr double kWidth = 0.6, kLength = 0.9, kThickness = 0.02, kPitch = 0.61;  // [m]
  static constexpr double kLean = 18;                                                     // from the vertical [degrees]
};

void add_cards(PeerScene& scene, int level, int pairs, double base) {
  const double lean = radians(Cards::kLean);
  const double to_apex = Cards::kLength / 2 * std::sin(lean) + Cards::kThickness / 2 * std::cos(lean);
  const double to_foot = Cards::kLength / 2 * std::cos(lean) + Cards::kThickness / 2 * std::sin(lean);
  for (int i = 0; i < pairs; ++i) {
    const double apex = (i - (pairs - 1) / 2.0) * Cards::kPitch;
    for (int side : {-1, 1}) {
      add_box(scene, fmt::format("card-{}-{}-{}", level, i, side < 0 ? "left" : "right"),
              Vec3(Cards::kThickness, Cards::kWidth, Cards::kLength), Vec3(apex + side * to_apex, 0, base + to_foot),
              Quat(Eigen::AngleAxisd(-side * lean, Vec3::UnitY())));
    }
  }
  for (int i = 0; i + 1 < pairs; ++i) {
    const double middle = (i - (pairs - 2) / 2.0) * Cards::kPitch;
    add_box(scene, fmt::format("card-{}-{}-flat", level, i), Vec3(Cards::kWidth, Cards::kLength, Cards::kThickness),
            Vec3(middle, 0, base + 2 * to_foot + Cards::kThickness / 2));
  }
}

struct Family {
  const char* name;
  PeerScene (*make)(int);
  std::vector<int> sizes;
  int smallest, largest;
};

const std::vector<Family>& families() {
  static const std::vector<Family> all = {
      {"stack", stack_scene, {10, 20}, 1, 1000},           {"cards", cards_scene, {2, 3, 4, 5, 8, 10}, 1, 30},
      {"arch", arch_scene, {25, 101, 301, 1001}, 3, 1001}, {"arch-fine", fine_arch_scene, {25}, 3, 1001},
      {"kapla-tower", kapla_tower_scene, {42}, 1, 500},    {"pile", pile_scene, {200, 1000}, 1, 100000},
      {"bunnies", bunnies_scene, {24, 200}, 1, 10000}};
  return all;
}

}  // namespace

int PeerScene::free_bodies() const {
  return static_cast<int>(
      std::count_if(model.bodies.begin(), model.bodies.end(), [](const Body& body) { return !body.fixed; }));
}

PeerScene stack_scene(int cubes) {
  PeerScene scene = empty_scene("stack", cubes, 0.5);
  scene.duration = 60;
  scene.judge = Judge::kDropped;
  scene.limit = 0.5;
  add_ground(scene, 20);
  for (int i = 0; i < cubes; ++i) add_box(scene, fmt::format("cube{}", i), Vec3::Ones(), Vec3(0, 0, i + 0.5));
  return finished(std::move(scene));
}

PeerScene cards_scene(int levels) {
  PeerScene scene = empty_scene("cards", levels, 0.8);
  scene.step = 1e-3;
  scene.settle = 0.5;
  scene.limit = 0.01;
  add_ground(scene, 20);
  const double lean = radians(Cards::kLean);
  const double height = Cards::kLength * std::cos(lean) + Cards::kThickness * std::sin(lean);
  for (int level = 0; level < levels; ++level) {
    add_cards(scene, level, levels - level, level * (height + Cards::kThickness));
  }
  return finished(std::move(scene));
}

// The gallery's: z = a (cosh(X/a) - cosh(x/a)), a = 3, X = 5, ring 0.6, depth 1, springers of 1 m, density 2000.
PeerScene arch_scene(int blocks) {
  PeerScene scene = gallery_scene("arch", blocks, 0.6, {{"blocks", std::to_string(blocks)}, {"samples", "0"}});
  scene.duration = 60;
  scene.limit = 0.05;
  return finished(std::move(scene));
}

PeerScene fine_arch_scene(int blocks) {
  PeerScene scene = arch_scene(blocks);
  scene.family = "arch-fine";
  scene.name = fmt::format("arch-fine-{}", blocks);
  scene.step = 1e-3;
  return scene;
}

// The gallery's: planks 0.94 x 0.19 x 0.06 m, all lengths exact in binary.
PeerScene kapla_tower_scene(int layers) {
  PeerScene scene = gallery_scene("kapla-tower", layers, 0.3, {{"layers", std::to_string(layers)}});
  scene.duration = 20;
  scene.limit = 0.03125;  // half a thickness
  return finished(std::move(scene));
}

// The gallery's cube-pile: 1,000 cubes 8 x 8 a layer into a box of 11 x 11 m; others are as wide for their height.
PeerScene pile_scene(int cubes) {
  PeerScene scene = gallery_scene("cube-pile", cubes, 0.5, {{"count", std::to_string(cubes)}});
  scene.family = "pile";
  scene.name = fmt::format("pile-{}", cubes);
  scene.judge = Judge::kPoured;
  scene.settle = 8;
  const Body& wall = scene.model.bodies[scene.model.body_index("wall0")];
  scene.box = wall.start.position.x() - convex_shape(wall).box_size.x() / 2;
  return finished(std::move(scene));
}

PeerScene incline_scene(double angle, double heading) {
  PeerScene scene = empty_scene("incline", 1, 0.5);
  scene.name = fmt::format("incline at {:.4f} degrees, heading {:g}", angle, heading);
  // The slope turns, not the cube: it slides along its diagonal at 45 degrees.
  const Quat turn(Eigen::AngleAxisd(radians(heading), Vec3::UnitZ()));
  const Quat slope = (turn * Quat(Eigen::AngleAxisd(radians(angle), Vec3::UnitY())) * turn.conjugate()).normalized();
  add_box(scene, "slab", Vec3(40, 40, 1), slope * Vec3(0, 0, -0.5), slope).fixed = true;
  // A nanometre deep: rounding would decide which corners touch, and with it what some engines do.
  add_box(scene, "cube", Vec3::Ones(), slope * Vec3(0, 0, 0.5 - 1e-9), slope);
  scene.duration = 6;
  return finished(std::move(scene));
}

std::vector<std::string> scene_families() {
  std::vector<std::string> names = {"incline"};
  for (const Family& family : families()) names.emplace_back(family.name);
  return names;
}

std::vector<PeerScene> default_scenes() {
  std::vector<PeerScene> scenes;
  for (const Family& family : families()) {
    for (int size : family.sizes) scenes.push_back(family.make(size));
  }
  return scenes;
}

namespace {

// Scenes of the gallery have a shorter name here.
std::string meant_instead(const std::string& name) {
  const std::map<std::string, const char*> of_gallery = {
      {"card-house", "cards"}, {"cube-pile", "pile"}, {"bunny-drop", "bunnies"}};
  for (const auto& [other, own] : of_gallery) {
    if (name.starts_with(other)) return fmt::format("; the gallery's {} is \"{}\" here", other, own);
  }
  return did_you_mean(name, scene_families());
}

}  // namespace

std::vector<PeerScene> scenes_named(const std::string& name) {
  for (const Family& family : families()) {
    if (name == family.name) {
      std::vector<PeerScene> scenes;
      for (int size : family.sizes) scenes.push_back(family.make(size));
      return scenes;
    }
    const std::string stem = std::string(family.name) + "-";
    int size = 0;
    const char* end = name.data() + name.size();
    if (!name.starts_with(stem)) continue;
    const auto read = std::from_chars(name.data() + stem.size(), end, size);
    if (read.ec != std::errc() || read.ptr != end) continue;
    if (size < family.smallest || size > family.largest) {
      throw InputError(
          fmt::format("{}: {} has sizes from {} to {}", name, family.name, family.smallest, family.largest));
    }
    return {family.make(size)};
  }
  throw InputError(fmt::format("there is no scene \"{}\" ({}, or one of them with a size: stack-50){}", name,
                               joined(scene_families()), meant_instead(name)));
}

void require_simple_bodies(const PeerScene& scene) {
  const bool planes = has_meshes(scene);  // engines that know meshes know planes
  for (const Body& body : scene.model.bodies) {
    const bool known = std::holds_alternative<ConvexShape>(body.shape) || mesh_shape(body) != nullptr ||
                       (planes && plane_shape(body) != nullptr);
    if (!known) throw InputError(fmt::format("{}: {} has a shape that not all engines know", scene.name, body.name));
    if (!body.fixed && body.mass.center.norm() > 1e-9) {
      throw InputError(fmt::format("{}: {} has its centre of mass off its origin", scene.name, body.name));
    }
  }
}

const MeshShape* mesh_shape(const Body& body) {
  return std::get_if<MeshShape>(&body.shape);
}

const PlaneShape* plane_shape(const Body& body) {
  return std::get_if<PlaneShape>(&body.shape);
}

const ConvexShape& convex_shape(const Body& body) {
  return std::get<ConvexShape>(body.shape);
}

bool has_meshes(const PeerScene& scene) {
  const std::vector<Body>& bodies = scene.model.bodies;
  return std::any_of(bodies.begin(), bodies.end(), [](const Body& body) { return mesh_shape(body) != nullptr; });
}

}  // namespace stiction::bench
