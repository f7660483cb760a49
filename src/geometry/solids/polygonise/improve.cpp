#include "geometry/solids/polygonise/improve.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace stiction {
namespace {

constexpr double kGoodAlignment = 0.6;  // 53 degrees: coarse cells on small features need that much
constexpr double kGoodQuality = 0.35;   // smallest angle of about 15 degrees
constexpr double kLongest = 1.6;        // edge after a collapse, in cells

}  // namespace

void MeshImprover::Rating::include(const Rating& other) {
  alignment = std::min(alignment, other.alignment);
  quality = std::min(quality, other.quality);
}

MeshImprover::Rating MeshImprover::rate(const std::array<int, 3>& c) const {
  const Vec3 &p = m_.mesh.point(c[0]), &q = m_.mesh.point(c[1]), &r = m_.mesh.point(c[2]);
  const Vec3 area = (q - p).cross(r - p);
  const double length = area.norm();
  if (!(length > 1e-12 * surface_.cell() * surface_.cell())) return {-1, 0};
  const Vec3 normal = area / length;
  Rating rating{2, triangle_quality(p, q, r)};
  for (const int v : c) {
    if (m_.kinds[v] == VertexKind::kSmooth || m_.is_frozen(v))
      rating.alignment = std::min(rating.alignment, normal.dot(m_.normals[v]));
  }
  if (rating.alignment > 1.5) {  // between creases only: what the surface says in the middle
    rating.alignment = normal.dot(surface_.normal((p + q + r) / 3).value_or(normal));
  }
  return rating;
}

MeshImprover::Rating MeshImprover::rate_fan(int vertex) const {
  Rating rating;
  for (const int t : m_.mesh.fan(vertex)) rating.include(rate(m_.mesh.corners(t)));
  return rating;
}

bool MeshImprover::is_acceptable(const Rating& before, const Rating& after) {
  return after.alignment >= std::min(before.alignment, kGoodAlignment) &&
         after.quality >= std::min(before.quality, kGoodQuality);
}

std::vector<MeshImprover::Edge> MeshImprover::edges() const {
  std::vector<Edge> list;
  for (int t = 0; t < m_.mesh.triangle_count(); ++t) {
    if (!m_.mesh.is_alive(t)) continue;
    for (int k = 0; k < 3; ++k) {
      const int a = m_.mesh.corners(t)[k], b = m_.mesh.corners(t)[(k + 1) % 3];
      if (a < b) list.push_back({(m_.mesh.point(a) - m_.mesh.point(b)).squaredNorm(), a, b});
    }
  }
  return list;
}

bool MeshImprover::try_collapse(int keep, int gone) {
  if (m_.kinds[gone] == VertexKind::kCorner || m_.kinds[gone] == VertexKind::kFrozen) return false;
  const Wing wing = m_.mesh.wing(keep, gone);
  if (m_.kinds[gone] == VertexKind::kCrease && !m_.is_crease(keep, gone, wing)) return false;
  if (!m_.mesh.can_collapse(keep, gone, wing)) return false;
  const Rating before = rate_fan(gone);
  Rating after;
  const double longest = kLongest * surface_.cell();
  for (const int t : m_.mesh.fan(gone)) {
    if (t == wing.left || t == wing.right) continue;
    std::array<int, 3> corners = m_.mesh.corners(t);
    for (int& c : corners) {
      if (c == gone) c = keep;
      if ((m_.mesh.point(c) - m_.mesh.point(keep)).norm() > longest) return false;
    }
    after.include(rate(corners));
  }
  // Thin triangles pass if they are not worse: relaxation works on them later.
  if (after.alignment < std::min(before.alignment, kGoodAlignment)) return false;
  if (after.quality < std::min(before.quality, 0.2)) return false;
  m_.mesh.collapse(keep, gone, wing);
  return true;
}

void MeshImprover::collapse_short_edges(double shortest) {
  std::vector<Edge> list = edges();
  std::erase_if(list, [&](const Edge& e) { return e.squared_length >= shortest * shortest; });
  std::sort(list.begin(), list.end(), [](const Edge& x, const Edge& y) {
    return std::tie(x.squared_length, x.a, x.b) < std::tie(y.squared_length, y.a, y.b);
  });
  for (const Edge& e : list) {
    if (!m_.mesh.is_used(e.a) || !m_.mesh.is_used(e.b) || m_.mesh.wing(e.a, e.b).left < 0) continue;
    if (!try_collapse(e.a, e.b)) try_collapse(e.b, e.a);
  }
}

std::optional<Vec3> MeshImprover::crease_point(int a, int b, const Wing& wing) const {
  const auto left = surface_.projected(m_.mesh.centroid(wing.left));
  const auto right = surface_.projected(m_.mesh.centroid(wing.right));
  if (!left || !right) return std::nullopt;
  const Vec3 sides[2] = {*left, *right};
  return meeting_point(surface_, sides, 0.5 * (m_.mesh.point(a) + m_.mesh.point(b)));
}

