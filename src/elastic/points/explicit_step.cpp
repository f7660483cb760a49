#include "elastic/points/explicit_step.h"

namespace stiction {

void ExplicitPointsStep::set_free(const BodyState&) {
  const PointsOptions& options = body_.options();
  InternalForces::Extras extras;
  extras.rates = &u_;
  extras.stiffness_damping = options.stiffness_damping;
  body_.forces().set_force(y_, extras, work_, force_);
  const VecX& braked = body_.holds_nodes() ? start_ : u_;  // all motion of a held body
  const int nodes = body_.node_count();
  for (int i = 0; i < nodes; ++i) {
    force_.segment<3>(3 * i) *= step_ / body_.masses()[i];
    force_.segment<3>(3 * i) -= step_ * options.mass_damping * braked.segment<3>(3 * i);
  }
  make_force_free(force_, true);
  free_.resize(3 * nodes);
  for (int i = 0; i < nodes; ++i) {
    const Vec3 y = y_.segment<3>(3 * i);
    free_.segment<3>(3 * i) = start_.segment<3>(3 * i) + force_.segment<3>(3 * i) + fall_ + twist_.cross(y);
  }
  if (body_.holds_nodes()) body_.clear_held(free_);
}

void ExplicitPointsStep::set_contact_mass() {
  point_masses.clear();
  for (std::size_t k = 0; k < touched_.size(); ++k) point_masses.push_back(point_mass(static_cast<int>(k)));
}

void ExplicitPointsStep::answer(const VecX& impulse, VecX& change) const {
  change.setZero(free_.size());
  for (std::size_t k = 0; k < touched_.size(); ++k) {
    if (body_.is_held(touched_[k])) continue;
    const Vec3 push = axes_.transpose() * impulse.segment<3>(3 * static_cast<Eigen::Index>(k));
    change.segment<3>(3 * touched_[k]) = push / body_.masses()[touched_[k]];
  }
}

void ExplicitPointsStep::impulses_for(const VecX& change, VecX& impulse) const {
  impulse = change;
  for (std::size_t k = 0; k < touched_.size(); ++k) {
    impulse.segment<3>(3 * static_cast<Eigen::Index>(k)) *= point_masses[k];
  }
}

}  // namespace stiction
