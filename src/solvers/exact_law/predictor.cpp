#include "solvers/exact_law/predictor.h"

#include <algorithm>

namespace stiction {
namespace {

constexpr double kNear = 1e-3;     // natural map from which Newton is tried at once,
constexpr int kNearSystems = 12;   // for so many systems
constexpr double kPathEnd = 1e-5;  // natural map at which Newton takes over from the central path
constexpr int kPathSystems = 60;
constexpr int kNewtonSystems = 100;

}  // namespace

void LawPredictor::newton(const Island& island, const ExactLawNewton::Goal& goal, const Deadline& deadline,
                          std::vector<double>& z) {
  const int systems = newton_.polish(island, system_, goal, deadline, z);
  stages_.push_back({"newton", newton_.natural_map(), systems});
}

void LawPredictor::path(const Island& island, const Deadline& deadline, std::vector<double>& z) {
  const int systems = interior_point_.solve(island, system_, kPathEnd, kPathSystems, deadline, z);
  stages_.push_back({"path", interior_point_.natural_map(), systems});
}

void LawPredictor::solve(const Island& island, ExactLawNewton::Goal goal, const Deadline& deadline,
                         std::vector<double>& z) {
  stages_.clear();
  system_.prepare(island);
  if (residual_(island, z) < kNear) {
    goal.max_systems = kNearSystems;
    newton(island, goal, deadline, z);
    if (stages_.back().natural_map <= std::max(goal.enough, goal.tolerance)) return;
  }
  path(island, deadline, z);
  goal.max_systems = kNewtonSystems;
  newton(island, goal, deadline, z);
}

void LawPredictor::polish(const Island& island, const ExactLawNewton::Goal& goal, const Deadline& deadline,
                          std::vector<double>& z) {
  stages_.clear();
  system_.prepare(island);
  newton(island, goal, deadline, z);
}

}  // namespace stiction
