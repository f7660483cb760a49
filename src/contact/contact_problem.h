// One step's frictional contact problem: all that a solver sees. Constant, self-contained, no bodies, no shapes.
//
//   v = v_free + M^-1 J^T r            new velocity of the free bodies: 6 per rigid body (linear, angular; world axes),
//                                      then those of wide bodies, which have any number of degrees of freedom
//   u = J v + w                        velocity of b relative to a at each contact: normal, tangent 1, tangent 2
//   0 <= u_n - b  _|_  r_n >= 0        Signorini with a bound b per contact
//   r_t dissipates maximally in the friction set of size mu r_n
//
// See docs/reference/notation.md for the letters.
#pragma once

#include <array>
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

// The mass of one free body with any number of degrees of freedom: M^-1 = L L^T with L dense. What the degrees of
// freedom are is its own business; those that no contact touches need not be among them.
struct WideBody {
  int dofs = 0;
  int first = 0;           // of its velocities in vectors over all degrees of freedom
  double mass = 0;         // [kg]
  std::size_t factor = 0;  // L in ContactProblem::wide_values, dofs x dofs, column-major
  std::size_t filled = 0;  // where its columns are not zero, in ContactProblem::factor_rows
};

// Rows [begin, end) of a column, outside of which it is zero. Factors of modal bodies are mostly empty.
struct FilledRows {
  int begin = 0, end = 0;
};

// A wide body's part in a contact.
struct WideSide {
  int body = 0;              // index into ContactProblem::wide_bodies
  std::size_t jacobian = 0;  // in ContactProblem::wide_values, 3 x dofs, row by row; adds to J as it is
};

struct ContactBlock {
  int body_a = -1;  // index into ContactProblem::bodies, -1: not free, or wide
  int body_b = -1;
  Mat36 jacobian_a = Mat36::Zero();  // rows: normal, tangent 1, tangent 2
  Mat36 jacobian_b = Mat36::Zero();
  Vec3 drive = Vec3::Zero();  // w: relative velocity due to bodies that are not free [m/s]
  double bound = 0;           // b [m/s]
  double mu = 0;              // friction coefficient
  bool pressed = false;  // stands for a bounded force, see contact/mechanism.h: its normal row is no motion of bodies
  int wide_begin = 0;    // its wide sides are ContactProblem::wide_sides[wide_begin, wide_end), one for each wide
  int wide_end = 0;      // body that takes part
  std::uint64_t id = 0;  // persistent id of the contact
};

// A vertex of one body inside another (collision/contact_set.h): what the penalty method needs of a contact.
struct PointContact {
  double depth = 0;                          // along the normal, at the end of the motion without contacts [m]
  bool vertex_of_b = false;                  // whose it is
  int vertex_body = -1;                      // wide body that it moves; -1: of a body that is not free
  int vertex = -1;                           // in ContactProblem::point_masses; -1: the same
  std::array<int, 3> corner = {-1, -1, -1};  // of the triangle where it leaves, likewise; and
  std::array<double, 3> weight = {0, 0, 0};  // of that place
};

// What static friction of the penalty method remembers of a contact beside its impulse (PF eq. 19).
struct FrictionMemory {
  double last_factor = 0;    // xi at which the last step began, and
  double last_velocity = 0;  // the relative velocity that it left, along that without friction [m/s]
  double steps = 0;          // in static friction so far; 0: the contact slid, or is new
};

struct ContactProblem {
  double step = 0;           // h [s]
  double gravity_scale = 0;  // h |g| sqrt(free mass): the floor of the judge's denominator [kg^1/2 m/s]
  double left_out_mass = 0;  // of mass points that no contact touches: part of the free mass, not of the bodies [kg]
  FrictionSet friction_set;
  std::vector<BodyBlock> bodies;
  std::vector<ContactBlock> contacts;  // grouped by pair of bodies
  VecX free_velocity;                  // dof_count [m/s, rad/s]
  VecX start_velocity;                 // of the rigid bodies before the step, likewise; empty: not known

  // Bodies that are not rigid, if there are any.
  std::vector<WideBody> wide_bodies;
  std::vector<WideSide> wide_sides;  // of the contacts, in their order
  std::vector<double> wide_values;   // their factors and Jacobians
  std::vector<FilledRows> factor_rows;

