// A deforming surface and rigid shapes of every kind: its vertices, and what touches between them.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <functional>
#include <map>

#include "collision/collider.h"
#include "collision_deforming/random_bodies.h"
#include "geometry/field/mesh_geometry.h"
#include "stepping/worlds.h"

namespace stiction {
namespace {

constexpr double kMargin = 0.02, kGap = 0.004;

// A soft block whose top, at z = 0.5, is two large triangles.
Body coarse_block() {
  test::ModalShapeOptions options;
  options.surface = test::box_surface({2, 2, 1}, 1);
  options.basis = MatX::Zero(24, 1);
  return test::modal_body("block", options, Vec3::Zero());
}

Body rigid(const Shape& shape, const Vec3& position, const Quat& rotation = Quat::Identity()) {
  Body body;
  body.name = "rigid";
  body.shape = shape;
  body.start = {position, rotation};
  return body;
}

ContactSet contacts_of(std::vector<Body> bodies) {
  Model model;
  model.margin = kMargin;
  model.gravity.setZero();
  model.bodies = std::move(bodies);
  compute_masses(model);
  Collider collider(model);
  ContactSet contacts;
  collider.collide(initial_state(model), 1e-3, contacts);
  return contacts;
}

void expect_on_top(const ContactSet& contacts, std::size_t count) {
  EXPECT_EQ(contacts.size(), count);
  for (const Contact& contact : contacts) {
    EXPECT_NEAR(contact.gap, kGap, 1e-9);
    EXPECT_NEAR(contact.normal[2], 1, 1e-9);
    EXPECT_NEAR(contact.point[2], 0.5 + kGap / 2, 1e-9);
    EXPECT_TRUE(contact.material_a.is_set());
    EXPECT_FALSE(contact.material_b.is_set());
  }
}

Quat corner_down() {  // the corner (-1, -1, -1) of a cube
  return Quat::FromTwoVectors(Vec3(-1, -1, -1), Vec3(0, 0, -1));
}

TEST(RigidFeatures, BallOnALargeTriangle) {
  expect_on_top(contacts_of({coarse_block(), rigid(SphereShape{0.1}, {0.3, 0.1, 0.6 + kGap})}), 1);
}

TEST(RigidFeatures, CornerOverALargeTriangle) {
  const double half = 0.1 * std::sqrt(3.0);
  expect_on_top(contacts_of({coarse_block(),
                             rigid(make_box_shape(Vec3::Constant(0.2)), {0.3, 0.1, 0.5 + half + kGap}, corner_down())}),
                1);
  expect_on_top(contacts_of({coarse_block(), rigid(make_box_shape(Vec3::Constant(0.2)), {0.3, 0.1, 0.6 + kGap})}), 4);
}

Shape mesh_box(const Vec3& size) {
  MeshShape mesh;
  mesh.geometry = make_mesh_geometry(test::box_surface(size, 1), {}, false);
  return mesh;
}

TEST(RigidFeatures, CornerOfAMeshOverALargeTriangle) {
  const Shape shape = mesh_box(Vec3::Constant(0.2));
  const double half = 0.1 * std::sqrt(3.0);
  expect_on_top(contacts_of({coarse_block(), rigid(shape, {0.3, 0.1, 0.5 + half + kGap}, corner_down())}), 1);
  expect_on_top(contacts_of({coarse_block(), rigid(shape, {0.3, 0.1, 0.6 + kGap})}), 4);
}

TEST(RigidFeatures, CapsuleOnALargeTriangleAndAcrossAnEdge) {
  const Quat lying(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitY()));
  expect_on_top(contacts_of({coarse_block(), rigid(CapsuleShape{0.1, 0.4}, {0.2, 0.1, 0.6 + kGap}, lying)}), 2);
  // One end is over the face, the other beyond the border x = 1.
  const ContactSet across =
      contacts_of({coarse_block(), rigid(CapsuleShape{0.1, 0.4}, {1.05, 0.1, 0.6 + kGap}, lying)});
  expect_on_top(across, 2);
  EXPECT_NEAR(std::max(across[0].point[0], across[1].point[0]), 1, 1e-9);
}

Quat edge_down() {
  return Quat(Eigen::AngleAxisd(M_PI / 4, Vec3::UnitX()));
}

TEST(RigidFeatures, EdgeOfABoxAcrossTheBorderOfAFace) {
  const double half = 0.1 * std::sqrt(2.0);
  // One end is over the face, the other beyond the border x = 1.
  const ContactSet across = contacts_of(
      {coarse_block(), rigid(make_box_shape({0.4, 0.2, 0.2}), {1.05, 0.1, 0.5 + half + kGap}, edge_down())});
  expect_on_top(across, 2);
  EXPECT_NEAR(std::max(across[0].point[0], across[1].point[0]), 1, 1e-9);
}

// Both borders, and no corner over the face.
TEST(RigidFeatures, EdgeOfABoxAcrossTheWholeSurface) {
  const double half = 0.1 * std::sqrt(2.0);
  expect_on_top(
      contacts_of({coarse_block(), rigid(make_box_shape({4, 0.2, 0.2}), {0, 0.1, 0.5 + half + kGap}, edge_down())}), 2);
}

// A square edge against the square border, both turned by 45 degrees against the normal between them.
TEST(RigidFeatures, EdgeOfABoxAcrossABorderGoesBetweenBothFaces) {
  const double half = 0.1 * std::sqrt(2.0), aside = (half + kGap) / std::sqrt(2.0);
  const Quat turned = Quat(Eigen::AngleAxisd(M_PI / 4, Vec3::UnitY())) * edge_down();
  const ContactSet contacts =
      contacts_of({coarse_block(), rigid(make_box_shape({0.4, 0.2, 0.2}), {1 + aside, 0.1, 0.5 + aside}, turned)});
  ASSERT_EQ(contacts.size(), 1U);
  EXPECT_NEAR(contacts[0].gap, kGap, 1e-9);
  EXPECT_NEAR((contacts[0].normal - Vec3(1, 0, 1).normalized()).norm(), 0, 1e-9);
}

// The vertices above it are free to slide over the box: they do not hold it off.
TEST(RigidFeatures, EdgeOfABoxCloselyBelowTheBorderOfASideTouchesTheSide) {
  const Quat leaning(Eigen::AngleAxisd(-0.1, Vec3::UnitY()));
  const Vec3 edge = leaning * Vec3(-0.2, 0, 0.2);
  const Vec3 place = Vec3(1 + kGap, 0, 0.5 - 0.005) - edge;
  const ContactSet contacts = contacts_of({coarse_block(), rigid(make_box_shape({0.4, 4, 0.4}), place, leaning)});
  int held = 0;
  for (const Contact& contact : contacts)
    held += contact.normal[0] > 0.99 && std::abs(contact.gap - kGap) < 1e-6 ? 1 : 0;
  EXPECT_GE(held, 2);
}

// A long edge that stands across the border of a side, its lower end closely above or below it: whether the end, the
// edge or both touch, the side is held at every height.
TEST(RigidFeatures, EndOfAnEdgeAtTheBorderOfASideTouchesTheSide) {
  const Quat edge_ahead(Eigen::AngleAxisd(M_PI / 4, Vec3::UnitZ()));
  const double half = 0.1 * std::sqrt(2.0);
  const Vec3 size(0.2, 0.2, 6);
  for (const Shape& shape : {Shape(make_box_shape(size)), mesh_box(size)}) {
    for (const double gap : {kGap, 1e-3, 1e-4, 0.0, -1e-5}) {
      for (const double below : {-0.01, -1e-5, 0.0, 1e-5, 1e-4, 1e-3, 3e-3, 0.01}) {
        const Vec3 place(1 + gap + half, 0.1, 3 - 0.5 - below);
        int held = 0;
        for (const Contact& contact : contacts_of({coarse_block(), rigid(shape, place, edge_ahead)}))
          held += contact.normal[0] > 0.999 && contact.point[2] < 0 && std::abs(contact.gap - gap) < 1e-6 ? 1 : 0;
        EXPECT_GE(held, 1) << "gap " << gap << ", end " << below << " below the border";
      }
    }
  }
}

// A bar along y with the profile of an L: a floor at z = 1 from x = 1 to 2, and a wall at x = 1 above it.
TriangleMesh grooved_surface() {
  const std::vector<Vec2> profile = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  const int count = 6, inner = 3;
  TriangleMesh mesh;
  for (const double y : {-1.0, 1.0})
    for (const Vec2& p : profile) mesh.vertices.emplace_back(p[0], y, p[1]);
  for (int i = 0; i < count; ++i) {
    const int next = (i + 1) % count;
    mesh.triangles.push_back({i, next, count + next});
    mesh.triangles.push_back({i, count + next, count + i});
  }
  for (int k = 1; k + 1 < count; ++k) {  // both ends
    const int i = (inner + k) % count, j = (inner + k + 1) % count;
    mesh.triangles.push_back({inner, j, i});
    mesh.triangles.push_back({count + inner, count + i, count + j});
  }
  for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  return mesh;
}

TEST(RigidFeatures, CornersInAGrooveTouchBothSides) {
  test::ModalShapeOptions options;
  options.surface = grooved_surface();
  options.basis = MatX::Zero(static_cast<Eigen::Index>(3 * options.surface.vertices.size()), 1);
  const Vec3 size(0.4, 0.4, 0.4);
  for (const Shape& shape : {Shape(make_box_shape(size)), mesh_box(size)}) {
    for (const double gap : {1e-4, 5e-4, kGap}) {
      const Vec3 place = Vec3(1 + gap, 0.05, 1 + gap) + Vec3(0.2, 0, 0.2);
      int walls = 0, floors = 0;
      for (const Contact& contact :
           contacts_of({test::modal_body("bar", options, Vec3::Zero()), rigid(shape, place)})) {
        if (std::abs(contact.point[0] - 1) > kMargin || std::abs(contact.point[2] - 1) > kMargin) continue;
        EXPECT_NEAR(contact.gap, gap, 1e-9);
        walls += contact.normal[0] > 0.999 ? 1 : 0;
        floors += contact.normal[2] > 0.999 ? 1 : 0;
      }
      EXPECT_EQ(walls, 2) << gap;
      EXPECT_EQ(floors, 2) << gap;
    }
  }
}

TEST(RigidFeatures, EdgesThatHavePassedEachOtherArePushedBackTheWayTheyCame) {
  const double half = 0.1 * std::sqrt(2.0);
  for (const double depth : {0.0001, 0.0005}) {
    const ContactSet contacts =
        contacts_of({coarse_block(), rigid(make_box_shape({4, 0.2, 0.2}), {0, 0.1, 0.5 + half - depth}, edge_down())});
    ASSERT_EQ(contacts.size(), 2U);
    for (const Contact& contact : contacts) {
      EXPECT_NEAR(contact.gap, -depth, 1e-9);
      EXPECT_NEAR(contact.normal[2], 1, 1e-9);
    }
  }
}

// The box stands in a corner that the block's far side has nothing to do with.
TEST(RigidFeatures, EdgesBehindTheBodiesDoNotTouch) {
  const ContactSet contacts = contacts_of({coarse_block(), rigid(make_box_shape({0.2, 0.2, 4}), {1.1 + kGap, 0.1, 0})});
  for (const Contact& contact : contacts) EXPECT_NEAR(contact.gap, kGap, 1e-9);
}

TEST(RigidFeatures, PegOfACylinderOnALargeTriangle) {
  expect_on_top(contacts_of({coarse_block(), rigid(CylinderShape{0.02, 0.2}, {0.3, 0.1, 0.6 + kGap})}), 16);
}

// Normals and materials are the other way round where the rigid body comes first.
TEST(RigidFeatures, OfTheFirstBody) {
  const ContactSet contacts = contacts_of({rigid(SphereShape{0.1}, {0.3, 0.1, 0.6 + kGap}), coarse_block()});
  ASSERT_EQ(contacts.size(), 1U);
  EXPECT_NEAR(contacts[0].normal[2], -1, 1e-9);
  EXPECT_TRUE(contacts[0].material_b.is_set());
}

TEST(RigidFeatures, InsideTheSurfaceGoOutTheNearWay) {
  const double half = 0.1 * std::sqrt(3.0);
  for (const double depth : {0.001, 0.05}) {
    const ContactSet contacts = contacts_of(
        {coarse_block(), rigid(make_box_shape(Vec3::Constant(0.2)), {0.3, 0.1, 0.5 + half - depth}, corner_down())});
    ASSERT_EQ(contacts.size(), 1U);
    EXPECT_NEAR(contacts[0].gap, -depth, 1e-9);
    EXPECT_NEAR(contacts[0].normal[2], 1, 1e-9);
  }
}

// Closed forms of the signed distance of a vertex, all vertices one by one.
struct Kind {
  Shape shape;
  std::function<double(const Vec3&)> distance;  // shape's own coordinates
};

double box_distance(const Vec3& half, const Vec3& p) {
  const Vec3 beyond = p.cwiseAbs() - half;
  return beyond.cwiseMax(0).norm() + std::min(beyond.maxCoeff(), 0.0);
}

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {SphereShape{0.5}, [](const Vec3& p) { return p.norm() - 0.5; }},
      {make_box_shape({1.0, 0.8, 0.6}),
       [](const Vec3& p) {
         return box_distance({0.5, 0.4, 0.3}, p);
       }},
      {CapsuleShape{0.3, 0.8},
       [](const Vec3& p) { return (p - Vec3(0, 0, std::clamp(p[2], -0.4, 0.4))).norm() - 0.3; }},
      {CylinderShape{0.4, 0.6},
       [](const Vec3& p) {
         const double across = p.head<2>().norm() - 0.4, along = std::abs(p[2]) - 0.3;
         return std::hypot(std::max(across, 0.0), std::max(along, 0.0)) + std::min(std::max(across, along), 0.0);
       }},
      {PlaneShape{Vec3::UnitZ(), 0.2}, [](const Vec3& p) { return p[2] - 0.2; }}};
  return all;
}

