#include "solvers/regions/regions_solver.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kSolvedAlready = 1e-2;  // of the tolerance: a start that is an answer. Others add up from step to step
constexpr std::size_t kFewestRows = 30;  // that the limit of iterations counts: three rows may need more than six
constexpr int kSweepsOfFirstTurn = 30;
constexpr double kProgress = 0.5;  // of a turn of conjugate gradients: sweeps go on from there

std::unique_ptr<ProjectedCg> make_cg(const SolverOptions& options) {
  if (options.restarts) return std::make_unique<RestartedCg>(options.beta);
  return std::make_unique<PrintedCg>(options.beta);
}

}  // namespace

RegionDriver::RegionDriver(const SolverOptions& options, Method method)
    : options_(options), method_(method), cg_(make_cg(options)) {
  if (options_.assembly == Assembly::kAuto) options_.assembly = method.automatic;
}

bool RegionDriver::choose_start(const DriverStart& start) {
  region_.best.assign(region_.size(), 0.0);
  region_.least = region_.island->natural_map(region_.best.data(), region_.island->q.data());
  if (!std::isfinite(region_.island->denominator) || !std::isfinite(region_.least)) return false;
  if (start.impulse != nullptr) {
    z_ = *start.impulse;
    region_.project(z_);
    region_.evaluate(z_, u_);
  }
  return true;
}

bool RegionDriver::is_solved(const StopThresholds& stop, double natural_map, const std::vector<double>& z,
                             const std::vector<double>& u) const {
  if (!stop.any()) return natural_map <= kIslandShare * options_.tolerance;
  return meets(stop, region_.progress(before_, z, u));
}

void RegionDriver::log(DriverResult& result, const char* stage, double natural_map) const {
  if (options_.log_iterates) result.log.push_back({0, stage, natural_map, 0, 0});
}

RegionDriver::End RegionDriver::run_conjugate_gradients(double limit, const Deadline& deadline, DriverResult& result) {
  if (!(limit > 0)) return End::kLimit;
  cg_->start(region_, region_.best, *result.rung != '\0');
  before_ = cg_->impulse();
  for (int i = 0; i < limit; ++i) {
    if (i > 0 && !deadline.allows(0)) return End::kNoTime;
    if (!cg_->iterate()) {
      // Nothing is left to do, or there is nothing it can do.
      return region_.least <= kIslandShare * options_.tolerance ? End::kSolved : End::kLimit;
    }
    ++result.iterations;
    if (options_.log_iterates) {
      logged_ = cg_->impulse();
      region_.project(logged_);
      log(result, "cg", cg_->is_settled() ? cg_->natural_map() : region_.evaluate(logged_, u_));
    }
    if (cg_->is_settled()) {
      if (is_solved(options_.pcg_stop, cg_->natural_map(), cg_->impulse(), cg_->velocity())) return End::kSolved;
      before_ = cg_->impulse();
    }
  }
  return End::kLimit;
}

RegionDriver::End RegionDriver::run_sweeps(int count, const Deadline& deadline, DriverResult& result) {
  for (int i = 0; i < count; ++i) {
    if (i > 0 && !deadline.allows(0)) return End::kNoTime;
    before_ = z_;
    sweeps_.sweep(z_);
    ++result.iterations;
    const double natural_map = region_.evaluate(z_, u_);
    log(result, "sweep", natural_map);
    if (is_solved(options_.pgs_stop, natural_map, z_, u_)) return End::kSolved;
  }
  return End::kLimit;
}

RegionDriver::End RegionDriver::run_phases(const Deadline& deadline, DriverResult& result) {
  double limit = options_.pcg_limit * static_cast<double>(std::max(region_.size(), kFewestRows));
  End end = run_conjugate_gradients(limit, deadline, result);
  // RG's rules end a phase and hand on; the judge's residual ends both.
  if (!method_.sweeps || end == End::kNoTime || (end == End::kSolved && !options_.pcg_stop.any())) return end;
  result.rung = "sweeps";
  sweeps_.prepare(region_, options_.sweep);
  z_ = region_.best;
  const bool in_turns = options_.restarts && limit > 0 && !options_.pcg_stop.any();
  const int last = result.iterations + options_.max_iterations;
  int round = in_turns ? kSweepsOfFirstTurn : options_.max_iterations;
  while (true) {
    end = run_sweeps(std::min(round, last - result.iterations), deadline, result);
    if (end != End::kLimit || result.iterations >= last) return end;
    const double before = region_.least;
    end = run_conjugate_gradients(std::min(2 * limit, static_cast<double>(last - result.iterations)), deadline, result);
    if (end != End::kLimit || result.iterations >= last) return end;
    if (region_.least < kProgress * before) {
      z_ = region_.best;
    } else if (round == kSweepsOfFirstTurn) {
      z_.assign(region_.size(), 0.0);  // where conjugate gradients led to may be a bad place for sweeps
    }                                  // otherwise sweeps go on where they were
    round *= 2;
    limit *= 2;
  }
}

RegionDriver::End RegionDriver::solve_lone_contacts(const Deadline& deadline, DriverResult& result) {
  sweeps_.prepare(region_, Sweep::kContact);
  z_ = region_.best;
  const End end = run_sweeps(1, deadline, result);
  return end == End::kSolved ? end : run_phases(deadline, result);
}

void RegionDriver::solve(const Island& island, const DriverStart& start, const Deadline& deadline,
                         DriverResult& result) {
  result.iterations = result.newton_steps = 0;
  result.form = Form::kContact;
  result.rung = "";
  result.log.clear();
  region_.island = &island;
  result.structure_kept = region_.op.set(island, options_.assembly);
  End end = End::kLimit;
  if (choose_start(start)) {
    log(result, "start", region_.least);
    if (region_.least <= kSolvedAlready * options_.tolerance) {
      end = End::kSolved;
    } else {
      end = island.lone_contacts ? solve_lone_contacts(deadline, result) : run_phases(deadline, result);
    }
  }
  result.status = end == End::kSolved   ? SolveStatus::kConverged
                  : end == End::kNoTime ? SolveStatus::kBudgetCut
                                        : SolveStatus::kIterationLimit;
  result.solution.set_impulse(island, region_.best);
  result.warm_start = result.solution;
}

// What has no sweeps, or is to go as printed, sees them one by one.
RegionsSolver::RegionsSolver(const SolverOptions& options)
    : IslandwiseSolver(options, options.name != "pcg" && options.restarts && options.sweep == Sweep::kContact &&
                                    !options.pcg_stop.any() && !options.pgs_stop.any()) {}

std::unique_ptr<IslandDriver> RegionsSolver::make_driver() const {
  RegionDriver::Method method;
  if (options().name == "regions") method.automatic = Assembly::kSparse;
  method.sweeps = options().name != "pcg";
  return std::make_unique<RegionDriver>(options(), method);
}

}  // namespace stiction
