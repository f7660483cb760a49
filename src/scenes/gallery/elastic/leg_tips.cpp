#include "scenes/gallery/elastic/leg_tips.h"

#include <algorithm>
#include <limits>

#include "model/deformable.h"

namespace stiction {
namespace {

const TriangleMesh& surface_of(const Body& body) {
  return body.deforms() ? body.deformable->surface() : std::get<MeshShape>(body.shape).geometry->mesh();
}

}  // namespace

LegTips::LegTips(const Model& model, int body) : body_(body) {
  const Body& chair = model.bodies[body];
  const std::vector<Vec3>& vertices = surface_of(chair).vertices;
  const MatX* basis = chair.deforms() ? chair.deformable->surface_basis() : nullptr;
  double lowest = std::numeric_limits<double>::infinity();
  for (const Vec3& p : vertices) lowest = std::min(lowest, p.z());
  std::array<double, kLegs> counts{};
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec3& p = vertices[i];
    if (p.z() > lowest + 1e-6) continue;
    const int leg = (p.x() > 0 ? 1 : 0) + (p.y() > 0 ? 2 : 0);
    ++counts[leg];
    tips_[leg].place += p;
    if (chair.deforms() && !basis) tips_[leg].vertices.push_back(static_cast<int>(i));
    if (!basis) continue;
    if (tips_[leg].basis.size() == 0) tips_[leg].basis = MatX::Zero(3, basis->cols());
    tips_[leg].basis += basis->middleRows<3>(3 * static_cast<Eigen::Index>(i));
  }
  for (int leg = 0; leg < kLegs; ++leg) {
    tips_[leg].place /= counts[leg];
    tips_[leg].basis /= counts[leg];
  }
}

Vec3 LegTips::place(const Model& model, const State& state, int leg) const {
  const BodyState& now = state.bodies[body_];
  Vec3 place = tips_[leg].place;
  if (!tips_[leg].vertices.empty()) {
    std::vector<Vec3> vertices;
    model.bodies[body_].deformable->deformed_vertices(model.bodies[body_], now, vertices);
    place.setZero();
    for (const int v : tips_[leg].vertices) place += vertices[v] / static_cast<double>(tips_[leg].vertices.size());
  }
  if (tips_[leg].basis.size() > 0) place += tips_[leg].basis * now.deformation;
  return body_pose(model.bodies[body_], now).to_world(place);
}

Vec3 on_ground(const Model& model, const State& state, int ground, const Vec3& place) {
  return body_pose(model.bodies[ground], state.bodies[ground]).to_local(place);
}

}  // namespace stiction
