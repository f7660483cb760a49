// The penalty method with time-coherent static friction (Lazarevych, Spillmann, Renner, Szekely, Harders 2009; PF).
//
// A contact is a vertex i that is inside another body at the end of the motion without contacts, by the depth d_i along
// the normal, and the place on a triangle T_i, with weights h_ij, where it leaves (ContactProblem::point_contacts).
// With the masses m_j of mass points and the step h:
//
//   c_i = 1 / (1 + sum_j h_ji)                                                                            PF eq. 5
//   a_i = sum_j c_j h_ij m_j / (c_i m_i + sum_j c_j h_ij m_j)                                             PF eq. 4
//   P_i = m_i / h a_i d_i        impulse, h times the force F_i of                                        PF eq. 3
//
// Then r_n = P_i / 2 on both sides, +r_n on the vertex and -h_ij r_n on the corners: eq. 6, contact by contact, since
// the vertices of T_i are in contact as well and give the other half. Momentum is kept to rounding.
// Friction f = xi u~ / W_tt against the relative velocity u~ without any friction (eqs. 13, 14), |f| <= mu r_n; where
// it is mu r_n the contact slides (eq. 11). First the friction of the last step acts on all of them, as the same share
// of mu r_n; then it is changed, contact by contact (eq. 18), so that the relative velocity goes to zero
// (static_friction.h).
//
// Departures. Friction is limited by the half of P_i that the contact exerts, not by P_i: only then is it Coulomb's,
// since the other half comes with the contacts of the triangle's own vertices. f never exceeds mu r_n, whatever xi. A
// vertex inside a body that is not free gets all of P_i with a_i = 1: such a body stands for one whose vertices are
// everywhere. Masses are the bare ones whatever the integrator: where forces are implicit nodes resist more than that,
// so that contacts do not overshoot, and rest deeper by about h^2 load / m_i. Without `correction` P_i acts on vertices
// alone, as in the basic method: ContactSolution::momentum then is not J^T r, which the judge shows as momentum error.
//
// Guarantees: r in the friction cone; momentum. Flat contact of equal masses is free of collisions after one step.
// Everything else is approximate, and the judge says how much so. One pass over the contacts, linear cost and memory.
#pragma once

#include "solvers/contact_solver.h"
#include "solvers/penalty/point_system.h"

namespace stiction {

class PenaltySolver final : public ContactSolver {
 public:
  explicit PenaltySolver(const SolverOptions& options) : options_(options) {}
  // The problem's contacts are of vertices inside bodies; there are no rigid bodies that are free.
  void solve(const ContactProblem& problem, ContactSolution& solution) override;
  void solve(const ContactProblem& problem, ContactSolution& solution, const Deadline& deadline) override;

 private:
  void set_press(const ContactProblem& problem);
  void find_free_sliding(const ContactProblem& problem);
  void start_friction(const ContactProblem& problem);
  void slide(const ContactProblem& problem);
  void follow(const ContactProblem& problem, int contact, FrictionMemory& memory);
  void rub(int contact, const Vec2& friction);

  SolverOptions options_;
  PointSystem system_;
  std::vector<double> load_;   // sum_j h_ji of every mass point
  std::vector<double> press_;  // r_n
  struct Sliding {
    Vec2 direction = Vec2::Zero();  // of u~; zero: the contact has no friction
    double speed = 0;               // |u~| [m/s]
    double response = 0;            // W_tt [1/kg]
    double limit = 0;               // mu r_n [N s]
    Vec2 friction = Vec2::Zero();   // f: against the direction, and across it [N s]

    double stop() const { return speed / response; }  // what would stop the contact alone [N s], PF eq. 13
    // Of a vector over the contact's tangents: along the direction, and across it.
    Vec2 in_own_axes(const Vec2& v) const { return {direction.dot(v), direction[0] * v[1] - direction[1] * v[0]}; }
    Vec2 impulse() const {  // over the contact's tangents
      return {-friction[0] * direction[0] + friction[1] * direction[1],
              -friction[0] * direction[1] - friction[1] * direction[0]};
    }
  };
  std::vector<Sliding> sliding_;
};

}  // namespace stiction
