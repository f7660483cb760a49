#include "elastic/stvk/modal_derivatives.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>
#include <algorithm>

#include "base/error.h"
#include "base/parallel.h"
#include "elastic/fem/stvk_element.h"

namespace stiction {
namespace {

constexpr int kMaxRefinements = 40;
constexpr double kSolved = 1e-12;       // change of the solution, relative
constexpr double kIndependent = 1e-10;  // of a principal component, against the first: below, it is rounding

struct ModePair {
  int i, j;
};

std::vector<ModePair> pairs_of(int modes) {
  std::vector<ModePair> pairs;
  for (int i = 0; i < modes; ++i)
    for (int j = i; j < modes; ++j) pairs.push_back({i, j});
  return pairs;
}

// What an element knows of one mode.
struct ModeInElement {
  NodalGradients G;
  NodalStrains stress;  // of the linear strain
};

// (H : v) u of one element.
ElementVector second_force(const StvkElement& element, const ModeInElement& u, const ModeInElement& v) {
  const NodalStrains crossed = element.stresses(quadratic_strains(u.G, v.G));
  NodalGradients P;
  for (int a = 0; a < 10; ++a) {
    P[a] = strain_matrix(crossed.col(a)) + u.G[a] * strain_matrix(v.stress.col(a)) +
           v.G[a] * strain_matrix(u.stress.col(a));
  }
  return element.nodal_forces(P);
}

MatX second_forces(const QuadraticMesh& mesh, const MatX& shapes, double poisson, const std::vector<ModePair>& pairs,
                   const ReportProgress& progress) {
  MatX loads = MatX::Zero(shapes.rows(), static_cast<Eigen::Index>(pairs.size()));
  const int elements = static_cast<int>(mesh.elements.size()), modes = static_cast<int>(shapes.cols());
  std::vector<ModeInElement> in_element(modes);
  for (int e = 0; e < elements; ++e) {
    const auto& nodes = mesh.elements[e];
    const StvkElement element(mesh.corners(nodes), {1, poisson, 1});
    for (int k = 0; k < modes; ++k) {
      in_element[k].G = element.gradients(gathered(nodes, shapes.col(k)));
      in_element[k].stress = element.stresses(linear_strains(in_element[k].G));
    }
    parallel_ranges(static_cast<int>(pairs.size()), 16, [&](int begin, int end) {
      for (int p = begin; p < end; ++p) {
        const ElementVector force = second_force(element, in_element[pairs[p].i], in_element[pairs[p].j]);
        for (int a = 0; a < 10; ++a) loads.col(p).segment<3>(3 * nodes[a]) += force.col(a);
      }
    });
    if (progress && e % 64 == 0) progress("modal derivatives: loads", 0.4 * e / elements);
  }
  return loads;
}

// K x = b among motions orthogonal to rigid ones, by a factor of K + shift M and refinement.
class RelievedSolve {
 public:
  RelievedSolve(const QuadraticMesh& mesh, double poisson, double shift)
      : stiffness_(elastic_stiffness(mesh, {1, poisson, 1})), rigid_(rigid_motions(mesh, nodal_mass(mesh))) {
    const SparseMatrix mass = expanded_mass(nodal_mass(mesh));
    mass_rigid_ = mass * rigid_;
    factor_.compute(stiffness_ + shift * mass);
    if (factor_.info() != Eigen::Success) {
      throw InputError(
          "the stiffness matrix could not be factorised: the mesh has flat tetrahedra, or Poisson's ratio is too near "
          "to "
          "0.5 (take 0.49)");
    }
  }
  VecX operator()(const VecX& load) const {
    const VecX relieved = load - mass_rigid_ * (rigid_.transpose() * load).eval();
    VecX x = VecX::Zero(load.size());
    for (int i = 0; i < kMaxRefinements; ++i) {
      VecX change = factor_.solve(relieved - stiffness_ * x);
      change -= rigid_ * (mass_rigid_.transpose() * change).eval();
      x += change;
      if (change.norm() <= kSolved * x.norm()) break;
    }
    return x;
  }

