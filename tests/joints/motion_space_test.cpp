// The motions that joints leave, against dense pseudo-inverses.
#include "contact/motion_space.h"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <random>

namespace stiction {
namespace {

struct Linkage {
  std::vector<int> sizes;
  std::vector<MotionSpace::Rows> joints;

  int size() const { return std::accumulate(sizes.begin(), sizes.end(), 0); }
  int first(int link) const { return std::accumulate(sizes.begin(), sizes.begin() + link, 0); }
  MatX G() const {
    int rows = 0;
    for (const auto& joint : joints) rows += static_cast<int>(std::max(joint.on_a.rows(), joint.on_b.rows()));
    MatX all = MatX::Zero(rows, size());
    int row = 0;
    for (const auto& joint : joints) {
      const auto own = std::max(joint.on_a.rows(), joint.on_b.rows());
      if (joint.a >= 0) all.block(row, first(joint.a), own, joint.on_a.cols()) += joint.on_a;
      if (joint.b >= 0) all.block(row, first(joint.b), own, joint.on_b.cols()) += joint.on_b;
      row += static_cast<int>(own);
    }
    return all;
  }
};

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double normal() { return normal_(engine_); }
  int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  MatX matrix(int rows, int columns) {
    MatX result(rows, columns);
    for (double& x : result.reshaped()) x = normal();
    return result;
  }

 private:
  std::mt19937 engine_;
  std::normal_distribution<double> normal_;
};

// A tree with some more joints, some of which repeat what others say.
Linkage random_linkage(Random& random) {
  Linkage linkage;
  const int links = 1 + random.below(7);
  for (int i = 0; i < links; ++i) linkage.sizes.push_back(3 + random.below(4));
  const auto add = [&](int a, int b, int rows) {
    const auto over = [&](int link) { return link < 0 ? MatX(rows, 0) : random.matrix(rows, linkage.sizes[link]); };
    linkage.joints.push_back({a, b, over(a), over(b)});
  };
  const bool held = random.below(2) == 0;
  if (held) add(-1, 0, 1 + random.below(3));
  for (int i = 1; i < links; ++i)
    random.below(2) == 0 ? add(random.below(i), i, 1 + random.below(3)) : add(i, random.below(i), 1 + random.below(3));
  if (random.below(2) == 0 && links > 1) add(0, links - 1, 1);
  if (random.below(2) == 0 && !linkage.joints.empty()) {
    MotionSpace::Rows again = linkage.joints[random.below(static_cast<int>(linkage.joints.size()))];
    again.on_a *= 3;
    again.on_b *= 3;
    linkage.joints.push_back(again);
  }
  return linkage;
}

TEST(MotionSpace, IsTheNullSpaceOfTheJointsInOrthonormalCoordinates) {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const Linkage linkage = random_linkage(random);
    if (linkage.joints.empty()) continue;
    MotionSpace space;
    space.build(linkage.sizes, linkage.joints);
    const MatX G = linkage.G();
    const MatX inverse = G.completeOrthogonalDecomposition().pseudoInverse();
    const MatX allowed = MatX::Identity(G.cols(), G.cols()) - inverse * G;
    MatX N(linkage.size(), space.dofs());
    for (int k = 0; k < space.dofs(); ++k) {
      VecX x = VecX::Zero(linkage.size());
      space.expand(VecX::Unit(space.dofs(), k), x);
      N.col(k) = x;
    }
    ASSERT_LT((N * N.transpose() - allowed).cwiseAbs().maxCoeff(), 1e-9) << round;
    ASSERT_LT((N.transpose() * N - MatX::Identity(space.dofs(), space.dofs())).norm(), 1e-9);

    const VecX x = random.matrix(linkage.size(), 1);
    VecX y;
    space.restrict_to(x, y);
    ASSERT_LT((y - N.transpose() * x).norm(), 1e-9);
    MatX rows = random.matrix(2, linkage.sizes[0]), restricted = MatX::Zero(2, space.dofs());
    space.restrict_rows(0, rows, restricted);
    ASSERT_LT((restricted - rows * N.topRows(linkage.sizes[0])).norm(), 1e-9);

    const VecX g = G * random.matrix(linkage.size(), 1);  // what rows can be
    VecX D;
    space.meet(g, D);
    ASSERT_LT((G * D - g).norm(), 1e-8);
    ASSERT_LT((D - inverse * g).norm(), 1e-8) << "not the nearest";

    const VecX force = G.transpose() * random.matrix(static_cast<int>(G.rows()), 1);
    VecX l;
    space.multipliers(force, l);
    ASSERT_LT((G.transpose() * l - force).norm(), 1e-7 * (1 + force.norm()));
  }
}

TEST(MotionSpace, OfLinksThatCannotMoveHasNoDegreesOfFreedom) {
  MotionSpace space;
  space.build({3}, {{MotionSpace::kNotFree, 0, MatX(3, 0), MatX::Identity(3, 3)}});
  EXPECT_EQ(space.dofs(), 0);
  VecX x;
  space.meet(Vec3(1, 2, 3), x);
  EXPECT_LT((x - Vec3(1, 2, 3)).norm(), 1e-14);
}

}  // namespace
}  // namespace stiction
