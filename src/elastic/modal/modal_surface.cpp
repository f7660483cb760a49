#include "elastic/modal/modal_surface.h"

namespace stiction {

ModalSurface modal_surface(const QuadraticMesh& mesh) {
  ModalSurface surface;
  std::vector<int> vertex_of(mesh.nodes.size(), -1);
  for (const auto& face : mesh.boundary) {
    std::array<int, 6> v{};
    for (int i = 0; i < 6; ++i) {
      int& vertex = vertex_of[face[i]];
      if (vertex < 0) {
        vertex = static_cast<int>(surface.nodes.size());
        surface.nodes.push_back(face[i]);
        surface.mesh.vertices.push_back(mesh.nodes[face[i]]);
      }
      v[i] = vertex;
    }
    const auto [a, b, c, ab, bc, ca] = v;
    surface.mesh.triangles.insert(surface.mesh.triangles.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
  }
  return surface;
}

MatX surface_shapes(const ModalSurface& surface, const MatX& shapes, double scale) {
  MatX rows(3 * surface.nodes.size(), shapes.cols());
  for (std::size_t v = 0; v < surface.nodes.size(); ++v) {
    rows.middleRows<3>(3 * static_cast<Eigen::Index>(v)) = scale * shapes.middleRows<3>(3 * surface.nodes[v]);
  }
  return rows;
}

}  // namespace stiction
