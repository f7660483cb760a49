#include "solvers/staggered/active_set_kernel.h"

#include <cmath>

#include "contact/projections.h"
#include "lcp/convex_qp.h"

namespace stiction {
namespace {

// Column `column` of contact c as a dense vector over the island's blocks.
VecX dense_column(const Island& island, int c, int column) {
  VecX dense = VecX::Zero(island.velocity_size());
  const double* a = island.A.data() + static_cast<std::size_t>(c) * Island::kContact + column * Island::kColumn;
  dense.segment<6>(6 * island.side_a[c]) += Eigen::Map<const Vec6>(a);
  dense.segment<6>(6 * island.side_b[c]) += Eigen::Map<const Vec6>(a + 6);
  island.for_parts(c,
                   [&](int block, const PartColumns& columns) { dense.segment<6>(6 * block) += columns.col(column); });
  return dense.head(6 * island.block_count());
}

KernelResult to_kernel_result(const QpResult& qp) {
  KernelResult result;
  result.newton_steps = qp.iterations;
  result.converged = qp.status == QpStatus::kOptimal;
  return result;
}

}  // namespace

void ActiveSetKernel::prepare(const Island& island, Form form) {
  const int blocks = island.block_count(), contacts = island.contact_count();
  const int samples = corner_count(island.friction_set.samples);
  contact_form_ = form == Form::kContact || (form == Form::kAuto && contacts < 6 * blocks);
  samples_.resize(2, samples);
  for (int j = 0; j < samples; ++j) {
    polygon_corner(island.friction_set.samples, j, samples_.col(j).data());
  }
  normal_columns_.resize(6 * blocks, contacts);
  tangent_columns_.resize(6 * blocks, static_cast<Eigen::Index>(samples) * contacts);
  for (int c = 0; c < contacts; ++c) {
    normal_columns_.col(c) = dense_column(island, c, 0);
    MatX tangents(6 * blocks, 2);
    tangents << dense_column(island, c, 1), dense_column(island, c, 2);
    tangent_columns_.middleCols(static_cast<Eigen::Index>(samples) * c, samples) = tangents * samples_;
  }
}

KernelResult ActiveSetKernel::project_contact(const Island& island, const double* q, double* alpha, double* x) {
  const Eigen::Index contacts = normal_columns_.cols(), dofs = normal_columns_.rows();
  Eigen::Map<VecX> alpha_map(alpha, contacts);
  const Eigen::Map<const VecX> q_map(q, contacts);
  QpProblem qp;
  KernelResult result;
  if (contact_form_) {  // min 1/2 |A_n alpha|^2 + q . alpha, alpha >= 0
    qp.G = normal_columns_.transpose() * normal_columns_;
    qp.a = q_map;
    qp.C = MatX::Identity(contacts, contacts);
    qp.b = VecX::Zero(contacts);
    ConvexQpOptions options;
    options.start = alpha_map;
    const ConvexQpResult solved = solve_convex_qp(qp, options);
    if (solved.status == QpStatus::kOptimal) alpha_map = solved.x.cwiseMax(0.0);
    result = to_kernel_result(solved);
  } else {  // SP eq. 20: min 1/2 |x|^2, A_n^T x + q >= 0; alpha are the multipliers
    qp.G = MatX::Identity(dofs, dofs);
    qp.a = VecX::Zero(dofs);
    qp.C = normal_columns_;
    qp.b = -q_map;
    QpSolver solver(qp.G, qp.C, 0);
    const QpResult solved = solver.solve(qp.a, qp.b);
    if (solved.status == QpStatus::kOptimal) alpha_map = solved.multipliers.cwiseMax(0.0);
    result = to_kernel_result(solved);
  }
  std::fill(x, x + island.velocity_size(), 0.0);
  island.accumulate(0, 1, alpha, x);
  return result;
}

KernelResult ActiveSetKernel::project_friction(const Island& island, const std::vector<double>& radius, const double* q,
                                               double* beta, double* x) {
  const Eigen::Index contacts = normal_columns_.cols(), dofs = normal_columns_.rows();
  const Eigen::Index samples = samples_.cols(), columns = samples * contacts;
  VecX along(columns);  // free velocity along each sample
  for (Eigen::Index c = 0; c < contacts; ++c) {
    along.segment(samples * c, samples) = samples_.transpose() * Vec2(q[2 * c], q[2 * c + 1]);
  }
  QpProblem qp;
  VecX weights;  // beta of SP eq. 7: one per sample
  KernelResult result;
  if (contact_form_) {  // SP eq. 18 as a projection: weights >= 0, their sum per contact <= mu alpha
    qp.G = tangent_columns_.transpose() * tangent_columns_;
    qp.a = along;
    qp.C = MatX::Zero(columns, columns + contacts);
    qp.C.leftCols(columns).setIdentity();
    qp.b = VecX::Zero(columns + contacts);
    for (Eigen::Index c = 0; c < contacts; ++c) {
      qp.C.block(samples * c, columns + c, samples, 1).setConstant(-1);
      qp.b[columns + c] = -radius[c];
    }
    ConvexQpOptions options;
    options.delta = 1e-5;  // eight samples span two directions: at 1e-7 the noise of f is 1e-8, at 1e-5 below 1e-9
    const ConvexQpResult solved = solve_convex_qp(qp, options);
    weights = solved.x;
    result = to_kernel_result(solved);
  } else {  // its dual: min 1/2 |x|^2 + sum mu alpha_c s_c with s_c >= -d_j . u_t for every sample j
    const Eigen::Index size = dofs + contacts;
    qp.G = MatX::Zero(size, size);
    qp.G.topLeftCorner(dofs, dofs).setIdentity();
    qp.a = VecX::Zero(size);
    qp.C = MatX::Zero(size, columns);
    qp.C.topRows(dofs) = tangent_columns_;
    qp.b = -along;
    for (Eigen::Index c = 0; c < contacts; ++c) {
      qp.a[dofs + c] = radius[c];
      qp.C.block(dofs + c, samples * c, 1, samples).setConstant(1);
    }
    const ConvexQpResult solved = solve_convex_qp(qp);
    weights = solved.multipliers;
    result = to_kernel_result(solved);
  }
  if (result.converged) {
    for (Eigen::Index c = 0; c < contacts; ++c) {
      Eigen::Map<Vec2>(beta + 2 * c) = samples_ * weights.segment(samples * c, samples).cwiseMax(0.0);
    }
  }
  std::fill(x, x + island.velocity_size(), 0.0);
  island.accumulate(1, 2, beta, x);
  return result;
}

}  // namespace stiction
