// Velocities of a contact problem while impulses act on it, contact by contact.
#pragma once

#include <vector>

#include "contact/contact_problem.h"

namespace stiction {

class PointSystem {
 public:
  // one_sided: impulses act on the vertex of a contact alone, if that is of a body that is free.
  void begin(const ContactProblem& problem, bool one_sided);

  // u = J v + w of a contact, as velocities are now.
  Vec3 velocity(int contact) const { return contact_velocity(*problem_, problem_->contacts[contact], velocity_); }
  // Change of u per impulse of either tangent, where impulses act: mean of the two [1/kg].
  double tangent_response(int contact) const;
  void push(int contact, const Vec3& impulse);  // rows of the contact

  const VecX& velocity() const { return velocity_; }
  const VecX& momentum() const { return momentum_; }  // of all impulses so far

 private:
  bool acts_on(int contact, const WideSide& side) const;

  const ContactProblem* problem_ = nullptr;
  bool one_sided_ = false;
  VecX velocity_, momentum_;
  // M^-1 J^T of a side of a wide body that couples its degrees of freedom, dofs x 3; of mass points not needed.
  std::vector<std::size_t> answer_of_side_;
  std::vector<double> answers_;
};

}  // namespace stiction
