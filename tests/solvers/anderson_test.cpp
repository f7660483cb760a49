// Anderson acceleration on linear maps.
#include "solvers/anderson.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <Eigen/QR>

#include "solvers/solving.h"

namespace stiction {
namespace {

using Random = test::ProblemRandom;
using Vector = std::vector<double>;

// f -> T f + b and beta such that f = B beta throughout.
struct LinearMap {
  MatX T;
  VecX b;
  Vector operator()(const Vector& f) const {
    const VecX image = T * Eigen::Map<const VecX>(f.data(), b.size()) + b;
    return {image.begin(), image.end()};
  }
};

LinearMap slow_map(int size, double rate, std::uint32_t seed) {
  Random random(seed);
  LinearMap map;
  const VecX rates = rate * VecX::LinSpaced(size, -1, 1);
  MatX Q(size, size);
  for (int j = 0; j < size; ++j) Q.col(j) = random.vector_of(size);
  Q = Eigen::HouseholderQR<MatX>(Q).householderQ();
  map.T = Q * rates.asDiagonal() * Q.transpose();
  map.b = random.vector_of(size);
  return map;
}

TEST(Anderson, SolvesASmallLinearMapInAsManyStepsAsItHasDimensions) {
  const int size = 4;
  const LinearMap map = slow_map(size, 0.99, 1);
  const VecX solution = (MatX::Identity(size, size) - map.T).lu().solve(map.b);
  Anderson anderson;
  anderson.reset();
  Vector f(size, 0.0);
  for (int i = 0; i < size + 2; ++i) {
    Vector f_new = map(f), beta_new = f_new;
    anderson.mix(f, f_new, beta_new);
    f = f_new;
  }
  EXPECT_LT((Eigen::Map<VecX>(f.data(), size) - solution).norm(), 1e-6 * solution.norm());
}

TEST(Anderson, BeatsThePlainIterationOnALargerMap) {
  const int size = 30;
  const LinearMap map = slow_map(size, 0.98, 2);
  Anderson anderson;
  anderson.reset();
  Vector plain(size, 0.0), f(size, 0.0);
  for (int i = 0; i < 60; ++i) {
    plain = map(plain);
    Vector f_new = map(f), beta_new = f_new;
    anderson.mix(f, f_new, beta_new);
    f = f_new;
  }
  EXPECT_LT(test::distance(map(f), f), 0.1 * test::distance(map(plain), plain));
}

TEST(Anderson, MixesBetaWithTheSameCoefficients) {
  const int size = 6;
  const LinearMap map = slow_map(size, 0.9, 3);
  Random random(4);
  MatX B(size, size + 3);
  for (int j = 0; j < B.cols(); ++j) B.col(j) = random.vector_of(size);
  const auto image = [&](const Vector& beta) {
    const VecX f = B * Eigen::Map<const VecX>(beta.data(), B.cols());
    return Vector(f.begin(), f.end());
  };
  // A map on beta whose image under B is the linear map on f.
  const MatX lift = B.transpose() * (B * B.transpose()).inverse();
  Anderson anderson;
  anderson.reset();
  Vector beta(B.cols(), 0.0);
  for (int i = 0; i < 12; ++i) {
    const Vector f = image(beta);
    Vector f_new = map(f);
    const VecX lifted = lift * Eigen::Map<VecX>(f_new.data(), size);
    Vector beta_new(lifted.begin(), lifted.end());
    anderson.mix(f, f_new, beta_new);
    EXPECT_LT(test::distance(image(beta_new), f_new), 1e-9 * (1 + test::norm(f_new))) << "step " << i;
    beta = beta_new;
  }
}

TEST(Anderson, ImpulsesThatJoinLaterWereZeroBefore) {
  const LinearMap map = slow_map(6, 0.9, 6);
  Random random(7);
  Anderson growing, whole;
  growing.reset();
  whole.reset();
  Vector f(6, 0.0);
  for (int i = 0; i < 12; ++i) {
    const VecX impulses = random.vector_of(3 + i / 2);
    Vector f_new = map(f), f_of_whole = f_new, beta(impulses.begin(), impulses.end()), padded = beta;
    padded.resize(20, 0.0);
    growing.mix(f, f_new, beta);
    whole.mix(f, f_of_whole, padded);
    EXPECT_EQ(f_new, f_of_whole) << "step " << i;
    beta.resize(20, 0.0);
    EXPECT_EQ(beta, padded) << "step " << i;
    f = f_new;
  }
}

TEST(Anderson, FirstStepAndAFixedPointStayAsTheyAre) {
  const LinearMap map = slow_map(3, 0.5, 5);
  Anderson anderson;
  anderson.reset();
  const Vector f(3, 1.0);
  Vector f_new = map(f), beta_new = f_new;
  const Vector first = f_new;
  anderson.mix(f, f_new, beta_new);
  EXPECT_EQ(f_new, first);
  anderson.reset();
  for (int i = 0; i < 3; ++i) {
    Vector same = f, same_beta = f;
    anderson.mix(f, same, same_beta);
    EXPECT_EQ(same, f);
    EXPECT_EQ(same_beta, f);
  }
}

}  // namespace
}  // namespace stiction
