#include "model/model.h"

#include <fmt/format.h>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/number_text.h"
#include "model/deformable.h"

namespace stiction {

std::string friction_fault(double friction) {
  if (!(friction >= 0)) return fmt::format("must be zero or positive, got {:g}", friction);
  if (friction <= kMostFriction) return "";
  return fmt::format("must be from 0 to {:g}, which holds on every slope up to 89.9 degrees, got {}", kMostFriction,
                     number_text(friction, kMostFriction));
}

Model::Surface Model::surface(int material_a, int material_b) const {
  for (const MaterialPair& pair : pairs) {
    const bool same = pair.material_a == material_a && pair.material_b == material_b;
    const bool swapped = pair.material_a == material_b && pair.material_b == material_a;
    if (same || swapped) return {pair.friction, pair.restitution};
  }
  const Material& a = materials[material_a];
  const Material& b = materials[material_b];
  // sqrt(x x) need not be x: equal coefficients must combine to themselves, bit by bit.
  const double friction = a.friction == b.friction ? a.friction : std::sqrt(a.friction * b.friction);
  return {friction, std::max(a.restitution, b.restitution)};
}

bool Model::may_touch(int body_a, int body_b) const {
  const Body &a = bodies[body_a], &b = bodies[body_b];
  return !(a.fixed && b.fixed) && a.level == b.level && !ignored_pairs.contains(body_a, body_b);
}

int Model::body_index(const std::string& name) const {
  const auto found = std::find_if(bodies.begin(), bodies.end(), [&](const Body& body) { return body.name == name; });
  return found == bodies.end() ? -1 : static_cast<int>(found - bodies.begin());
}

void set_mass(Body& body, const MassProperties& mass) {
  body.mass = body.fixed ? MassProperties{} : mass;
  body.inverse_inertia_factor.setZero();
  if (body.fixed) return;
  assert(mass.mass > 0);
  // I = A diag(I_1, I_2, I_3) A^T, so F = A diag(I_i^-1/2). A diagonal inertia keeps its axes exactly.
  Mat3 axes = Mat3::Identity();
  Vec3 principal = mass.inertia.diagonal();
  if (!mass.inertia.isDiagonal(0)) {
    const Eigen::SelfAdjointEigenSolver<Mat3> eigen(mass.inertia);
    axes = eigen.eigenvectors();
    principal = eigen.eigenvalues();
  }
  assert((principal.array() > 0).all());
  body.inverse_inertia_factor = axes * principal.cwiseSqrt().cwiseInverse().asDiagonal();
}

void compute_masses(Model& model) {
  for (Body& body : model.bodies) {
    if (const MassProperties* own = body.deforms() ? body.deformable->own_mass() : nullptr) {
      set_mass(body, *own);
    } else {
      set_mass(body,
               body.fixed ? MassProperties{} : mass_properties(body.shape, model.materials[body.material].density));
    }
  }
}

}  // namespace stiction
