// The reduction of global problems, against dense linear algebra.
#include "recorded/global_reduction.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "recorded/recorded_problems.h"

namespace stiction {
namespace {

TEST(GlobalReduction, IsTheSchurComplementOfTheMassMatrix) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const GlobalProblem global = test::random_global(seed, 4, 9, 0);
    const RecordedProblem local = reduced(global, "file");
    const MatX inverse = MatX(global.M).inverse(), H = global.H;
    EXPECT_LT((MatX(local.W) - H.transpose() * inverse * H).norm(), 1e-11 * local.W.norm());
    EXPECT_LT((local.q - (H.transpose() * inverse * global.f + global.w)).norm(), 1e-11 * local.q.norm());
  }
}

TEST(GlobalReduction, ImpulsesLeadToMotionsThatSatisfyAllEquations) {
  for (const int constraints : {0, 3}) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
      const GlobalProblem global = test::random_global(seed, 4, 9, constraints);
      const RecordedProblem local = reduced(global, "file");
      const VecX r = VecX::LinSpaced(12, -1, 1);
      const GlobalMotion motion = global_motion(global, r, "file");
      VecX balance = global.M * motion.v - global.H * r - global.f;
      if (constraints > 0) {
        balance -= *global.G * motion.l;
        EXPECT_LT((global.G->transpose() * motion.v + global.b).norm(), 1e-10);
      }
      EXPECT_LT(balance.norm(), 1e-9);
      const VecX u = global.H.transpose() * motion.v + global.w;
      EXPECT_LT((u - (local.W * r + local.q)).norm(), 1e-9 * u.norm());
    }
  }
}

}  // namespace
}  // namespace stiction
