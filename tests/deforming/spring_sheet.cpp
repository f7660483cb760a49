#include "deforming/spring_sheet.h"

#include <Eigen/Cholesky>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "deforming/lattice.h"
#include "model/state.h"

namespace stiction::test {
namespace {

using Sparse = Eigen::SparseMatrix<double>;

class SheetStep final : public DeformableStep {
 public:
  explicit SheetStep(const SpringSheet& sheet) : sheet_(sheet) {}

  void predict(const Model& model, const Body& body, const BodyState& state, double step) override {
    step_ = step;
    positions_ = state.deformation;
    velocities_ = state.deformation_rate;
    for (int i = 0; i < sheet_.node_count(); ++i) {
      positions_.segment<3>(3 * i) += state.center;
      velocities_.segment<3>(3 * i) += state.velocity;
    }
    // S (v_free - v) = h (f - h K v), S = M + h C + h^2 K.
    const Vec3 load = sheet_.node_mass() * (model.gravity + body.force / body.mass.mass);
    VecX force = load.replicate(sheet_.node_count(), 1);
    add_springs(force);
    solver_.compute(effective_mass_);
    free_ = velocities_ + solver_.solve(step * force);
    free_gain_ = fastest(free_ - velocities_);
  }
  bool is_finite() const override { return free_.allFinite(); }

  void meet(const std::vector<TouchedPoint>& points) override {
    points_ = points;
    touched_.clear();
    for (const TouchedPoint& point : points) {
      for (const auto& [node, weight] : corners(point.material))
        if (weight > 0) touched_.push_back(node);
    }
    std::sort(touched_.begin(), touched_.end());
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    const auto dofs = static_cast<Eigen::Index>(3 * touched_.size());
    point_masses.clear();
    if (sheet_.options().points) point_masses.assign(touched_.size(), sheet_.node_mass());
    start_velocity = gathered(velocities_);
    free_velocity = gathered(free_);
    MatX response(dofs, dofs);
    for (Eigen::Index k = 0; k < dofs; ++k) response.col(k) = gathered(solver_.solve(spread(VecX::Unit(dofs, k))));
    factor = response.llt().matrixL();
  }
  void jacobian(std::size_t i, PointJacobian& jacobian) const override {
    jacobian.setZero(3, static_cast<Eigen::Index>(3 * touched_.size()));
    for (const auto& [node, weight] : corners(points_[i].material)) {
      if (weight == 0) continue;
      const auto place = std::lower_bound(touched_.begin(), touched_.end(), node) - touched_.begin();
      jacobian.middleCols<3>(3 * place).diagonal().array() += weight;
    }
  }
  PointShares point_shares(std::size_t i) const override {
    PointShares shares;
    int count = 0;
    for (const auto& [node, weight] : corners(points_[i].material)) {
      const auto place = std::lower_bound(touched_.begin(), touched_.end(), node) - touched_.begin();
      if (weight > 0) shares[count++] = {static_cast<int>(place), weight};
    }
    return shares;
  }
  // Springs pull the other nodes along, none farther than those that pull.
  double gained_speed(const VecX& velocity) const override { return free_gain_ + fastest(velocity - free_velocity); }

  void advance(const VecX&, const VecX& impulse, BodyState& state) override {
    VecX velocity = free_;
    if (!touched_.empty()) velocity += solver_.solve(spread(impulse));
    positions_ += step_ * velocity;
    const auto mean = [](const VecX& v) { return Vec3(v.reshaped(3, v.size() / 3).rowwise().mean()); };
    state.center = mean(positions_);
    state.velocity = mean(velocity);
    state.deformation = positions_ - state.center.replicate(sheet_.node_count(), 1);
    state.deformation_rate = velocity - state.velocity.replicate(sheet_.node_count(), 1);
  }

 private:
  static double fastest(const VecX& velocity) {
    double fastest = 0;
    for (Eigen::Index i = 0; i < velocity.size(); i += 3) fastest = std::max(fastest, velocity.segment<3>(i).norm());
    return fastest;
  }
  std::array<std::pair<int, double>, 3> corners(const MaterialPoint& point) const {
    const auto& [a, b, c] = sheet_.surface().triangles[point.triangle];
    return {std::pair(a, 1 - point.weight_b - point.weight_c), std::pair(b, point.weight_b),
            std::pair(c, point.weight_c)};
  }
  VecX gathered(const VecX& all) const {
    VecX own(static_cast<Eigen::Index>(3 * touched_.size()));
    for (std::size_t k = 0; k < touched_.size(); ++k) own.segment<3>(3 * k) = all.segment<3>(3 * touched_[k]);
    return own;
  }
  VecX spread(const VecX& own) const {
    VecX all = VecX::Zero(positions_.size());
    for (std::size_t k = 0; k < touched_.size(); ++k) all.segment<3>(3 * touched_[k]) = own.segment<3>(3 * k);
    return all;
  }

