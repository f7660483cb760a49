#include "siconos_solvers.h"

#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <SolverOptions.h>
#include <gfc3d_Solvers.h>

#include <algorithm>

namespace stiction::bench {
namespace {

constexpr int kUnlimited = 100000000;  // iterations

using Change = std::function<void(SolverOptions&)>;

std::function<SolverOptions*()> with(int id, const Change& change = {}) {
  return [id, change] {
    SolverOptions* options = solver_options_create(id);
    options->iparam[SICONOS_IPARAM_MAX_ITER] = kUnlimited;
    if (change) change(*options);
    return options;
  };
}

Change local_solver(int id) {
  return [id](SolverOptions& options) { solver_options_update_internal(&options, 0, id); };
}

void relaxed(SolverOptions& options) {
  options.iparam[SICONOS_FRICTION_3D_NSGS_RELAXATION] = SICONOS_FRICTION_3D_NSGS_RELAXATION_TRUE;
  options.dparam[SICONOS_FRICTION_3D_NSGS_RELAXATION_VALUE] = 1.5;
}

void regularised(SolverOptions& options) {
  options.iparam[SICONOS_FRICTION_3D_PROXIMAL_IPARAM_STRATEGY] = SICONOS_FRICTION_3D_PROXIMAL_REGULARIZATION;
}

void hybrid(SolverOptions& options) {
  options.iparam[SICONOS_FRICTION_3D_NSN_HYBRID_STRATEGY] = SICONOS_FRICTION_3D_NSN_HYBRID_STRATEGY_VI_EG_NSN;
}

void balanced(SolverOptions& options) {
  options.iparam[SICONOS_FRICTION_3D_ADMM_IPARAM_RHO_STRATEGY] =
      SICONOS_FRICTION_3D_ADMM_RHO_STRATEGY_SCALED_RESIDUAL_BALANCING;
}

}  // namespace

const std::vector<SiconosSolver>& siconos_solvers() {
  static const std::vector<SiconosSolver> solvers = {
      {"NSGS", Form::kSpace, Storage::kBlocks, with(SICONOS_FRICTION_3D_NSGS)},
      {"NSGS-NSN", Form::kSpace, Storage::kBlocks,
       with(SICONOS_FRICTION_3D_NSGS, local_solver(SICONOS_FRICTION_3D_ONECONTACT_NSN))},
      {"NSGS-projection", Form::kSpace, Storage::kBlocks,
       with(SICONOS_FRICTION_3D_NSGS, local_solver(SICONOS_FRICTION_3D_ONECONTACT_ProjectionOnConeWithLocalIteration))},
      {"NSGS-quartic", Form::kSpace, Storage::kBlocks,
       with(SICONOS_FRICTION_3D_NSGS, local_solver(SICONOS_FRICTION_3D_ONECONTACT_QUARTIC))},
      {"PSOR-1.5", Form::kSpace, Storage::kBlocks, with(SICONOS_FRICTION_3D_NSGS, relaxed)},
      {"ADMM", Form::kSpace, Storage::kSparse, with(SICONOS_FRICTION_3D_ADMM)},
      {"ADMM-balanced", Form::kSpace, Storage::kSparse, with(SICONOS_FRICTION_3D_ADMM, balanced)},
      {"PROX-NSN", Form::kSpace, Storage::kSparse, with(SICONOS_FRICTION_3D_PROX)},
      {"PROX-NSN-reg", Form::kSpace, Storage::kSparse, with(SICONOS_FRICTION_3D_PROX, regularised)},
      {"NSN-AC", Form::kSpace, Storage::kSparse, with(SICONOS_FRICTION_3D_NSN_AC)},
      {"NSN-AC-hybrid", Form::kSpace, Storage::kSparse, with(SICONOS_FRICTION_3D_NSN_AC, hybrid)},
      {"NSN-FB", Form::kSpace, Storage::kSparse, with(SICONOS_FRICTION_3D_NSN_FB)},
      {"extragradient", Form::kSpace, Storage::kSparse, with(SICONOS_FRICTION_3D_VI_EG)},
      {"Tresca", Form::kSpace, Storage::kBlocks, with(SICONOS_FRICTION_3D_TFP)},
      {"2D-NSGS", Form::kPlane, Storage::kBlocks, with(SICONOS_FRICTION_2D_NSGS)},
      {"2D-CPG", Form::kPlane, Storage::kDense, with(SICONOS_FRICTION_2D_CPG)},
      {"2D-Lemke", Form::kPlane, Storage::kDense, with(SICONOS_FRICTION_2D_LEMKE)},
      {"global-ADMM", Form::kGlobal, Storage::kSparse, with(SICONOS_GLOBAL_FRICTION_3D_ADMM)},
      {"global-NSN-AC", Form::kGlobal, Storage::kSparse, with(SICONOS_GLOBAL_FRICTION_3D_NSN_AC)},
  };
  return solvers;
}

SiconosCall::SiconosCall(const SiconosSolver& solver, const RecordedProblem& problem, const GlobalProblem* global)
    : solver_(solver) {
  if (solver.form == Form::kGlobal) {
    global_ = std::make_unique<SiconosGlobalProblem>(*global);
    r_.resize(global_->size());
    v_.resize(global_->velocities());
  } else {
    local_ = std::make_unique<SiconosProblem>(problem, solver.form == Form::kPlane ? 2 : 3, solver.storage);
    r_.resize(local_->size());
  }
  u_.resize(r_.size());
}

void SiconosCall::run(double tolerance) {
  for (auto* start : {&r_, &u_, &v_}) std::fill(start->begin(), start->end(), 0.0);
  SolverOptions* options = solver_.options();
  options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  if (solver_.form == Form::kGlobal) {
    gfc3d_driver(global_->get(), r_.data(), u_.data(), v_.data(), options);
  } else if (solver_.form == Form::kPlane) {
    fc2d_driver(local_->get(), r_.data(), u_.data(), options);
  } else {
    fc3d_driver(local_->get(), r_.data(), u_.data(), options);
  }
  solver_options_delete(options);
}

VecX SiconosCall::impulse() const {
  if (local_) return local_->recorded(r_);
  return Eigen::Map<const VecX>(r_.data(), static_cast<Eigen::Index>(r_.size()));
}

}  // namespace stiction::bench
