// Boxes of tetrahedra and bodies made of them.
#pragma once

#include <array>
#include <memory>
#include <random>

#include "elastic/modal/modal_body.h"
#include "model/model.h"

namespace stiction::test {

// A box about the origin, cut into columns x rows x layers bricks of six congruent tetrahedra each.
inline TetMesh brick_mesh(const Vec3& size, const std::array<int, 3>& cuts) {
  TetMesh mesh;
  const auto index = [&](int i, int j, int k) { return (k * (cuts[1] + 1) + j) * (cuts[0] + 1) + i; };
  for (int k = 0; k <= cuts[2]; ++k)
    for (int j = 0; j <= cuts[1]; ++j)
      for (int i = 0; i <= cuts[0]; ++i)
        mesh.vertices.emplace_back(size[0] * (static_cast<double>(i) / cuts[0] - 0.5),
                                   size[1] * (static_cast<double>(j) / cuts[1] - 0.5),
                                   size[2] * (static_cast<double>(k) / cuts[2] - 0.5));
  // Along the diagonal, one for each order of the axes; odd orders would be inverted.
  constexpr std::array<std::array<int, 3>, 6> kOrders = {
      {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};
  for (int k = 0; k < cuts[2]; ++k)
    for (int j = 0; j < cuts[1]; ++j)
      for (int i = 0; i < cuts[0]; ++i)
        for (std::size_t order = 0; order < 6; ++order) {
          std::array<int, 3> at = {i, j, k};
          std::array<int, 4> tet = {index(i, j, k), 0, 0, 0};
          for (int step = 0; step < 3; ++step) {
            ++at[kOrders[order][step]];
            tet[step + 1] = index(at[0], at[1], at[2]);
          }
          if (order >= 3) std::swap(tet[1], tet[2]);
          mesh.tets.push_back(tet);
        }
  return mesh;
}

inline Body modal_body(const std::string& name, std::shared_ptr<const Deformable> deformable, const Vec3& position) {
  Body body;
  body.name = name;
  body.deformable = std::move(deformable);
  body.start.position = position;
  return body;
}

inline VecX random_vector(Eigen::Index size, double scale, std::mt19937& engine) {
  std::uniform_real_distribution<double> uniform(-scale, scale);
  VecX result(size);
  for (double& x : result) x = uniform(engine);
  return result;
}

}  // namespace stiction::test
