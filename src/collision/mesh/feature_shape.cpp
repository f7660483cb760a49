#include "collision/mesh/feature_shape.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "geometry/field/sphere_tree.h"

namespace stiction {
namespace {

constexpr double kFlat = 1e-5;  // [rad] triangles that bend less are one region
constexpr double kInfinity = std::numeric_limits<double>::infinity();

FeatureShape::Face make_face(const std::vector<Vec3>& points, const std::array<int, 3>& corner) {
  FeatureShape::Face face;
  face.vertex = corner;
  const Vec3 &a = points[corner[0]], &b = points[corner[1]], &c = points[corner[2]];
  face.normal = (b - a).cross(c - a).normalized();
  face.offset = face.normal.dot(a + b + c) / 3;
  for (int k = 0; k < 3; ++k) {
    const Vec3& start = points[corner[k]];
    face.side[k] = face.normal.cross(points[corner[(k + 1) % 3]] - start).normalized();
    face.side_offset[k] = face.side[k].dot(start);
  }
  return face;
}

// One edge per pair of neighbouring triangles, ordered by their vertices.
void join_faces(FeatureShape& shape) {
  struct Half {
    int low, high, face, corner;
  };
  std::vector<Half> halves;
  for (int f = 0; f < static_cast<int>(shape.faces.size()); ++f) {
    for (int k = 0; k < 3; ++k) {
      const int p = shape.faces[f].vertex[k], q = shape.faces[f].vertex[(k + 1) % 3];
      halves.push_back({std::min(p, q), std::max(p, q), f, k});
    }
  }
  std::sort(halves.begin(), halves.end(), [](const Half& p, const Half& q) {
    return std::array{p.low, p.high, p.face, p.corner} < std::array{q.low, q.high, q.face, q.corner};
  });
  for (std::size_t i = 0; i + 1 < halves.size(); i += 2) {
    const Half &one = halves[i], &two = halves[i + 1];
    FeatureShape::Edge edge;
    edge.vertex = {one.low, one.high};
    const Vec3 along = shape.vertices[one.high] - shape.vertices[one.low];
    edge.length = along.norm();
    edge.direction = along / edge.length;
    edge.face = {one.face, two.face};
    const auto &f = shape.faces[one.face], &g = shape.faces[two.face];
    edge.into = {f.side[one.corner], g.side[two.corner]};
    const double bend = -edge.into[1].dot(f.normal);  // sine of the bend, positive where convex
    edge.flat = std::abs(bend) < kFlat && f.normal.dot(g.normal) > 0;
    edge.sharp = !edge.flat && bend > 0;
    shape.faces[one.face].edge[one.corner] = shape.faces[two.face].edge[two.corner] =
        static_cast<int>(shape.edges.size());
    shape.edges.push_back(edge);
  }
}

int root_of(std::vector<int>& parent, int i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

void number_regions(FeatureShape& shape) {
  std::vector<int> parent(shape.faces.size());
  std::iota(parent.begin(), parent.end(), 0);
  for (const auto& edge : shape.edges) {
    if (!edge.flat) continue;
    const int p = root_of(parent, edge.face[0]), q = root_of(parent, edge.face[1]);
    parent[std::max(p, q)] = std::min(p, q);
  }
  for (std::size_t f = 0; f < shape.faces.size(); ++f) shape.faces[f].region = root_of(parent, static_cast<int>(f));
}

// Rays and faces around every vertex.
void link_vertices(FeatureShape& shape) {
  const std::size_t count = shape.vertices.size();
  std::vector<std::vector<Vec3>> rays(count);
  std::vector<std::vector<int>> around(count);
  shape.touchable.assign(count, shape.edges.empty() ? 1 : 0);
  for (const auto& edge : shape.edges) {
    rays[edge.vertex[0]].push_back(edge.direction);
    rays[edge.vertex[1]].emplace_back(-edge.direction);
    if (edge.sharp) shape.touchable[edge.vertex[0]] = shape.touchable[edge.vertex[1]] = 1;
  }
  for (int f = 0; f < static_cast<int>(shape.faces.size()); ++f) {
    for (int v : shape.faces[f].vertex) {
      const bool known = std::any_of(around[v].begin(), around[v].end(),
                                     [&](int g) { return shape.faces[g].region == shape.faces[f].region; });
      if (!known) around[v].push_back(f);
    }
  }
  shape.ray_begin.assign(1, 0);
  shape.around_begin.assign(1, 0);
  for (std::size_t v = 0; v < count; ++v) {
    shape.rays.insert(shape.rays.end(), rays[v].begin(), rays[v].end());
    shape.around.insert(shape.around.end(), around[v].begin(), around[v].end());
    shape.ray_begin.push_back(static_cast<int>(shape.rays.size()));
    shape.around_begin.push_back(static_cast<int>(shape.around.size()));
  }
}

// A small sphere about a triangle: about the middle of its longest edge, exact unless the triangle is acute.
void bound_triangle(const FeatureShape& shape, const FeatureShape::Face& face, FeatureShape::Item& item) {
  double longest = -1;
  for (int k = 0; k < 3; ++k) {
    const Vec3 &p = shape.vertices[face.vertex[k]], &q = shape.vertices[face.vertex[(k + 1) % 3]];
    if ((q - p).squaredNorm() <= longest) continue;
    longest = (q - p).squaredNorm();
    item.center = (p + q) / 2;
  }
  for (int v : face.vertex) item.radius = std::max(item.radius, (shape.vertices[v] - item.center).norm());
}

void make_items(FeatureShape& shape) {
  std::vector<char> vertex_taken(shape.vertices.size(), 0), edge_taken(shape.edges.size(), 0);
  for (int f = 0; f < static_cast<int>(shape.faces.size()); ++f) {
    FeatureShape::Item item;
    item.face = f;
    bound_triangle(shape, shape.faces[f], item);
    for (int k = 0; k < 3; ++k) {
      const int v = shape.faces[f].vertex[k], e = shape.faces[f].edge[k];
      if (shape.touchable[v] && !vertex_taken[v]) item.vertex[item.vertex_count++] = v;
      if (shape.edges[e].sharp && !edge_taken[e]) item.edge[item.edge_count++] = e;
      vertex_taken[v] = edge_taken[e] = 1;
    }
    shape.items.push_back(item);
  }
}

// Nodes grow to hold the spheres of their items, beyond the triangles. The end of the node's items.
int hold_items(FeatureShape& shape, int node, int first) {
  SphereTree::Node& grown = shape.tree.nodes[node];
  int end = first + grown.count;
  if (grown.count == 0) end = hold_items(shape, grown.first + 1, hold_items(shape, grown.first, first));
  for (int i = first; i < end; ++i) {
    const FeatureShape::Item& item = shape.items[i];
    grown.radius = std::max(grown.radius, (item.center - grown.center).norm() + item.radius);
  }
  return end;
}

// The tree over the items, which are brought into the order of its leaves.
void build_tree(FeatureShape& shape) {
  std::vector<TreeItem> hulls;
  for (const auto& item : shape.items) {
    if (item.face >= 0) {
      const auto& corner = shape.faces[item.face].vertex;
      hulls.push_back({shape.vertices[corner[0]], shape.vertices[corner[1]], shape.vertices[corner[2]]});
    } else {
      hulls.push_back({shape.vertices.front(), shape.vertices.front(), shape.vertices.back()});
    }
  }
  std::vector<int> order;
  shape.tree = build_sphere_tree(hulls, order);
  std::vector<FeatureShape::Item> sorted;
  sorted.reserve(order.size());
  for (int i : order) sorted.push_back(shape.items[i]);
  shape.items = std::move(sorted);
  hold_items(shape, 0, 0);
}

void finish(FeatureShape& shape) {
  Aabb box;
  for (const Vec3& v : shape.vertices) box.include(v);
  shape.middle = (box.min + box.max) / 2;
  for (const Vec3& v : shape.vertices) shape.size = std::max(shape.size, (v - shape.middle).norm());
  shape.size += shape.rounding;
  shape.shortest_edge = kInfinity;
  shape.convex = true;
  for (const auto& edge : shape.edges) {
    if (edge.sharp) shape.shortest_edge = std::min(shape.shortest_edge, edge.length);
    shape.convex = shape.convex && (edge.sharp || edge.flat);
  }
  build_tree(shape);
}

}  // namespace

double FeatureShape::vertex_violation(int vertex, const Vec3& m) const {
  double greatest = -1;
  for (int r = ray_begin[vertex]; r < ray_begin[vertex + 1]; ++r) greatest = std::max(greatest, rays[r].dot(m));
  return greatest;
}

double FeatureShape::edge_violation(int e, const Vec3& m, int* nearest_face) const {
  const Edge& edge = edges[e];
  if (edge.face[0] < 0) return -1;
  const double one = edge.into[0].dot(m), two = edge.into[1].dot(m);
  if (nearest_face != nullptr) *nearest_face = edge.face[one >= two ? 0 : 1];
  return std::max(one, two);
}

double FeatureShape::depth(const Vec3& point) const {
  if (field != nullptr) {
    NearestSurface nearest;
    if (field->find_nearest(point, nearest)) return nearest.distance;
    return field->lower_bound(point);
  }
  return lower_bound(point);
}

double FeatureShape::lower_bound(const Vec3& point) const {
  if (field != nullptr) return field->lower_bound(point);
  if (!convex || faces.empty()) return kInfinity;
  double greatest = -kInfinity;
  for (const Face& face : faces) greatest = std::max(greatest, face.normal.dot(point) - face.offset);
  return greatest;
}

FeatureShape make_feature_shape(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles) {
  FeatureShape shape;
  shape.vertices = vertices;
  for (const auto& triangle : triangles) shape.faces.push_back(make_face(vertices, triangle));
  join_faces(shape);
  number_regions(shape);
  link_vertices(shape);
  make_items(shape);
  finish(shape);
  return shape;
}

FeatureShape make_feature_shape(const MeshGeometry& geometry) {
  FeatureShape shape = make_feature_shape(geometry.mesh().vertices, geometry.mesh().triangles);
  shape.field = &geometry.field();
  shape.mesh = &geometry;
  return shape;
}

FeatureShape make_feature_shape(const ConvexPolyhedron& polyhedron) {
  std::vector<std::array<int, 3>> triangles;
  for (const auto& face : polyhedron.faces) {
    for (std::size_t i = 1; i + 1 < face.vertices.size(); ++i) {
      triangles.push_back({face.vertices[0], face.vertices[i], face.vertices[i + 1]});
    }
  }
  return make_feature_shape(polyhedron.vertices, triangles);
}

FeatureShape make_sphere_features(double radius) {
  FeatureShape shape;
  shape.vertices = {Vec3::Zero()};
  shape.rounding = radius;
  link_vertices(shape);
  FeatureShape::Item item;
  item.center = Vec3::Zero();
  item.vertex[item.vertex_count++] = 0;
  shape.items.push_back(item);
  finish(shape);
  return shape;
}

FeatureShape make_capsule_features(double radius, double length) {
  if (length <= 0) return make_sphere_features(radius);
  FeatureShape shape;
  shape.vertices = {Vec3(0, 0, -length / 2), Vec3(0, 0, length / 2)};
  shape.rounding = radius;
  FeatureShape::Edge edge;
  edge.vertex = {0, 1};
  edge.direction = Vec3::UnitZ();
  edge.length = length;
  edge.into = {Vec3::Zero(), Vec3::Zero()};
  edge.sharp = true;
  shape.edges.push_back(edge);
  link_vertices(shape);
  FeatureShape::Item item;
  item.center = Vec3::Zero();
  item.radius = length / 2;
  item.vertex = {0, 1, 0};
  item.vertex_count = 2;
  item.edge[item.edge_count++] = 0;
  shape.items.push_back(item);
  finish(shape);
  return shape;
}

}  // namespace stiction
