#include "deforming/elastic_worlds.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "elastic/modal/modal_body.h"
#include "geometry/tetra/structured_tets.h"

namespace stiction::bench {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

// The tetrahedra whose centres are kept, without vertices that none of them has.
template <class Keep>
TetMesh cut(const TetMesh& mesh, const Keep& keep) {
  TetMesh kept;
  std::vector<int> name(mesh.vertices.size(), -1);
  for (std::array<int, 4> tet : mesh.tets) {
    Vec3 center = Vec3::Zero();
    for (const int v : tet) center += mesh.vertices[v] / 4;
    if (!keep(center)) continue;
    for (int& v : tet) {
      if (name[v] < 0) {
        name[v] = static_cast<int>(kept.vertices.size());
        kept.vertices.push_back(mesh.vertices[v]);
      }
      v = name[v];
    }
    kept.tets.push_back(tet);
  }
  return kept;
}

// A seat on four legs.
TetMesh stool_mesh() {
  const TetMesh block = box_tet_mesh({0.4, 0.4, 0.4}, {10, 15, 8});
  return cut(block, [](const Vec3& p) {
    return p.z() > 0.15 || (std::abs(p.x()) > 0.2 - 2 * 0.04 && std::abs(p.y()) > 0.2 - 3 * 0.4 / 15);
  });
}

Body& add_body(Model& model, const std::string& name, const std::shared_ptr<const ModalBody>& modal, const Pose& pose) {
  Body& body = model.bodies.emplace_back();
  body.name = name;
  body.deformable = modal;
  body.start = pose;
  return body;
}

void add_plane(Model& model) {
  Body& plane = model.bodies.emplace_back();
  plane.name = "plane";
  plane.fixed = true;
  plane.shape = PlaneShape{Vec3::UnitZ(), 0};
}

void add_rail(Model& model, const std::string& name, double x, double length) {
  constexpr double kSide = 0.004;  // [m]
  Body& rail = model.bodies.emplace_back();
  rail.name = name;
  rail.fixed = true;
  rail.shape = make_box_shape({kSide, length, kSide});
  rail.start.position = {x, 0, -kSide / 2};
}

}  // namespace

Model sliding_stools(int count, const std::filesystem::path& cache) {
  constexpr double kSlope = 24 * kDegree, kFriction = 0.4;
  ModalOptions options;
  options.material = {2e9, 0.35, 1000};
  options.modes = 20;
  options.stiffness_damping = 1e-4;
  const auto stool = make_modal_body(stool_mesh(), options, cache);
  Model model;
  model.gravity = 9.81 * Vec3(std::sin(kSlope), 0, -std::cos(kSlope));
  model.materials[0].friction = kFriction;
  add_plane(model);
  for (int i = 0; i < count; ++i) {
    const Vec3 place((i % 9) * 1.0, (i / 9) * 1.0, 0.2);
    add_body(model, fmt::format("stool{}", i), stool, {place, Quat(Eigen::AngleAxisd(0.7 * i, Vec3::UnitZ()))});
  }
  compute_masses(model);
  return model;
}

Model crossed_strands(int strands, const std::filesystem::path& cache) {
  constexpr double kPitch = 0.02, kWidth = 0.01, kThickness = 0.002;  // [m]
  const double length = (strands + 1) * kPitch, middle = (strands - 1) / 2.0;
  ModalOptions options;
  options.material = {6e6, 0.45, 1100};
  options.modes = 18;
  options.stiffness_damping = 2e-3;
  const Divisions cells = {4 * (strands + 1), 2, 1};
  const auto strand = make_modal_body(box_tet_mesh({length, kWidth, kThickness}, cells), options, cache);
  Model model;
  model.margin = 1e-4;
  model.materials[0].friction = 0.3;
  add_rail(model, "rail0", -1.5 * kPitch, length);
  add_rail(model, "rail1", 1.5 * kPitch, length);
  const Quat across(Eigen::AngleAxisd(90.7 * kDegree, Vec3::UnitZ()));
  for (int i = 0; i < strands; ++i) {
    const double place = (i - middle) * kPitch;
    add_body(model, fmt::format("lower{}", i), strand, {{0.0003 * i, place, kThickness / 2}, Quat::Identity()});
    add_body(model, fmt::format("upper{}", i), strand, {{place + 0.0004, 0.0002 * i, 1.5 * kThickness}, across});
  }
  compute_masses(model);
  return model;
}

Model soft_tower(int count, const std::filesystem::path& cache) {
  constexpr double kSize = 0.2;  // [m]
  ModalOptions options;
  options.material = {2e5, 0.45, 1100};
  options.modes = 24;
  options.stiffness_damping = 2e-3;
  const auto cube = make_modal_body(box_tet_mesh(Vec3::Constant(kSize), {4, 4, 4}), options, cache);
  Model model;
  model.materials[0].friction = 0.6;
  add_plane(model);
  for (int i = 0; i < count; ++i) {
    const Vec3 place(0.003 * i, 0.002 * (i % 2), (i + 0.5) * kSize);
    add_body(model, fmt::format("cube{}", i), cube, {place, Quat::Identity()});
  }
  compute_masses(model);
  return model;
}

}  // namespace stiction::bench
