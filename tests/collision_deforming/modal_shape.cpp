#include "collision_deforming/modal_shape.h"

#include <cmath>
#include <map>
#include <random>

#include "model/dynamics.h"

namespace stiction::test {
namespace {

class ModalStep final : public DeformableStep {
 public:
  explicit ModalStep(const ModalShape& shape) : shape_(shape) {
    const int n = 6 + shape.modes();
    start_velocity.resize(n);
    free_velocity.resize(n);
    factor = MatX::Zero(n, n);
  }

  void predict(const Model& model, const Body& body, const BodyState& state, double step) override {
    const ModalShapeOptions& o = shape_.options();
    const int n = shape_.modes();
    body_ = &body;
    step_ = step;
    center_ = state.center;
    rotation_ = state.rotation;
    const double effective = o.modal_mass + step * o.damping + step * step * o.stiffness;
    start_velocity << state.velocity, state.angular_velocity, state.deformation_rate;
    free_velocity.head<6>() = stiction::free_velocity(model, body, state, step);
    VecX pull = -state.deformation;
    if (o.relaxed.size() > 0) pull += o.relaxed;
    free_velocity.tail(n) = (o.modal_mass * state.deformation_rate + step * o.stiffness * pull) / effective;
    factor.diagonal().head<3>() = inverse_mass_factor(body);
    factor.block<3, 3>(3, 3) = inverse_inertia_factor(body, state.rotation);
    factor.diagonal().tail(n).setConstant(1 / std::sqrt(effective));
  }
  bool is_finite() const override { return free_velocity.allFinite(); }

  void meet(const std::vector<TouchedPoint>& points) override { points_ = points; }
  void jacobian(std::size_t i, PointJacobian& jacobian) const override {
    const ModalShapeOptions& o = shape_.options();
    const MaterialPoint& material = points_[i].material;
    const auto& [a, b, c] = o.surface.triangles[material.triangle];
    const Vec3 arm = points_[i].place - center_;
    jacobian.resize(3, 6 + shape_.modes());
    jacobian.leftCols<3>().setIdentity();
    jacobian.middleCols<3>(3) << 0, arm[2], -arm[1], -arm[2], 0, arm[0], arm[1], -arm[0], 0;
    jacobian.rightCols(shape_.modes()) =
        rotation_.toRotationMatrix() *
        ((1 - material.weight_b - material.weight_c) * o.basis.middleRows<3>(3 * a) +
         material.weight_b * o.basis.middleRows<3>(3 * b) + material.weight_c * o.basis.middleRows<3>(3 * c));
  }
  double gained_speed(const VecX& velocity) const override {
    double radius = 0;
    for (const Vec3& v : shape_.surface().vertices) radius = std::max(radius, v.norm());
    const VecX gained = velocity - start_velocity;
    return gained.head<3>().norm() + 2 * radius * gained.segment<3>(3).norm() +
           shape_.fastest(gained.tail(shape_.modes()));
  }

  void advance(const VecX& velocity, const VecX&, BodyState& state) override {
    stiction::advance(*body_, state, velocity.head<6>(), step_);
    state.deformation_rate = velocity.tail(shape_.modes());
    state.deformation += step_ * state.deformation_rate;
  }

