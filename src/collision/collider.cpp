#include "collision/collider.h"

#include <algorithm>

#include "base/hash.h"
#include "base/parallel.h"
#include "collision/broad_phase.h"
#include "collision/deforming/deforming_phase.h"
#include "collision/narrow_phase.h"
#include "collision/pair_filter.h"
#include "collision/pair_memory.h"
#include "collision/placed_shapes.h"

namespace stiction {
namespace {

std::uint64_t pair_code(int a, int b) {
  return mix_hash(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b));
}

constexpr int kPairsPerTask = 8;  // some 0.1 us to 100 us each

// What colliding a range of pairs needs for itself.
struct Workspace {
  NarrowPhase narrow_phase;
  DeformingPhase deforming_phase;
  std::vector<PairPoint> points;               // of the current pair,
  std::vector<SurfaceContact> surface_points;  // if one of it deforms
  ContactSet contacts;                         // of the range
};

// Replaces the points by those of all parts. Codes of bodies with several parts are mixed with the parts' indices.
// The memory is that of bodies with one part each.
void collide_parts(const PlacedBody& a, const PlacedBody& b, double margin, const PairCourses& courses, int samples,
                   PairMemory& memory, Workspace& work) {
  std::vector<PairPoint>& points = work.points;
  points.clear();
  for (std::size_t i = 0; i < a.parts.size(); ++i) {
    for (std::size_t j = 0; j < b.parts.size(); ++j) {
      if (!parts_near(a.parts[i], b.parts[j], margin)) continue;
      const std::size_t begin = points.size();
      const bool of_parts = a.is_compound || b.is_compound;
      work.narrow_phase.collide(a.parts[i], b.parts[j], margin, courses, samples, of_parts ? nullptr : &memory, points);
      if (!of_parts) continue;
      const std::uint64_t parts = mix_hash(i, j);
      for (std::size_t k = begin; k < points.size(); ++k) points[k].code = mix_hash(parts, points[k].code);
    }
  }
}

bool has_mesh(const PlacedBody& body) {
  return std::any_of(body.parts.begin(), body.parts.end(),
                     [](const PlacedPart& part) { return part.kind == PartKind::kMesh; });
}

bool may_follow(const PlacedBody& a, const PlacedBody& b) {
  return a.surface == nullptr && b.surface == nullptr && (has_mesh(a) || has_mesh(b));
}

// The course of b against a on which they are looked at: the last one, unless neither strays on it, which would show
// nothing new. What other courses have shown is known by then.
PairCourses follow(double near, double step, const PlacedBody& a, const PlacedBody& b) {
  PairCourses pair;
  const std::size_t count = std::min(a.courses.size(), b.courses.size());
  if (count == 0 || !may_follow(a, b)) return pair;
  pair.near = near + a.courses[0].pulled + b.courses[0].pulled;
  const bool strays = a.courses[count - 1].strays || b.courses[count - 1].strays;
  const std::size_t last = strays ? count - 1 : 0;
  const RigidCourse &one = a.courses[last], &two = b.courses[last];
  pair.course[pair.count++] = {step * (two.velocity - two.angular_velocity.cross(two.center) - one.velocity +
                                       one.angular_velocity.cross(one.center)),
                               step * (two.angular_velocity - one.angular_velocity)};
  return pair;
}

}  // namespace

struct Collider::Impl {
  explicit Impl(const Model& m) : model(m), shapes(m) {
    require_closed_surfaces(m, shapes.bodies());
    for (int i = 0; i < static_cast<int>(m.bodies.size()); ++i) {
      if (m.bodies[i].deforms() && m.bodies[i].self_contact) self_touching.push_back(i);
    }
  }

  void find_pairs(const State& state, double step);
  void add_plane_pairs(const State& state, double step, int plane);
  void collide_pairs(const State& state, double step);
  void collide_pair(const State& state, double step, int pair, Workspace& work, ContactSet& contacts);
  void collide_rigid(double step, int pair, double margin, Workspace& work, ContactSet& contacts);
  void collide_deforming(double step, int a, int b, double margin, Workspace& work, ContactSet& contacts) const;

  double near = 0;  // of the courses [m]

  const Model& model;
  PlacedShapes shapes;
  BroadPhase broad_phase;
  std::vector<int> self_touching;                      // bodies with self_contact
  std::vector<std::array<int, 2>> pairs, other_pairs;  // all, sorted; those of planes, and of bodies with themselves
  PairMemories memories;                               // of the pairs
  ContactSet found, found_last;                        // of this search and the one before
  std::vector<Workspace> workspaces;                   // one for every range of pairs
};

void Collider::Impl::add_plane_pairs(const State& state, double step, int plane) {
  if (!shapes.bodies()[plane].takes_part) return;
  const WorldPlane& solid = shapes.bodies()[plane].parts[0].plane;
  for (int i = 0; i < static_cast<int>(shapes.bodies().size()); ++i) {
    if (!shapes.broad_bodies()[i].active) continue;
    const int a = std::min(plane, i), b = std::max(plane, i);
    // The plane has no box that could carry its share of the margin: ask for the pair's.
    const double margin = pair_margin(model, state, step, shapes.bodies(), a, b);
    if (height_above(solid, shapes.bodies()[i].box) <= margin) other_pairs.push_back({a, b});
  }
}

