#include "solvers/exact_law/predictor.h"

#include <algorithm>

namespace stiction {
namespace {

constexpr double kNear = 1e-3;      // natural map from which Newton is tried at once,
constexpr int kNearSystems = 12;    // for so many systems
constexpr double kPathEnd = 1e-5;   // natural map at which Newton takes over from the central path,
constexpr double kPathShare = 0.5;  // or this share of a tolerance that is looser
constexpr int kPathSystems = 60;
constexpr int kNewtonSystems = 100;
// By iteration: the central path leaves its way with directions that are much less exact; Newton's method takes as many
// steps with rough directions, at a third of the cost.
constexpr double kPathPrecision = 1e-8, kNewtonPrecision = 1e-2;
// Stiff modes answer impulses by little: a smaller rho would hardly move them.
constexpr double kStiffRho = 1e4;

}  // namespace

void LawPredictor::prepare(const Island& island) {
  by_bodies_.prepare(island, by_iteration_);
  law_ = &by_bodies_;
  if (by_iteration_ || island.wide_runs.empty() || DelassusLaw::cost(island.contact_count()) > by_bodies_.cost())
    return;
  by_contacts_.prepare(island);
  law_ = &by_contacts_;
}

void LawPredictor::newton(const ExactLawNewton::Goal& goal, const Deadline& deadline, std::vector<double>& z) {
  by_bodies_.set_precision(kNewtonPrecision);
  const int systems = newton_.polish(*law_, goal, deadline, z);
  stages_.push_back({"newton", newton_.natural_map(), systems});
}

void LawPredictor::path(double tolerance, const Deadline& deadline, std::vector<double>& z) {
  const double end = std::max(kPathEnd, kPathShare * tolerance);
  by_bodies_.set_precision(kPathPrecision);
  const int systems = interior_point_.solve(*law_, end, kPathSystems, deadline, z);
  stages_.push_back({"path", interior_point_.natural_map(), systems});
}

void LawPredictor::solve(const Island& island, ExactLawNewton::Goal goal, const Deadline& deadline,
                         std::vector<double>& z) {
  stages_.clear();
  prepare(island);
  const bool stiff = !island.wide_runs.empty();
  if (residual_(*law_, z) < kNear) {
    goal.max_systems = kNearSystems;
    if (stiff) goal.first_rho = kStiffRho;
    newton(goal, deadline, z);
    if (stages_.back().natural_map <= std::max(goal.enough, goal.tolerance)) return;
  }
  path(goal.tolerance, deadline, z);
  goal.max_systems = kNewtonSystems;
  goal.first_rho = ExactLawNewton::Goal().first_rho;
  newton(goal, deadline, z);
}

void LawPredictor::polish(const Island& island, const ExactLawNewton::Goal& goal, const Deadline& deadline,
                          std::vector<double>& z) {
  stages_.clear();
  prepare(island);
  newton(goal, deadline, z);
}

}  // namespace stiction
