// Small recorded problems for tests.
#pragma once

#include <random>
#include <vector>

#include "recorded/recorded_problem.h"

namespace stiction::test {

// W = w I, one contact.
inline RecordedProblem one_contact(int dimension, double w, const VecX& q, double mu) {
  RecordedProblem problem;
  problem.dimension = dimension;
  problem.W = (w * MatX::Identity(dimension, dimension)).sparseView();
  problem.q = q;
  problem.mu = VecX::Constant(1, mu);
  return problem;
}

// W = A^T A with A of `rank` rows, a part of its blocks left out; q in the range of W, so that it has a solution.
inline RecordedProblem random_recorded(std::uint32_t seed, int dimension, int contacts, int rank) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const int size = dimension * contacts;
  MatX A = MatX::NullaryExpr(rank, size, [&] { return uniform(rng); });
  for (int c = 0; c < contacts; ++c)
    for (int i = 0; i < rank; ++i)
      if (uniform(rng) > 0.2) A.row(i).segment(dimension * c, dimension).setZero();
  RecordedProblem problem;
  problem.dimension = dimension;
  const MatX W = A.transpose() * A;
  problem.W = W.sparseView();
  problem.q = A.transpose() * VecX::NullaryExpr(rank, [&] { return uniform(rng); });
  problem.mu = VecX::NullaryExpr(contacts, [&] { return 0.5 * (1 + uniform(rng)); });
  problem.info = {"random", "a test", "W = A^T A"};
  return problem;
}

inline GlobalProblem random_global(std::uint32_t seed, int contacts, int velocities, int constraints) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto random = [&](int rows, int columns) {
    return MatX::NullaryExpr(rows, columns, [&] { return uniform(rng); });
  };
  GlobalProblem problem;
  const MatX root = random(velocities, velocities);
  problem.M = (MatX::Identity(velocities, velocities) + root * root.transpose()).sparseView();
  problem.H = MatX(random(velocities, 3 * contacts)).sparseView();
  problem.f = random(velocities, 1);
  problem.w = random(3 * contacts, 1);
  problem.mu = VecX::Constant(contacts, 0.5);
  if (constraints > 0) {
    problem.G = MatX(random(velocities, constraints)).sparseView();
    problem.b = random(constraints, 1);
  }
  return problem;
}

}  // namespace stiction::test
