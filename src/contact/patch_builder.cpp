#include "contact/patch_builder.h"

#include <algorithm>

namespace stiction {
namespace {

constexpr int kColumn = Island::kColumn;

constexpr double kRoundOff = 1e-10;

// Fewer contacts between two bodies are cheaper to treat by themselves.
constexpr int kLeastContacts = 3;

// Rows F and r x F of the frame and of its moments about the centre of b, or of a where b is not free.
Mat36 wrench(const ContactBlock& contact) {
  return contact.body_b >= 0 ? contact.jacobian_b : Mat36(-contact.jacobian_a);
}

bool same_frame(const ContactBlock& one, const ContactBlock& other) {
  const Mat36& a = one.body_b >= 0 ? one.jacobian_b : one.jacobian_a;
  const Mat36& b = other.body_b >= 0 ? other.jacobian_b : other.jacobian_a;
  return std::equal(a.data(), a.data() + 9, b.data());
}

bool is_rotation(const Mat3& frame) {
  return (frame * frame.transpose() - Mat3::Identity()).norm() <= kRoundOff && frame.determinant() > 0;
}

// r in the frame F, from the moments r x F; false if these are not those of one point.
bool find_lever(const Mat36& wrench, Vec3& lever) {
  const Vec3 f[3] = {wrench.block<1, 3>(0, 0), wrench.block<1, 3>(1, 0), wrench.block<1, 3>(2, 0)};
  const Vec3 m[3] = {wrench.block<1, 3>(0, 3), wrench.block<1, 3>(1, 3), wrench.block<1, 3>(2, 3)};
  lever = Vec3(m[1].dot(f[2]), m[2].dot(f[0]), m[0].dot(f[1]));
  const Vec3 r = lever[0] * f[0] + lever[1] * f[1] + lever[2] * f[2];
  double error = 0;
  for (int k = 0; k < 3; ++k) error += (m[k] - r.cross(f[k])).squaredNorm();
  return error <= kRoundOff * kRoundOff * std::max(1.0, lever.squaredNorm());
}

// From the centre of body a to that of b, both free: J_a = -[F, (r + d) x F], J_b = [F, r x F] for frame rows F.
Vec3 center_distance(const ContactBlock& contact) {
  Vec3 twice = Vec3::Zero();
  for (int k = 0; k < 3; ++k) {
    const Vec3 direction = contact.jacobian_b.row(k).head<3>();
    const Vec3 difference = -(contact.jacobian_a.row(k) + contact.jacobian_b.row(k)).tail<3>();  // d x F_k
    twice += direction.cross(difference);
  }
  return twice / 2;
}

// Do impulses act on both bodies at one point, with their centres at the distance d?
bool act_at_one_point(const ContactBlock& contact, const Vec3& d) {
  double error = 0, size = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3 direction = contact.jacobian_b.row(k).head<3>();
    const auto sum = contact.jacobian_a.row(k) + contact.jacobian_b.row(k);
    error += sum.head<3>().squaredNorm() + (sum.tail<3>().transpose() + d.cross(direction)).squaredNorm();
    size += contact.jacobian_a.row(k).squaredNorm() + contact.jacobian_b.row(k).squaredNorm();
  }
  return error <= kRoundOff * kRoundOff * size;
}

// Rows [first, first + 6) of B: the effect on a body of a momentum in the frame, given at the distance d from its
// centre, times sign.
void twist_rows(const BodyBlock& block, const Mat3& frame, const Vec3& d, double sign, int first, double* B) {
  Eigen::Map<Eigen::Matrix<double, kColumn, 6>> matrix(B);
  Mat3 cross;
  cross << 0, -d[2], d[1], d[2], 0, -d[0], -d[1], d[0], 0;
  const Mat3 angular = sign * block.angular.transpose();
  matrix.block<3, 3>(first, 0) = (sign * block.linear).asDiagonal() * frame.transpose();
  matrix.block<3, 3>(first + 3, 0) = angular * cross * frame.transpose();
  matrix.block<3, 3>(first + 3, 3) = angular * frame.transpose();
}

}  // namespace

void find_patches(const ContactProblem& problem, Island& island) {
  island.group_patches.clear();
  island.patch_begin.clear();
  for (int g = 0; g < island.group_count(); ++g) {
    island.group_patches.push_back(static_cast<int>(island.patch_begin.size()));
    for (int c = island.group_begin[g]; c < island.group_begin[g + 1]; ++c) {
      const ContactBlock& contact = problem.contacts[island.contacts[c]];
      if (c == island.group_begin[g] || !same_frame(problem.contacts[island.contacts[c - 1]], contact))
        island.patch_begin.push_back(c);
    }
  }
  const std::size_t patches = island.patch_begin.size(), contacts = island.contact_count();
  island.group_patches.push_back(static_cast<int>(patches));
  island.patch_begin.push_back(island.contact_count());
  island.patch_frame.resize(12 * patches);
  island.has_patches.resize(island.group_count());
  island.B.resize(static_cast<std::size_t>(island.group_count()) * Island::kTwist);
  // Kernels read whole vector registers.
  for (auto& lever : island.lever) lever.resize(contacts + 4);
  island.inverse_scale.resize(contacts + 4);
}

void fill_patches(const ContactProblem& problem, int group, Island& island) {
  const int begin = island.group_begin[group], end = island.group_begin[group + 1];
  island.has_patches[group] = false;
  if (end - begin < kLeastContacts) return;
  const ContactBlock& first = problem.contacts[island.contacts[begin]];
  const bool a_free = first.body_a >= 0, b_free = first.body_b >= 0;
  // Twists are measured at the centre of b, or of a where b is not free.
  const Vec3 d = a_free && b_free ? center_distance(first) : Vec3::Zero();
  const Mat3 group_frame = wrench(first).leftCols<3>();
  double* B = &island.B[static_cast<std::size_t>(group) * Island::kTwist];
  std::fill(B, B + Island::kTwist, 0.0);
  if (a_free) twist_rows(problem.bodies[first.body_a], group_frame, d, -1, 0, B);
  if (b_free) twist_rows(problem.bodies[first.body_b], group_frame, Vec3::Zero(), 1, 6, B);
  for (int k = island.group_patches[group]; k < island.group_patches[group + 1]; ++k) {
    const Mat3 frame = wrench(problem.contacts[island.contacts[island.patch_begin[k]]]).leftCols<3>();
    if (!is_rotation(frame)) return;
    Eigen::Map<Eigen::Matrix<double, 3, 4, Eigen::RowMajor>> R(&island.patch_frame[12 * static_cast<std::size_t>(k)]);
    R << frame * group_frame.transpose(), Vec3::Zero();
    for (int c = island.patch_begin[k]; c < island.patch_begin[k + 1]; ++c) {
      const ContactBlock& contact = problem.contacts[island.contacts[c]];
      if (a_free && b_free && !act_at_one_point(contact, d)) return;
      Vec3 lever;
      if (!find_lever(wrench(contact), lever)) return;
      for (int i = 0; i < 3; ++i) island.lever[i][c] = lever[i];
      island.inverse_scale[c] = 1 / island.scale[c];
    }
  }
  island.has_patches[group] = true;
}

}  // namespace stiction
