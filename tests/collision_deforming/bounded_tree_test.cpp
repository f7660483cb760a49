// Trees of bounding spheres over surfaces that deform: they bound, they are not loose, and they are lazy.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "collision/deforming/placed_surface.h"
#include "collision_deforming/modal_shape.h"
#include "collision_deforming/random_bodies.h"

namespace stiction {
namespace {

using test::ModalShape;
using test::ModalShapeOptions;

// The vertices below a node.
std::vector<int> vertices_of(const BoundedTree& tree, int index) {
  const BoundedTree::Node& node = tree.nodes()[index];
  std::vector<int> vertices;
  if (node.is_leaf()) {
    for (int i = node.first; i < node.first + node.count; ++i)
      for (const int v : tree.mesh().triangles[tree.triangle_order()[i]]) vertices.push_back(v);
    return vertices;
  }
  for (const int child : {node.first, node.first + 1}) {
    const std::vector<int> below = vertices_of(tree, child);
    vertices.insert(vertices.end(), below.begin(), below.end());
  }
  return vertices;
}

RC_GTEST_PROP(BoundedTree, HoldsEveryVertexOfEveryNodeForAnyCoordinates, (unsigned seed, bool linear)) {
  const test::RandomSurface random(seed, linear);
  const PlacedSurface& placed = *random.placed;
  std::vector<Vec3> vertices;
  random.shape->deformed_vertices(random.body, random.state, vertices);
  for (std::size_t i = 0; i < random.tree->nodes().size(); ++i) {
    const TreeSphere sphere = placed.sphere(static_cast<int>(i));
    for (const int v : vertices_of(*random.tree, static_cast<int>(i))) {
      const Vec3 place = random.pose.to_world(vertices[v]);
      RC_ASSERT((place - placed.vertex(v)).norm() <= 1e-12 * (1 + place.norm()));
      RC_ASSERT((place - sphere.center).norm() <= sphere.radius);
    }
  }
  for (const Vec3& v : vertices) {
    const Vec3 place = random.pose.to_world(v);
    RC_ASSERT(placed.box().grown(1e-12).overlaps({place, place}));
    RC_ASSERT((place - random.state.center).norm() <= placed.radius() + 1e-12);
  }
}

// How much larger the leaves' spheres are than the smallest about the centre would be: mean over bodies and leaves.
TEST(BoundedTree, IsNotMuchLargerThanWhatItHolds) {
  double sum = 0;
  int count = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const test::RandomSurface random(seed, true);
    for (std::size_t i = 0; i < random.tree->nodes().size(); ++i) {
      if (!random.tree->nodes()[i].is_leaf()) continue;
      const TreeSphere sphere = random.placed->sphere(static_cast<int>(i));
      double needed = 0;
      for (const int v : vertices_of(*random.tree, static_cast<int>(i)))
        needed = std::max(needed, (random.placed->vertex(v) - sphere.center).norm());
      EXPECT_GE(sphere.radius, needed);
      sum += sphere.radius / needed;
      ++count;
    }
  }
  RecordProperty("mean_ratio_percent", static_cast<int>(100 * sum / count));
  std::cout << "leaf radius / needed radius: " << sum / count << "\n";
  EXPECT_LT(sum / count, 1.6);
}

TEST(BoundedTree, OwnsEveryVertexAndEdgeOnce) {
  const test::RandomSurface random(3, true);
  std::vector<int> vertices = random.tree->vertex_order(), edges = random.tree->edge_order();
  std::sort(vertices.begin(), vertices.end());
  std::sort(edges.begin(), edges.end());
  EXPECT_EQ(vertices.size(), random.tree->mesh().vertices.size());
  EXPECT_EQ(std::unique(vertices.begin(), vertices.end()), vertices.end());
  EXPECT_EQ(edges.size(), random.tree->topology().edges.size());
  EXPECT_EQ(edges.size(), random.tree->mesh().triangles.size() * 3 / 2);
  EXPECT_EQ(std::unique(edges.begin(), edges.end()), edges.end());
}

TEST(BoundedTree, ComputesOnlyTheVerticesThatAreAskedFor) {
  const test::RandomSurface random(5, true);
  EXPECT_EQ(random.placed->computed_vertices(), 0U);
  random.placed->vertex(7);
  random.placed->vertex(7);
  EXPECT_EQ(random.placed->computed_vertices(), 4U);  // it and those beside it
}

TEST(SurfaceTopology, KnowsSurfacesWithoutAnInside) {
  TriangleMesh mesh = test::box_surface(Vec3::Ones(), 3);
  EXPECT_TRUE(SurfaceTopology(mesh).is_closed);
  TriangleMesh turned = mesh, open = mesh, doubled = mesh;
  std::swap(turned.triangles[4][0], turned.triangles[4][1]);
  open.triangles.pop_back();
  doubled.triangles.push_back(doubled.triangles[0]);
  EXPECT_FALSE(SurfaceTopology(turned).is_closed);
  EXPECT_FALSE(SurfaceTopology(open).is_closed);
  EXPECT_FALSE(SurfaceTopology(doubled).is_closed);
}

}  // namespace
}  // namespace stiction