  // Warm start, empty if there is none.
  VecX warm_impulse;              // 3 x contact_count, same rows as the contacts [N s]
  bool warm_is_solution = false;  // of this very step, found before some of the contacts were
  VecX warm_friction_momentum;    // dof_count: last step's generalised friction impulse [N s, N m s]

  // Contacts of vertices inside bodies: one entry for each contact. Empty: they are of another kind.
  std::vector<PointContact> point_contacts;
  std::vector<double> point_masses;             // of vertices and corners [kg]
  std::vector<FrictionMemory> friction_memory;  // one for each contact

  int body_count() const { return static_cast<int>(bodies.size()); }
  int contact_count() const { return static_cast<int>(contacts.size()); }
  int dof_count() const {
    return wide_bodies.empty() ? 6 * body_count() : wide_bodies.back().first + wide_bodies.back().dofs;
  }

  using WideJacobian = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<const MatX> factor(const WideBody& body) const {
    return {wide_values.data() + body.factor, body.dofs, body.dofs};
  }
  Eigen::Map<const WideJacobian> jacobian(const WideSide& side) const {
    return {wide_values.data() + side.jacobian, 3, wide_bodies[side.body].dofs};
  }
  // visit(body) for the free bodies that take part in a contact: index of a rigid one, or body_count() plus that of a
  // wide one.
  template <class Visit>
  void for_bodies(const ContactBlock& contact, const Visit& visit) const {
    if (contact.body_a >= 0) visit(contact.body_a);
    if (contact.body_b >= 0) visit(contact.body_b);
    for (int s = contact.wide_begin; s < contact.wide_end; ++s) visit(body_count() + wide_sides[s].body);
  }
  // Of one wide body, from a vector over all degrees of freedom.
  auto wide_part(const VecX& vector, const WideBody& body) const { return vector.segment(body.first, body.dofs); }
};

// Adds a wide body after all others; `factor` as in WideBody. Rigid bodies have to be there before the first one.
// Returns its index. The second adds a side to a contact, in the order of contacts: a body that touches itself has one
// side, with the sum.
int add_wide_body(ContactProblem& problem, double mass, const MatX& factor, const VecX& free_velocity);
void add_wide_side(ContactProblem& problem, int contact, int wide_body, const ContactProblem::WideJacobian& jacobian);
// The same in two steps: a side without its Jacobian, to which the caller has to add: 3 x dofs, row by row, in place
// until the next side or body.
double* add_wide_side(ContactProblem& problem, int contact, int wide_body);
// A wide body for each mass point [kg], three degrees of freedom in world axes; free_velocity: three for each. Returns
// the index of the first.
int add_mass_points(ContactProblem& problem, const std::vector<double>& masses, const VecX& free_velocity);

// q = J v_free + w - b n, 3 x contact_count [m/s].
VecX free_contact_velocity(const ContactProblem& problem);
// J^T r, dof_count [N s, N m s]. The second form reuses the memory of `result`, here and below.
VecX generalized_impulse(const ContactProblem& problem, const VecX& impulse);
void generalized_impulse(const ContactProblem& problem, const VecX& impulse, VecX& result);
// v_free + M^-1 J^T r.
VecX velocity_after(const ContactProblem& problem, const VecX& impulse);
void velocity_after(const ContactProblem& problem, const VecX& impulse, VecX& result);
// u = J v + w, 3 x contact_count; of one contact.
VecX contact_velocity(const ContactProblem& problem, const VecX& velocity);
Vec3 contact_velocity(const ContactProblem& problem, const ContactBlock& contact, const VecX& velocity);
double normal_velocity(const ContactProblem& problem, const ContactBlock& contact, const VecX& velocity);

// Diagonal of the contact's own Delassus block W_cc: its change of velocity per impulse, row by row [1/kg].
Vec3 own_response(const ContactProblem& problem, const ContactBlock& contact);

// The local (Delassus) form of the same problem: u - b n = W r + q.
struct LocalProblem {
  MatX W;   // 3 contact_count square, symmetric positive semidefinite [1/kg]
  VecX q;   // [m/s]
  VecX mu;  // contact_count
};
LocalProblem local_form(const ContactProblem& problem);

}  // namespace stiction
