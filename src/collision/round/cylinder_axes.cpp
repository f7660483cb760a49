#include "collision/round/cylinder_axes.h"

#include <limits>

#include "collision/round/cylinder_queries.h"

namespace stiction {
namespace {

// Collects directions; keeps the best face, the best cap and the best of the others.
struct Candidates {
  static constexpr double kNone = -std::numeric_limits<double>::infinity();
  RoundAxis face{AxisKind::kFace, Vec3::UnitZ(), kNone, -1};
  RoundAxis cap{AxisKind::kCap, Vec3::UnitZ(), kNone, -1};
  RoundAxis other{AxisKind::kSide, Vec3::UnitZ(), kNone, -1};

  double greatest() const { return std::max({face.separation, cap.separation, other.separation}); }
  RoundAxes choose(double margin, double bias) const {
    RoundAxes axes;
    const double least = greatest() - bias;
    axes.apart = greatest() > margin;
    axes.best = other.separation >= greatest() ? other : face.separation >= greatest() ? face : cap;
    axes.flat = face.separation >= least ? face : cap.separation >= least ? cap : axes.best;
    return axes;
  }
};

RoundAxes apart_result() {
  RoundAxes result;
  result.apart = true;
  return result;
}

double least_along(const Vec3* vertices, int count, const Vec3& n) {
  double least = std::numeric_limits<double>::infinity();
  for (int v = 0; v < count; ++v) least = std::min(least, n.dot(vertices[v]));
  return least;
}

// s(n) of the cylinder and the hull of some points.
double separation_along(const WorldCylinder& cylinder, const Vec3* vertices, int count, const Vec3& n) {
  return least_along(vertices, count, n) - n.dot(cylinder.center) - reach(cylinder, n);
}

// Along the best direction of a feature, the feature itself must be what is nearest.
bool touches(const WorldCylinder& cylinder, double separation_of_feature, double separation) {
  return separation_of_feature - separation <= 1e-9 * (cylinder.radius + cylinder.half_length);
}

void try_caps(const WorldCylinder& cylinder, const Vec3* vertices, int count, RoundAxis& cap) {
  const double up = least_along(vertices, count, cylinder.axis) - cylinder.axis.dot(cylinder.center);
  const double down = least_along(vertices, count, -cylinder.axis) + cylinder.axis.dot(cylinder.center);
  cap.normal = up >= down ? cylinder.axis : Vec3(-cylinder.axis);
  cap.separation = std::max(up, down) - cylinder.half_length;
}

void try_vertex(const WorldCylinder& cylinder, const Vec3* vertices, int count, int vertex,
                const CylinderNearest& nearest, RoundAxis& other) {
  if (!(nearest.distance > other.separation)) return;
  const double separation = separation_along(cylinder, vertices, count, nearest.normal);
  if (!(separation > other.separation) || !touches(cylinder, nearest.distance, separation)) return;
  other = {AxisKind::kVertex, nearest.normal, separation, vertex};
}

// Of all vertices outside only the nearest one can be what touches; any vertex inside may leave by the side.
void try_vertices(const WorldCylinder& cylinder, const Vec3* vertices, int count, RoundAxis& other) {
  CylinderNearest nearest{Vec3::UnitZ(), std::numeric_limits<double>::infinity()};
  int vertex = -1;
  for (int v = 0; v < count; ++v) {
    const CylinderNearest candidate = nearest_on_cylinder(cylinder, vertices[v]);
    if (candidate.distance < 0) {
      const Vec3 from_center = vertices[v] - cylinder.center;
      const Vec3 radial = radial_direction(cylinder, from_center);
      try_vertex(cylinder, vertices, count, v, {radial, radial.dot(from_center) - cylinder.radius}, other);
    }
    if (candidate.distance < nearest.distance) {
      nearest = candidate;
      vertex = v;
    }
  }
  if (vertex >= 0) try_vertex(cylinder, vertices, count, vertex, nearest, other);
}

void try_edge(const WorldCylinder& cylinder, const Vec3* vertices, int count, int edge, const Vec3& point,
              const Vec3& line, double to_beat, RoundAxis& other) {
  const LineDirection direction = direction_to_line(cylinder, point, line);
  if (!(direction.separation > std::max(to_beat, other.separation))) return;
  const double separation = separation_along(cylinder, vertices, count, direction.normal);
  if (!(separation > other.separation) || !touches(cylinder, direction.separation, separation)) return;
  other = {direction.on_side ? AxisKind::kSide : AxisKind::kRim, direction.normal, separation, edge};
}

// Of faces within the bias of the best the first.
void try_faces(const WorldCylinder& cylinder, const WorldConvex& convex, double bias, RoundAxis& face) {
  const int count = convex.topology->face_count();
  const auto separation = [&](int f) {
    return convex.normals[f].dot(cylinder.center) - convex.offsets[f] - reach(cylinder, convex.normals[f]);
  };
  double greatest = Candidates::kNone;
  for (int f = 0; f < count; ++f) greatest = std::max(greatest, separation(f));
  int first = 0;
  while (first + 1 < count && !(separation(first) >= greatest - bias)) ++first;
  face.feature = first;
  face.normal = -convex.normals[first];
  face.separation = separation(first);
}

}  // namespace

RoundAxes find_axes(const WorldCylinder& cylinder, const WorldConvex& convex, double margin, double bias) {
  const Vec3* vertices = convex.vertices.data();
  const int count = static_cast<int>(convex.vertices.size());
  Candidates best;
  try_faces(cylinder, convex, bias, best.face);
  if (best.face.separation > margin + bias) return apart_result();
  try_caps(cylinder, vertices, count, best.cap);
  if (best.cap.separation > margin + bias) return apart_result();
  try_vertices(cylinder, vertices, count, best.other);
  // An edge that touches, unless more deeply than the cylinder is thick, has a face whose outside holds the centre.
  const auto sees_center = [&](int f) { return convex.normals[f].dot(cylinder.center) > convex.offsets[f]; };
  const double to_beat = std::max(best.face.separation, best.cap.separation);
  for (int e = 0; e < convex.topology->edge_count(); ++e) {
    const auto& edge = convex.edge(e);
    if (!sees_center(edge.face[0]) && !sees_center(edge.face[1])) continue;
    try_edge(cylinder, vertices, count, e, convex.vertices[edge.vertex[0]], convex.edge_direction(e), to_beat,
             best.other);
    if (best.other.separation > margin + bias) return apart_result();
  }
  return best.choose(margin, bias);
}

RoundAxes find_axes(const WorldCylinder& cylinder, const Vec3& start, const Vec3& end, double margin, double bias) {
  const Vec3 vertices[2] = {start, end};
  Candidates best;
  try_caps(cylinder, vertices, 2, best.cap);
  try_vertices(cylinder, vertices, 2, best.other);
  try_edge(cylinder, vertices, 2, 0, start, (end - start).normalized(), best.cap.separation, best.other);
  return best.choose(margin, bias);
}

}  // namespace stiction
