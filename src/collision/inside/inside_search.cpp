#include "collision/inside/inside_search.h"

#include <algorithm>
#include <optional>

#include "base/parallel.h"
#include "collision/inside/tet_enclosure.h"
#include "collision/pair_filter.h"

namespace stiction {
namespace {

constexpr int kTetsPerChunk = 512;
constexpr double kCellPerSide = 1;  // of the mean box of a tetrahedron, which is about its mean edge

bool holds(const Aabb& box, const Vec3& p) {
  return p[0] >= box.min[0] && p[0] <= box.max[0] && p[1] >= box.min[1] && p[1] <= box.max[1] && p[2] >= box.min[2] &&
         p[2] <= box.max[2];
}

Aabb common(const Aabb& a, const Aabb& b) {
  return {a.min.cwiseMax(b.min), a.max.cwiseMin(b.max)};
}

Aabb box_of(const std::array<int, 4>& tet, const std::vector<Vec3>& places) {
  const Vec3 &a = places[tet[0]], &b = places[tet[1]], &c = places[tet[2]], &d = places[tet[3]];
  const Aabb box{a.cwiseMin(b).cwiseMin(c.cwiseMin(d)), a.cwiseMax(b).cwiseMax(c.cwiseMax(d))};
  return box.grown(PlacedTet::kReach * (box.max - box.min).maxCoeff());
}

VertexHit hit_of(int owner, int part, int vertex, int body, int cell, bool inverted) {
  VertexHit hit{std::min(owner, body), std::max(owner, body), {}, part, vertex, cell, inverted};
  hit.side = owner <= body ? VertexInside::kOfA : VertexInside::kOfB;
  return hit;
}

}  // namespace

InsideSearch::InsideSearch(const Model& model, const Members& members)
    : model_(model), members_(members), broad_(model.bodies.size()), regions_(model.bodies.size()) {
  for (int i = 0; i < members.count(); ++i) {
    if (members[i].is_plane()) planes_.push_back(i);
  }
}

void InsideSearch::add_partners(int a, int b) {
  for (const auto& [one, two] : {std::array{a, b}, std::array{b, a}}) {
    Region& region = regions_[one];
    region.partners.push_back(two);
    if (!members_[one].is_plane() && !members_[two].is_plane()) {
      region.meets.include(common(members_[one].box, members_[two].box));
    }
  }
}

void InsideSearch::add_planes(const State& start) {
  for (const int plane : planes_) {
    if (!members_[plane].takes_part) continue;
    const HalfSpace& face = members_[plane].obstacle->parts()[0].faces[0];
    for (int i = 0; i < members_.count(); ++i) {
      if (!members_[i].deforms() || !members_[i].takes_part) continue;
      const Vec3 lowest = (face.normal.array() > 0).select(members_[i].box.min, members_[i].box.max);
      if (face.height(lowest) < 0 && may_collide(model_, start, std::min(plane, i), std::max(plane, i))) {
        add_partners(plane, i);
      }
    }
  }
}

void InsideSearch::find_partners(const State& start) {
  for (int i = 0; i < members_.count(); ++i) {
    broad_[i] = {members_[i].box, members_[i].takes_part && !members_[i].is_plane(), !members_[i].deforms()};
    regions_[i].partners.clear();
    regions_[i].meets = Aabb{};
  }
  for (const auto& [a, b] : broad_phase_.find_pairs(broad_)) {
    if (may_collide(model_, start, a, b)) add_partners(a, b);
  }
  add_planes(start);
  for (int i = 0; i < members_.count(); ++i) {
    if (members_[i].touches_itself && members_[i].takes_part && may_collide(model_, start, i, i)) {
      regions_[i].partners.push_back(i);
      regions_[i].meets.include(members_[i].box);
    }
    std::sort(regions_[i].partners.begin(), regions_[i].partners.end());
  }
}

// Vertices that may be in tetrahedra of others, and tetrahedra that may hold vertices of others.
void InsideSearch::gather(int body) {
  Region& region = regions_[body];
  region.vertices.clear();
  region.tets.clear();
  region.tet_boxes.clear();
  region.sides = region.largest = 0;
  if (!members_[body].deforms() || region.partners.empty()) return;
  const std::vector<Vec3>& places = members_[body].places->end;
  const auto in_another = [&](const Vec3& p) {
    return std::any_of(region.partners.begin(), region.partners.end(),
                       [&](int other) { return members_[other].deforms() && holds(members_[other].box, p); });
  };
  for (int v = 0; v < members_[body].topology->vertex_count; ++v) {
    if (holds(region.meets, places[v]) && in_another(places[v])) region.vertices.push_back(v);
  }
  gather_tets(body);
}

void InsideSearch::gather_tets(int body) {
  Region& region = regions_[body];
  const std::vector<Vec3>& places = members_[body].places->end;
  const auto meets_another = [&](const Aabb& box) {
    return std::any_of(region.partners.begin(), region.partners.end(),
                       [&](int other) { return !members_[other].is_plane() && members_[other].box.overlaps(box); });
  };
  const std::vector<std::array<int, 4>>& tets = members_[body].topology->tets;
  for (int t = 0; t < static_cast<int>(tets.size()); ++t) {
    const Aabb box = box_of(tets[t], places);
    if (!region.meets.overlaps(box) || !meets_another(box)) continue;
    region.tets.push_back(t);
    region.tet_boxes.push_back(box);
    region.sides += (box.max - box.min).sum() / 3;
    region.largest = std::max(region.largest, (box.max - box.min).maxCoeff());
  }
}

// Those of an obstacle that lie in boxes of bodies that deform.
void InsideSearch::add_corners(int body) {
  const std::vector<ConvexPart>& parts = members_[body].obstacle->parts();
  const std::vector<int>& partners = regions_[body].partners;
  for (int k = 0; k < static_cast<int>(parts.size()); ++k) {
    if (parts[k].is_plane()) continue;
    const int owner = static_cast<int>(owners_.size());
    owners_.push_back({body, k});
    for (int v = 0; v < parts[k].corners->vertex_count; ++v) {
      const Vec3& p = parts[k].places[v];
      if (parts[k].takes_part[v] == 0 || !holds(regions_[body].meets, p)) continue;
      if (std::any_of(partners.begin(), partners.end(), [&](int other) { return holds(members_[other].box, p); })) {
        hash_.add({p, owner, v});
      }
    }
  }
}

void InsideSearch::fill_hash() {
  double sides = 0, largest = 0;
  std::size_t tets = 0;
  Vec3 origin = Vec3::Zero();
  for (const Region& region : regions_) {
    if (tets == 0 && !region.tets.empty()) origin = region.meets.min;
    sides += region.sides;
    tets += region.tets.size();
    largest = std::max(largest, region.largest);
  }
  hash_.start(kCellPerSide * sides / static_cast<double>(std::max<std::size_t>(tets, 1)), largest, origin);
  owners_.clear();
  for (int i = 0; i < members_.count(); ++i) {
    if (regions_[i].partners.empty()) continue;
    if (!members_[i].deforms()) {
      add_corners(i);
      continue;
    }
    const int owner = static_cast<int>(owners_.size());
    owners_.push_back({i, 0});
    for (const int v : regions_[i].vertices) hash_.add({members_[i].places->end[v], owner, v});
  }
  hash_.build();
}

void InsideSearch::cut_into_chunks() {
  chunks_.clear();
  for (int i = 0; i < members_.count(); ++i) {
    if (!members_[i].deforms() || regions_[i].partners.empty()) continue;
    chunks_.push_back({i, 0, 0});
    const int tets = hash_.is_empty() ? 0 : static_cast<int>(regions_[i].tets.size());
    for (int t = 0; t < tets; t += kTetsPerChunk) chunks_.push_back({i, t, std::min(t + kTetsPerChunk, tets)});
  }
}

// Is a vertex in this tetrahedron a collision?
bool InsideSearch::may_meet(const Owner& owner, int vertex, int body, int tet) const {
  const std::vector<int>& partners = regions_[body].partners;
  if (!std::binary_search(partners.begin(), partners.end(), owner.body)) return false;
  if (owner.body != body) return true;
  const FillingTopology& topology = *members_[body].topology;
  return std::none_of(topology.tets[tet].begin(), topology.tets[tet].end(),
                      [&](int corner) { return topology.is_within_ring(vertex, corner); });
}

void InsideSearch::look_up(const Chunk& chunk, std::vector<VertexHit>& hits) const {
  const Region& region = regions_[chunk.body];
  const Member& member = members_[chunk.body];
  for (int i = chunk.begin; i < chunk.end; ++i) {
    const int tet = region.tets[i];
    const Aabb& box = region.tet_boxes[i];
    std::optional<PlacedTet> placed;
    hash_.for_each_in(box, [&](const PointHash::Point& point) {
      const Owner& owner = owners_[point.owner];
      if ((owner.body == chunk.body && !member.touches_itself) || !holds(box, point.place)) return;
      if (!placed) placed.emplace(*member.topology, member.places->end, tet);
      if (!placed->holds(point.place) || !may_meet(owner, point.vertex, chunk.body, tet)) return;
      hits.push_back(hit_of(owner.body, owner.part, point.vertex, chunk.body, tet, placed->is_inverted()));
    });
  }
}

void InsideSearch::look_into_obstacles(int body, std::vector<VertexHit>& hits) const {
  const Member& member = members_[body];
  const std::vector<Vec3>& places = member.places->end;
  for (const int other : regions_[body].partners) {
    if (members_[other].deforms()) continue;
    const std::vector<ConvexPart>& parts = members_[other].obstacle->parts();
    for (int k = 0; k < static_cast<int>(parts.size()); ++k) {
      const ConvexPart& part = parts[k];
      if (!part.is_plane() && !part.box.overlaps(member.box)) continue;
      for (int v = 0; v < member.topology->vertex_count; ++v) {
        if ((part.is_plane() || holds(part.box, places[v])) && part.holds(places[v])) {
          hits.push_back(hit_of(body, k, v, other, -1, false));
        }
      }
    }
  }
}

const std::vector<VertexHit>& InsideSearch::find(const State& start) {
  find_partners(start);
  parallel_ranges(members_.count(), 1, [&](int first, int last) {
    for (int i = first; i < last; ++i) gather(i);
  });
  fill_hash();
  cut_into_chunks();
  const Ranges ranges(static_cast<int>(chunks_.size()), 1);
  if (static_cast<int>(found_.size()) < ranges.count) found_.resize(ranges.count);
  parallel_tasks(ranges.count, [&](int r) {
    found_[r].clear();
    for (int i = ranges.begin(r); i < ranges.end(r); ++i) {
      const Chunk& chunk = chunks_[i];
      if (chunk.begin == chunk.end) {
        look_into_obstacles(chunk.body, found_[r]);
      } else {
        look_up(chunk, found_[r]);
      }
    }
  });
  hits_.clear();
  for (int r = 0; r < ranges.count; ++r) hits_.insert(hits_.end(), found_[r].begin(), found_[r].end());
  std::sort(hits_.begin(), hits_.end(),
            [](const VertexHit& one, const VertexHit& two) { return one.order() < two.order(); });
  const auto same = [](const VertexHit& one, const VertexHit& two) {
    return one.sides() == two.sides() && one.part == two.part && one.vertex == two.vertex;
  };
  hits_.erase(std::unique(hits_.begin(), hits_.end(), same), hits_.end());
  return hits_;
}

}  // namespace stiction
