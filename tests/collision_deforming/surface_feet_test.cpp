// Where a deformed surface is nearest to a point, and on which side the point is.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "collision/deforming/surface_feet.h"
#include "collision_deforming/random_bodies.h"
#include "collision_deforming/surface_oracle.h"

namespace stiction {
namespace {

RC_GTEST_PROP(SurfaceFeet, FindTheSignedDistanceOfBruteForce, (unsigned seed, bool linear)) {
  const test::RandomSurface body(seed, linear, Vec3(0.3, -0.2, 0.5), 0, 0.4);
  const TriangleMesh mesh = body.deformed_mesh();
  test::Random random(seed + 17);
  SurfaceFeet feet;
  std::vector<SurfaceFoot> found;
  for (int i = 0; i < 20; ++i) {
    FootQuery query;
    query.point = body.pose.position + 1.2 * random.vector();
    query.reach = query.depth = 0.3;
    feet.gather(*body.placed, query.point, 0.3);
    feet.find(*body.placed, query, found);
    const double distance = test::signed_distance(mesh, query.point);
    RC_ASSERT(found.empty() == (std::abs(distance) > 0.3));
    if (found.empty()) continue;
    RC_ASSERT(std::abs(found.front().gap - distance) < 1e-9);
    for (const SurfaceFoot& foot : found) {
      RC_ASSERT((foot.point + foot.gap * foot.normal - query.point).norm() < 1e-9);
      RC_ASSERT((body.place(foot.material) - foot.point).norm() < 1e-9);
      RC_ASSERT(foot.gap >= 0 || found.size() == 1);
    }
  }
}

// Mass points that take no part in a contact do not join its region.
RC_GTEST_PROP(MaterialPoints, OfASideHaveNothingOfTheThirdCorner, (unsigned seed)) {
  const double s = (1 + test::Random(seed).number()) / 2;
  for (int k = 0; k < 3; ++k) {
    const auto weights = point_on_side(7, k, s).weights();
    RC_ASSERT(weights[(k + 2) % 3] == 0);
    RC_ASSERT(std::abs(weights[(k + 1) % 3] - s) < 1e-15);
    RC_ASSERT(std::abs(weights[k] - (1 - s)) < 1e-15);
  }
}

// In a groove a point has two feet, on a plane that is cut into triangles one.
TEST(SurfaceFeet, AreAsManyAsTheSurfaceHasDirections) {
  test::ModalShapeOptions options;
  options.surface = test::box_surface({2, 2, 1}, 2);
  for (Vec3& v : options.surface.vertices) {
    if (v[2] > 0 && v[0] == 0) v[2] = -0.2;  // a V along y
  }
  options.basis = MatX::Zero(3 * static_cast<Eigen::Index>(options.surface.vertices.size()), 1);
  const test::RandomSurface groove(options);
  SurfaceFeet feet;
  std::vector<SurfaceFoot> found;
  const auto count = [&](const Vec3& point) {
    FootQuery query;
    query.point = point;
    query.reach = query.depth = 0.1;
    feet.gather(*groove.placed, point, 0.1);
    feet.find(*groove.placed, query, found);
    return found.size();
  };
  EXPECT_EQ(count({0.01, 0.37, -0.1}), 2U);
  EXPECT_LT(found[0].normal[0] * found[1].normal[0], 0);
  EXPECT_EQ(count({0.5, 0.37, 0.2}), 1U);
  EXPECT_EQ(count({0.3, 0.41, -0.53}), 1U);  // below the bottom
  EXPECT_EQ(count({0.3, 0.41, -0.46}), 1U);  // inside
  EXPECT_LT(found[0].gap, 0);
}

}  // namespace
}  // namespace stiction
