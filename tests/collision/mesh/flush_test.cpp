// Flat faces on flat faces: normals, support and quiet under noise; flush neighbours leave each other alone.
#include <gtest/gtest.h>

#include "collision/mesh/mesh_contacts.h"
#include "collision/mesh/meshes.h"

namespace stiction {
namespace {

class Flush : public testing::Test {
 protected:
  FeatureShape cube_ = make_feature_shape(box_mesh(Vec3::Ones()).vertices, box_mesh(Vec3::Ones()).triangles);
  MeshContacts contacts_;
  std::vector<PairPoint> points_;
  std::mt19937 random_{11};

  void collide(const Pose& a, const Pose& b, double margin = 1e-3, int samples = 0) {
    contacts_.collide(cube_, a, cube_, b, margin, {}, samples, nullptr, points_);
  }
  std::vector<std::uint64_t> codes() const {
    std::vector<std::uint64_t> all;
    all.reserve(points_.size());
    for (const PairPoint& p : points_) all.push_back(p.code);
    return all;
  }
  // Area of the points' hull seen from above.
  double support_area() const {
    std::vector<Vec2> loop;
    loop.reserve(points_.size());
    for (const PairPoint& p : points_) loop.emplace_back(p.point.x(), p.point.y());
    Vec2 middle = Vec2::Zero();
    for (const Vec2& p : loop) middle += p / static_cast<double>(loop.size());
    std::sort(loop.begin(), loop.end(), [&](const Vec2& p, const Vec2& q) {
      return std::atan2(p.y() - middle.y(), p.x() - middle.x()) < std::atan2(q.y() - middle.y(), q.x() - middle.x());
    });
    double area = 0;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Vec2 &p = loop[i], &q = loop[(i + 1) % loop.size()];
      area += (p.x() * q.y() - p.y() * q.x()) / 2;
    }
    return area;
  }
};

Pose at(double x, double y, double z) {
  Pose pose;
  pose.position = {x, y, z};
  return pose;
}

TEST_F(Flush, CongruentCubesUnderNoiseTouchAtFourCornersWithVerticalNormals) {
  for (const double noise : {0.0, 1e-15, 1e-13, 1e-11, 1e-9, 1e-8}) {
    std::vector<std::uint64_t> first;
    for (int i = 0; i < 50; ++i) {
      collide(jittered(at(0, 0, 0), noise, random_), jittered(at(0, 0, 1), noise, random_));
      ASSERT_EQ(points_.size(), 4u) << noise;
      for (const PairPoint& p : points_) {
        EXPECT_LT((p.normal - Vec3::UnitZ()).norm(), 10 * noise + 1e-14);
        EXPECT_LT(std::abs(p.gap), 10 * noise + 1e-14);
      }
      EXPECT_NEAR(support_area(), 1, 1e-3);
      if (first.empty()) first = codes();
      EXPECT_EQ(codes(), first) << "noise " << noise << ", try " << i;
    }
  }
}

TEST_F(Flush, TurnedWorldsGiveTheSameContacts) {
  for (int i = 0; i < 50; ++i) {
    Pose turn;
    turn.rotation = random_rotation(random_);
    turn.position = random_vector(random_);
    collide(combined(turn, at(0, 0, 0)), combined(turn, at(0, 0, 1)));
    ASSERT_EQ(points_.size(), 4u);
    for (const PairPoint& p : points_) EXPECT_LT((p.normal - turn.rotation * Vec3::UnitZ()).norm(), 1e-14);
  }
}

TEST_F(Flush, TheSupportIsTheOverlapOfTheFaces) {
  for (int i = 0; i < 200; ++i) {
    const double x = random_number(random_, -0.9, 0.9), y = random_number(random_, -0.9, 0.9);
    collide(at(0, 0, 0), at(x, y, 1));
    EXPECT_NEAR(support_area(), (1 - std::abs(x)) * (1 - std::abs(y)), 1e-3);
    EXPECT_LE(points_.size(), 4u);
  }
}

TEST_F(Flush, TurnedFacesMeetInTheSamePolygonAsAnalyticBoxes) {
  const ConvexShape box = make_box_shape(Vec3::Ones());
  for (int i = 0; i < 200; ++i) {
    Pose upper = at(random_number(random_, -0.6, 0.6), random_number(random_, -0.6, 0.6), 1);
    upper.rotation = Quat(Eigen::AngleAxisd(random_number(random_, 0, 6.28), Vec3::UnitZ()));
    collide(at(0, 0, 0), upper);
    const double area = support_area();
    for (const PairPoint& p : points_) ASSERT_LT((p.normal - Vec3::UnitZ()).norm(), 1e-12);
    const Manifold analytic = stiction::collide(Placed(box, at(0, 0, 0)), Placed(box, upper), 1e-3);
    points_.clear();
    for (const ManifoldPoint& p : analytic.points) points_.push_back({p.point, analytic.normal, p.gap, p.code});
    EXPECT_NEAR(area, support_area(), 1e-3) << i;
  }
}

TEST_F(Flush, DiagonalNeighboursSlidePast) {
  for (const double noise : {0.0, 1e-12, 1e-9, 1e-7}) {
    for (int i = 0; i < 20; ++i) {
      collide(jittered(at(0, 0, 0), noise, random_), jittered(at(1, 0.2, 1), noise, random_));
      EXPECT_TRUE(points_.empty()) << noise;
      // At a distance too: a cube that stands on a floor of cubes does not stumble over the next one.
      collide(jittered(at(0, 0, 0), noise, random_), jittered(at(1 + 5e-4, 0.2, 1), noise, random_));
      EXPECT_TRUE(points_.empty()) << noise;
    }
  }
}

TEST_F(Flush, NeighboursSideBySideTouchAtTheirSides) {
  for (const double distance : {0.0, 1e-9, 1e-4, 9e-4}) {
    collide(at(0, 0, 0), at(1 + distance, 0, 0));
    ASSERT_EQ(points_.size(), 4u) << distance;
    for (const PairPoint& p : points_) {
      EXPECT_LT((p.normal - Vec3::UnitX()).norm(), 1e-12);
      EXPECT_NEAR(p.gap, distance, 1e-12);
    }
  }
}

TEST_F(Flush, ATiltedFaceKeepsAllItsCornersWithinTheMargin) {
  Pose upper = at(0.1, 0.05, 1);
  upper.rotation = Quat(Eigen::AngleAxisd(5e-4, Vec3::UnitY()));
  upper.position.z() += 2.6e-4;
  collide(at(0, 0, 0), upper, 2e-3);
  EXPECT_EQ(points_.size(), 4u);
  EXPECT_NEAR(support_area(), 0.9 * 0.95, 2e-3);
}

TEST_F(Flush, SamplesFillThePatch) {
  collide(at(0, 0, 0), at(0.2, 0, 1), 1e-3, 5);
  EXPECT_EQ(points_.size(), 4u + 25u);
  for (const PairPoint& p : points_) {
    EXPECT_NEAR(p.gap, 0, 1e-12);
    EXPECT_GT(p.point.x(), -0.3 - 1e-9);
  }
}

}  // namespace
}  // namespace stiction
