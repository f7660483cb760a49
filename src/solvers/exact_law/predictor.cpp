#include "solvers/exact_law/predictor.h"

#include <algorithm>

namespace stiction {
namespace {

constexpr double kNear = 1e-3;     // natural map from which Newton is tried at once,
constexpr int kNearSystems = 12;   // for so many systems
constexpr double kPathEnd = 1e-5;  // natural map at which Newton takes over from the central path
constexpr int kPathSystems = 30;
constexpr int kNewtonSystems = 100;

}  // namespace

void LawPredictor::newton(const Island& island, ExactLawNewton::Goal goal, int max_systems, const Deadline& deadline,
                          std::vector<double>& z) {
  goal.max_systems = max_systems;
  const int systems = newton_.polish(island, goal, deadline, z);
  stages_.push_back({"newton", newton_.natural_map(), systems});
}

void LawPredictor::path(const Island& island, const Deadline& deadline, std::vector<double>& z) {
  const int systems = interior_point_.solve(island, kPathEnd, kPathSystems, deadline, z);
  stages_.push_back({"path", interior_point_.natural_map(), systems});
}

void LawPredictor::solve(const Island& island, const ExactLawNewton::Goal& goal, const Deadline& deadline,
                         std::vector<double>& z) {
  stages_.clear();
  if (residual_(island, z) < kNear) {
    newton(island, goal, kNearSystems, deadline, z);
    if (stages_.back().natural_map <= std::max(goal.enough, goal.tolerance)) return;
  }
  path(island, deadline, z);
  newton(island, goal, kNewtonSystems, deadline, z);
}

}  // namespace stiction
