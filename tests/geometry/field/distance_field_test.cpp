#include "geometry/field/distance_field.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/error.h"
#include "geometry/field/mesh_geometry.h"
#include "geometry/field/sample_meshes.h"

namespace stiction {
namespace {

double uniform(std::mt19937& random, double low, double high) {
  return low + (high - low) * (random() / 4294967296.0);
}

Vec3 uniform_in(std::mt19937& random, const Vec3& low, const Vec3& high) {
  const double x = uniform(random, low.x(), high.x()), y = uniform(random, low.y(), high.y());
  return {x, y, uniform(random, low.z(), high.z())};
}

Aabb bounds_of(const TriangleMesh& mesh) {
  Aabb box;
  for (const Vec3& v : mesh.vertices) box.include(v);
  return box;
}

double diagonal_of(const TriangleMesh& mesh) {
  const Aabb box = bounds_of(mesh);
  return (box.max - box.min).norm();
}

// A coarse grid keeps the tests quick.
MeshOptions quick_options(const TriangleMesh& mesh) {
  return {.spacing = diagonal_of(mesh) / 10, .cell = diagonal_of(mesh) / 25};
}

// A point of the surface: in a face, on an edge or a vertex, moved by up to `away` in any direction.
Vec3 near_surface(std::mt19937& random, const TriangleMesh& mesh, double away) {
  const auto& t = mesh.triangles[random() % mesh.triangles.size()];
  Vec3 weights = uniform_in(random, Vec3::Zero(), Vec3::Ones());
  if (random() % 3 == 0) weights[random() % 3] = 0;
  if (random() % 4 == 0) weights = Vec3::Unit(random() % 3);
  weights /= weights.sum();
  const Vec3 p = weights[0] * mesh.vertices[t[0]] + weights[1] * mesh.vertices[t[1]] + weights[2] * mesh.vertices[t[2]];
  return p + away * uniform(random, 0, 1) * uniform_in(random, -Vec3::Ones(), Vec3::Ones()).normalized();
}

std::vector<Vec3> test_points(std::mt19937& random, const TriangleMesh& mesh, int count) {
  const double diagonal = diagonal_of(mesh);
  const Aabb box = bounds_of(mesh).grown(0.3 * diagonal);
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    points.push_back(uniform_in(random, box.min, box.max));
    points.push_back(near_surface(random, mesh, 0.05 * diagonal));
    points.push_back(near_surface(random, mesh, 1e-5 * diagonal));
    points.push_back(near_surface(random, mesh, 0));
  }
  return points;
}

void expect_on_feature(const TriangleMesh& mesh, const MeshTopology& topology, const NearestSurface& nearest,
                       double tolerance) {
  switch (nearest.feature) {
    case MeshFeature::kFace: {
      const Vec3& corner = mesh.vertices[mesh.triangles[nearest.index][0]];
      EXPECT_NEAR(topology.normals[nearest.index].dot(nearest.point - corner), 0, tolerance);
      break;
    }
    case MeshFeature::kEdge: {
      const auto& edge = topology.edges[nearest.index];
      EXPECT_FALSE(edge.flat);
      const Vec3& from = mesh.vertices[edge.vertex[0]];
      const Vec3 along = (mesh.vertices[edge.vertex[1]] - from).normalized();
      EXPECT_NEAR(along.cross(nearest.point - from).norm(), 0, tolerance);
      break;
    }
    case MeshFeature::kVertex:
      EXPECT_EQ(nearest.point, mesh.vertices[nearest.index]);
  }
}

TEST(DistanceField, agrees_with_brute_force_on_near_and_off_the_surface) {
  std::mt19937 random(1);
  for (const auto& [name, mesh] : sample_meshes()) {
    SCOPED_TRACE(name);
    const MeshGeometry geometry(mesh, quick_options(mesh));
    const double diagonal = diagonal_of(mesh), tolerance = 1e-14 * diagonal;
    int within = 0;
    for (const Vec3& p : test_points(random, mesh, 300)) {
      const double expected = brute_distance(mesh, p);
      const NearestSurface anywhere = geometry.nearest(p);
      NearestSurface nearest;
      const bool found = geometry.field().find_nearest(p, nearest);
      EXPECT_EQ(found, std::abs(anywhere.distance) <= geometry.field().band());
      EXPECT_NEAR(std::abs(anywhere.distance), std::abs(expected), tolerance);
      EXPECT_NEAR((p - anywhere.point).norm(), std::abs(expected), tolerance);
      if (std::abs(expected) > 1e-12 * diagonal) {
        EXPECT_EQ(anywhere.distance < 0, expected < 0) << p.transpose() << " distance " << expected;
      }
      expect_on_feature(mesh, geometry.topology(), anywhere, tolerance);
      if (!found) continue;
      ++within;
      EXPECT_EQ(nearest.distance, anywhere.distance);
      EXPECT_EQ(nearest.point, anywhere.point);
    }
    EXPECT_GT(within, 600);
  }
}

TEST(DistanceField, band_and_cell_may_be_anything) {
  std::mt19937 random(2);
  const TriangleMesh mesh = rock_mesh(2, 11);
  const MeshTopology topology = build_topology(mesh);
  for (const auto& [cell, band] : {std::pair{0.3, 0.05}, {0.02, 0.09}, {0.5, 2.0}, {5.0, 0.5}, {0.07, 0.0}}) {
    const DistanceField field(mesh, topology, cell, band);
    for (const Vec3& p : test_points(random, mesh, 150)) {
      const double expected = brute_distance(mesh, p);
      NearestSurface nearest;
      const bool found = field.find_nearest(p, nearest);
      if (std::abs(std::abs(expected) - band) > 1e-13) {
        EXPECT_EQ(found, std::abs(expected) <= band);
      }
      if (found) {
        EXPECT_NEAR(std::abs(nearest.distance), std::abs(expected), 1e-13);
      }
    }
  }
}

TEST(DistanceField, answers_at_borders_of_cells_are_complete) {
  std::mt19937 random(3);
  const TriangleMesh mesh = icosphere(1, 2);
  const MeshTopology topology = build_topology(mesh);
  const double cell = 0.1;
  const DistanceField field(mesh, topology, cell, 0.3);
  const Aabb box = bounds_of(mesh);
  const Vec3 extent = box.max - box.min + Vec3::Constant(2 * 0.3);
  Vec3 origin;
  for (int axis = 0; axis < 3; ++axis)
    origin[axis] = 0.5 * (box.min[axis] + box.max[axis] - std::ceil(extent[axis] / cell + 0.01) * cell);
  for (int i = 0; i < 2000; ++i) {
    Vec3 p = near_surface(random, mesh, 0.25);
    for (int axis = 0; axis < 3; ++axis) {
      if (random() % 2) continue;
      p[axis] = origin[axis] + std::round((p[axis] - origin[axis]) / cell) * cell;
      p[axis] = std::nextafter(p[axis], random() % 2 ? 10 : -10);
    }
    NearestSurface nearest;
    const double expected = brute_distance(mesh, p);
    if (std::abs(expected) > 0.2999) continue;
    ASSERT_TRUE(field.find_nearest(p, nearest));
    EXPECT_NEAR(nearest.distance, expected, 1e-14);
  }
}

TEST(DistanceField, bounds_hold_everywhere) {
  std::mt19937 random(4);
  for (const auto& [name, mesh] : sample_meshes()) {
    SCOPED_TRACE(name);
    const MeshGeometry geometry(mesh, quick_options(mesh));
    const DistanceField& field = geometry.field();
    const Aabb grid = bounds_of(mesh).grown(field.band());
    for (const Vec3& p : test_points(random, mesh, 200)) {
      const double exact = geometry.nearest(p).distance, low = field.lower_bound(p);
      EXPECT_LE(low, exact);
      if (((p - grid.min).array() < 0).any() || ((grid.max - p).array() < 0).any()) {
        EXPECT_GE(low, 0);
        continue;
      }
      EXPECT_GE(low, exact - 2 * field.error());
      EXPECT_LE(std::abs(field.interpolated(p) - exact), field.error());
    }
  }
}

TEST(DistanceField, bound_far_outside_is_nearly_the_distance) {
  const MeshGeometry geometry(box_mesh({1, 1, 1}), {});
  EXPECT_NEAR(geometry.field().lower_bound({100, 0, 0}), 99.5, 0.1);
  EXPECT_LE(geometry.field().lower_bound({100, 0, 0}), 99.5);
  EXPECT_NEAR(geometry.field().lower_bound({100, 100, 100}), 99.5 * std::sqrt(3), 0.2);
}

TEST(DistanceField, is_one_lipschitz) {
  std::mt19937 random(5);
  for (const auto& [name, mesh] : sample_meshes()) {
    SCOPED_TRACE(name);
    const MeshGeometry geometry(mesh, quick_options(mesh));
    const double diagonal = diagonal_of(mesh);
    for (int i = 0; i < 500; ++i) {
      const Vec3 p = near_surface(random, mesh, 0.1 * diagonal);
      const Vec3 q =
          p + std::pow(10.0, uniform(random, -8, -1)) * diagonal * uniform_in(random, -Vec3::Ones(), Vec3::Ones());
      EXPECT_LE(std::abs(geometry.nearest(p).distance - geometry.nearest(q).distance),
                (p - q).norm() + 1e-15 * diagonal);
    }
  }
}

TEST(DistanceField, features_of_a_box_are_told_apart_and_flat_ones_are_faces) {
  const TriangleMesh mesh = fine_box_mesh({2, 2, 2}, 4);
  const MeshGeometry geometry(mesh, {});
  NearestSurface nearest;
  ASSERT_TRUE(geometry.field().find_nearest({0, 0, 1.01}, nearest));  // above a vertex in the middle of a face
  EXPECT_EQ(nearest.feature, MeshFeature::kFace);
  EXPECT_NEAR(nearest.distance, 0.01, 1e-16);
  ASSERT_TRUE(geometry.field().find_nearest({0.25, 0.25, 1.01}, nearest));  // above a diagonal
  EXPECT_EQ(nearest.feature, MeshFeature::kFace);
  ASSERT_TRUE(geometry.field().find_nearest({1.01, 0.2, 1.01}, nearest));
  EXPECT_EQ(nearest.feature, MeshFeature::kEdge);
  EXPECT_LT((nearest.point - Vec3(1, 0.2, 1)).norm(), 1e-15);
  ASSERT_TRUE(geometry.field().find_nearest({1.01, 1.01, 1.01}, nearest));
  EXPECT_EQ(nearest.feature, MeshFeature::kVertex);
  EXPECT_EQ(nearest.point, Vec3(1, 1, 1));
  ASSERT_TRUE(geometry.field().find_nearest({0.99, 0.99, 0.98}, nearest));
  EXPECT_EQ(nearest.feature, MeshFeature::kFace);
  EXPECT_NEAR(nearest.distance, -0.01, 1e-16);
}

TEST(DistanceField, sign_is_right_beside_blades_and_needle_points) {
  // A blade of 1e-6 rad: its edge's normals all but cancel.
  const TriangleMesh blade = {{{0, 0, 0}, {0, 1, 0}, {1, 0, 5e-7}, {1, 1, 5e-7}, {1, 0, -5e-7}, {1, 1, -5e-7}},
                              {{0, 2, 3}, {0, 3, 1}, {0, 1, 5}, {0, 5, 4}, {2, 4, 5}, {2, 5, 3}, {0, 4, 2}, {1, 3, 5}}};
  const MeshGeometry geometry(blade, {});
  std::mt19937 random(6);
  for (int i = 0; i < 1000; ++i) {
    const double r = std::pow(10.0, uniform(random, -13, -2)), angle = uniform(random, -1.57, 1.57);
    const Vec3 p(-r * std::cos(angle), uniform(random, -0.01, 1.01), r * std::sin(angle));
    EXPECT_GT(geometry.nearest(p).distance, 0) << p.transpose();
  }
  const MeshGeometry needle(needle_mesh(), {});
  for (int i = 0; i < 1000; ++i) {
    const double r = std::pow(10.0, uniform(random, -13, -2));
    const Vec3 p = Vec3(0, 0, 1) + r * uniform_in(random, {-1, -1, 0.01}, {1, 1, 1}).normalized();
    EXPECT_GT(needle.nearest(p).distance, 0) << p.transpose();
  }
}

TEST(DistanceField, same_bits_every_time) {
  std::mt19937 random(7);
  const TriangleMesh mesh = rock_mesh(2, 5);
  const MeshTopology topology = build_topology(mesh);
  ByteWriter first, second;
  DistanceField(mesh, topology, 0.05, 0.15).save(first);
  DistanceField(mesh, topology, 0.05, 0.15).save(second);
  EXPECT_TRUE(first.bytes() == second.bytes());
}

TEST(DistanceField, points_that_are_not_numbers_are_not_found) {
  const MeshGeometry geometry(box_mesh({1, 1, 1}), {});
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  NearestSurface nearest;
  for (const Vec3& p : {Vec3(nan, 0, 0), Vec3(0, inf, 0), Vec3(0, 0, -inf), Vec3(nan, nan, nan)}) {
    EXPECT_FALSE(geometry.field().find_nearest(p, nearest));
    geometry.field().lower_bound(p);
    geometry.field().interpolated(p);
    geometry.nearest(p);
  }
}

TEST(DistanceField, too_fine_a_cell_is_refused_with_a_remedy) {
  const TriangleMesh mesh = box_mesh({1, 1, 1});
  const MeshTopology topology = build_topology(mesh);
  EXPECT_THROW(DistanceField(mesh, topology, 1e-4, 1e-4), InputError);
  EXPECT_THROW(MeshGeometry(mesh, {.spacing = 1e-5}), InputError);
}

}  // namespace
}  // namespace stiction
