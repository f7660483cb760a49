#include "render/soup.h"

#include <algorithm>

#include "base/parallel.h"

namespace stiction {
namespace {

constexpr int kGrain = 16;  // bodies

bool drawable(const FrameBody& body, const Vec3& center, double reach) {
  return body.present && body.position.allFinite() && body.rotation.coeffs().allFinite() &&
         body.rotation.norm() > 0.5 && (body.position - center).norm() < reach;
}

void add_plane(const PlaneShape& plane, const FrameBody& at, const Vec3& center, Soup& soup) {
  const Vec3 normal = at.rotation.normalized() * plane.normal;
  const double offset = plane.offset + normal.dot(at.position - center);
  soup.planes.push_back(make_plane(normal, offset));
}

// Body coordinates; normals are means over the faces that share a vertex, as the mesh has them.
void take_deformed(const PictureBody& body, const std::vector<float>& vertices, std::size_t first, Soup& soup) {
  Vec3f* positions = soup.positions.data() + first;
  Vec3f* normals = soup.normals.data() + first;
  for (std::size_t v = 0; v < body.mesh.positions.size(); ++v) {
    positions[v] = Vec3f(vertices.data() + 3 * (body.first_deforming + body.mesh.source[v]));
    normals[v].setZero();
  }
  for (const SurfaceMesh::Triangle& triangle : body.mesh.triangles) {
    const auto& [i, j, k] = triangle.vertex;
    const Vec3f across = (positions[j] - positions[i]).cross(positions[k] - positions[i]);
    for (const std::uint32_t v : triangle.vertex) normals[v] += across;
  }
  for (std::size_t v = 0; v < body.mesh.positions.size(); ++v) {
    const float length = normals[v].norm();
    normals[v] = length > 0 ? Vec3f(normals[v] / length) : body.mesh.normals[v];
  }
}

void place_vertices(const PictureBody& body, const Frame& frame, const FrameBody& at, const Vec3& center,
                    std::size_t first, Soup& soup) {
  const SurfaceMesh& mesh = body.mesh;
  if (body.deforms) {
    take_deformed(body, frame.surface_vertices, first, soup);
  } else {
    std::copy(mesh.positions.begin(), mesh.positions.end(),
              soup.positions.begin() + static_cast<std::ptrdiff_t>(first));
    std::copy(mesh.normals.begin(), mesh.normals.end(), soup.normals.begin() + static_cast<std::ptrdiff_t>(first));
  }
  const Eigen::Matrix3f rotation = at.rotation.normalized().toRotationMatrix().cast<float>();
  const Vec3f position = (at.position - center).cast<float>();
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    soup.positions[first + v] = (rotation * soup.positions[first + v]).eval() + position;
    soup.normals[first + v] = (rotation * soup.normals[first + v]).eval();
  }
}

}  // namespace

Soup::Plane make_plane(const Vec3& normal, double offset) {
  const Eigen::Matrix3f axes = axes_of(normal).cast<float>();
  return {axes.col(2), static_cast<float>(offset), axes.col(0), axes.col(1)};
}

void gather_soup(const PictureBodies& bodies, const Frame& frame, const Vec3& center, double reach, Soup& soup) {
  soup.triangles.clear();
  soup.planes.clear();
  std::vector<std::size_t> first(bodies.bodies.size(), 0);
  std::size_t vertices = 0;
  for (std::size_t b = 0; b < bodies.bodies.size(); ++b) {
    const PictureBody& body = bodies.bodies[b];
    const auto index = static_cast<std::uint32_t>(b);
    first[b] = vertices;
    if (body.is_plane) {
      const FrameBody& at = frame.bodies[b];
      if (at.present && at.position.allFinite() && at.rotation.norm() > 0.5) {
        add_plane(body.plane, at, center, soup);
      }
      continue;
    }
    if (!drawable(frame.bodies[b], center, reach)) continue;
    for (const SurfaceMesh::Triangle& triangle : body.mesh.triangles) {
      Soup::Triangle placed{triangle.vertex, index, triangle.creases};
      for (std::uint32_t& v : placed.vertex) v += static_cast<std::uint32_t>(vertices);
      soup.triangles.push_back(placed);
    }
    vertices += body.mesh.positions.size();
  }
  soup.positions.resize(vertices);
  soup.normals.resize(vertices);
  parallel_ranges(static_cast<int>(bodies.bodies.size()), kGrain, [&](int begin, int end) {
    for (int b = begin; b < end; ++b) {
      const PictureBody& body = bodies.bodies[static_cast<std::size_t>(b)];
      const FrameBody& at = frame.bodies[static_cast<std::size_t>(b)];
      if (body.is_plane || !drawable(at, center, reach)) continue;
      place_vertices(body, frame, at, center, first[static_cast<std::size_t>(b)], soup);
    }
  });
}

}  // namespace stiction
