#include "elastic/stvk/volume_samples.h"

#include <Eigen/LU>
#include <algorithm>
#include <limits>
#include <set>

#include "base/hash.h"
#include "elastic/fem/stvk_element.h"

namespace stiction {
namespace {

using Gradient = Eigen::Matrix<double, 9, 1>;

// G of a displacement at a corner of an element, columns one after the other.
Gradient gradient_at(const std::array<ShapeGradients, 10>& gradients, const ElementVector& displacement, int corner) {
  const Mat3 G = displacement * gradients[corner].transpose();
  return Eigen::Map<const Gradient>(G.data());
}

// Trace of G per corner (rows, four an element) and shape (columns): how fast the volume changes.
MatX dilations(const QuadraticMesh& mesh, const MatX& shapes) {
  MatX result(4 * mesh.elements.size(), shapes.cols());
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    const auto gradients = nodal_shape_gradients(mesh.corners(mesh.elements[e]));
    for (Eigen::Index k = 0; k < shapes.cols(); ++k) {
      const ElementVector u = gathered(mesh.elements[e], shapes.col(k));
      for (int corner = 0; corner < 4; ++corner) {
        result(4 * static_cast<Eigen::Index>(e) + corner, k) = u.cwiseProduct(gradients[corner]).sum();
      }
    }
  }
  return result;
}

std::set<Eigen::Index> chosen_corners(const MatX& dilation) {
  std::set<Eigen::Index> chosen;
  const Eigen::Index corners = dilation.rows();
  for (Eigen::Index k = 0; k < dilation.cols() && 2 * chosen.size() < kVolumeSamples; ++k) {
    Eigen::Index most = 0, least = 0;
    dilation.col(k).maxCoeff(&most);
    dilation.col(k).minCoeff(&least);
    chosen.insert({most, least});
  }
  const Eigen::Index wanted = std::min<Eigen::Index>(corners, kVolumeSamples);
  for (Eigen::Index i = 0; i < wanted && static_cast<Eigen::Index>(chosen.size()) < wanted; ++i) {
    chosen.insert(i * corners / wanted);
  }
  return chosen;
}

}  // namespace

VolumeSamples::VolumeSamples(const QuadraticMesh& mesh, const MatX& shapes) {
  const std::set<Eigen::Index> corners = chosen_corners(dilations(mesh, shapes));
  gradients_.resize(9 * static_cast<Eigen::Index>(corners.size()), shapes.cols());
  Eigen::Index row = 0;
  for (const Eigen::Index corner : corners) {
    const auto& element = mesh.elements[corner / 4];
    const auto gradients = nodal_shape_gradients(mesh.corners(element));
    for (Eigen::Index k = 0; k < shapes.cols(); ++k) {
      gradients_.block<9, 1>(row, k) =
          gradient_at(gradients, gathered(element, shapes.col(k)), static_cast<int>(corner % 4));
    }
    row += 9;
  }
}

double VolumeSamples::smallest_ratio(const VecX& q) const {
  Hash64 bits;
  for (const double value : q) bits.add(value);
  const std::lock_guard<std::mutex> lock(memory_->mutex);
  Remembered& last = memory_->ratios[bits.value() % memory_->ratios.size()];
  if (last.q.size() != q.size() || last.q != q) {
    const double ratio = compute(q);
    last = {q, ratio};
    ++memory_->computed;
  }
  return last.ratio;
}

std::int64_t VolumeSamples::computed() const {
  const std::lock_guard<std::mutex> lock(memory_->mutex);
  return memory_->computed;
}

double VolumeSamples::compute(const VecX& q) const {
  double smallest = std::numeric_limits<double>::infinity();
  const VecX all = gradients_ * q;
  for (int s = 0; s < count(); ++s) {
    const Mat3 F = Mat3::Identity() + Eigen::Map<const Mat3>(all.data() + 9 * static_cast<std::ptrdiff_t>(s));
    smallest = std::min(smallest, F.determinant());
  }
  return smallest;
}

double smallest_volume_ratio(const QuadraticMesh& mesh, const VecX& displacement) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const auto& element : mesh.elements) {
    const auto gradients = nodal_shape_gradients(mesh.corners(element));
    const ElementVector u = gathered(element, displacement);
    for (int corner = 0; corner < 4; ++corner) {
      const Mat3 F = Mat3::Identity() + u * gradients[corner].transpose();
      smallest = std::min(smallest, F.determinant());
    }
  }
  return smallest;
}

}  // namespace stiction
