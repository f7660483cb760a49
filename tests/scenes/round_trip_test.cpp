// read(write(scene)) is the same scene, bit for bit.
#include <gtest/gtest.h>

#include <cstring>

#include "scenes/gallery.h"
#include "scenes/scene_reader.h"
#include "scenes/scene_writer.h"

namespace stiction {
namespace {

bool same_bits(double a, double b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}
template <class A, class B>
bool same_bits(const Eigen::DenseBase<A>& a, const Eigen::DenseBase<B>& b) {
  for (int i = 0; i < a.rows(); ++i) {
    for (int j = 0; j < a.cols(); ++j) {
      if (!same_bits(a.derived()(i, j), b.derived()(i, j))) return false;
    }
  }
  return true;
}

void expect_same_shape(const Shape& a, const Shape& b) {
  ASSERT_EQ(a.index(), b.index());
  if (const auto* plane = std::get_if<PlaneShape>(&a)) {
    EXPECT_TRUE(same_bits(plane->normal, std::get<PlaneShape>(b).normal));
    EXPECT_TRUE(same_bits(plane->offset, std::get<PlaneShape>(b).offset));
  } else if (const auto* sphere = std::get_if<SphereShape>(&a)) {
    EXPECT_TRUE(same_bits(sphere->radius, std::get<SphereShape>(b).radius));
  } else {
    const ConvexPolyhedron& p = *std::get<ConvexShape>(a).polyhedron;
    const ConvexPolyhedron& q = *std::get<ConvexShape>(b).polyhedron;
    ASSERT_EQ(p.vertices.size(), q.vertices.size());
    for (std::size_t i = 0; i < p.vertices.size(); ++i) EXPECT_TRUE(same_bits(p.vertices[i], q.vertices[i]));
    ASSERT_EQ(p.faces.size(), q.faces.size());
    for (std::size_t i = 0; i < p.faces.size(); ++i) EXPECT_EQ(p.faces[i].vertices, q.faces[i].vertices);
    EXPECT_TRUE(same_bits(std::get<ConvexShape>(a).box_size, std::get<ConvexShape>(b).box_size));
  }
}

void expect_same_body(const Body& a, const Body& b) {
  SCOPED_TRACE(a.name);
  EXPECT_EQ(a.name, b.name);
  expect_same_shape(a.shape, b.shape);
  EXPECT_EQ(a.material, b.material);
  EXPECT_EQ(a.fixed, b.fixed);
  EXPECT_EQ(a.lock, b.lock);
  EXPECT_TRUE(same_bits(a.mass.mass, b.mass.mass));
  EXPECT_TRUE(same_bits(a.mass.center, b.mass.center));
  EXPECT_TRUE(same_bits(a.mass.inertia, b.mass.inertia));
  EXPECT_TRUE(same_bits(a.start.position, b.start.position));
  EXPECT_TRUE(same_bits(a.start.rotation.coeffs(), b.start.rotation.coeffs()));
  EXPECT_TRUE(same_bits(a.start_velocity, b.start_velocity));
  EXPECT_TRUE(same_bits(a.start_angular_velocity, b.start_angular_velocity));
  EXPECT_TRUE(same_bits(a.force, b.force));
  EXPECT_TRUE(same_bits(a.torque, b.torque));
  EXPECT_EQ(a.level, b.level);
  EXPECT_EQ(a.samples, b.samples);
  EXPECT_TRUE(same_bits(a.appears_at, b.appears_at));
}

void expect_same_model(const Model& a, const Model& b) {
  EXPECT_TRUE(same_bits(a.gravity, b.gravity));
  EXPECT_TRUE(same_bits(a.margin, b.margin));
  EXPECT_TRUE(same_bits(a.restitution_threshold, b.restitution_threshold));
  EXPECT_TRUE(same_bits(a.recovery, b.recovery));
  EXPECT_TRUE(same_bits(a.recovery_speed, b.recovery_speed));
  ASSERT_EQ(a.materials.size(), b.materials.size());
  for (std::size_t i = 0; i < a.materials.size(); ++i) {
    EXPECT_EQ(a.materials[i].name, b.materials[i].name);
    EXPECT_TRUE(same_bits(a.materials[i].density, b.materials[i].density));
    EXPECT_TRUE(same_bits(a.materials[i].friction, b.materials[i].friction));
    EXPECT_TRUE(same_bits(a.materials[i].restitution, b.materials[i].restitution));
  }
  ASSERT_EQ(a.pairs.size(), b.pairs.size());
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i) expect_same_body(a.bodies[i], b.bodies[i]);
  ASSERT_EQ(a.events.size(), b.events.size());
  for (std::size_t i = 0; i < a.events.size(); ++i) {
    EXPECT_EQ(a.events[i].body, b.events[i].body);
    EXPECT_TRUE(same_bits(a.events[i].time, b.events[i].time));
    EXPECT_TRUE(same_bits(a.events[i].velocity, b.events[i].velocity));
    EXPECT_EQ(a.events[i].sets_velocity, b.events[i].sets_velocity);
  }
  EXPECT_EQ(a.ignored_pairs, b.ignored_pairs);
}

std::size_t expressible(const Scene& scene) {
  return std::count_if(scene.expectations.begin(), scene.expectations.end(),
                       [](const Expectation& e) { return e.kind != ExpectationKind::kCustom; });
}

TEST(RoundTrip, EveryGallerySceneComesBackBitForBit) {
  for (const GalleryEntry& entry : gallery()) {
    SCOPED_TRACE(entry.name);
    const Scene scene = build_gallery_scene(entry.name);
    const std::string text = write_scene(scene);
    const Scene again = read_scene_text(text, "again.json");
    EXPECT_EQ(again.name, scene.name);
    EXPECT_TRUE(same_bits(again.step, scene.step));
    EXPECT_TRUE(same_bits(again.duration, scene.duration));
    expect_same_model(scene.model, again.model);
    EXPECT_EQ(again.expectations.size(), expressible(scene));
    EXPECT_EQ(write_scene(again), text);
  }
}

TEST(RoundTrip, EveryExpressibleFieldSurvives) {
  const std::string text = R"({"stiction": 1, "name": "all", "description": "d", "gravity": [0.1, -0.0, -9.80665],
    "step": 0.0033333333333333335, "duration": 1e-1, "margin": 2e-3, "restitution_threshold": 0.01, "recovery": 0.2,
    "recovery_speed": 0.3, "solver": {"name": "staggered", "tolerance": 1e-7, "tangents": "polygon8", "form": "dof",
    "warm_start": false, "decompose": false, "budget_ms": 0.5, "driver": "paper", "eps": 1e-5, "max_iterations": 33},
    "materials": {"zinc": {"density": 7140.123456789012}, "default": {"friction": 0.30000000000000004}},
    "pairs": [{"materials": ["zinc", "zinc"], "friction": 0.1, "restitution": 0.25}],
    "bodies": [{"name": "g", "fixed": true, "shape": {"type": "plane", "normal": [0.1, 0.2, 0.9], "offset": 0.1}},
      {"name": "b", "material": "zinc", "shape": {"type": "convex", "vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1.1]]},
       "rotation": {"euler_degrees": [10, 20, 30]}, "position": [0.1, 0.2, 0.3], "force": [1, 2, 3], "torque": [0, -0.0, 1],
       "lock": ["x", "rz"], "level": -2, "samples": 4, "velocity": [1e-300, 0, 0], "angular_velocity": [0, 0.7, 0]}],
    "events": [{"time": 0.01, "add": {"name": "late", "shape": {"type": "sphere", "radius": 0.1}}},
      {"time": 0, "add": {"name": "early", "shape": {"type": "sphere", "radius": 0.2}}},
      {"time": 0.05, "set": {"body": "late", "velocity": [0, 0, 3.3]}}],
    "ignore": [["b", "late"]],
    "expect": [{"at_rest": {"bodies": "b", "max_speed": 0.1, "from": 0.05}}, {"distance": {"bodies": ["g", "b"], "min": 0}},
      {"position": {"bodies": "b", "axis": "y", "min": -1.5, "max": 2}}, {"energy": {"max": 3}},
      {"converged": {"fraction": 0.9, "to": 0.07}}]})";
  const Scene scene = read_scene_text(text, "s.json");
  const std::string written = write_scene(scene);
  const Scene again = read_scene_text(written, "s.json");
  expect_same_model(scene.model, again.model);
  EXPECT_EQ(write_scene(again), written);
  EXPECT_EQ(again.description, "d");
  EXPECT_EQ(again.model.bodies[2].name, "late");
  EXPECT_EQ(again.model.bodies[3].name, "early");
  EXPECT_EQ(again.solver.max_iterations, 33);
  EXPECT_EQ(again.solver.driver, Driver::kPaper);
  EXPECT_EQ(again.solver.tangents.samples, 8);
  EXPECT_FALSE(again.solver.warm_start);
  ASSERT_EQ(again.expectations.size(), 5u);
  EXPECT_EQ(again.expectations[1].other, "b");
  EXPECT_EQ(again.expectations[4].to, 0.07);
}

TEST(RoundTrip, MonitorsWrittenInCodeAreNamedInTheDescription) {
  const std::string text = write_scene(build_gallery_scene("bounce"));
  EXPECT_NE(text.find("not in this file: the rebound height is e^2 H"), std::string::npos);
}

}  // namespace
}  // namespace stiction
