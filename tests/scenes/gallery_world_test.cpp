// Geometry of the gallery's scenes with motions, meshes and many bodies.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "scenes/gallery.h"

namespace stiction {
namespace {

TEST(GalleryWorld, EveryCourseOfTheWallIsAsLongAsTheFirst) {
  const Scene scene = build_gallery_scene("wall", {{"rows", "3"}, {"columns", "4"}});
  std::map<double, double> length;  // by height
  int bricks = 0;
  for (const Body& body : scene.model.bodies) {
    if (body.fixed) continue;
    length[body.start.position.z()] += std::get<ConvexShape>(body.shape).box_size.x();
    ++bricks;
  }
  EXPECT_EQ(bricks, 4 + 5 + 4);
  ASSERT_EQ(length.size(), 3u);
  for (const auto& [height, sum] : length) EXPECT_EQ(sum, 1.0) << height;
}

TEST(GalleryWorld, BlocksAsMeshesHaveTheSameMass) {
  for (const char* name : {"incline", "stack", "arch"}) {
    const Scene convex = build_gallery_scene(name);
    const Scene mesh = build_gallery_scene(name, {{"mesh", "1"}});
    ASSERT_EQ(convex.model.bodies.size(), mesh.model.bodies.size());
    EXPECT_EQ(convex.expectations.size(), mesh.expectations.size());
    for (std::size_t i = 0; i < convex.model.bodies.size(); ++i) {
      const Body &a = convex.model.bodies[i], &b = mesh.model.bodies[i];
      EXPECT_NEAR(a.mass.mass, b.mass.mass, 1e-12 * a.mass.mass) << name;
      EXPECT_LT((a.mass.center - b.mass.center).norm(), 1e-12) << name;
      if (!a.fixed) {
        EXPECT_TRUE(std::holds_alternative<MeshShape>(b.shape)) << name;
      }
    }
  }
}

TEST(GalleryWorld, BlocksOnTheTurntableLieOnBothSidesOfTheCriticalRadius) {
  const double critical = 0.4 * 9.81 / 9;
  const Scene scene = build_gallery_scene("turntable");
  for (const Body& body : scene.model.bodies) {
    if (body.fixed) continue;
    const double radius = body.start.position.head<2>().norm();
    EXPECT_EQ(radius < critical, body.name.rfind("inner", 0) == 0) << body.name;
    EXPECT_NEAR(body.start_velocity.norm(), 3 * radius, 1e-12);  // moves with the disk
  }
}

// Bodies that appear together are apart, and between the walls.
void expect_apart_and_within_the_bin(const Scene& scene, int count) {
  const auto& bodies = scene.model.bodies;
  const double half = -std::get<PlaneShape>(bodies[scene.model.body_index("wall-left")].shape).offset;
  int free = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].fixed) continue;
    ++free;
    const Aabb box = bounds(bodies[i].shape, bodies[i].start);
    EXPECT_LT(box.max.head<2>().maxCoeff(), half) << bodies[i].name;
    EXPECT_GT(box.min.head<2>().minCoeff(), -half) << bodies[i].name;
    for (std::size_t j = 0; j < i; ++j) {
      if (bodies[j].fixed || bodies[j].appears_at != bodies[i].appears_at) continue;
      const double reach =
          bounding_radius(bodies[i].shape, Vec3::Zero()) + bounding_radius(bodies[j].shape, Vec3::Zero());
      const bool near = (bodies[i].start.position - bodies[j].start.position).norm() < reach;
      EXPECT_FALSE(near && box.overlaps(bounds(bodies[j].shape, bodies[j].start))) << i << " " << j;
    }
  }
  EXPECT_EQ(free, count);
}

TEST(GalleryWorld, PouredBodiesStartApartAndWithinTheBin) {
  expect_apart_and_within_the_bin(build_gallery_scene("pile", {{"count", "1000"}}), 1000);
  expect_apart_and_within_the_bin(build_gallery_scene("bunny-drop", {{"count", "101"}}), 101);
}

TEST(GalleryWorld, BunniesShareOneMeshAndMakeThePapersDegreesOfFreedom) {
  const Scene scene = build_gallery_scene("bunny-drop", {{"count", "2046"}});
  const auto geometry = [&](const std::string& name) {
    return std::get<MeshShape>(scene.model.bodies[scene.model.body_index(name)].shape).geometry;
  };
  EXPECT_EQ(geometry("bunny0"), geometry("bunny2045"));
  EXPECT_EQ(6 * select_free_bodies("*", scene.model).size(), 12276U);
}

struct CubeLayers {
  int layers = 0;
  double box = 0;  // inner width [m]
};

CubeLayers cube_layers(const std::string& count, const std::string& growth) {
  const Scene scene = build_gallery_scene("cube-pile", {{"count", count}, {"growth", growth}});
  std::set<double> heights;
  for (const Body& body : scene.model.bodies) {
    if (!body.fixed) heights.insert(body.start.position.z());
  }
  const Body& wall = scene.model.bodies[scene.model.body_index("wall0")];
  const Vec3 size = std::get<ConvexShape>(wall.shape).box_size;
  EXPECT_GT(size.z(), *heights.rbegin()) << "the highest cube falls past the walls";
  return {static_cast<int>(heights.size()), 2 * wall.start.position.x() - size.x()};
}

TEST(GalleryWorld, LargerPilesOfCubesAreWiderAndIfWishedAsHighAsBefore) {
  for (const char* growth : {"0", "1"}) {
    EXPECT_EQ(cube_layers("1000", growth).layers, 16);
    EXPECT_DOUBLE_EQ(cube_layers("1000", growth).box, 11);
  }
  EXPECT_EQ(cube_layers("8000", "0").layers, 32);
  EXPECT_DOUBLE_EQ(cube_layers("8000", "0").box, 22);
  EXPECT_EQ(cube_layers("4000", "1").layers, 16);
  EXPECT_DOUBLE_EQ(cube_layers("4000", "1").box, 22);
}

TEST(GalleryWorld, LargerHeapsAreGivenTheTimeThatTheyNeed) {
  for (const char* name : {"bunny-drop", "cube-pile"}) {
    const double small = build_gallery_scene(name).duration;
    const Scene large = build_gallery_scene(name, {{"count", "10000"}});
    EXPECT_GT(large.duration, small);
    for (const Expectation& expectation : large.expectations) EXPECT_LT(expectation.from, large.duration) << name;
  }
}

TEST(GalleryWorld, RocksOfOneSeedShareTheirMeshes) {
  const Scene scene = build_gallery_scene("rocks-on-a-slope");
  const auto geometry = [&](int i) { return std::get<MeshShape>(scene.model.bodies[i].shape).geometry; };
  EXPECT_EQ(geometry(1), geometry(5));
  EXPECT_NE(geometry(1), geometry(2));
}

}  // namespace
}  // namespace stiction
