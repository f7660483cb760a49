#include "scenes/shown_surfaces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace stiction {
namespace {

Model model_of(const std::vector<Shape>& shapes) {
  Model model;
  for (const Shape& shape : shapes) {
    Body body;
    body.shape = shape;
    model.bodies.push_back(body);
  }
  return model;
}

Vec3 vertex(const ShownSurface& surface, std::size_t corner) {
  const float* v = &surface.vertices[3 * surface.triangles[corner]];
  return {v[0], v[1], v[2]};
}

double volume(const ShownSurface& surface) {
  double six_fold = 0;
  for (std::size_t i = 0; i < surface.triangles.size(); i += 3) {
    six_fold += vertex(surface, i).dot(vertex(surface, i + 1).cross(vertex(surface, i + 2)));
  }
  return six_fold / 6;
}

TEST(ShownSurfaces, HasEachDifferentSurfaceOnce) {
  const ShownSurfaces shown = shown_surfaces(model_of({PlaneShape{}, SphereShape{1}, make_box_shape({1, 2, 3}),
                                                       SphereShape{1}, make_box_shape({1, 2, 3}), SphereShape{2}}));
  EXPECT_EQ(shown.of_body, (std::vector<int>{-1, 0, 1, 0, 1, 2}));
  ASSERT_EQ(shown.surfaces.size(), 3U);
  EXPECT_TRUE(shown.surfaces[0].smooth);
  EXPECT_FALSE(shown.surfaces[1].smooth);
}

TEST(ShownSurfaces, EncloseTheShapeTurnedOutwards) {
  const CompoundShape two =
      make_compound_shape({{make_box_shape({1, 1, 1}), {}}, {SphereShape{1}, Pose{Vec3(3, 0, 0), Quat::Identity()}}});
  const double ball = 4 * std::numbers::pi / 3;
  const std::vector<std::pair<Shape, double>> cases = {{make_box_shape({1, 2, 3}), 6},
                                                       {SphereShape{1}, ball},
                                                       {make_capsule_shape(1, 2), ball + 2 * std::numbers::pi},
                                                       {make_cylinder_shape(1, 2), 2 * std::numbers::pi},
                                                       {two, 1 + ball}};
  for (const auto& [shape, expected] : cases) {
    const ShownSurfaces shown = shown_surfaces(model_of({shape}));
    EXPECT_NEAR(volume(shown.surfaces[0]), expected, 0.03 * expected);
    EXPECT_LE(volume(shown.surfaces[0]), expected * (1 + 1e-6));
  }
}

// Smooth shading takes the mean normal of the triangles at a vertex: it must be near each of theirs.
TEST(ShownSurfaces, RoundShapesShareNoVertexAcrossASharpEdge) {
  for (const Shape& shape : std::vector<Shape>{make_cylinder_shape(1, 2), make_capsule_shape(1, 2), SphereShape{1}}) {
    const ShownSurface surface = shown_surfaces(model_of({shape})).surfaces[0];
    std::vector<Vec3> sums(surface.vertex_count(), Vec3::Zero());
    const auto normal = [&](std::size_t i) -> Vec3 {
      const Vec3 a = vertex(surface, i);
      return (vertex(surface, i + 1) - a).cross(vertex(surface, i + 2) - a).normalized();
    };
    for (std::size_t i = 0; i < surface.triangles.size(); ++i) sums[surface.triangles[i]] += normal(i / 3 * 3);
    for (std::size_t i = 0; i < surface.triangles.size(); ++i) {
      EXPECT_GT(sums[surface.triangles[i]].normalized().dot(normal(i / 3 * 3)), 0.9);
    }
  }
}

TEST(ShownSurfaces, ManyDifferentRoundShapesHaveFewerTriangles) {
  std::vector<Shape> shapes(300);
  for (int i = 0; i < 300; ++i) shapes[i] = SphereShape{1 + 0.01 * i};
  const ShownSurfaces many = shown_surfaces(model_of(shapes));
  const ShownSurfaces one = shown_surfaces(model_of({SphereShape{1}}));
  EXPECT_EQ(many.surfaces.size(), 300U);
  EXPECT_LT(3 * many.surfaces[0].triangle_count(), one.surfaces[0].triangle_count());
}

}  // namespace
}  // namespace stiction