RC_GTEST_PROP(VertexContacts, AreThoseOfAllVertices, (unsigned seed, bool linear)) {
  const test::RandomSurface soft(seed, linear, Vec3(0.1, 0.2, 0.3));
  test::Random random(seed + 3);
  const TriangleMesh mesh = soft.deformed_mesh();
  for (const Kind& kind : kinds()) {
    Model model;
    model.margin = kMargin;
    model.gravity.setZero();
    model.bodies = {soft.body, rigid(kind.shape, 1.2 * random.vector(), random.rotation())};
    model.bodies[1].fixed = true;
    compute_masses(model);
    State state = initial_state(model);
    state.bodies[0] = soft.state;
    Collider collider(model);
    ContactSet contacts;
    collider.collide(state, 1e-3, contacts);
    std::map<int, double> gaps;
    for (const Contact& contact : contacts) {
      const MaterialPoint& m = contact.material_a;
      const bool is_vertex = (m.weight_b == 0 || m.weight_b == 1) && (m.weight_c == 0 || m.weight_c == 1);
      if (is_vertex) gaps[mesh.triangles[m.triangle][m.weight_b == 1 ? 1 : m.weight_c == 1 ? 2 : 0]] = contact.gap;
    }
    for (int v = 0; v < static_cast<int>(mesh.vertices.size()); ++v) {
      const double distance = kind.distance(model.bodies[1].start.to_local(mesh.vertices[v]));
      if (std::abs(distance - kMargin) < 1e-9) continue;
      RC_ASSERT(gaps.contains(v) == (distance <= kMargin));
      if (gaps.contains(v)) RC_ASSERT(std::abs(gaps[v] - distance) < 1e-9);
    }
  }
}

}  // namespace
}  // namespace stiction