void MeshImprover::split_long_edges(double longest) {
  for (const Edge& e : edges()) {
    if (e.squared_length <= longest * longest) continue;
    const Wing wing = m_.mesh.wing(e.a, e.b);
    if (m_.is_frozen(e.a) && m_.is_frozen(e.b)) continue;
    const bool crease = m_.is_crease(e.a, e.b, wing);
    const auto middle =
        crease ? crease_point(e.a, e.b, wing) : surface_.projected(0.5 * (m_.mesh.point(e.a) + m_.mesh.point(e.b)));
    if (!middle) continue;
    const Vec3 normal = crease ? Vec3::Zero() : surface_.normal(*middle).value_or(Vec3::Zero());
    m_.mesh.split_edge(e.a, e.b, *middle);
    m_.kinds.push_back(crease ? VertexKind::kCrease : VertexKind::kSmooth);
    m_.normals.push_back(normal);
  }
}

bool MeshImprover::try_flip(int a, int b) {
  const Wing wing = m_.mesh.wing(a, b);
  if (wing.left < 0 || (m_.is_frozen(a) && m_.is_frozen(b)) || m_.is_crease(a, b, wing) ||
      !m_.mesh.can_flip(a, b, wing))
    return false;
  Rating before = rate(m_.mesh.corners(wing.left)), after = rate({a, wing.right_corner, wing.left_corner});
  before.include(rate(m_.mesh.corners(wing.right)));
  after.include(rate({wing.right_corner, b, wing.left_corner}));
  if (after.alignment < std::min(before.alignment, 0.9)) return false;
  const bool better_shape = after.quality > before.quality + 0.02;
  const bool better_side = before.alignment < kGoodAlignment && after.alignment > before.alignment + 0.1;
  if (!better_shape && !(better_side && after.quality > 0.05)) return false;
  m_.mesh.flip(a, b, wing);
  return true;
}

void MeshImprover::flip_edges() {
  for (const Edge& e : edges()) try_flip(e.a, e.b);
}

bool MeshImprover::try_move(int vertex, const Vec3& target, const Vec3& normal) {
  const Rating before = rate_fan(vertex);
  const Vec3 old_point = m_.mesh.point(vertex), old_normal = m_.normals[vertex];
  m_.mesh.move(vertex, target);
  m_.normals[vertex] = normal;
  if (is_acceptable(before, rate_fan(vertex))) return true;
  m_.mesh.move(vertex, old_point);
  m_.normals[vertex] = old_normal;
  return false;
}

void MeshImprover::relax_smooth(int vertex) {
  // Towards the centre of the triangles around, weighted by area, within the tangent plane.
  const Vec3 point = m_.mesh.point(vertex), normal = m_.normals[vertex];
  Vec3 centre = Vec3::Zero();
  double weight = 0;
  for (const int t : m_.mesh.fan(vertex)) {
    const double area = m_.mesh.area_vector(t).norm();
    centre += area * m_.mesh.centroid(t);
    weight += area;
  }
  if (!(weight > 0)) return;
  Vec3 step = centre / weight - point;
  step -= normal.dot(step) * normal;
  for (int attempt = 0; attempt < 2; ++attempt, step *= 0.4) {
    const auto target = surface_.projected(point + step);
    if (!target) continue;
    const auto there = surface_.normal(*target);
    if (there && try_move(vertex, *target, *there)) return;
  }
}

void MeshImprover::relax_crease(int vertex) {
  // Towards the middle of its two neighbours along the crease.
  m_.mesh.neighbours(vertex, around_);
  int ends[2] = {-1, -1}, count = 0;
  for (const int v : around_) {
    if (m_.is_crease(vertex, v, m_.mesh.wing(vertex, v))) {
      if (count < 2) ends[count] = v;
      ++count;
    }
  }
  if (count != 2) return;
  const Vec3 guess = 0.5 * (m_.mesh.point(ends[0]) + m_.mesh.point(ends[1]));
  const Wing wing = m_.mesh.wing(vertex, ends[0]);
  const auto left = surface_.projected(m_.mesh.centroid(wing.left));
  const auto right = surface_.projected(m_.mesh.centroid(wing.right));
  if (!left || !right) return;
  const Vec3 sides[2] = {*left, *right};
  const auto target = meeting_point(surface_, sides, 0.5 * (guess + m_.mesh.point(vertex)));
  if (target) try_move(vertex, *target, Vec3::Zero());
}

void MeshImprover::relax_vertices() {
  for (int v = 0; v < m_.mesh.vertex_count(); ++v) {
    if (!m_.mesh.is_used(v)) continue;
    if (m_.kinds[v] == VertexKind::kSmooth) relax_smooth(v);
    if (m_.kinds[v] == VertexKind::kCrease) relax_crease(v);
  }
}

}  // namespace stiction
