#include "elastic/points/solid_forces.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <limits>

#include "base/parallel.h"
#include "elastic/points/nearest_rotation.h"

namespace stiction {
namespace {

using lanes::kLanes;
using lanes::Lanes;
using LaneMatrix = lanes::Matrix<Lanes>;
using Pack = SolidForces::Pack;

constexpr int kGrain = 64;  // packs

std::vector<int> corner_nodes(const std::vector<std::array<int, 4>>& tets) {
  std::vector<int> nodes;
  nodes.reserve(4 * tets.size());
  for (const auto& tet : tets) nodes.insert(nodes.end(), tet.begin(), tet.end());
  nodes.resize((tets.size() + kLanes - 1) / kLanes * kLanes * 4, -1);
  return nodes;
}

STICTION_INLINE Lanes loaded(const double* numbers) {
  Lanes result;
  for (int lane = 0; lane < kLanes; ++lane) result[lane] = numbers[lane];
  return result;
}

STICTION_INLINE LaneMatrix inverse_edges_of(const Pack& pack) {
  LaneMatrix result;
  for (int k = 0; k < 9; ++k) result.m[k / 3][k % 3] = loaded(pack.inverse_edges[k]);
  return result;
}

// F of places, or its rate of velocities.
STICTION_INLINE LaneMatrix gradient_of(const Pack& pack, const double* y) {
  LaneMatrix edges = {};
  for (int lane = 0; lane < kLanes; ++lane) {
    const double* origin = y + 3 * pack.node[0][lane];
    for (int c = 0; c < 3; ++c) {
      const double* corner = y + 3 * pack.node[c + 1][lane];
      for (int k = 0; k < 3; ++k) edges.m[k][c][lane] = corner[k] - origin[k];
    }
  }
  return lanes::product(edges, inverse_edges_of(pack));
}

STICTION_INLINE LaneMatrix rotations_of(const LaneMatrix& F) {
  LaneMatrix R;
  const Lanes zero = {0, 0, 0, 0};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) R.m[i][j] = i == j ? zero + 1.0 : zero;
  Lanes curvature = zero, step = zero;
  for (int k = 0; k < 6; ++k) {
    step = lanes::rotation_step(F, R, curvature);
    bool done = true;
    for (int lane = 0; lane < kLanes; ++lane) done = done && step[lane] < 1e-16;
    if (done) break;
  }
  for (int lane = 0; lane < kLanes; ++lane) {
    if (curvature[lane] > 0 && step[lane] < 1e-16) continue;
    Mat3 one;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) one(i, j) = F.m[i][j][lane];
    one = nearest_rotation(one);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) R.m[i][j][lane] = one(i, j);
  }
  return R;
}

STICTION_INLINE Lanes determinant(const LaneMatrix& F, const LaneMatrix& cofactors) {
  return (F.m[0][0] * cofactors.m[0][0] + F.m[0][1] * cofactors.m[0][1]) + F.m[0][2] * cofactors.m[0][2];
}

// 2 mu (X + X^T) / 2 + lambda tr(X).
STICTION_INLINE LaneMatrix hooke(const LaneMatrix& X, double mu, double lambda) {
  const Lanes pressure = lambda * lanes::trace(X);
  LaneMatrix stress;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Lanes shear = mu * (X.m[i][j] + X.m[j][i]);
      stress.m[i][j] = i == j ? shear + pressure : shear;
    }
  return stress;
}

// Stress P by Piola and Kirchhoff of (1) with its damping; R: the rotations.
STICTION_INLINE LaneMatrix corotated_stress(const LaneMatrix& F, const LaneMatrix& R, const LaneMatrix* rate,
                                            const SolidForces::Constants& c, double damping) {
  const Lanes pressure = c.lambda * (lanes::inner(R, F) - 3.0);
  LaneMatrix P;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) P.m[i][j] = (2 * c.mu) * (F.m[i][j] - R.m[i][j]) + pressure * R.m[i][j];
  if (rate == nullptr) return P;
  const LaneMatrix damped =
      lanes::product(R, hooke(lanes::transposed_product(R, *rate), damping * c.mu, damping * c.lambda));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) P.m[i][j] = P.m[i][j] + damped.m[i][j];
  return P;
}

// The same of (2).
STICTION_INLINE LaneMatrix stvk_stress(const LaneMatrix& F, const LaneMatrix* rate, const SolidForces::Constants& c,
                                       double damping) {
  LaneMatrix strain = lanes::transposed_product(F, F);
  for (int i = 0; i < 3; ++i) strain.m[i][i] = strain.m[i][i] - 1.0;
  LaneMatrix stress = hooke(strain, 0.5 * c.mu, 0.5 * c.lambda);
  if (rate != nullptr) {
    const LaneMatrix damped = hooke(lanes::transposed_product(F, *rate), damping * c.mu, damping * c.lambda);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) stress.m[i][j] = stress.m[i][j] + damped.m[i][j];
  }
  return lanes::product(F, stress);
}

