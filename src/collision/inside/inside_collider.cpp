#include "collision/inside/inside_collider.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "base/hash.h"
#include "base/parallel.h"
#include "collision/inside/inside_search.h"
#include "collision/inside/members.h"
#include "collision/inside/tet_enclosure.h"
#include "collision/inside/way_out.h"

namespace stiction {
namespace {

// Vertices of one body in another one.
struct Group {
  int begin, end;  // hits
};

struct Numbered {
  int vertex, part;
  Contact contact;
  bool operator<(const Numbered& other) const { return std::pair(vertex, part) < std::pair(other.vertex, other.part); }
};

// What a range of groups needs for itself.
struct Workspace {
  WayFinder finder;
  std::vector<VertexCell> inside;
  std::vector<Numbered> contacts;
};

std::uint64_t id_of(int owner, const VertexHit& hit, int other) {
  const std::uint64_t vertex = mix_hash(static_cast<std::uint64_t>(owner), static_cast<std::uint64_t>(hit.vertex));
  return mix_hash(mix_hash(vertex, static_cast<std::uint64_t>(other)), static_cast<std::uint64_t>(hit.part));
}

Vec3 at_start(const Member& member, const MaterialPoint& point) {
  const auto& [a, b, c] = member.topology->triangles[point.triangle];
  const std::vector<Vec3>& places = member.places->start;
  const auto weights = point.weights();
  return weights[0] * places[a] + weights[1] * places[b] + weights[2] * places[c];
}

bool is_finite(const Contact& contact) {
  return contact.point.allFinite() && contact.normal.allFinite() && std::isfinite(contact.gap);
}

}  // namespace

struct InsideCollider::Impl {
  explicit Impl(const Model& model) : members(model), search(model, members) {}

  void find_groups(const std::vector<VertexHit>& hits);
  void collide_group(std::span<const VertexHit> hits, Workspace& work) const;
  void collide_part(std::span<const VertexHit> hits, Workspace& work) const;
  void leave_plane(std::span<const VertexHit> hits, Workspace& work) const;
  void add(const VertexHit& hit, const WayOut& way, Workspace& work) const;

