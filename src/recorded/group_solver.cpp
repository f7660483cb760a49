#include "recorded/group_solver.h"

namespace stiction {
namespace {

constexpr double kPathEnd = 1e-9;  // natural map; the path mostly ends before, of itself
constexpr int kPathSystems = 60;
constexpr int kNewtonSystems = 1500;  // a round
constexpr int kRounds = 24;
constexpr double kFirstRho[] = {30, 1, 1000};
constexpr double kDisturbance[] = {1e-4, 1e-2, 1e-1};  // relative, of impulses
constexpr double kOtherFriction[] = {0.97, 1.03, 0.9, 1.1};

}  // namespace

GroupSolver::GroupSolver(ContactSpaceLaw& law, const Deadline& deadline)
    : law_(law), deadline_(deadline), best_(static_cast<std::size_t>(law.velocity_size()), 0.0), u_(law.q()) {
  best_map_ = law_.recorded_map(best_.data(), u_.data());
  solved_ = law_.accepts(best_.data(), u_.data());
}

// Judged with W as recorded, which the linear systems may round.
void GroupSolver::take(const std::vector<double>& z) {
  law_.velocity_as_recorded(z.data(), u_.data());
  const double map = law_.recorded_map(z.data(), u_.data());
  if (!(map < best_map_)) return;
  best_map_ = map;
  best_ = z;
  solved_ = law_.accepts(z.data(), u_.data());
}

void GroupSolver::sweep(std::vector<double>& z) {
  iterations_ += sweeps_.solve(law_, deadline_, z);
}

void GroupSolver::path(std::vector<double>& z) {
  iterations_ += interior_point_.solve(law_, kPathEnd, kPathSystems, deadline_, z);
}

void GroupSolver::newton(double first_rho, std::vector<double>& z) {
  ExactLawNewton::Goal goal;
  goal.max_systems = kNewtonSystems;
  goal.first_rho = first_rho;
  iterations_ += newton_.polish(law_, goal, deadline_, z);
}

// Independent uniform factors around 1.
void GroupSolver::disturb(double size, std::vector<double>& z) {
  for (double& value : z) {
    random_ = random_ * 6364136223846793005U + 1442695040888963407U;
    value *= 1 + size * (static_cast<double>(random_ >> 11) * 0x1p-52 - 1);
  }
}

void GroupSolver::another_round(int round) {
  z_ = best_;
  if (round % 2 == 0) {
    law_.set_friction_factor(kOtherFriction[round / 2 % 4]);
    z_.assign(z_.size(), 0.0);
    path(z_);
    law_.set_friction_factor(1);
  } else {
    disturb(kDisturbance[round / 2 % 3], z_);
  }
  newton(kFirstRho[round % 3], z_);
  take(z_);
}

void GroupSolver::solve() {
  if (solved_ || law_.contact_count() == 0) return;
  z_ = best_;
  sweep(z_);
  take(z_);
  if (solved_) return;
  path(z_);
  take(z_);
  newton(kFirstRho[0], z_);
  take(z_);
  for (int round = 0; round < kRounds && !solved_ && !deadline_.passed(); ++round) another_round(round);
}

}  // namespace stiction
