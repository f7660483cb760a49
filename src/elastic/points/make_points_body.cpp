#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/error.h"
#include "base/hash.h"
#include "elastic/points/points_body.h"
#include "elastic/points/sheet_forces.h"
#include "elastic/points/sheet_surface.h"
#include "elastic/points/solid_forces.h"
#include "geometry/tetra/tet_check.h"
#include "geometry/tetra/tet_surface.h"

namespace stiction {
namespace {

void require_not_negative(const char* name, const char* unit, double value) {
  if (std::isfinite(value) && value >= 0) return;
  throw InputError(fmt::format("the {} is {} {}: it must be 0 or more", name, value, unit));
}

template <std::size_t kCorners>
std::uint64_t fingerprint_of(const std::vector<Vec3>& nodes, const std::vector<std::array<int, kCorners>>& elements,
                             const PointsOptions& options) {
  Hash64 hash;
  for (const Vec3& node : nodes)
    for (const double x : node) hash.add(x);
  for (const auto& element : elements)
    for (const int corner : element) hash.add(static_cast<std::uint64_t>(corner));
  for (const double x : {options.material.young, options.material.poisson, options.material.density,
                         options.volume_stiffness, options.mass_damping, options.stiffness_damping, options.thickness,
                         static_cast<double>(options.law), static_cast<double>(options.integrator)}) {
    hash.add(x);
  }
  for (const Aabb& box : options.held) {
    for (const double x : box.min) hash.add(x);
    for (const double x : box.max) hash.add(x);
  }
  return hash.value();
}

std::vector<double> node_masses(const TetMesh& mesh, double density) {
  std::vector<double> masses(mesh.vertices.size(), 0.0);
  for (const auto& [a, b, c, d] : mesh.tets) {
    const Vec3& o = mesh.vertices[a];
    const double volume = (mesh.vertices[b] - o).cross(mesh.vertices[c] - o).dot(mesh.vertices[d] - o) / 6;
    for (const int corner : {a, b, c, d}) masses[corner] += density * volume / 4;
  }
  return masses;
}

std::vector<double> node_masses(const TriangleMesh& sheet, double density_of_area) {
  std::vector<double> masses(sheet.vertices.size(), 0.0);
  for (const auto& [a, b, c] : sheet.triangles) {
    const Vec3& o = sheet.vertices[a];
    const double area = 0.5 * (sheet.vertices[b] - o).cross(sheet.vertices[c] - o).norm();
    for (const int corner : {a, b, c}) masses[corner] += density_of_area * area / 3;
  }
  return masses;
}

// Nodes that no triangle has, triangles without area, edges with more than two triangles or with two that disagree
// about the side.
void require_sheet(const TriangleMesh& sheet) {
  if (sheet.triangles.empty()) throw InputError("the membrane has no triangles");
  std::vector<char> used(sheet.vertices.size(), 0);
  std::map<std::array<int, 2>, int> edges;
  for (std::size_t t = 0; t < sheet.triangles.size(); ++t) {
    const auto& corners = sheet.triangles[t];
    double longest = 0;
    for (int k = 0; k < 3; ++k) {
      const int a = corners[k], b = corners[(k + 1) % 3];
      used[a] = 1;
      longest = std::max(longest, (sheet.vertices[a] - sheet.vertices[b]).squaredNorm());
      if (++edges[{a, b}] > 1) {
        throw InputError(fmt::format(
            "the membrane's edge between vertices {} and {} has more than two triangles, or two that face opposite "
            "sides; give a surface with one side up",
            a, b));
      }
    }
    const Vec3& o = sheet.vertices[corners[0]];
    const double area = (sheet.vertices[corners[1]] - o).cross(sheet.vertices[corners[2]] - o).norm();
    if (!(area > 1e-6 * longest)) {
      throw InputError(fmt::format(
          "triangle {} of the membrane, counted from 0, has no area: remove it, or move one of its vertices {}, {} and "
          "{}",
          t, corners[0], corners[1], corners[2]));
    }
  }
  const auto unused = std::find(used.begin(), used.end(), 0);
  if (unused != used.end()) {
    throw InputError(fmt::format("vertex {} of the membrane, counted from 0, belongs to no triangle; remove it",
                                 unused - used.begin()));
  }
}

// The triangle of each one's piece that has the lowest number; pieces are joined by edges.
std::vector<int> first_of_piece(const TriangleMesh& sheet) {
  std::vector<int> first(sheet.triangles.size());
  std::iota(first.begin(), first.end(), 0);
  const auto root = [&](int t) {
    while (first[t] != t) t = first[t] = first[first[t]];
    return t;
  };
  std::map<std::array<int, 2>, int> owner;
  for (int t = 0; t < static_cast<int>(sheet.triangles.size()); ++t) {
    for (int k = 0; k < 3; ++k) {
      const auto [a, b] = std::minmax(sheet.triangles[t][k], sheet.triangles[t][(k + 1) % 3]);
      const int i = root(owner.try_emplace({a, b}, t).first->second), j = root(t);
      first[std::max(i, j)] = std::min(i, j);
    }
  }
  for (int t = 0; t < static_cast<int>(first.size()); ++t) first[t] = root(t);
  return first;
}

void require_one_piece(const TriangleMesh& sheet) {
  const std::vector<int> first = first_of_piece(sheet);
  int pieces = 0, second = 0;
  for (int t = 0; t < static_cast<int>(first.size()); ++t) {
    if (first[t] == t && ++pieces == 2) second = t;
  }
  if (pieces == 1) return;
  throw InputError(
      fmt::format("the membrane is in {} pieces that share no edge (the second begins with triangle {}, counted from "
                  "0); a body is one piece: join them, or make a mesh of each",
                  pieces, second));
}

std::string text_of(const Vec3& v) {
  return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", v[0], v[1], v[2]);
}

// A box in world coordinates is an easy slip, and holds nothing.
void require_held_nodes(const std::vector<Aabb>& boxes, const std::vector<Vec3>& nodes) {
  Aabb all{nodes[0], nodes[0]};
  for (const Vec3& node : nodes) all = {all.min.cwiseMin(node), all.max.cwiseMax(node)};
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const bool holds =
        std::any_of(nodes.begin(), nodes.end(), [&](const Vec3& node) { return holds_node(boxes[i], node); });
    if (holds) continue;
    throw InputError(fmt::format(
        "\"held\"[{}], from {} to {}, holds no node of the body. Boxes are in the body's own coordinates, where it "
        "reaches from {} to {} m",
        i, text_of(boxes[i].min), text_of(boxes[i].max), text_of(all.min), text_of(all.max)));
  }
}

// The mesh's own tetrahedra, nodes of the surface first.
void fill_surface(const TetMesh& mesh, PointsParts& parts) {
  std::vector<int> place(mesh.vertices.size(), -1);
  for (std::size_t v = 0; v < parts.surface_node.size(); ++v) place[parts.surface_node[v]] = static_cast<int>(v);
  for (std::size_t i = 0; i < place.size(); ++i) {
    if (place[i] >= 0) continue;
    place[i] = static_cast<int>(parts.surface_node.size() + parts.inner_node.size());
    parts.inner_node.push_back(static_cast<int>(i));
  }
  parts.filling.tets = mesh.tets;
  for (auto& tet : parts.filling.tets)
    for (int& corner : tet) corner = place[corner];
  parts.filling.inner_count = static_cast<int>(parts.inner_node.size());
}

void require_movable(const PointsBody& body) {
  if (body.dof_count() > 0) return;
  throw InputError("\"held\" holds all nodes of the body: make it a rigid one that is fixed");
}

}  // namespace

