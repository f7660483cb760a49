#include "elastic/points/sheet_forces.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "base/parallel.h"

namespace stiction {
namespace {

constexpr int kGrain = 256;

Vec3 node_of(const VecX& y, int node) {
  return y.segment<3>(3 * node);
}

double area_of(const TriangleMesh& sheet, const std::array<int, 3>& t) {
  return 0.5 * (sheet.vertices[t[1]] - sheet.vertices[t[0]]).cross(sheet.vertices[t[2]] - sheet.vertices[t[0]]).norm();
}

VecX places_of(const TriangleMesh& sheet) {
  VecX y(static_cast<Eigen::Index>(3 * sheet.vertices.size()));
  for (std::size_t i = 0; i < sheet.vertices.size(); ++i)
    y.segment<3>(3 * static_cast<Eigen::Index>(i)) = sheet.vertices[i];
  return y;
}

}  // namespace

SheetForces::SheetForces(const TriangleMesh& sheet, const PointsOptions& options)
    : mu_(options.material.shear()),
      lambda_(options.material.young * options.material.poisson /
              (1 - options.material.poisson * options.material.poisson)) {
  const double nu = options.material.poisson;
  add_triangles(sheet, options.thickness);
  add_hinges(sheet, options.material.young * std::pow(options.thickness, 3) / (12 * (1 - nu * nu)));
  sum_ = CornerSum(static_cast<int>(sheet.vertices.size()), corner_nodes());
}

void SheetForces::add_triangles(const TriangleMesh& sheet, double thickness) {
  for (const auto& t : sheet.triangles) {
    Triangle triangle;
    triangle.node = t;
    const Vec3 b = sheet.vertices[t[1]] - sheet.vertices[t[0]], c = sheet.vertices[t[2]] - sheet.vertices[t[0]];
    const Vec3 normal = b.cross(c).normalized();
    triangle.at_rest.col(0) = b.normalized();
    triangle.at_rest.col(1) = normal.cross(b).normalized();
    Mat2 edges;
    edges.col(0) = triangle.at_rest.transpose() * b;
    edges.col(1) = triangle.at_rest.transpose() * c;
    triangle.inverse_edges = edges.inverse();
    triangle.weight = thickness * area_of(sheet, t);
    triangles_.push_back(triangle);
  }
}

void SheetForces::add_hinges(const TriangleMesh& sheet, double bending) {
  std::map<std::array<int, 2>, std::pair<int, double>> opposite;  // of a directed edge: third corner, area
  for (const auto& t : sheet.triangles) {
    for (int k = 0; k < 3; ++k) opposite[{t[k], t[(k + 1) % 3]}] = {t[(k + 2) % 3], area_of(sheet, t)};
  }
  const VecX y = places_of(sheet);
  for (const auto& [edge, own] : opposite) {
    if (edge[0] > edge[1]) continue;
    const auto other = opposite.find({edge[1], edge[0]});
    if (other == opposite.end()) continue;
    Hinge hinge{{own.first, other->second.first, edge[0], edge[1]}, 0, 0};
    hinge.angle = angle(hinge, y, nullptr);
    const double squared = (sheet.vertices[edge[1]] - sheet.vertices[edge[0]]).squaredNorm();
    hinge.stiffness = bending * squared / (own.second + other->second.second);
    hinges_.push_back(hinge);
  }
}

std::vector<int> SheetForces::corner_nodes() const {
  std::vector<int> nodes;
  for (const Triangle& triangle : triangles_) nodes.insert(nodes.end(), triangle.node.begin(), triangle.node.end());
  for (const Hinge& hinge : hinges_) nodes.insert(nodes.end(), hinge.node.begin(), hinge.node.end());
  return nodes;
}

SheetForces::Gradient SheetForces::gradient(const Triangle& triangle, const VecX& y) {
  Gradient edges;
  const Vec3 origin = node_of(y, triangle.node[0]);
  edges.col(0) = node_of(y, triangle.node[1]) - origin;
  edges.col(1) = node_of(y, triangle.node[2]) - origin;
  return edges * triangle.inverse_edges;
}

// Positive where the sheet folds away from its normals. Its derivative: Bridson, Marino and Fedkiw 2003.
double SheetForces::angle(const Hinge& hinge, const VecX& y, HingeGradient* gradient) {
  const Vec3 a = node_of(y, hinge.node[0]), b = node_of(y, hinge.node[1]);
  const Vec3 p = node_of(y, hinge.node[2]), q = node_of(y, hinge.node[3]);
  const Vec3 edge = q - p;
  const double length = edge.norm();
  const Vec3 m = (a - p).cross(a - q), n = (b - q).cross(b - p);
  if (gradient != nullptr) {
    const Vec3 from_a = m / m.squaredNorm(), from_b = n / n.squaredNorm(), along = edge / length;
    (*gradient)[0] = length * from_a;
    (*gradient)[1] = length * from_b;
    (*gradient)[2] = (a - q).dot(along) * from_a + (b - q).dot(along) * from_b;
    (*gradient)[3] = -(a - p).dot(along) * from_a - (b - p).dot(along) * from_b;
  }
  return -std::atan2(m.cross(n).dot(edge) / length, m.dot(n));
}

double SheetForces::bend(const Hinge& hinge, const VecX& y, HingeGradient* gradient) const {
  return std::remainder(angle(hinge, y, gradient) - hinge.angle, 2 * std::numbers::pi);
}

Mat2 SheetForces::stress(const Mat2& strain) const {
  return mu_ * (strain + strain.transpose()) + lambda_ * strain.trace() * Mat2::Identity();
}

double SheetForces::energy(const VecX& y) const {
  const double stretched = parallel_sum(element_count(), kGrain, [&](int begin, int end) {
    double sum = 0;
    for (int t = begin; t < end; ++t) {
      const Gradient F = gradient(triangles_[t], y);
      const Mat2 E = 0.5 * (F.transpose() * F - Mat2::Identity());
      sum += triangles_[t].weight * (mu_ * E.squaredNorm() + 0.5 * lambda_ * E.trace() * E.trace());
    }
    return sum;
  });
  return stretched + parallel_sum(static_cast<int>(hinges_.size()), kGrain, [&](int begin, int end) {
           double sum = 0;
           for (int h = begin; h < end; ++h) {
             const double turned = bend(hinges_[h], y, nullptr);
             sum += 0.5 * hinges_[h].stiffness * turned * turned;
           }
           return sum;
         });
}

void SheetForces::pull(const Triangle& triangle, const Gradient& F, const Extras& extras, double* corners) const {
  Mat2 S = stress(0.5 * (F.transpose() * F - Mat2::Identity()));
  if (extras.rates != nullptr && extras.stiffness_damping > 0) {
    S += extras.stiffness_damping * stress(F.transpose() * gradient(triangle, *extras.rates));
  }
  const Gradient forces = -triangle.weight * (F * S) * triangle.inverse_edges.transpose();
  for (int k = 0; k < 3; ++k) {
    corners[k] = -(forces(k, 0) + forces(k, 1));
    corners[3 + k] = forces(k, 0);
    corners[6 + k] = forces(k, 1);
  }
}

void SheetForces::fold(const Hinge& hinge, const VecX& y, const Extras& extras, double* corners) const {
  HingeGradient along;
  double moment = bend(hinge, y, &along);
  if (extras.rates != nullptr && extras.stiffness_damping > 0) {
    double rate = 0;
    for (int c = 0; c < 4; ++c) rate += along[c].dot(node_of(*extras.rates, hinge.node[c]));
    moment += extras.stiffness_damping * rate;
  }
  moment *= hinge.stiffness;
  for (int c = 0; c < 4; ++c)
    for (int k = 0; k < 3; ++k) corners[3 * c + k] = -moment * along[c][k];
}

InternalForces::Change SheetForces::set_force(const VecX& y, const Extras& extras, Work& work, VecX& force) const {
  work.corner_forces.resize(9 * triangles_.size() + 12 * hinges_.size());
  const Change change = parallel_reduce(
      element_count(), kGrain,
      [&](int begin, int end) {
        Change own;
        for (int t = begin; t < end; ++t) {
          const Gradient F = gradient(triangles_[t], y);
          pull(triangles_[t], F, extras, work.corner_forces.data() + 9 * static_cast<std::size_t>(t));
          own.from_rest = std::max(own.from_rest, (F - triangles_[t].at_rest).squaredNorm());
          if (extras.reference == nullptr) continue;
          const Eigen::Map<const Gradient> known(extras.reference->data() + 6 * static_cast<std::size_t>(t));
          own.from_reference = std::max(own.from_reference, (F - known).squaredNorm());
        }
        return own;
      },
      [](const Change& a, const Change& b) {
        return Change{std::max(a.from_rest, b.from_rest), std::max(a.from_reference, b.from_reference)};
      });
  double* folded = work.corner_forces.data() + 9 * triangles_.size();
  parallel_ranges(static_cast<int>(hinges_.size()), kGrain, [&](int begin, int end) {
    for (int h = begin; h < end; ++h) fold(hinges_[h], y, extras, folded + 12 * static_cast<std::size_t>(h));
  });
  sum_.gather(work.corner_forces, force);
  return change;
}

void SheetForces::set_reference(const VecX& y, std::vector<double>& reference) const {
  reference.resize(6 * triangles_.size());
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    Eigen::Map<Gradient>(reference.data() + 6 * t) = gradient(triangles_[t], y);
  }
}