 private:
  const ModalShape& shape_;
  const Body* body_ = nullptr;
  double step_ = 0;
  Vec3 center_ = Vec3::Zero();
  Quat rotation_ = Quat::Identity();
  std::vector<TouchedPoint> points_;
};

}  // namespace

ModalShape::ModalShape(ModalShapeOptions options) : options_(std::move(options)), reach_(VecX::Zero(modes())) {
  for (int k = 0; k < modes(); ++k)
    for (std::size_t v = 0; v < options_.surface.vertices.size(); ++v)
      reach_[k] = std::max(reach_[k], options_.basis.block<3, 1>(3 * static_cast<Eigen::Index>(v), k).norm());
}

double ModalShape::fastest(const VecX& rate) const {
  return reach_.dot(rate.cwiseAbs());
}

void ModalShape::set_start(VecX& deformation, VecX& rate) const {
  deformation = options_.start.size() > 0 ? options_.start : VecX(VecX::Zero(modes()));
  rate = VecX::Zero(modes());
}

void ModalShape::deformed_vertices(const Body&, const BodyState& state, std::vector<Vec3>& vertices) const {
  vertices = options_.surface.vertices;
  const VecX moved = options_.basis * state.deformation;
  for (std::size_t v = 0; v < vertices.size(); ++v) vertices[v] += moved.segment<3>(3 * static_cast<Eigen::Index>(v));
}

double ModalShape::deformation_speed(const BodyState& state) const {
  return fastest(state.deformation_rate);
}

double ModalShape::kinetic_energy(const Body& body, const BodyState& state) const {
  const Vec3 omega = state.rotation.conjugate() * state.angular_velocity;
  return 0.5 * (body.mass.mass * state.velocity.squaredNorm() + omega.dot(body.mass.inertia * omega) +
                options_.modal_mass * state.deformation_rate.squaredNorm());
}

double ModalShape::elastic_energy(const BodyState& state) const {
  VecX pull = state.deformation;
  if (options_.relaxed.size() > 0) pull -= options_.relaxed;
  return 0.5 * options_.stiffness * pull.squaredNorm();
}

std::unique_ptr<DeformableStep> ModalShape::make_step() const {
  return std::make_unique<ModalStep>(*this);
}

TriangleMesh ball_surface(int cuts) {
  const double g = (1 + std::sqrt(5.0)) / 2;
  TriangleMesh mesh;
  mesh.vertices = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                   {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  mesh.triangles = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                    {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                    {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  for (int cut = 0; cut < cuts; ++cut) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const auto [entry, is_new] = middles.try_emplace(std::minmax(a, b), static_cast<int>(mesh.vertices.size()));
      if (is_new) mesh.vertices.emplace_back((mesh.vertices[a] + mesh.vertices[b]) / 2);
      return entry->second;
    };
    std::vector<std::array<int, 3>> finer;
    for (const auto& [a, b, c] : mesh.triangles) {
      const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.push_back({a, ab, ca});
      finer.push_back({ab, b, bc});
      finer.push_back({ca, bc, c});
      finer.push_back({ab, bc, ca});
    }
    mesh.triangles = std::move(finer);
  }
  for (Vec3& v : mesh.vertices) v.normalize();
  return mesh;
}

TriangleMesh box_surface(const Vec3& size, int cells) {
  return box_surface(size, std::array{cells, cells, cells});
}

TriangleMesh box_surface(const Vec3& size, const std::array<int, 3>& cells) {
  TriangleMesh mesh;
  std::map<std::array<int, 3>, int> known;
  const auto vertex = [&](const std::array<int, 3>& at) {
    const auto [entry, is_new] = known.try_emplace(at, static_cast<int>(mesh.vertices.size()));
    if (is_new) {
      mesh.vertices.emplace_back(size[0] * (double(at[0]) / cells[0] - 0.5), size[1] * (double(at[1]) / cells[1] - 0.5),
                                 size[2] * (double(at[2]) / cells[2] - 0.5));
    }
    return entry->second;
  };
  for (int axis = 0; axis < 3; ++axis) {
    for (const int side : {0, cells[axis]}) {
      for (int i = 0; i < cells[(axis + 1) % 3]; ++i) {
        for (int j = 0; j < cells[(axis + 2) % 3]; ++j) {
          const auto at = [&](int u, int v) {
            std::array<int, 3> place{};
            place[axis] = side;
            place[(axis + 1) % 3] = u;
            place[(axis + 2) % 3] = v;
            return vertex(place);
          };
          const int a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
          if (side > 0) {
            mesh.triangles.push_back({a, b, c});
            mesh.triangles.push_back({a, c, d});
          } else {
            mesh.triangles.push_back({a, c, b});
            mesh.triangles.push_back({a, d, c});
          }
        }
      }
    }
  }
  return mesh;
}

MatX smooth_basis(const TriangleMesh& surface, int modes, double amplitude, double size, unsigned seed) {
  std::mt19937 random(seed);
  const auto number = [&] { return 2.0 * static_cast<double>(random()) / 4294967295.0 - 1; };
  MatX basis(3 * static_cast<Eigen::Index>(surface.vertices.size()), modes);
  for (int k = 0; k < modes; ++k) {
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 wave = M_PI / size * Vec3(number(), number(), number());
      const double phase = M_PI * number(), height = amplitude * number();
      for (std::size_t v = 0; v < surface.vertices.size(); ++v) {
        basis(3 * static_cast<Eigen::Index>(v) + axis, k) = height * std::sin(wave.dot(surface.vertices[v]) + phase);
      }
    }
  }
  return basis;
}

Body modal_body(const std::string& name, const ModalShapeOptions& options, const Vec3& position) {
  Aabb box;
  for (const Vec3& v : options.surface.vertices) box.include(v);
  Body body;
  body.name = name;
  body.shape = make_box_shape(box.max - box.min);
  body.deformable = std::make_shared<ModalShape>(options);
  body.start.position = position;
  return body;
}

}  // namespace stiction::test