  // Adds the springs' forces, with h K v taken off, and fills effective_mass_. Of a spring in compression only the part
  // along it counts in K, which stays positive that way.
  void add_springs(VecX& force) {
    const SheetOptions& options = sheet_.options();
    std::vector<Eigen::Triplet<double>> entries;
    for (Eigen::Index i = 0; i < positions_.size(); ++i) entries.emplace_back(i, i, sheet_.node_mass());
    for (const SpringSheet::Spring& spring : sheet_.springs()) {
      const Vec3 between = positions_.segment<3>(3 * spring.b) - positions_.segment<3>(3 * spring.a);
      const Vec3 speed = velocities_.segment<3>(3 * spring.b) - velocities_.segment<3>(3 * spring.a);
      const double length = between.norm();
      const Vec3 along = between / length;
      const Mat3 axial = along * along.transpose();
      const double taut = std::max(0.0, 1 - spring.length / length);
      const Mat3 K = options.stiffness * (axial + taut * (Mat3::Identity() - axial));
      const Vec3 pull = options.stiffness * (length - spring.length) * along +
                        (options.is_explicit ? 0 : step_) * K * speed + options.damping * axial * speed;
      force.segment<3>(3 * spring.a) += pull;
      force.segment<3>(3 * spring.b) -= pull;
      if (options.is_explicit) continue;
      const Mat3 block = step_ * step_ * K + step_ * options.damping * axial;
      for (const auto& [row, column, sign] : {std::tuple(spring.a, spring.a, 1), std::tuple(spring.b, spring.b, 1),
                                              std::tuple(spring.a, spring.b, -1), std::tuple(spring.b, spring.a, -1)}) {
        for (int j = 0; j < 3; ++j)
          for (int i = 0; i < 3; ++i) entries.emplace_back(3 * row + i, 3 * column + j, sign * block(i, j));
      }
    }
    effective_mass_.resize(positions_.size(), positions_.size());
    effective_mass_.setFromTriplets(entries.begin(), entries.end());
  }

  const SpringSheet& sheet_;
  double step_ = 0, free_gain_ = 0;
  VecX positions_, velocities_, free_;  // of all nodes, world
  Sparse effective_mass_;
  Eigen::SimplicialLDLT<Sparse> solver_;
  std::vector<TouchedPoint> points_;
  std::vector<int> touched_;  // nodes, ascending
};

}  // namespace

SpringSheet::SpringSheet(const SheetOptions& options)
    : options_(options), surface_(sheet_lattice(options.columns, options.rows, options.spacing)) {
  const auto join = [&](int i, int j, int k, int l) {
    if (k < 0 || k >= options.columns || l >= options.rows) return;
    const int a = j * options.columns + i, b = l * options.columns + k;
    springs_.push_back({a, b, (surface_.vertices[a] - surface_.vertices[b]).norm()});
  };
  for (int j = 0; j < options.rows; ++j) {
    for (int i = 0; i < options.columns; ++i) {
      join(i, j, i + 1, j);
      join(i, j, i, j + 1);
      join(i, j, i + 1, j + 1);
      join(i, j, i - 1, j + 1);
    }
  }
}

double SpringSheet::node_mass() const {
  const double area = options_.spacing * options_.spacing * (options_.columns - 1) * (options_.rows - 1);
  return options_.density * options_.thickness * area / node_count();
}

void SpringSheet::set_start(VecX& deformation, VecX& rate) const {
  deformation.resize(coordinate_count());
  for (int i = 0; i < node_count(); ++i) deformation.segment<3>(3 * i) = surface_.vertices[i];
  rate = VecX::Zero(coordinate_count());
}

std::uint64_t SpringSheet::fingerprint() const {
  Hash64 hash;
  for (const double x : {static_cast<double>(options_.columns), static_cast<double>(options_.rows), options_.spacing,
                         options_.thickness, options_.density, options_.stiffness, options_.damping})
    hash.add(x);
  hash.add(options_.points ? 1.0 : 0.0);
  hash.add(options_.is_explicit ? 1.0 : 0.0);
  return hash.value();
}

void SpringSheet::deformed_vertices(const Body&, const BodyState& state, std::vector<Vec3>& vertices) const {
  vertices.resize(surface_.vertices.size());
  for (int i = 0; i < node_count(); ++i) vertices[i] = state.deformation.segment<3>(3 * i);
}

double SpringSheet::deformation_speed(const BodyState& state) const {
  double fastest = 0;
  for (int i = 0; i < node_count(); ++i) {
    fastest = std::max(fastest, state.deformation_rate.segment<3>(3 * i).norm());
  }
  return fastest;
}

double SpringSheet::kinetic_energy(const Body&, const BodyState& state) const {
  return 0.5 * node_mass() * (node_count() * state.velocity.squaredNorm() + state.deformation_rate.squaredNorm());
}

double SpringSheet::elastic_energy(const BodyState& state) const {
  double energy = 0;
  for (const Spring& spring : springs_) {
    const Vec3 between = state.deformation.segment<3>(3 * spring.b) - state.deformation.segment<3>(3 * spring.a);
    energy += 0.5 * options_.stiffness * std::pow(between.norm() - spring.length, 2);
  }
  return energy;
}

std::unique_ptr<DeformableStep> SpringSheet::make_step() const {
  return std::make_unique<SheetStep>(*this);
}

Body sheet_body(const std::string& name, const SheetOptions& options, const Vec3& position) {
  Body body;
  body.name = name;
  body.shape = make_box_shape(
      {(options.columns - 1) * options.spacing, (options.rows - 1) * options.spacing, options.thickness});
  body.deformable = std::make_shared<SpringSheet>(options);
  body.start.position = position;
  return body;
}

}  // namespace stiction::test
