// Edges of rigid polyhedra and meshes that cross edges of a deforming surface, between the vertices of both.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <map>
#include <optional>
#include <set>

#include "collision/collider.h"
#include "collision/deforming/surface_contact.h"
#include "collision_deforming/random_bodies.h"
#include "collision_deforming/surface_oracle.h"
#include "deforming/worlds.h"
#include "geometry/field/mesh_geometry.h"

namespace stiction {
namespace {

using namespace surface_limits;

constexpr double kMargin = 0.03;

Shape mesh_shape(const TriangleMesh& mesh) {
  MeshShape shape;
  shape.geometry = make_mesh_geometry(mesh, {}, false);
  return shape;
}

Body rigid(const Shape& shape, const Pose& pose) {
  Body body;
  body.name = "rigid";
  body.shape = shape;
  body.start = pose;
  body.fixed = true;
  return body;
}

ContactSet contacts_of(const test::RandomSurface& soft, const Body& other) {
  Model model;
  model.margin = kMargin;
  model.gravity.setZero();
  model.bodies = {soft.body, other};
  compute_masses(model);
  State state = initial_state(model);
  state.bodies[0] = soft.state;
  Collider collider(model);
  ContactSet contacts;
  collider.collide(state, 1e-3, contacts);
  return contacts;
}

// Two triangles to a side, no vertices but the corners.
test::RandomSurface coarse_bar(const Vec3& size) {
  test::ModalShapeOptions options;
  options.surface = test::box_surface(size, 1);
  options.basis = MatX::Zero(3 * static_cast<Eigen::Index>(options.surface.vertices.size()), 1);
  return test::RandomSurface(options);
}

Quat edge_up() {  // of a square section along y
  return Quat(Eigen::AngleAxisd(M_PI / 4, Vec3::UnitY()));
}

TEST(RigidEdges, carry_a_bar_that_has_no_vertex_near) {
  const Vec3 size(0.1, 2, 0.1);
  const double half = 0.1 / std::sqrt(2.0);
  const test::RandomSurface bar = coarse_bar({2, 0.1, 0.05});  // its lower side at z = -0.025
  for (const Shape& shape : {Shape(make_box_shape(size)), mesh_shape(test::box_surface(size, 1))}) {
    for (const double gap : {0.01, 1e-7, -1e-3}) {
      const ContactSet contacts = contacts_of(bar, rigid(shape, {Vec3(0.3, 0.2, -0.025 - gap - half), edge_up()}));
      ASSERT_EQ(contacts.size(), 2U) << gap;  // one at each edge of the bar's lower side
      for (const Contact& contact : contacts) {
        EXPECT_NEAR(contact.gap, gap, 1e-12);
        EXPECT_NEAR(contact.normal[2], -1, 1e-12);
        EXPECT_NEAR(contact.point[0], 0.3, 1e-12);
        EXPECT_NEAR(std::abs(contact.point[1]), 0.05, 1e-12);
        EXPECT_NEAR((bar.place(contact.material_a) - contact.point)[2], gap / 2, 1e-12);
      }
    }
    EXPECT_TRUE(contacts_of(bar, rigid(shape, {Vec3(0.3, 0.2, -0.025 - 0.04 - half), edge_up()})).empty());
  }
}

TEST(RigidEdges, of_the_first_body_turn_the_normal_round) {
  const test::RandomSurface bar = coarse_bar({2, 0.1, 0.05});
  Model model;
  model.margin = kMargin;
  model.gravity.setZero();
  const double half = 0.1 / std::sqrt(2.0);
  model.bodies = {rigid(make_box_shape({0.1, 2, 0.1}), {Vec3(0.3, 0.2, -0.025 - 0.01 - half), edge_up()}), bar.body};
  compute_masses(model);
  Collider collider(model);
  ContactSet contacts;
  collider.collide(initial_state(model), 1e-3, contacts);
  ASSERT_EQ(contacts.size(), 2U);
  for (const Contact& contact : contacts) {
    EXPECT_NEAR(contact.normal[2], 1, 1e-12);
    EXPECT_TRUE(contact.material_b.is_set());
    EXPECT_FALSE(contact.material_a.is_set());
  }
}

// A block half over the side of a slab: where their borders cross the load of the overhang is carried.
TEST(RigidEdges, that_lie_on_faces_have_the_normal_of_the_face) {
  const test::RandomSurface block = coarse_bar({0.4, 0.4, 0.2});
  for (const double turn : {0.0, 1e-9, 0.1}) {
    const Quat rotation(Eigen::AngleAxisd(turn, Vec3::UnitZ()));
    for (const double gap : {0.002, 0.0, -1e-4}) {
      const Body slab = rigid(make_box_shape({0.4, 2, 0.2}), {Vec3(0.25, 0, -0.2 - gap), rotation});
      const ContactSet contacts = contacts_of(block, slab);
      ASSERT_EQ(contacts.size(), 4U) << turn << " " << gap;  // two corners of the block, two crossings
      for (const Contact& contact : contacts) {
        EXPECT_NEAR(contact.normal[2], -1, 1e-9) << turn << " " << gap;
        EXPECT_NEAR(contact.gap, gap, 1e-9);
      }
    }
  }
}

// Edges behind each other are through the bodies: the plate and the blade do not hold each other by their far sides.
TEST(RigidEdges, do_not_touch_through_thin_bodies) {
  const test::RandomSurface plate = coarse_bar({1, 1, 0.01});
  for (const double gap : {0.001, -5e-4}) {  // nearer than features that touch: half of 1e-3 of an edge
    const Body other = rigid(make_box_shape({0.3, 3, 0.01}), {Vec3(0.1, 0, 0.01 + gap), Quat::Identity()});
    const ContactSet contacts = contacts_of(plate, other);
    EXPECT_EQ(contacts.size(), 4U);
    for (const Contact& contact : contacts) {
      EXPECT_GT(contact.normal[2], 0.99);
      EXPECT_NEAR(contact.gap, gap, 1e-12);
    }
  }
}

// By brute force, and by formulas that the engine does not use.
struct Segment {
  Vec3 a, b;
};

Vec3 direction_of(const Segment& segment) {
  return (segment.b - segment.a).normalized();
}

// Nearest points of two segments if both are within them, by the normal equations.
std::optional<std::array<Vec3, 2>> inner_feet(const Segment& one, const Segment& two) {
  const Vec3 d = one.b - one.a, e = two.b - two.a, w = one.a - two.a;
  Eigen::Matrix2d system;
  system << d.dot(d), -d.dot(e), -d.dot(e), e.dot(e);
  if (system.determinant() < 1e-6 * d.squaredNorm() * e.squaredNorm()) return std::nullopt;
  const Vec2 at = system.inverse() * Vec2(-d.dot(w), e.dot(w));
  if (!(at.minCoeff() > 0.01 && at.maxCoeff() < 0.99)) return std::nullopt;
  return std::array<Vec3, 2>{Vec3(one.a + at[0] * d), Vec3(two.a + at[1] * e)};
}

std::vector<Segment> box_edges(const Vec3& half, const Pose& pose) {
  std::vector<Segment> edges;
  for (int axis = 0; axis < 3; ++axis) {
    for (int corner = 0; corner < 4; ++corner) {
      Vec3 a = half;
      a[(axis + 1) % 3] *= corner % 2 == 0 ? 1 : -1;
      a[(axis + 2) % 3] *= corner / 2 == 0 ? 1 : -1;
      Vec3 b = a;
      b[axis] = -b[axis];
      edges.push_back({pose.to_world(a), pose.to_world(b)});
    }
  }
  return edges;
}

double box_distance(const Vec3& half, const Vec3& p) {
  const Vec3 beyond = p.cwiseAbs() - half;
  return beyond.cwiseMax(0).norm() + std::min(beyond.maxCoeff(), 0.0);
}

// Every edge of a surface once, with the bend between its triangles [rad].
struct BentEdge {
  Segment segment;
  double bend;
  Vec3 outward;  // unit
  bool is_convex;
};

std::vector<BentEdge> bent_edges(const TriangleMesh& mesh) {
  const auto normal = [&](std::size_t t) {
    const auto& [i, j, k] = mesh.triangles[t];
    return (mesh.vertices[j] - mesh.vertices[i]).cross(mesh.vertices[k] - mesh.vertices[i]).normalized();
  };
  std::vector<BentEdge> edges;
  std::map<std::array<int, 2>, std::size_t> seen;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (int k = 0; k < 3; ++k) {
      const int v = mesh.triangles[t][k], w = mesh.triangles[t][(k + 1) % 3];
      const auto other = seen.find({std::min(v, w), std::max(v, w)});
      if (other == seen.end()) {
        seen[{std::min(v, w), std::max(v, w)}] = t;
      } else {
        const Vec3 one = normal(t), two = normal(other->second);
        const double height = two.dot(mesh.vertices[mesh.triangles[t][(k + 2) % 3]] - mesh.vertices[v]);
        edges.push_back({{mesh.vertices[v], mesh.vertices[w]},
                         std::acos(std::clamp(one.dot(two), -1.0, 1.0)),
                         (one + two).normalized(),
                         height < 0});
      }
    }
  }
  return edges;
}

// A box one of whose edges crosses an edge of a deformed surface, as far from it as a random number says: both turn
// their backs on the bodies, more or less.
struct RandomMeeting {
  explicit RandomMeeting(unsigned seed, bool linear) : soft(seed, linear, Vec3::Zero(), 0, 0.4) {
    test::Random random(seed + 5);
    half = 0.3 * Vec3::Ones() + 0.2 * random.vector();
    std::vector<BentEdge> edges;
    for (const BentEdge& edge : bent_edges(soft.deformed_mesh())) {
      if (edge.is_convex && edge.bend > 0.21) edges.push_back(edge);
    }
    if (edges.empty()) return;
    const auto pick = static_cast<std::size_t>((random.number() + 1) / 2 * static_cast<double>(edges.size() - 1));
    const BentEdge& own = edges[pick];
    const Segment edge = box_edges(half, {})[5];
    const Vec3 along = (edge.b - edge.a).normalized(), outward = ((edge.a + edge.b) / 2).normalized();
    pose.rotation = Quat::FromTwoVectors(outward, -own.outward + 0.2 * random.vector());
    pose.rotation = Quat(Eigen::AngleAxisd(3 * random.number(), own.outward)) * pose.rotation;
    const Vec3 on_own = own.segment.a + (0.5 + 0.3 * random.number()) * (own.segment.b - own.segment.a);
    const Vec3 on_box = pose.rotation * Vec3((edge.a + edge.b) / 2 + 0.1 * random.number() * along);
    Vec3 across = (own.segment.b - own.segment.a).cross(pose.rotation * along).normalized();
    if (across.dot(own.outward) < 0) across = -across;
    pose.position = on_own + (0.01 + 0.02 * random.number()) * across - on_box;
  }
  Body body(bool as_mesh) const {
    return rigid(as_mesh ? mesh_shape(test::box_surface(2 * half, 1)) : Shape(make_box_shape(2 * half)), pose);
  }

