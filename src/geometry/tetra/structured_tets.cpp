#include "geometry/tetra/structured_tets.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "base/error.h"
#include "geometry/tetra/tet_formats.h"
#include "geometry/tetra/tet_quality.h"

namespace stiction {
namespace {

void require_length(double value, const char* what) {
  if (value > 0 && std::isfinite(value)) return;
  throw InputError(fmt::format("{} is {} m; it must be a positive length", what, value));
}

void require_divisions(const Divisions& divisions) {
  double tets = 6;
  for (const int n : divisions) {
    if (n < 1) throw InputError(fmt::format("{} cells along an edge; at least 1 is needed", n));
    tets *= n;
  }
  if (tets > static_cast<double>(kMaxTets)) {
    throw InputError(fmt::format("{:g} tetrahedra; at most {} are allowed, use larger cells", tets, kMaxTets));
  }
}

// The six ways from one corner of a cell to the opposite one, axis by axis; odd ones second.
constexpr int kWays[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};

// Appends the tetrahedra of all cells. `vertex` gives the number of a grid point; if `wraps`, the last layer of points
// along x is the first.
void add_cells(const Divisions& divisions, bool wraps, TetMesh& mesh) {
  const auto& [nx, ny, nz] = divisions;
  const int columns = wraps ? nx : nx + 1;
  const auto vertex = [&](const int(&p)[3]) { return (p[2] * (ny + 1) + p[1]) * columns + p[0] % columns; };
  mesh.tets.reserve(6 * static_cast<std::size_t>(nx) * ny * nz);
  for (int z = 0; z < nz; ++z) {
    for (int y = 0; y < ny; ++y) {
      for (int x = 0; x < nx; ++x) {
        const bool mirrored = (x + y + z) % 2 != 0;
        for (int w = 0; w < 6; ++w) {
          // The way starts at the cell's even grid point along each axis.
          int p[3] = {x + x % 2, y + y % 2, z + z % 2};
          std::array<int, 4> tet{vertex(p)};
          for (int k = 0; k < 3; ++k) {
            const int axis = kWays[w][k], low = axis == 0 ? x : axis == 1 ? y : z;
            p[axis] = low + 1 - low % 2;
            tet[k + 1] = vertex(p);
          }
          if ((w >= 3) != mirrored) std::swap(tet[2], tet[3]);
          mesh.tets.push_back(tet);
        }
      }
    }
  }
}

}  // namespace

TetMesh box_tet_mesh(const Vec3& size, const Divisions& divisions) {
  for (int axis = 0; axis < 3; ++axis) require_length(size[axis], "a box's size");
  require_divisions(divisions);
  TetMesh mesh;
  const auto& [nx, ny, nz] = divisions;
  for (int z = 0; z <= nz; ++z) {
    for (int y = 0; y <= ny; ++y) {
      for (int x = 0; x <= nx; ++x) {
        const Vec3 share(static_cast<double>(x) / nx, static_cast<double>(y) / ny, static_cast<double>(z) / nz);
        mesh.vertices.emplace_back(size.cwiseProduct(share - Vec3::Constant(0.5)));
      }
    }
  }
  add_cells(divisions, false, mesh);
  return mesh;
}

TetMesh strip_tet_mesh(const Strip& strip) {
  require_length(strip.width, "a strip's width");
  require_length(strip.thickness, "a strip's thickness");
  const int points = static_cast<int>(strip.line.size());
  const Divisions divisions = {points - 1, strip.across, strip.through};
  if (points < 2) throw InputError(fmt::format("a strip follows a line of at least two points, got {}", points));
  require_divisions(divisions);
  std::vector<Vec3> sides, normals;
  for (int i = 0; i < points; ++i) {
    const auto direction = [&](int k) { return (strip.line[k + 1] - strip.line[k]).normalized(); };
    const Vec3 along = direction(std::max(i - 1, 0)) + direction(std::min(i, points - 2));
    const Vec3 normal = along.cross(strip.side), side = normal.cross(along);
    if (!(normal.norm() > 1e-6 * strip.side.norm()) || !normal.allFinite()) {
      throw InputError(
          fmt::format("a strip's line has no direction across its side at point {}: two points are the "
                      "same, it turns back, or it runs along the side",
                      i));
    }
    normals.push_back(normal.normalized());
    sides.push_back(side.normalized());
  }
  TetMesh mesh;
  for (int z = 0; z <= strip.through; ++z) {
    for (int y = 0; y <= strip.across; ++y) {
      for (int i = 0; i < points; ++i) {
        mesh.vertices.emplace_back(strip.line[i] +
                                   (static_cast<double>(y) / strip.across - 0.5) * strip.width * sides[i] +
                                   (static_cast<double>(z) / strip.through - 0.5) * strip.thickness * normals[i]);
      }
    }
  }
  add_cells(divisions, false, mesh);
  for (const auto& tet : mesh.tets) {
    if (tet_volume(tet_corners(mesh, tet)) > 0) continue;
    throw InputError(
        fmt::format("a strip's line turns too sharply for its thickness or width near ({:.3g}, {:.3g}, "
                    "{:.3g}) m; bend it less or make it thinner",
                    mesh.vertices[tet[0]].x(), mesh.vertices[tet[0]].y(), mesh.vertices[tet[0]].z()));
  }
  return mesh;
}

TetMesh tube_tet_mesh(const Tube& tube) {
  require_length(tube.inner_radius, "a tube's inner radius");
  require_length(tube.outer_radius - tube.inner_radius, "a tube's wall");
  require_length(tube.length, "a tube's length");
  const Divisions divisions = {tube.around, tube.through, tube.along};
  require_divisions(divisions);
  if (tube.around < 4 || tube.around % 2 != 0) {
    throw InputError(fmt::format("{} cells around a tube; an even number of at least 4 is needed", tube.around));
  }
  TetMesh mesh;
  for (int z = 0; z <= tube.along; ++z) {
    for (int y = 0; y <= tube.through; ++y) {
      for (int x = 0; x < tube.around; ++x) {
        // Clockwise, so that (around, outward, along) is right-handed.
        const double angle = -2 * std::numbers::pi * x / tube.around;
        const double r = tube.inner_radius + (tube.outer_radius - tube.inner_radius) * y / tube.through;
        mesh.vertices.emplace_back(r * std::cos(angle), r * std::sin(angle),
                                   (static_cast<double>(z) / tube.along - 0.5) * tube.length);
      }
    }
  }
  add_cells(divisions, true, mesh);
  return mesh;
}

}  // namespace stiction