STICTION_INLINE void add_volume_stress(const LaneMatrix& F, const LaneMatrix* rate, double kappa, double damping,
                                       LaneMatrix& P) {
  const LaneMatrix C = lanes::cofactors(F);
  Lanes pressure = kappa * (determinant(F, C) - 1.0);
  if (rate != nullptr) pressure = pressure + (damping * kappa) * lanes::inner(C, *rate);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) P.m[i][j] = P.m[i][j] + pressure * C.m[i][j];
}

// Largest |Q - Q'|^2 of the lanes.
STICTION_INLINE double largest(const Lanes& squared) {
  double most = 0;
  for (int lane = 0; lane < kLanes; ++lane) most = most < squared[lane] ? squared[lane] : most;
  return most;
}

STICTION_INLINE void watch(const LaneMatrix& Q, const double* reference, InternalForces::Change& change) {
  const Lanes zero = {0, 0, 0, 0};
  Lanes rest = zero, other = zero;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Lanes d = i == j ? Q.m[i][j] - 1.0 : Q.m[i][j];
      rest = rest + d * d;
      if (reference == nullptr) continue;
      const Lanes r = loaded(reference + kLanes * (3 * i + j));
      other = other + (Q.m[i][j] - r) * (Q.m[i][j] - r);
    }
  change.from_rest = std::max(change.from_rest, largest(rest));
  change.from_reference = std::max(change.from_reference, largest(other));
}

// Forces on the corners are -V P inverse_edges^T, and minus their sum on corner 0.
STICTION_INLINE void store_corners(const Pack& pack, const LaneMatrix& P, double* corners) {
  LaneMatrix H = lanes::product_transposed(P, inverse_edges_of(pack));
  const Lanes volume = loaded(pack.volume);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) H.m[i][j] = -(volume * H.m[i][j]);
    const Lanes origin = -((H.m[i][0] + H.m[i][1]) + H.m[i][2]);
    for (int lane = 0; lane < kLanes; ++lane) {
      double* at = corners + 12 * lane + i;
      at[0] = origin[lane];
      at[3] = H.m[i][0][lane];
      at[6] = H.m[i][1][lane];
      at[9] = H.m[i][2][lane];
    }
  }
}

struct Task {
  const Pack* packs;
  const double *y, *rates, *reference;  // rates and reference may be null
  SolidForces::Constants constants;
  double damping;
  double* corners;
};

STICTION_SIMD InternalForces::Change evaluate(const Task& task, int begin, int end) {
  InternalForces::Change change;
  for (int p = begin; p < end; ++p) {
    const Pack& pack = task.packs[p];
    const LaneMatrix F = gradient_of(pack, task.y);
    LaneMatrix dF;
    const LaneMatrix* rate = nullptr;
    if (task.rates != nullptr) {
      dF = gradient_of(pack, task.rates);
      rate = &dF;
    }
    const double* reference = task.reference == nullptr ? nullptr : task.reference + 9 * kLanes * p;
    LaneMatrix P;
    if (task.constants.stvk) {
      P = stvk_stress(F, rate, task.constants, task.damping);
      watch(F, reference, change);
    } else {
      const LaneMatrix R = rotations_of(F);
      P = corotated_stress(F, R, rate, task.constants, task.damping);
      watch(task.constants.kappa > 0 ? F : R, reference, change);
    }
    if (task.constants.kappa > 0) add_volume_stress(F, rate, task.constants.kappa, task.damping, P);
    store_corners(pack, P, task.corners + 12 * kLanes * p);
  }
  return change;
}

Mat3 cofactors_of(const Mat3& F) {
  Mat3 C;
  for (int i = 0; i < 3; ++i) C.row(i) = F.row((i + 1) % 3).cross(F.row((i + 2) % 3));
  return C;
}

// V (lambda a b^T + mu b a^T + metric).
Mat3 hooke_block(double V, double mu, double lambda, const Vec3& a, const Vec3& b, const Mat3& metric) {
  return V * (lambda * a * b.transpose() + mu * b * a.transpose() + metric);
}

Mat3 tension_part(const Mat3& stress) {
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(stress);
  return solver.eigenvectors() * solver.eigenvalues().cwiseMax(0).asDiagonal() * solver.eigenvectors().transpose();
}

}  // namespace

SolidForces::SolidForces(const TetMesh& mesh, const PointsOptions& options)
    : tets_(mesh.tets),
      packs_((mesh.tets.size() + kLanes - 1) / kLanes),
      constants_{options.material.shear(), options.material.lame(), options.volume_stiffness,
                 options.law == PointsLaw::kStvk},
      sum_(static_cast<int>(mesh.vertices.size()), corner_nodes(mesh.tets)) {
  for (std::size_t t = 0; t < tets_.size(); ++t) {
    Mat3 edges;
    for (int c = 0; c < 3; ++c) edges.col(c) = mesh.vertices[tets_[t][c + 1]] - mesh.vertices[tets_[t][0]];
    inverse_edges_.emplace_back(edges.inverse());
    volumes_.push_back(edges.determinant() / 6);
  }
  for (std::size_t slot = 0; slot < kLanes * packs_.size(); ++slot) {
    Pack& pack = packs_[slot / kLanes];
    const std::size_t lane = slot % kLanes, t = std::min(slot, tets_.size() - 1);
    for (int c = 0; c < 4; ++c) pack.node[c][lane] = tets_[t][c];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) pack.inverse_edges[3 * i + j][lane] = inverse_edges_[t](i, j);
    pack.volume[lane] = slot < tets_.size() ? volumes_[t] : 0;
  }
}