  test::RandomSurface soft;
  Vec3 half;
  Pose pose;
};

// Where an edge of the surface and one of the box are nearest to each other, and nothing else of either body is as near
// to these two points, they touch.
RC_GTEST_PROP(RigidEdges, touch_wherever_nothing_else_is_nearer, (unsigned seed, bool linear, bool as_mesh)) {
  const RandomMeeting meeting(seed % 100000, linear);
  const TriangleMesh mesh = meeting.soft.deformed_mesh();
  const ContactSet contacts = contacts_of(meeting.soft, meeting.body(as_mesh));
  int count = 0;
  for (const BentEdge& own : bent_edges(mesh)) {
    if (own.bend < 0.21) continue;
    for (const Segment& edge : box_edges(meeting.half, meeting.pose)) {
      const auto feet = inner_feet(own.segment, edge);
      if (!feet) continue;
      const auto& [on_soft, on_rigid] = *feet;
      const double gap = (on_soft - on_rigid).norm();
      if (!(gap > 1e-3 && gap < kMargin - 1e-9)) continue;
      if (std::abs(box_distance(meeting.half, meeting.pose.to_local(on_soft)) - gap) > 1e-9) continue;
      if (std::abs(test::signed_distance(mesh, on_rigid) - gap) > 1e-9) continue;
      ++count;
      const double snap = 1.1e-3;  // a direction this near to a face's normal becomes that
      const double sine = direction_of(own.segment).cross(direction_of(edge)).norm();
      const bool found = std::any_of(contacts.begin(), contacts.end(), [&](const Contact& contact) {
        return std::abs(contact.gap - gap) < snap * snap * gap &&
               (contact.normal - (on_rigid - on_soft) / gap).norm() < snap &&
               (contact.point - (on_soft + on_rigid) / 2).norm() < snap * gap / sine;
      });
      RC_ASSERT(found);
    }
  }
  RC_TAG(count == 0 ? "none" : "some");
}

bool is_inner(double weight) {
  return weight > 0 && weight < 1;
}

// On a side of its triangle, and at no corner.
bool is_on_edge(const MaterialPoint& m) {
  int inner = 0;
  for (const double w : m.weights()) inner += is_inner(w) && w > 1e-12 ? 1 : 0;
  return inner == 2;
}

// The material's point and the box's are where the contact says; where they have passed each other both are inside, and
// no other way out is much shorter.
RC_GTEST_PROP(RigidEdges, join_the_points_that_touch, (unsigned seed, bool as_mesh)) {
  const RandomMeeting meeting(seed % 100000, true);
  const TriangleMesh mesh = meeting.soft.deformed_mesh();
  const double touching = kTouching * meeting.soft.tree->topology().edge_length;
  std::set<std::uint64_t> ids;
  for (const Contact& contact : contacts_of(meeting.soft, meeting.body(as_mesh))) {
    RC_ASSERT(ids.insert(contact.id).second);
    if (!is_on_edge(contact.material_a)) continue;
    const Vec3 a = meeting.soft.place(contact.material_a), b = a + contact.gap * contact.normal;
    const Vec3 on_box = contact.point + contact.gap / 2 * contact.normal;
    const Vec3 local = meeting.pose.to_local(on_box).cwiseAbs() - meeting.half;
    RC_ASSERT(std::abs(contact.normal.norm() - 1) < 1e-12);
    RC_ASSERT((contact.point - (a + b) / 2).norm() < 1e-9 + touching);
    RC_ASSERT(local.maxCoeff() < 1e-9);
    if ((local.array() > -1e-9).count() < 2 || contact.gap >= -touching) continue;  // a corner over an edge, or apart
    RC_ASSERT(box_distance(meeting.half, meeting.pose.to_local(a)) <= contact.gap / 2 + touching);
    RC_ASSERT(test::signed_distance(mesh, b) <= contact.gap / 2 + touching);
  }
}

// Two thin ridges under a bar whose vertices are far from them: it lay on nothing before edges met.
TEST(RigidEdges, hold_an_elastic_bar_up) {
  test::BarOptions options;
  options.segments = 3;  // vertices at the ends and 167 mm from the middle
  options.young = 2e10;
  options.damping = 500;
  Model model = test::loaded_bar(options, 1);
  model.bodies.resize(4);
  const double half = 0.02 / std::sqrt(2.0);
  for (const int k : {1, 2}) {
    model.bodies[k].shape = make_box_shape({0.02, 0.6, 0.02});
    model.bodies[k].start = {Vec3(k == 1 ? -0.3 : 0.3, 0.05, 0.1 - half), edge_up()};
  }
  model.bodies[3].start.position.z() += 0.01;
  compute_masses(model);
  Simulation simulation(model, 2e-3, {}, 1);
  double deepest = 0;
  for (int i = 0; i < 800; ++i) deepest = std::max(deepest, simulation.step().max_penetration);
  EXPECT_LE(deepest, 1e-6);
  const double weight = 9.81 * test::ElasticBar(options).mass();
  EXPECT_NEAR(test::contact_force(simulation, 3)[2], weight, 1e-3 * weight);
  EXPECT_NEAR(simulation.state().bodies[3].center.z(), 0.1 + options.size[2] / 2, 2e-3);
  EXPECT_LT(simulation.state().bodies[3].velocity.norm(), 1e-4);
}

}  // namespace
}  // namespace stiction
