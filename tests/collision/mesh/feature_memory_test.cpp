// Searches that remember find the same bits as searches that do not.
#include "collision/mesh/feature_memory.h"

#include <gtest/gtest.h>

#include "base/repetitions.h"
#include "collision/collider.h"
#include "collision/mesh/mesh_contacts.h"
#include "collision/mesh/mesh_worlds.h"
#include "collision/mesh/meshes.h"
#include "collision/mesh/random_courses.h"

namespace stiction {
namespace {

FeatureShape features(const TriangleMesh& mesh) {
  return make_feature_shape(mesh.vertices, mesh.triangles);
}

// Two shapes near each other that tremble, creep, and jump now and then.
class WanderingPair {
 public:
  WanderingPair(FeatureShape one, FeatureShape two, unsigned seed)
      : one_(std::move(one)), two_(std::move(two)), random_(seed) {
    at_.rotation = random_rotation(random_);
    jump();
  }

  void move() {
    std::uniform_real_distribution<double> chance(0, 1);
    if (chance(random_) < 0.02) return jump();
    const double way = scale() * std::pow(10, -1 - 9 * chance(random_)) * FeatureMemory::slack(one_, two_) / 0.006;
    pose_.position += way * random_vector(random_);
    pose_.rotation =
        (Quat(Eigen::AngleAxisd(way / two_.size, random_vector(random_).normalized())) * pose_.rotation).normalized();
    margin_ = (0.002 + (chance(random_) < 0.2 ? 0.05 * chance(random_) : 0)) * one_.size;
  }

  // Are the contacts the same with memory and without? Counts those found by an old list.
  void compare() {
    const FeatureFrame frame(one_, at_, two_, pose_, +1);
    const bool known = memory_.covers(frame, margin_);
    const PairCourses courses =
        random_() % 2 > 0 ? PairCourses() : test::random_courses(at_.position, margin_, random_);
    contacts_.collide(one_, at_, two_, pose_, margin_, courses, 0, nullptr, fresh_);
    contacts_.collide(one_, at_, two_, pose_, margin_, courses, 0, &memory_, remembered_);
    if (known) found_by_memory += static_cast<int>(fresh_.size());
    ASSERT_EQ(remembered_.size(), fresh_.size());
    for (std::size_t i = 0; i < fresh_.size(); ++i) {
      EXPECT_EQ(remembered_[i].code, fresh_[i].code);
      EXPECT_EQ(remembered_[i].gap, fresh_[i].gap);
      EXPECT_EQ(remembered_[i].point, fresh_[i].point);
      EXPECT_EQ(remembered_[i].normal, fresh_[i].normal);
    }
  }

  int found_by_memory = 0;

 private:
  double scale() const { return 0.05; }
  void jump() {
    const Vec3 direction = random_vector(random_).normalized();
    std::uniform_real_distribution<double> share(0.3, 1.0);
    pose_.rotation = random_rotation(random_);
    pose_.position = at_.position + share(random_) * (one_.size + two_.size) * direction;
  }

  FeatureShape one_, two_;
  std::mt19937 random_;
  Pose at_, pose_;
  double margin_ = 1e-3;
  FeatureMemory memory_;
  MeshContacts contacts_;
  std::vector<PairPoint> fresh_, remembered_;
};

TEST(FeatureMemory, ChangesNoBitOfWhatIsFound) {
  const std::vector<TriangleMesh> meshes = {
      box_mesh({1, 0.7, 0.5}),       box_mesh({1, 1, 0.01}), l_mesh(), icosphere(0.5, 2), rock_mesh(0.5, 2, 0.5, 3),
      torus_mesh(0.5, 0.15, 20, 10), box_mesh({20, 20, 1})};
  int found = 0;
  unsigned seed = 1;
  for (const TriangleMesh& a : meshes) {
    for (const TriangleMesh& b : meshes) {
      WanderingPair pair(features(a), features(b), seed++);
      for (int i = 0; i < test::repetitions(200); ++i, pair.move()) pair.compare();
      found += pair.found_by_memory;
    }
  }
  EXPECT_GT(found, test::repetitions(2000));  // or it would show nothing
}

// Two searches a step, as after a solve that brings bodies off their courses.
TEST(FeatureMemory, SearchesFromOnePlaceDoNotMakeMovingShapesCalm) {
  const FeatureShape one = features(rock_mesh(0.5, 2, 0.5, 3)), two = features(l_mesh());
  FeatureMemory memory;
  Pose pose;
  const auto is_calm_after = [&](double way) {
    pose.position.x() += way * FeatureMemory::slack(one, two);
    const FeatureFrame frame(one, Pose{}, two, pose, +1);
    const bool calm = memory.is_calm(frame, 1e-3);
    EXPECT_EQ(memory.is_calm(frame, 1e-3), calm);
    return calm;
  };
  for (int step = 0; step < 5; ++step) EXPECT_FALSE(is_calm_after(0.5)) << step;
  for (int step = 0; step < 5; ++step) EXPECT_TRUE(is_calm_after(0.05)) << step;
  EXPECT_FALSE(is_calm_after(0.5));
}

TEST(FeatureMemory, OfBallsAndCapsulesChangesNoBitEither) {
  int found = 0;
  unsigned seed = 100;
  for (const FeatureShape& round : {make_sphere_features(0.3), make_capsule_features(0.1, 0.6)}) {
    for (const TriangleMesh& mesh : {l_mesh(), rock_mesh(0.5, 2, 0.5, 3), box_mesh({20, 20, 1})}) {
      WanderingPair pair(round, features(mesh), seed++);
      for (int i = 0; i < test::repetitions(400); ++i, pair.move()) pair.compare();
      found += pair.found_by_memory;
    }
  }
  EXPECT_GT(found, test::repetitions(100));
}

}  // namespace
}  // namespace stiction
