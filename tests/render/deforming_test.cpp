// Bodies whose vertices are in every frame.
#include <gtest/gtest.h>

#include "render/framing.h"
#include "render/picture_bodies.h"
#include "render/soup.h"

namespace stiction {
namespace {

// A tetrahedron with flat faces; every second body of the recording deforms.
RecordingInfo two_tetrahedra() {
  RecordingInfo info;
  info.gravity = Vec3(0, 0, -9.81);
  info.materials.push_back({"stone", 2400, 0.5});
  ShownSurface surface;
  surface.vertices = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  surface.triangles = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  info.surfaces.push_back(surface);
  for (const bool deforms : {false, true, true}) {
    RecordedBody body;
    body.surface = 0;
    body.deforming = deforms ? 4 : 0;
    info.bodies.push_back(body);
  }
  return info;
}

Frame frame_with(const std::vector<float>& first, const std::vector<float>& second) {
  Frame frame;
  frame.bodies.resize(3);
  frame.surface_vertices = first;
  frame.surface_vertices.insert(frame.surface_vertices.end(), second.begin(), second.end());
  return frame;
}

const std::vector<float> kRest = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};

// The corners of all triangles of a body.
std::vector<Vec3f> corners_of(const Soup& soup, std::uint32_t body) {
  std::vector<Vec3f> corners;
  for (const Soup::Triangle& triangle : soup.triangles) {
    if (triangle.body != body) continue;
    for (const std::uint32_t v : triangle.vertex) corners.push_back(soup.positions[v]);
  }
  return corners;
}

TEST(Deforming, AtRestItLooksAsARigidBodyDoes) {
  const PictureBodies bodies = picture_bodies(two_tetrahedra());
  Soup soup;
  gather_soup(bodies, frame_with(kRest, kRest), Vec3::Zero(), 100, soup);
  EXPECT_EQ(corners_of(soup, 1), corners_of(soup, 0));
  EXPECT_EQ(corners_of(soup, 2), corners_of(soup, 0));
  const std::size_t each = soup.normals.size() / 3;
  for (std::size_t v = 0; v < each; ++v) EXPECT_LT((soup.normals[v] - soup.normals[each + v]).norm(), 1e-6F);
}

TEST(Deforming, EveryBodyTakesItsOwnVerticesAndTheBodysPose) {
  const PictureBodies bodies = picture_bodies(two_tetrahedra());
  std::vector<float> taller = kRest;
  taller[11] = 3;  // the tip
  Frame frame = frame_with(kRest, taller);
  frame.bodies[2].position = Vec3(5, 0, 0);
  frame.bodies[2].rotation = Quat(Eigen::AngleAxisd(std::acos(-1.0), Vec3::UnitX()));
  Soup soup;
  gather_soup(bodies, frame, Vec3::Zero(), 100, soup);
  EXPECT_EQ(corners_of(soup, 1), corners_of(soup, 0));
  float lowest = 0;
  for (const Vec3f& p : corners_of(soup, 2)) lowest = std::min(lowest, p.z());
  EXPECT_NEAR(lowest, -3, 1e-6);
}

TEST(Deforming, NormalsFollowTheFaces) {
  const PictureBodies bodies = picture_bodies(two_tetrahedra());
  std::vector<float> taller = kRest;
  taller[11] = 3;
  Soup soup;
  gather_soup(bodies, frame_with(kRest, taller), Vec3::Zero(), 100, soup);
  for (const Soup::Triangle& triangle : soup.triangles) {
    const auto& [i, j, k] = triangle.vertex;
    const Vec3f face =
        (soup.positions[j] - soup.positions[i]).cross(soup.positions[k] - soup.positions[i]).normalized();
    for (const std::uint32_t v : triangle.vertex) EXPECT_LT((soup.normals[v] - face).norm(), 1e-5F);
  }
}

TEST(Deforming, AFlattenedBodyStillHasNormals) {
  const PictureBodies bodies = picture_bodies(two_tetrahedra());
  Soup soup;
  gather_soup(bodies, frame_with(std::vector<float>(12, 0.5F), kRest), Vec3::Zero(), 100, soup);
  for (const Vec3f& normal : soup.normals) EXPECT_NEAR(normal.norm(), 1, 1e-5);
}

// Camera and floor go by what bodies look like, not by what they were made as.
TEST(Deforming, PictureAndFloorHoldTheDeformedBody) {
  const PictureBodies bodies = picture_bodies(two_tetrahedra());
  std::vector<float> hanging = kRest;
  hanging[11] = -3;  // the tip
  Framing framing(bodies);
  framing.add(frame_with(kRest, hanging));
  const PictureSetting setting = framing.setting({}, Theme::light());
  ASSERT_TRUE(setting.floor.has_value());
  EXPECT_NEAR(setting.center.z() + *setting.floor, -3, 1e-6);
}

}  // namespace
}  // namespace stiction
