// Samples, their radius and distance fields of meshes of needles: the work grows about as the mesh does; counted, not
// timed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "base/error.h"
#include "geometry/fan_meshes.h"
#include "geometry/field/mesh_geometry.h"
#include "geometry/field/sample_meshes.h"
#include "geometry/field/triangle_tree.h"

namespace stiction {
namespace {

// A square rod of 0.5 m.
long long covering_looks(double length) {
  const TriangleMesh mesh = box_mesh({0.5, 0.5, length});
  const MeshTopology topology = build_topology(mesh);
  std::vector<SurfaceSample> samples = sample_surface(mesh, topology, 0.2);
  const SphereTree tree = build_sample_tree(mesh, topology, samples);
  long long looks = 0;
  const double radius = covering_radius(mesh, samples, tree, 0.2, &looks);
  EXPECT_GT(radius, 0.1);
  EXPECT_LT(radius, 0.2);
  return looks;
}

TEST(FieldGrowth, the_sampling_error_of_a_rod_takes_work_in_proportion_to_its_length) {
  const auto once = static_cast<double>(covering_looks(40)), four_times = static_cast<double>(covering_looks(160));
  EXPECT_LT(four_times, 5 * once);
}

// Triangles measured for 300 points near a double cone, each without a guess.
double measured_near(int needles) {
  const TriangleMesh mesh = double_cone(needles);
  const MeshTopology topology = build_topology(mesh);
  const TriangleTree tree = build_triangle_tree(mesh);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> coordinate(-1.1, 1.1);
  long long measured = 0;
  for (int i = 0; i < 300; ++i) {
    const Vec3 p(coordinate(random), coordinate(random), coordinate(random));
    const TriangleFoot foot = find_nearest_triangle(mesh, topology, tree, p, -1, &measured);
    TriangleFoot best;
    for (int t = 0; i < 20 && t < 2 * needles; ++t) measure_triangle(mesh, topology, t, p, best);
    if (i < 20) {
      EXPECT_EQ(foot.distance2, best.distance2);
      EXPECT_EQ(foot.triangle, best.triangle);
    }
  }
  return static_cast<double>(measured) / 300;
}

TEST(FieldGrowth, the_nearest_of_many_needles_is_found_by_measuring_few) {
  EXPECT_LT(measured_near(4000), 0.1 * 8000);
}

TEST(FieldGrowth, fields_of_needles_agree_with_brute_force) {
  const TriangleMesh mesh = double_cone(100);
  const MeshGeometry geometry(mesh, {.cell = 0.2});
  std::mt19937 random(2);
  std::uniform_real_distribution<double> coordinate(-1.2, 1.2);
  for (int i = 0; i < 300; ++i) {
    const Vec3 p(coordinate(random), coordinate(random), coordinate(random));
    EXPECT_NEAR(geometry.nearest(p).distance, brute_distance(mesh, p), 1e-13);
  }
}

// A flat ring of small squares along a large one, turned by 45 degrees against the axes.
TriangleMesh frame(double size, double width) {
  TriangleMesh mesh;
  const auto add_ring = [&](double half, double z) {
    for (const auto& [x, y] : {std::pair{1, 0}, {0, 1}, {-1, 0}, {0, -1}})
      mesh.vertices.emplace_back(half * x, half * y, z);
  };
  add_ring(size, 0), add_ring(size - width, 0), add_ring(size - width, width), add_ring(size, width);
  for (int ring = 0; ring < 4; ++ring) {
    for (int i = 0; i < 4; ++i) {
      const int a = 4 * ring + i, b = 4 * ring + (i + 1) % 4, next = (ring + 1) % 4;
      const int c = 4 * next + (i + 1) % 4, d = 4 * next + i;
      mesh.triangles.push_back({b, a, d});
      mesh.triangles.push_back({b, d, c});
    }
  }
  return mesh;
}

TEST(FieldGrowth, thin_slanted_areas_are_sampled_all_along) {
  TriangleMesh mesh = frame(50, 0.5);
  const double spacing = 0.1;
  const MeshTopology topology = build_topology(mesh);
  std::vector<SurfaceSample> samples = sample_surface(mesh, topology, spacing);
  EXPECT_GT(std::ranges::count(samples, MeshFeature::kFace, &SurfaceSample::feature), 4 * 700 * (3 + 3 + 4 + 4));
  const SphereTree tree = build_sample_tree(mesh, topology, samples);
  EXPECT_LT(covering_radius(mesh, samples, tree, spacing), spacing);
}

// Every point of the grid that is in the area and not near its border is a sample, for borders of many edges.
TEST(FieldGrowth, samples_of_flat_areas_stay_away_from_all_edges_of_their_border) {
  TriangleMesh mesh = open_cone(400);  // its base is one flat area with 400 edges around
  const int middle = static_cast<int>(mesh.vertices.size());
  mesh.vertices.emplace_back(0, 0, 0);
  for (int i = 0; i < 400; ++i) mesh.triangles.push_back({(i + 1) % 400, i, middle});
  const MeshTopology topology = build_topology(mesh);
  const double spacing = 0.05;
  std::vector<SurfaceSample> samples;
  add_face_samples(mesh, topology, spacing, samples);
  int in_base = 0;
  for (const SurfaceSample& sample : samples) {
    if (std::abs(sample.point.z()) > 1e-12) continue;
    ++in_base;
    EXPECT_LE(sample.point.norm(), 1 - 0.25 * spacing);
  }
  EXPECT_NEAR(in_base, std::numbers::pi * std::pow(1 - 0.25 * spacing, 2) / (spacing * spacing), 30);
}

TEST(FieldGrowth, a_spacing_too_fine_is_refused_with_one_that_fits) {
  const auto refusal = [](const TriangleMesh& mesh, double spacing) -> std::string {
    try {
      const MeshGeometry geometry(mesh, {.spacing = spacing, .cell = 1e9});
      return "";
    } catch (const InputError& error) {
      return error.what();
    }
  };
  // A wire has hardly any area, but long edges.
  const TriangleMesh wire = box_mesh({1e-6, 1e-6, 1e4});
  EXPECT_NE(refusal(wire, 1e-4).find("at most 5e+06 are taken, a spacing of 0.0088 m or more fits"), std::string::npos)
      << refusal(wire, 1e-4);
  EXPECT_NE(refusal(box_mesh({1, 1, 1}), 1e-4).find("6e+08 samples"), std::string::npos);
  EXPECT_EQ(refusal(box_mesh({1, 1, 1}), 0.1), "");
}

}  // namespace
}  // namespace stiction