 private:
  SparseMatrix stiffness_;
  MatX rigid_, mass_rigid_;
  Eigen::SimplicialLLT<SparseMatrix> factor_;
};

void require_dofs(int modes, int dofs, int found) {
  if (dofs < modes) {
    throw InputError(fmt::format(
        "{} dofs are wanted, fewer than the {} modes, which are all kept: want more dofs or fewer modes", dofs, modes));
  }
  if (dofs <= modes + found) return;
  throw InputError(
      fmt::format("{} dofs are wanted, but {} modes and their derivatives make {}: want fewer, or more modes", dofs,
                  modes, modes + found));
}

// The first `count` principal components in the mass of the columns; throws if there are fewer.
MatX principal_components(const SparseMatrix& mass, const MatX& columns, int modes, int count) {
  const MatX gram = columns.transpose() * (mass * columns).eval();
  const Eigen::SelfAdjointEigenSolver<MatX> eigen(0.5 * (gram + gram.transpose()));
  const VecX& size = eigen.eigenvalues();  // ascending
  const double least = kIndependent * kIndependent * size[size.size() - 1];
  const auto found = std::count_if(size.begin(), size.end(), [&](double x) { return x > least; });
  require_dofs(modes, modes + count, static_cast<int>(found));
  MatX axes = eigen.eigenvectors().rightCols(count).rowwise().reverse();
  for (int k = 0; k < count; ++k) axes.col(k) /= std::sqrt(size[size.size() - 1 - k]);
  return columns * axes;
}

}  // namespace

MatX modal_derivatives(const QuadraticMesh& mesh, const ModalBasis& linear, double poisson,
                       const ReportProgress& progress) {
  const std::vector<ModePair> pairs = pairs_of(linear.mode_count());
  MatX derivatives = second_forces(mesh, linear.shapes, poisson, pairs, progress);
  if (progress) progress("modal derivatives: factorising the stiffness", 0.4);
  const RelievedSolve solve(mesh, poisson, 1e-3 * linear.eigenvalues[0]);
  constexpr int kChunk = 16;
  const int count = static_cast<int>(pairs.size());
  for (int begin = 0; begin < count; begin += kChunk) {
    parallel_tasks(std::min(kChunk, count - begin),
                   [&](int p) { derivatives.col(begin + p) = -solve(derivatives.col(begin + p)).eval(); });
    if (progress) progress("modal derivatives", 0.5 + 0.5 * begin / count);
  }
  return derivatives;
}

ModalBasis derivative_basis(const QuadraticMesh& mesh, const ModalBasis& linear, double poisson, int dofs,
                            const ReportProgress& progress) {
  const int modes = linear.mode_count(), extra = dofs - modes;
  require_dofs(modes, dofs, modes * (modes + 1) / 2);
  if (extra == 0) return linear;
  MatX derivatives = modal_derivatives(mesh, linear, poisson, progress);
  const SparseMatrix nodal = nodal_mass(mesh), mass = expanded_mass(nodal);
  const MatX carried = mass * linear.shapes;
  derivatives -= linear.shapes * (carried.transpose() * derivatives).eval();
  const std::vector<ModePair> pairs = pairs_of(modes);
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const double low = linear.eigenvalues[0], both = linear.eigenvalues[pairs[p].i] * linear.eigenvalues[pairs[p].j];
    derivatives.col(static_cast<Eigen::Index>(p)) *= low * low / both * (pairs[p].i == pairs[p].j ? 0.5 : 1);
  }
  MatX shapes(linear.shapes.rows(), dofs);
  shapes << linear.shapes, principal_components(mass, derivatives, modes, extra);
  return ritz_basis(elastic_stiffness(mesh, {1, poisson, 1}), mass, rigid_motions(mesh, nodal), std::move(shapes));
}

}  // namespace stiction