void Collider::Impl::find_pairs(const State& state, double step) {
  const auto& between_boxes = broad_phase.find_pairs(shapes.broad_bodies());
  other_pairs.clear();
  for (int plane : shapes.planes()) add_plane_pairs(state, step, plane);
  for (const int body : self_touching) {
    if (shapes.bodies()[body].takes_part) other_pairs.push_back({body, body});
  }
  std::sort(other_pairs.begin(), other_pairs.end());
  pairs.resize(between_boxes.size() + other_pairs.size());
  std::merge(between_boxes.begin(), between_boxes.end(), other_pairs.begin(), other_pairs.end(), pairs.begin());
  memories.keep(pairs);
}

void Collider::Impl::collide_pair(const State& state, double step, int number, Workspace& work, ContactSet& contacts) {
  const auto [a, b] = pairs[number];
  if (!may_collide(model, state, a, b)) {
    memories[number].contacts = {};
    return;
  }
  const double margin = pair_margin(model, state, step, shapes.bodies(), a, b);
  if (model.bodies[a].deforms() || model.bodies[b].deforms()) {
    collide_deforming(step, a, b, margin, work, contacts);
  } else {
    collide_rigid(step, number, margin, work, contacts);
  }
}

// Where neither body has moved, and margin and course are the same, contacts are those of the last search.
void Collider::Impl::collide_rigid(double step, int number, double margin, Workspace& work, ContactSet& contacts) {
  const auto [a, b] = pairs[number];
  const PlacedBody &one = shapes.bodies()[a], &two = shapes.bodies()[b];
  PairContacts& known = memories[number].contacts;
  const PairContacts last = known;
  const PairCourses courses = follow(near, step, one, two);
  known = {{one.placings, two.placings}, margin, courses.near, courses.count, {}, 0, 0};
  if (courses.count > 0) known.course = courses.course[0];
  known.begin = static_cast<int>(contacts.size());
  if (known.same_search(last)) {
    const auto begin = found_last.begin() + last.begin;
    contacts.insert(contacts.end(), begin, begin + last.count);
    known.count = last.count;
    return;
  }
  const int samples = std::max(model.bodies[a].samples, model.bodies[b].samples);
  collide_parts(one, two, margin, courses, samples, memories[number], work);
  known.count = static_cast<int>(work.points.size());
  const std::uint64_t pair = pair_code(a, b);
  for (const PairPoint& p : work.points) {
    contacts.push_back({a, b, p.point, p.normal, p.gap, mix_hash(pair, p.code), {}, {}});
  }
}

void Collider::Impl::collide_deforming(double step, int a, int b, double margin, Workspace& work,
                                       ContactSet& contacts) const {
  const PlacedBody &one = shapes.bodies()[a], &two = shapes.bodies()[b];
  if (a == b) {
    work.deforming_phase.collide_self(one, {near, self_margin(model, step, one), step}, work.surface_points);
  } else {
    work.deforming_phase.collide(one, two, {near, margin, step}, work.narrow_phase, work.surface_points);
  }
  const std::uint64_t pair = pair_code(a, b);
  for (const SurfaceContact& p : work.surface_points) {
    contacts.push_back({a, b, p.point, p.normal, p.gap, mix_hash(pair, p.code), p.material_a, p.material_b});
  }
}

// Contacts are in the order of pairs, whoever finds them.
void Collider::Impl::collide_pairs(const State& state, double step) {
  std::swap(found, found_last);
  found.clear();
  const Ranges ranges(static_cast<int>(pairs.size()), kPairsPerTask);
  if (static_cast<int>(workspaces.size()) < ranges.count) workspaces.resize(ranges.count);
  if (ranges.count == 1 || on_one_thread()) {
    for (int k = 0; k < static_cast<int>(pairs.size()); ++k) collide_pair(state, step, k, workspaces[0], found);
    return;
  }
  parallel_tasks(ranges.count, [&](int r) {
    Workspace& work = workspaces[r];
    work.contacts.clear();
    for (int k = ranges.begin(r); k < ranges.end(r); ++k) collide_pair(state, step, k, work, work.contacts);
  });
  for (int r = 0; r < ranges.count; ++r) {
    const ContactSet& part = workspaces[r].contacts;
    for (int k = ranges.begin(r); k < ranges.end(r); ++k) memories[k].contacts.begin += static_cast<int>(found.size());
    found.insert(found.end(), part.begin(), part.end());
  }
}

Collider::Collider(const Model& model) : impl_(std::make_unique<Impl>(model)) {}
Collider::~Collider() = default;
Collider::Collider(Collider&&) noexcept = default;
Collider& Collider::operator=(Collider&&) noexcept = default;

void Collider::collide(const State& state, double step, ContactSet& contacts) {
  collide(state, step, {}, contacts);
}

bool Collider::has_meshes() const {
  return std::any_of(impl_->shapes.bodies().begin(), impl_->shapes.bodies().end(), has_mesh);
}

bool Collider::follows(int a, int b) const {
  return may_follow(impl_->shapes.bodies()[a], impl_->shapes.bodies()[b]);
}

double Collider::radius(int body) const {
  return impl_->shapes.bodies()[body].radius;
}

void Collider::collide(const State& state, double step, const std::vector<double>& detour, ContactSet& contacts) {
  collide(state, step, detour, {}, contacts);
}

void Collider::collide(const State& state, double step, const std::vector<double>& detour, const Courses& courses,
                       ContactSet& contacts) {
  impl_->near = courses.near;
  impl_->shapes.place(state, step, detour, courses);
  impl_->find_pairs(state, step);
  impl_->collide_pairs(state, step);
  contacts = impl_->found;
}

}  // namespace stiction