Mat3 SolidForces::gradient(std::size_t tet, const VecX& y) const {
  Mat3 edges;
  const auto& nodes = tets_[tet];
  for (int c = 0; c < 3; ++c) edges.col(c) = y.segment<3>(3 * nodes[c + 1]) - y.segment<3>(3 * nodes[0]);
  return edges * inverse_edges_[tet];
}

double SolidForces::energy(const VecX& y) const {
  const auto [mu, lambda, kappa, stvk] = constants_;
  return parallel_sum(element_count(), 256,
                      [&, mu = mu, lambda = lambda, kappa = kappa, stvk = stvk](int begin, int end) {
                        double sum = 0;
                        for (int t = begin; t < end; ++t) {
                          const Mat3 F = gradient(t, y);
                          double density = 0.5 * kappa * (F.determinant() - 1) * (F.determinant() - 1);
                          if (stvk) {
                            const Mat3 E = 0.5 * (F.transpose() * F - Mat3::Identity());
                            density += mu * E.squaredNorm() + 0.5 * lambda * E.trace() * E.trace();
                          } else {
                            const Mat3 R = nearest_rotation(F);
                            const double dilation = (R.transpose() * F).trace() - 3;
                            density += mu * (F - R).squaredNorm() + 0.5 * lambda * dilation * dilation;
                          }
                          sum += volumes_[t] * density;
                        }
                        return sum;
                      });
}

InternalForces::Change SolidForces::set_force(const VecX& y, const Extras& extras, Work& work, VecX& force) const {
  work.corner_forces.resize(12 * kLanes * packs_.size());
  const bool damped = extras.rates != nullptr && extras.stiffness_damping > 0;
  const Task task{packs_.data(),
                  y.data(),
                  damped ? extras.rates->data() : nullptr,
                  extras.reference == nullptr ? nullptr : extras.reference->data(),
                  constants_,
                  extras.stiffness_damping,
                  work.corner_forces.data()};
  const Change change = parallel_reduce(
      static_cast<int>(packs_.size()), kGrain, [&](int begin, int end) { return evaluate(task, begin, end); },
      [](const Change& a, const Change& b) {
        return Change{std::max(a.from_rest, b.from_rest), std::max(a.from_reference, b.from_reference)};
      });
  sum_.gather(work.corner_forces, force);
  return change;
}

void SolidForces::set_reference(const VecX& y, std::vector<double>& reference) const {
  reference.resize(9 * kLanes * packs_.size());
  for (std::size_t slot = 0; slot < kLanes * packs_.size(); ++slot) {
    const Mat3 F = gradient(std::min(slot, tets_.size() - 1), y);
    const Mat3 Q = constants_.stvk || constants_.kappa > 0 ? F : nearest_rotation(F);
    double* at = reference.data() + 9 * kLanes * (slot / kLanes) + slot % kLanes;
    for (int k = 0; k < 9; ++k) at[kLanes * k] = Q(k / 3, k % 3);
  }
}

void SolidForces::add_stiffness(const VecX& y, BlockMatrix& K) const {
  const auto [mu, lambda, kappa, stvk] = constants_;
  for (std::size_t t = 0; t < tets_.size(); ++t) {
    const Mat3 F = gradient(t, y), Q = stvk ? F : nearest_rotation(F);
    const Mat3 metric = Q * Q.transpose(), pressed = cofactors_of(F);
    Mat3 tension = Mat3::Zero();
    if (stvk) {
      const Mat3 E = 0.5 * (F.transpose() * F - Mat3::Identity());
      tension = tension_part(2 * mu * E + lambda * E.trace() * Mat3::Identity());
    }
    std::array<Vec3, 4> g;  // gradients of the corners' shape functions
    g[0].setZero();
    for (int c = 0; c < 3; ++c) {
      g[c + 1] = inverse_edges_[t].row(c);
      g[0] -= g[c + 1];
    }
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) {
        Mat3 block = hooke_block(volumes_[t], mu, lambda, Q * g[a], Q * g[b], mu * g[a].dot(g[b]) * metric);
        if (stvk) block += volumes_[t] * g[a].dot(tension * g[b]) * Mat3::Identity();
        if (kappa > 0) block += volumes_[t] * kappa * (pressed * g[a]) * (pressed * g[b]).transpose();
        K.add(tets_[t][a], tets_[t][b], block);
      }
  }
}

void SolidForces::add_couples(std::vector<std::array<int, 2>>& couples) const {
  for (const auto& tet : tets_)
    for (int a = 0; a < 4; ++a)
      for (int b = a + 1; b < 4; ++b) couples.push_back({tet[a], tet[b]});
}

double SolidForces::smallest_volume_ratio(const VecX& y) const {
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t t = 0; t < tets_.size(); ++t) smallest = std::min(smallest, gradient(t, y).determinant());
  return smallest;
}

}  // namespace stiction
