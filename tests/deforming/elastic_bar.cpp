#include "deforming/elastic_bar.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "deforming/lattice.h"
#include "model/dynamics.h"

namespace stiction::test {
namespace {

constexpr double kRoot = 4.730040744862704;  // b l: tan(b l / 2) + tanh(b l / 2) = 0

class BarStep final : public DeformableStep {
 public:
  explicit BarStep(const ElasticBar& bar) : bar_(bar) {
    start_velocity.resize(7);
    free_velocity.resize(7);
    factor = MatX::Zero(7, 7);
  }

  void predict(const Model& model, const Body& body, const BodyState& state, double step) override {
    body_ = &body;
    step_ = step;
    center_ = state.center;
    fall_ = step * model.gravity;
    rotation_ = state.rotation;
    const double q = state.deformation[0], rate = state.deformation_rate[0];
    const double effective = bar_.modal_mass() + step * bar_.damping() + step * step * bar_.stiffness();
    start_velocity << state.velocity, state.angular_velocity, rate;
    free_velocity.head<6>() = stiction::free_velocity(model, body, state, step);
    free_velocity[6] = (bar_.modal_mass() * rate - step * bar_.stiffness() * q) / effective;
    factor.diagonal().head<3>() = inverse_mass_factor(body);
    factor.block<3, 3>(3, 3) = inverse_inertia_factor(body, state.rotation);
    factor(6, 6) = 1 / std::sqrt(effective);
  }
  bool is_finite() const override { return free_velocity.allFinite(); }

  void meet(const std::vector<TouchedPoint>& points) override { points_ = points; }
  void jacobian(std::size_t i, PointJacobian& jacobian) const override {
    const Vec3 arm = points_[i].place - center_;
    jacobian.resize(3, 7);
    jacobian.leftCols<3>().setIdentity();
    jacobian.middleCols<3>(3) << 0, arm[2], -arm[1], -arm[2], 0, arm[0], arm[1], -arm[0], 0;
    jacobian.col(6) = rotation_ * bar_.motion(points_[i].material);
  }
  double gained_speed(const VecX& velocity) const override {
    const VecX gained = velocity - start_velocity;
    const double centre = std::min(gained.head<3>().norm(), (gained.head<3>() - fall_).norm());
    const double radius = bar_.surface().vertices.front().norm() + bar_.fastest();
    return centre + radius * gained.segment<3>(3).norm() + bar_.fastest() * std::abs(gained[6]);
  }
  bool point_velocity(const TouchedPoint& point, const VecX& velocity, Vec3& result) const override {
    result = velocity.head<3>() + Vec3(velocity.segment<3>(3)).cross(point.place - center_) +
             velocity[6] * (rotation_ * bar_.motion(point.material));
    return true;
  }

  void advance(const VecX& velocity, const VecX&, BodyState& state) override {
    stiction::advance(*body_, state, velocity.head<6>(), step_);
    state.deformation_rate[0] = velocity[6];
    state.deformation[0] += step_ * velocity[6];
  }

 private:
  const ElasticBar& bar_;
  const Body* body_ = nullptr;
  double step_ = 0;
  Vec3 center_ = Vec3::Zero(), fall_ = Vec3::Zero();  // h g
  Quat rotation_ = Quat::Identity();
  std::vector<TouchedPoint> points_;
};

}  // namespace

ElasticBar::ElasticBar(const BarOptions& options)
    : options_(options), surface_(box_lattice(options.size, options.segments)) {
  const double length = options.size[0], width = options.size[1], height = options.size[2];
  const double section_inertia = width * std::pow(height, 3) / 12;
  mass_ = options.density * length * width * height;
  double slopes = 0;  // integral of f'^2
  constexpr int kPieces = 2000;
  for (int i = 0; i < kPieces; ++i) {
    slopes += std::pow(slope(length * ((i + 0.5) / kPieces - 0.5)), 2) * length / kPieces;
  }
  modal_mass_ = mass_ / 4 + options.density * section_inertia * slopes;
  stiffness_ = std::pow(kRoot, 4) * options.young * section_inertia / std::pow(length, 3) / 4;
  for (const Vec3& v : surface_.vertices) fastest_ = std::max(fastest_, mode(v).norm());
}

double ElasticBar::shape(double x) const {
  const double b = kRoot / options_.size[0];
  return (std::cos(b * x) / std::cos(kRoot / 2) + std::cosh(b * x) / std::cosh(kRoot / 2)) / 2;
}

double ElasticBar::slope(double x) const {
  const double b = kRoot / options_.size[0];
  return b * (-std::sin(b * x) / std::cos(kRoot / 2) + std::sinh(b * x) / std::cosh(kRoot / 2)) / 2;
}

Vec3 ElasticBar::mode(const Vec3& point) const {
  return {-point[2] * slope(point[0]), 0, shape(point[0])};
}

Vec3 ElasticBar::motion(const MaterialPoint& point) const {
  const auto& [a, b, c] = surface_.triangles[point.triangle];
  return (1 - point.weight_b - point.weight_c) * mode(surface_.vertices[a]) +
         point.weight_b * mode(surface_.vertices[b]) + point.weight_c * mode(surface_.vertices[c]);
}

void ElasticBar::set_start(VecX& deformation, VecX& rate) const {
  deformation = VecX::Zero(1);
  rate = VecX::Zero(1);
}

std::uint64_t ElasticBar::fingerprint() const {
  Hash64 hash;
  for (const double x : {options_.size[0], options_.size[1], options_.size[2], options_.density, options_.young,
                         options_.damping, static_cast<double>(options_.segments)})
    hash.add(x);
  return hash.value();
}

void ElasticBar::deformed_vertices(const Body&, const BodyState& state, std::vector<Vec3>& vertices) const {
  vertices.resize(surface_.vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    vertices[i] = surface_.vertices[i] + state.deformation[0] * mode(surface_.vertices[i]);
  }
}

double ElasticBar::deformation_speed(const BodyState& state) const {
  return fastest_ * std::abs(state.deformation_rate[0]);
}

double ElasticBar::kinetic_energy(const Body& body, const BodyState& state) const {
  const Vec3 omega = state.rotation.conjugate() * state.angular_velocity;
  return 0.5 * (body.mass.mass * state.velocity.squaredNorm() + omega.dot(body.mass.inertia * omega) +
                modal_mass_ * std::pow(state.deformation_rate[0], 2));
}

double ElasticBar::elastic_energy(const BodyState& state) const {
  return 0.5 * stiffness_ * std::pow(state.deformation[0], 2);
}

std::unique_ptr<DeformableStep> ElasticBar::make_step() const {
  return std::make_unique<BarStep>(*this);
}

Body bar_body(const std::string& name, const BarOptions& options, const Vec3& position) {
  Body body;
  body.name = name;
  body.shape = make_box_shape(options.size);
  body.deformable = std::make_shared<ElasticBar>(options);
  body.start.position = position;
  return body;
}

}  // namespace stiction::test