void SheetForces::add_stiffness(const VecX& y, BlockMatrix& K) const {
  for (const Triangle& triangle : triangles_) {
    const Gradient F = gradient(triangle, y);
    const Mat3 metric = mu_ * F * F.transpose();
    const Eigen::SelfAdjointEigenSolver<Mat2> solver(stress(0.5 * (F.transpose() * F - Mat2::Identity())));
    const Mat2 tension =
        solver.eigenvectors() * solver.eigenvalues().cwiseMax(0).asDiagonal() * solver.eigenvectors().transpose();
    std::array<Vec2, 3> g;
    g[1] = triangle.inverse_edges.row(0);
    g[2] = triangle.inverse_edges.row(1);
    g[0] = -g[1] - g[2];
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        const Vec3 ga = F * g[a], gb = F * g[b];
        const Mat3 block = lambda_ * ga * gb.transpose() + mu_ * gb * ga.transpose() + g[a].dot(g[b]) * metric +
                           g[a].dot(tension * g[b]) * Mat3::Identity();
        K.add(triangle.node[a], triangle.node[b], triangle.weight * block);
      }
  }
  for (const Hinge& hinge : hinges_) {
    HingeGradient along;
    angle(hinge, y, &along);
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b)
        K.add(hinge.node[a], hinge.node[b], hinge.stiffness * along[a] * along[b].transpose());
  }
}

void SheetForces::add_couples(std::vector<std::array<int, 2>>& couples) const {
  for (const Triangle& t : triangles_)
    for (int a = 0; a < 3; ++a) couples.push_back({t.node[a], t.node[(a + 1) % 3]});
  for (const Hinge& hinge : hinges_)
    for (int a = 0; a < 4; ++a)
      for (int b = a + 1; b < 4; ++b) couples.push_back({hinge.node[a], hinge.node[b]});
}

double SheetForces::smallest_volume_ratio(const VecX& y) const {
  double smallest = std::numeric_limits<double>::infinity();
  for (const Triangle& t : triangles_) {
    const Gradient F = gradient(t, y);
    smallest = std::min(smallest, F.col(0).cross(F.col(1)).norm());
  }
  return smallest;
}

}  // namespace stiction
