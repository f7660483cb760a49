// One step's frictional contact problem: all that a solver sees. Constant, self-contained, no bodies, no shapes.
//
//   v = v_free + M^-1 J^T r            new velocity of the free bodies, 6 per body (linear, angular; world axes)
//   u = J v + w                        velocity of b relative to a at each contact: normal, tangent 1, tangent 2
//   0 <= u_n - b  _|_  r_n >= 0        Signorini with a bound b per contact
//   r_t dissipates maximally in the friction set of size mu r_n
//
// See docs/notation.md for the letters.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"
#include "contact/friction_set.h"

namespace stiction {

// The mass of one free rigid body, as a factor of its inverse: M^-1 = L L^T,
// L = diag(linear, angular). Held degrees of freedom have zero rows.
struct BodyBlock {
  Vec3 linear = Vec3::Zero();   // 1/sqrt(m) per world axis [kg^-1/2]
  Mat3 angular = Mat3::Zero();  // F with I^-1 = F F^T, world axes [kg^-1/2 m^-1]
};

struct ContactBlock {
  int body_a = -1;  // index into ContactProblem::bodies, -1: not free
  int body_b = -1;
  Mat36 jacobian_a = Mat36::Zero();  // rows: normal, tangent 1, tangent 2
  Mat36 jacobian_b = Mat36::Zero();
  Vec3 drive = Vec3::Zero();  // w: relative velocity due to bodies that are not free [m/s]
  double bound = 0;           // b [m/s]
  double mu = 0;              // friction coefficient
  std::uint64_t id = 0;       // persistent id of the contact
};

struct ContactProblem {
  double step = 0;           // h [s]
  double gravity_scale = 0;  // h |g| sqrt(free mass): the floor of the judge's denominator [kg^1/2 m/s]
  FrictionSet friction_set;
  std::vector<BodyBlock> bodies;
  std::vector<ContactBlock> contacts;  // grouped by pair of bodies
  VecX free_velocity;                  // 6 x body_count [m/s, rad/s]

  // Warm start, empty if there is none.
  VecX warm_impulse;              // 3 x contact_count, same rows as the contacts [N s]
  bool warm_is_solution = false;  // of this very step, found before some of the contacts were
  VecX warm_friction_momentum;    // 6 x body_count: last step's generalised friction impulse [N s, N m s]

  int body_count() const { return static_cast<int>(bodies.size()); }
  int contact_count() const { return static_cast<int>(contacts.size()); }
};

// q = J v_free + w - b n, 3 x contact_count [m/s].
VecX free_contact_velocity(const ContactProblem& problem);
// J^T r, 6 x body_count [N s, N m s]. The second form reuses the memory of `result`, here and below.
VecX generalized_impulse(const ContactProblem& problem, const VecX& impulse);
void generalized_impulse(const ContactProblem& problem, const VecX& impulse, VecX& result);
// v_free + M^-1 J^T r.
VecX velocity_after(const ContactProblem& problem, const VecX& impulse);
void velocity_after(const ContactProblem& problem, const VecX& impulse, VecX& result);
// u = J v + w, 3 x contact_count; of one contact.
VecX contact_velocity(const ContactProblem& problem, const VecX& velocity);
Vec3 contact_velocity(const ContactBlock& contact, const VecX& velocity);

// The local (Delassus) form of the same problem: u - b n = W r + q.
struct LocalProblem {
  MatX W;   // 3 contact_count square, symmetric positive semidefinite [1/kg]
  VecX q;   // [m/s]
  VecX mu;  // contact_count
};
LocalProblem local_form(const ContactProblem& problem);

}  // namespace stiction
