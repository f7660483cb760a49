// Every engine that was built in: it sees the bodies, masses, velocities and friction that it was given.
#include <algorithm>

#include "base/error.h"
#include "bench/peers/closed_forms.h"
#include "bench/peers/engines/engines.h"

namespace stiction::bench {
namespace {

TEST(PeerEngines, FallFreely) {
  for (const PeerEngine& engine : built_engines().engines) expect_free_fall(engine);
}

// Some have soft friction, or few iterations.
TEST(PeerEngines, SlideWithTheFrictionTheyWereGiven) {
  for (const PeerEngine& engine : built_engines().engines) expect_slide(engine, 0.03);
}

TEST(PeerEngines, WithoutMeshesRefuseBunnies) {
  const PeerScene scene = bunnies_scene(1);
  for (const PeerEngine& engine : built_engines().engines) {
    if (engine.family == "MuJoCo" || engine.family == "DART") {
      EXPECT_THROW(engine.make(scene), InputError) << engine.name;
    } else {
      EXPECT_NE(engine.make(scene), nullptr) << engine.name;
    }
  }
}

// Meshes are where ours are: whichever way it comes to lie, its lowest vertex is on the floor, and its centre falls
// before that as any other.
TEST(PeerEngines, LetABunnyFallOntoTheFloorOfItsBin) {
  PeerScene scene = bunnies_scene(1);
  const TriangleMesh& mesh = mesh_shape(scene.model.bodies.back())->geometry->mesh();
  scene.model.bodies.back().start.position.z() += 0.1;
  for (const PeerEngine& engine : built_engines().engines) {
    if (engine.family == "MuJoCo" || engine.family == "DART") continue;
    const double fallen =
        scene.model.bodies.back().start.position.z() - last_pose_after(engine, scene, 0.1).position.z();
    EXPECT_NEAR(fallen, 0.5 * 9.81 * 0.01, 3e-3) << engine.name;  // first order: g t h / 2
    const Pose end = last_pose_after(engine, scene, 3);
    double lowest = 1;
    for (const Vec3& vertex : mesh.vertices) lowest = std::min(lowest, end.to_world(vertex).z());
    EXPECT_NEAR(lowest, 0, 1e-3) << engine.name;
  }
}

TEST(PeerEngines, HaveNamesOfTheirOwnAndSaySettings) {
  std::vector<std::string> names;
  for (const PeerEngine& engine : built_engines().engines) {
    EXPECT_FALSE(engine.settings.empty()) << engine.name;
    EXPECT_FALSE(engine.version.empty()) << engine.name;
    for (const std::string& name : names) EXPECT_NE(name, engine.name);
    names.push_back(engine.name);
  }
}

}  // namespace
}  // namespace stiction::bench
