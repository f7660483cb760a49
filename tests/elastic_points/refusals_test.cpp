// What bodies of mass points cannot be made of.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/error.h"
#include "elastic_points/points_bodies.h"

namespace stiction::test {
namespace {

template <class Make>
std::string refusal(const Make& make) {
  try {
    make();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string refusal(const PointsOptions& options) {
  return refusal([&] { make_points_body(box_tet_mesh({1, 1, 1}, {1, 1, 1}), options); });
}

TEST(PointsRefusals, NumbersOutOfRangeAreNamed) {
  PointsOptions options = soft();
  options.volume_stiffness = -1;
  EXPECT_NE(refusal(options).find("volume stiffness is -1 Pa"), std::string::npos);
  options = soft();
  options.mass_damping = std::nan("");
  EXPECT_NE(refusal(options).find("mass damping"), std::string::npos);
  EXPECT_NE(refusal(soft(0)).find("Young's modulus"), std::string::npos);
  EXPECT_NE(refusal(soft(1e5, 0.5)).find("Poisson"), std::string::npos);
  options = soft();
  options.held = {{{0, 0, 1}, {1, 1, 0}}};
  EXPECT_NE(refusal(options).find("held"), std::string::npos);
  options.held = {{{-1, -1, -1}, {1, 1, 1}}};
  EXPECT_NE(refusal(options).find("all nodes"), std::string::npos);
}

TEST(PointsRefusals, ABoxThatHoldsNothingIsToldWhereTheBodyIs) {
  PointsOptions options = soft();
  options.held = {{{-1, -1, -1}, {1, 1, -0.4}}, {{-1, -1, 4.4}, {1, 1, 4.6}}};
  const std::string message = refusal(options);
  EXPECT_NE(message.find("\"held\"[1], from [-1, -1, 4.4] to [1, 1, 4.6], holds no node"), std::string::npos)
      << message;
  EXPECT_NE(message.find("from [-0.5, -0.5, -0.5] to [0.5, 0.5, 0.5] m"), std::string::npos) << message;
  options.held.pop_back();
  EXPECT_EQ(refusal(options), "");
  options.thickness = 0.01;
  options.held = {{{2, 2, 2}, {3, 3, 3}}};
  EXPECT_NE(refusal([&] {
              make_points_body(rectangle_sheet({1, 1}, 2, 2), options);
            }).find("holds no node"),
            std::string::npos);
}

TEST(PointsRefusals, MembranesAreOnePiece) {
  PointsOptions options = soft();
  options.thickness = 0.01;
  TriangleMesh sheet = rectangle_sheet({1, 1}, 2, 2);
  const auto count = static_cast<int>(sheet.vertices.size());
  const auto triangles = static_cast<int>(sheet.triangles.size());
  for (const Vec3& at : {Vec3(2, 0, 0), Vec3(3, 0, 0), Vec3(2, 1, 0)}) sheet.vertices.push_back(at);
  sheet.triangles.push_back({count, count + 1, count + 2});
  const std::string apart = refusal([&] { make_points_body(sheet, options); });
  EXPECT_NE(apart.find("2 pieces that share no edge (the second begins with triangle " + std::to_string(triangles)),
            std::string::npos)
      << apart;
  sheet.vertices.erase(sheet.vertices.begin() + count);
  sheet.triangles.back() = {0, count, count + 1};
  EXPECT_NE(refusal([&] { make_points_body(sheet, options); }).find("pieces"), std::string::npos)
      << "joined at a point";
}

TEST(PointsRefusals, InvertedAndFlatElementsAreNamed) {
  TetMesh mesh = box_tet_mesh({1, 1, 1}, {2, 2, 2});
  std::swap(mesh.tets[5][0], mesh.tets[5][1]);
  EXPECT_NE(refusal([&] { make_points_body(mesh, soft()); }).find("inverted"), std::string::npos);
  mesh = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {{0, 1, 2, 3}}};
  EXPECT_NE(refusal([&] { make_points_body(mesh, soft()); }).find("volume"), std::string::npos);
}

TEST(PointsRefusals, MembranesNeedAThicknessAndOneSide) {
  PointsOptions options = soft();
  TriangleMesh sheet = rectangle_sheet({1, 1}, 2, 2);
  EXPECT_NE(refusal([&] { make_points_body(sheet, options); }).find("thickness"), std::string::npos);
  options.thickness = 0.01;
  EXPECT_EQ(refusal([&] { make_points_body(sheet, options); }), "");
  std::swap(sheet.triangles[3][0], sheet.triangles[3][1]);
  EXPECT_NE(refusal([&] { make_points_body(sheet, options); }).find("opposite sides"), std::string::npos);
  sheet = rectangle_sheet({1, 1}, 2, 2);
  sheet.vertices[4] = sheet.vertices[3];
  EXPECT_NE(refusal([&] { make_points_body(sheet, options); }).find("counted from 0, has no area: remove it"),
            std::string::npos);
  sheet = rectangle_sheet({1, 1}, 2, 2);
  sheet.vertices.emplace_back(3, 3, 3);
  EXPECT_NE(refusal([&] { make_points_body(sheet, options); }).find("no triangle"), std::string::npos);
}

}  // namespace
}  // namespace stiction::test
