// Contacts of meshes against brute force and against the analytic collider.
#include <gtest/gtest.h>

#include "base/repetitions.h"
#include "collision/mesh/mesh_contacts.h"
#include "collision/mesh/meshes.h"

namespace stiction {
namespace {

struct NamedMesh {
  const char* name;
  TriangleMesh mesh;
};

std::vector<NamedMesh> zoo() {
  return {{"box", box_mesh({1, 0.7, 0.5})},
          {"plate", box_mesh({1, 1, 0.01})},
          {"needle", box_mesh({0.01, 0.01, 1})},
          {"L", l_mesh()},
          {"ball", icosphere(0.5, 2)},
          {"rock", rock_mesh(0.5, 2, 0.5, 3)},
          {"torus", torus_mesh(0.5, 0.15, 20, 10)}};
}

FeatureShape features(const TriangleMesh& mesh) {
  return make_feature_shape(mesh.vertices, mesh.triangles);
}

double least_gap(const std::vector<PairPoint>& points) {
  double least = std::numeric_limits<double>::infinity();
  for (const PairPoint& p : points) least = std::min(least, p.gap);
  return least;
}

// Moves the second mesh along a random direction until the distance is about `gap`.
Pose approach(const TriangleMesh& a, const Pose& at, const TriangleMesh& b, double gap, std::mt19937& random) {
  Pose pose;
  pose.rotation = random_rotation(random);
  const Vec3 direction = random_vector(random).normalized();
  const Vec3 target = 0.3 * random_vector(random);
  double distance = 3;
  pose.position = at.position + target + distance * direction;
  for (int i = 0; i < 60; ++i) {
    const double d = mesh_distance(a, at, b, pose);
    if (std::abs(d - gap) < 1e-6) break;
    // Steps by the excess distance never cross the other surface.
    pose.position -= (d - gap) * direction;
    if ((pose.position - at.position).dot(direction) < -3) break;
  }
  return pose;
}

TEST(FeaturePairs, TheSmallestGapIsTheTrueDistance) {
  std::mt19937 random(7);
  const auto meshes = zoo();
  MeshContacts contacts;
  std::vector<PairPoint> points;
  int checked = 0;
  for (const NamedMesh& a : meshes) {
    for (const NamedMesh& b : meshes) {
      const FeatureShape one = features(a.mesh), two = features(b.mesh);
      for (int i = 0; i < test::repetitions(4); ++i) {
        Pose at;
        at.rotation = random_rotation(random);
        at.position = random_vector(random);
        const double wanted = i % 2 ? 2e-3 : 2e-2;
        const Pose pose = approach(a.mesh, at, b.mesh, wanted, random);
        const double distance = mesh_distance(a.mesh, at, b.mesh, pose);
        if (distance > 3 * wanted) continue;
        ++checked;
        contacts.collide(one, at, two, pose, 3 * wanted, {}, 0, nullptr, points);
        EXPECT_NEAR(least_gap(points), distance, 1e-5 * distance + 1e-9) << a.name << " " << b.name << " " << i;
        contacts.collide(one, at, two, pose, 0.99 * distance, {}, 0, nullptr, points);
        EXPECT_TRUE(points.empty() || least_gap(points) > 0.9 * distance) << a.name << " " << b.name;
      }
    }
  }
  EXPECT_GT(checked, test::repetitions(100));
}

}  // namespace
}  // namespace stiction