  Members members;
  InsideSearch search;
  std::vector<Group> groups;
  std::vector<Workspace> workspaces;  // one for every range of groups
};

void InsideCollider::Impl::add(const VertexHit& hit, const WayOut& way, Workspace& work) const {
  if (!way.found) return;
  const bool of_a = hit.side == VertexInside::kOfA;
  const int owner = of_a ? hit.a : hit.b, other = of_a ? hit.b : hit.a;
  const Member &one = members[owner], &two = members[other];
  const Vec3& place = one.deforms() ? one.places->end[hit.vertex] : one.obstacle->parts()[hit.part].places[hit.vertex];
  const Vec3 start = one.deforms() ? one.places->start[hit.vertex] : one.obstacle->at_start(place);
  const Vec3 start_of_exit = two.deforms() ? at_start(two, way.material) : two.obstacle->at_start(way.place);

  Contact contact;
  contact.body_a = hit.a;
  contact.body_b = hit.b;
  contact.point = (place + way.place) / 2;
  contact.normal = of_a ? Vec3(-way.direction) : way.direction;
  contact.gap = way.direction.dot(start - start_of_exit);
  contact.id = id_of(owner, hit, other);
  const MaterialPoint vertex = one.deforms() ? one.topology->material[hit.vertex] : MaterialPoint{};
  contact.material_a = of_a ? vertex : way.material;
  contact.material_b = of_a ? way.material : vertex;
  contact.inside = {hit.side, way.depth};
  if (is_finite(contact)) work.contacts.push_back({hit.vertex, hit.part, contact});
}

void InsideCollider::Impl::leave_plane(std::span<const VertexHit> hits, Workspace& work) const {
  const bool of_a = hits[0].side == VertexInside::kOfA;
  const Member &one = members[of_a ? hits[0].a : hits[0].b], &two = members[of_a ? hits[0].b : hits[0].a];
  const HalfSpace& face = two.obstacle->parts()[0].faces[0];
  for (const VertexHit& hit : hits) {
    const Vec3& p = one.places->end[hit.vertex];
    const double depth = -face.height(p);
    add(hit, {depth > 0, face.normal, depth, p + depth * face.normal, {}}, work);
  }
}

// hits: those of one part.
void InsideCollider::Impl::collide_part(std::span<const VertexHit> hits, Workspace& work) const {
  const bool of_a = hits[0].side == VertexInside::kOfA;
  const Member &one = members[of_a ? hits[0].a : hits[0].b], &two = members[of_a ? hits[0].b : hits[0].a];
  const int part = hits[0].part;
  if (two.is_plane()) {
    leave_plane(hits, work);
    return;
  }
  work.inside.clear();
  for (const VertexHit& hit : hits) work.inside.push_back({hit.vertex, hit.cell});
  const VertexSide side = one.deforms()
                              ? VertexSide{*one.topology, one.places->end}
                              : VertexSide{*one.obstacle->parts()[part].corners, one.obstacle->parts()[part].places};
  const auto leave = [&](const Enclosure& enclosure) {
    const std::vector<WayOut>& ways = work.finder.find(side, enclosure, work.inside);
    for (std::size_t i = 0; i < hits.size(); ++i) add(hits[i], ways[i], work);
  };
  if (two.deforms()) {
    leave(TetEnclosure(*two.topology, two.places->end));
  } else {
    leave(ConvexEnclosure(*two.obstacle, part));
  }
}

void InsideCollider::Impl::collide_group(std::span<const VertexHit> hits, Workspace& work) const {
  const auto first = static_cast<std::ptrdiff_t>(work.contacts.size());
  const bool several = hits.front().part != hits.back().part;
  while (!hits.empty()) {
    std::size_t count = 1;
    while (count < hits.size() && hits[count].part == hits[0].part) ++count;
    collide_part(hits.first(count), work);
    hits = hits.subspan(count);
  }
  if (several) std::sort(work.contacts.begin() + first, work.contacts.end());
}

void InsideCollider::Impl::find_groups(const std::vector<VertexHit>& hits) {
  groups.clear();
  for (int i = 0; i < static_cast<int>(hits.size()); ++i) {
    if (i == 0 || hits[i].sides() != hits[i - 1].sides()) groups.push_back({i, i});
    groups.back().end = i + 1;
  }
}

InsideCollider::InsideCollider(const Model& model) : impl_(std::make_unique<Impl>(model)) {}
InsideCollider::~InsideCollider() = default;
InsideCollider::InsideCollider(InsideCollider&&) noexcept = default;
InsideCollider& InsideCollider::operator=(InsideCollider&&) noexcept = default;

void InsideCollider::collide(const State& start, const State& end, const std::vector<FreePlaces>& places,
                             ContactSet& contacts) {
  contacts.clear();
  impl_->members.place(start, end, places);
  const std::vector<VertexHit>& hits = impl_->search.find(start);
  impl_->find_groups(hits);
  const Ranges ranges(static_cast<int>(impl_->groups.size()), 1);
  std::vector<Workspace>& workspaces = impl_->workspaces;
  if (static_cast<int>(workspaces.size()) < ranges.count) workspaces.resize(ranges.count);
  parallel_tasks(ranges.count, [&](int r) {
    workspaces[r].contacts.clear();
    for (int g = ranges.begin(r); g < ranges.end(r); ++g) {
      const Group& group = impl_->groups[g];
      impl_->collide_group(std::span(hits).subspan(group.begin, group.end - group.begin), workspaces[r]);
    }
  });
  for (int r = 0; r < ranges.count; ++r) {
    for (const Numbered& one : workspaces[r].contacts) contacts.push_back(one.contact);
  }
}

}  // namespace stiction