const char* law_name(PointsLaw law) {
  return law == PointsLaw::kCorotated ? "corotated" : "stvk";
}

const char* integrator_name(PointsIntegrator integrator) {
  return integrator == PointsIntegrator::kImplicit ? "implicit" : "explicit";
}

void require_points(const PointsOptions& options) {
  require_elastic(options.material);
  require_not_negative("volume stiffness", "Pa", options.volume_stiffness);
  require_not_negative("mass damping", "1/s", options.mass_damping);
  require_not_negative("stiffness damping", "s", options.stiffness_damping);
  require_not_negative("thickness", "m", options.thickness);
  for (const Aabb& box : options.held) {
    if (!(box.min.array() <= box.max.array()).all()) {
      throw InputError("a box of \"held\" has a minimum above its maximum: [[x, y, z], [x, y, z]], the lower first");
    }
  }
}

std::shared_ptr<const PointsBody> make_points_body(const TetMesh& mesh, const PointsOptions& options) {
  require_points(options);
  const std::string fault = tet_fault(mesh);
  if (!fault.empty()) throw InputError(fault);
  require_held_nodes(options.held, mesh.vertices);
  PointsParts parts;
  parts.nodes = mesh.vertices;
  parts.masses = node_masses(mesh, options.material.density);
  parts.forces = std::make_unique<const SolidForces>(mesh, options);
  TetSurface surface = tet_surface(mesh);
  parts.surface = std::move(surface.mesh);
  parts.surface_node = std::move(surface.mesh_vertex);
  fill_surface(mesh, parts);
  parts.fingerprint = fingerprint_of(mesh.vertices, mesh.tets, options);
  auto body = std::make_shared<const PointsBody>(std::move(parts), options);
  require_movable(*body);
  return body;
}

std::shared_ptr<const PointsBody> make_points_body(const TriangleMesh& sheet, const PointsOptions& options) {
  require_points(options);
  if (!(options.thickness > 0)) throw InputError("a membrane needs a thickness above 0 m");
  require_sheet(sheet);
  require_one_piece(sheet);
  require_held_nodes(options.held, sheet.vertices);
  PointsParts parts;
  parts.nodes = sheet.vertices;
  parts.masses = node_masses(sheet, options.material.density * options.thickness);
  parts.forces = std::make_unique<const SheetForces>(sheet, options);
  SheetSurface surface = sheet_surface(sheet, options.thickness);
  parts.surface = std::move(surface.mesh);
  parts.surface_node = std::move(surface.node);
  parts.offset = std::move(surface.offset);
  parts.sheet = sheet.triangles;
  parts.filling.tets = sheet_tets(sheet);
  parts.fingerprint = fingerprint_of(sheet.vertices, sheet.triangles, options);
  auto body = std::make_shared<const PointsBody>(std::move(parts), options);
  require_movable(*body);
  return body;
}

}  // namespace stiction
