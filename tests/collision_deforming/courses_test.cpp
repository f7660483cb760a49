// Searches that know how bodies move: no contact of interest is lost, none is changed, and those that are of none are
// mostly left out. The judge is the search that looks everywhere as far as the fastest point goes.
#include "collision/courses.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <map>

#include "collision/collider.h"
#include "collision/deforming/pair_reach.h"
#include "collision_deforming/random_bodies.h"
#include "geometry/solids/solid.h"
#include "model/state.h"

namespace stiction {
namespace {

constexpr double kStep = 0.01;    // [s]
constexpr double kMargin = 0.02;  // of the models [m]

SurfaceMotion random_motion(test::Random& random, int modes, double speed) {
  SurfaceMotion motion{speed * random.vector(), speed * random.vector(), VecX::Zero(modes), {}};
  for (double& rate : motion.rate) rate = 3 * speed * random.number();
  return motion;
}

// Of a point of the material, which is at x in the world.
Vec3 velocity_of(const Body& body, const BodyState& state, const SurfaceMotion& motion, const MaterialPoint& point,
                 const Vec3& x) {
  Vec3 velocity = motion.velocity + motion.angular_velocity.cross(x - state.center);
  if (!body.deforms()) return velocity;
  const auto& [a, b, c] = body.deformable->surface().triangles[point.triangle];
  const auto& basis = dynamic_cast<const test::ModalShape&>(*body.deformable).options().basis;
  const Vec3 within = (1 - point.weight_b - point.weight_c) * (basis.middleRows<3>(3 * a) * motion.rate) +
                      point.weight_b * (basis.middleRows<3>(3 * b) * motion.rate) +
                      point.weight_c * (basis.middleRows<3>(3 * c) * motion.rate);
  return velocity + state.rotation * within;
}

// What a body without a basis tells of the same motion.
void tell_of_vertices(const Body& body, const BodyState& state, SurfaceMotion& motion) {
  const TriangleMesh& surface = body.deformable->surface();
  std::vector<Vec3> places;
  body.deformable->deformed_vertices(body, state, places);
  const Pose pose = body_pose(body, state);
  motion.vertex_velocities.resize(places.size());
  for (int t = 0; t < static_cast<int>(surface.triangles.size()); ++t) {
    for (int k = 0; k < 3; ++k) {
      const int v = surface.triangles[t][k];
      const MaterialPoint corner{t, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
      motion.vertex_velocities[v] = velocity_of(body, state, motion, corner, pose.to_world(places[v]));
    }
  }
}

RC_GTEST_PROP(PlacedSurface, BoundsTheWaysOfAllVerticesOfEveryNode, (unsigned seed, bool linear)) {
  const test::RandomSurface body(seed % 100000, linear, Vec3(0.3, -2, 1));
  test::Random random(seed + 5);
  Courses courses;
  for (int i = 0; i < 2; ++i) {
    courses.courses.push_back({{true, random_motion(random, 6, 2)}});
    if (!linear) tell_of_vertices(body.body, body.state, courses.courses.back()[0].motion);
  }
  body.placed->follow(courses, 0, kStep);
  RC_ASSERT(body.placed->course_count() == 2);
  for (int course = 0; course < 2; ++course) {
    for (int t = 0; t < static_cast<int>(body.tree->triangle_order().size()); ++t) {
      int node = 0;  // down to the leaf of this triangle
      const auto holds = [&](const auto& self, int i) -> bool {
        const BoundedTree::Node& n = body.tree->nodes()[i];
        if (n.is_leaf()) return t >= n.first && t < n.first + n.count;
        return self(self, n.first) || self(self, n.first + 1);
      };
      const int triangle = body.tree->triangle_order()[t];
      std::array<Vec3, 3> ways;
      for (int k = 0; k < 3; ++k) {
        const MaterialPoint corner{triangle, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
        ways[k] =
            kStep * velocity_of(body.body, body.state, courses.courses[course][0].motion, corner, body.place(corner));
      }
      for (;;) {
        const NodeWay& bound = body.placed->way(course, node);
        for (const Vec3& way : ways) RC_ASSERT((way - bound.way).norm() <= bound.spread);
        if (body.tree->nodes()[node].is_leaf()) break;
        const int first = body.tree->nodes()[node].first;
        node = holds(holds, first) ? first : first + 1;
      }
    }
  }
}

TEST(PlacedSurface, KeepsTheWaysItKnowsWhileNothingChanges) {
  test::RandomSurface body(12, true);
  test::Random random(3);
  Courses courses;
  courses.courses.push_back({{true, random_motion(random, 6, 2)}});
  body.placed->follow(courses, 0, kStep);
  const Vec3 before = body.placed->way(0, 1).way;
  body.move_to(body.state.center + Vec3(0.1, 0, 0));  // turns about the centre, which moves along
  body.placed->follow(courses, 0, kStep);
  EXPECT_NEAR((body.placed->way(0, 1).way - before).norm(), 0, 1e-15);
  body.placed->follow(courses, 0, kStep / 2);
  EXPECT_NEAR((2 * body.placed->way(0, 1).way - before).norm(), 0, 1e-15);
  courses.courses.push_back({{false, {}}});
  body.placed->follow(courses, 0, kStep);
  EXPECT_EQ(body.placed->course_count(), 0);
  test::RandomSurface other(12, false);
  courses.courses.pop_back();
  other.placed->follow(courses, 0, kStep);
  EXPECT_EQ(other.placed->course_count(), 0);
}

Shape ring() {
  static const Shape shape = make_solid_shape(Solid("torus").set("radius", 0.4).set("thickness", 0.15), 0.12, {});
  return shape;
}

// Two deforming bodies near each other among rigid ones of all kinds, all of them fast.
struct RandomWorld {
  explicit RandomWorld(unsigned seed, bool first_is_linear = true, bool second_is_linear = true) : random(seed) {
    model.margin = kMargin;
    add_rigid(PlaneShape{Vec3::UnitZ(), -1.2}, Vec3::Zero());
    model.bodies.back().fixed = true;
    add_soft(seed, Vec3::Zero(), 0, first_is_linear);
    add_soft(seed + 7, 2.1 * random.vector().normalized(), 1, second_is_linear);
    add_rigid(make_box_shape({0.8, 0.7, 0.6}), 1.6 * random.vector().normalized());
    add_rigid(SphereShape{0.3}, 1.5 * random.vector().normalized());
    add_rigid(CapsuleShape{0.2, 0.5}, 1.5 * random.vector().normalized());
    add_rigid(CylinderShape{0.3, 0.6}, 1.6 * random.vector().normalized());
    add_rigid(ring(), 1.8 * random.vector().normalized());
    compute_masses(model);
    state = initial_state(model);
    for (std::size_t i = 1; i < model.bodies.size(); ++i) {
      state.bodies[i].rotation = random.rotation();
      state.bodies[i].velocity = 2 * random.vector();
      state.bodies[i].angular_velocity = 2 * random.vector();
      for (double& q : state.bodies[i].deformation) q = 0.3 * random.number();
      for (double& u : state.bodies[i].deformation_rate) u = 3 * random.number();
    }
  }
  void add_soft(unsigned seed, const Vec3& position, int fineness, bool linear) {
    test::ModalShapeOptions options;
    options.surface = random.number() > 0 ? test::ball_surface(2 + fineness) : test::box_surface({1.6, 1.2, 0.8}, 6);
    options.basis = test::smooth_basis(options.surface, 6, 0.15, 1, seed + 1);
    options.linear = linear;
    model.bodies.push_back(test::modal_body("soft", options, position));
    model.bodies.back().self_contact = true;
  }
  void add_rigid(const Shape& shape, const Vec3& position) {
    Body body;
    body.name = "rigid";
    body.shape = shape;
    body.start.position = position;
    model.bodies.push_back(body);
  }

  // As the state has it, or something else.
  std::vector<BodyCourse> course(bool at_start) {
    std::vector<BodyCourse> course(model.bodies.size());
    for (std::size_t i = 0; i < course.size(); ++i) {
      const BodyState& body = state.bodies[i];
      course[i].is_known = true;
      course[i].motion = {body.velocity, body.angular_velocity, body.deformation_rate, {}};
      if (!at_start && !model.bodies[i].fixed)
        course[i].motion = random_motion(random, static_cast<int>(body.deformation.size()), 4);
      if (model.bodies[i].deforms() && model.bodies[i].deformable->surface_basis() == nullptr)
        tell_of_vertices(model.bodies[i], body, course[i].motion);
    }
    return course;
  }

  bool is_rigid(const Contact& contact) const {
    return !model.bodies[contact.body_a].deforms() && !model.bodies[contact.body_b].deforms();
  }
  bool has_mesh(const Contact& contact) const {
    return std::holds_alternative<MeshShape>(model.bodies[contact.body_a].shape) ||
           std::holds_alternative<MeshShape>(model.bodies[contact.body_b].shape);
  }

  bool is_of_interest(const Contact& contact, const Courses& courses) const {
    if (contact.gap <= courses.near) return true;
    if (is_rigid(contact) && !has_mesh(contact)) return true;
    for (const auto& course : courses.courses) {
      const auto velocity = [&](int body, const MaterialPoint& material) {
        return velocity_of(model.bodies[body], state.bodies[body], course[body].motion, material, contact.point);
      };
      const Vec3 apart = velocity(contact.body_b, contact.material_b) - velocity(contact.body_a, contact.material_a);
      if (contact.gap + kStep * contact.normal.dot(apart) <= courses.near) return true;
    }
    return false;
  }

  test::Random random;
  Model model;
  State state;
};

bool are_equal(const Contact& a, const Contact& b) {
  const auto same = [](const MaterialPoint& p, const MaterialPoint& q) {
    return p.triangle == q.triangle && p.weight_b == q.weight_b && p.weight_c == q.weight_c;
  };
  return a.id == b.id && a.gap == b.gap && a.point == b.point && a.normal == b.normal &&
         same(a.material_a, b.material_a) && same(a.material_b, b.material_b);
}

struct Counts {
  std::size_t all = 0, of_interest = 0, found = 0;
};

// How deep inside contacts are found grows with the reach: deeper ones, which no step gets to, do not count.
bool is_deep(const Contact& contact) {
  return contact.gap < -kMargin;
}

void compare(unsigned seed, bool first_is_linear, bool second_is_linear, Counts& counts) {
  RandomWorld world(seed, first_is_linear, second_is_linear);
  Collider collider(world.model);
  Courses courses;
  courses.near = kMargin + kStep * kStep * world.model.gravity.norm();
  courses.courses.push_back(world.course(true));
  if (seed % 3 > 0) courses.courses.push_back(world.course(false));
  const std::vector<double> detour(world.model.bodies.size(), seed % 3 > 0 ? 0.12 : 0);
  ContactSet all, found;
  collider.collide(world.state, kStep, detour, all);
  collider.collide(world.state, kStep, detour, courses, found);
  // Of rigid meshes points are left out that others imply, and these depend on what is of interest: which candidates
  // remain is compared in collision/mesh/mesh_courses_test.cpp.
  const auto is_reduced = [&](const Contact& contact) { return world.is_rigid(contact) && world.has_mesh(contact); };
  for (const Contact& contact : found)
    if (is_reduced(contact)) EXPECT_TRUE(world.is_of_interest(contact, courses)) << seed;
  std::erase_if(all, is_reduced);
  std::erase_if(found, is_reduced);
  std::map<std::uint64_t, const Contact*> by_id;
  for (const Contact& contact : all) by_id[contact.id] = &contact;
  std::map<std::uint64_t, const Contact*> found_by_id;
  for (const Contact& contact : found) {
    ASSERT_TRUE(found_by_id.emplace(contact.id, &contact).second);
    if (is_deep(contact)) continue;
    ASSERT_TRUE(by_id.contains(contact.id)) << seed;
    EXPECT_TRUE(are_equal(contact, *by_id[contact.id])) << seed;
  }
  std::vector<std::uint64_t> wanted, kept;
  for (const Contact& contact : all) {
    if (is_deep(contact) || !world.is_of_interest(contact, courses)) continue;
    ++counts.of_interest;
    wanted.push_back(contact.id);
    EXPECT_TRUE(found_by_id.contains(contact.id))
        << "seed " << seed << ", gap " << contact.gap << ", bodies " << contact.body_a << " " << contact.body_b;
  }
  for (const Contact& contact : found) {
    if (!is_deep(contact) && world.is_of_interest(contact, courses)) kept.push_back(contact.id);
  }
  EXPECT_EQ(kept, wanted) << seed;  // in the same order
  counts.all += all.size();
  counts.found += found.size();
}

// Bodies that move linearly, others, and one of each.
TEST(Courses, LoseNoContactOfInterestAndChangeNone) {
  Counts counts;
  for (unsigned seed = 1; seed <= 30; ++seed) compare(seed, true, true, counts);
  for (unsigned seed = 31; seed <= 50; ++seed) compare(seed, false, false, counts);
  for (unsigned seed = 51; seed <= 60; ++seed) compare(seed, false, true, counts);
  RecordProperty("all", static_cast<int>(counts.all));
  RecordProperty("of_interest", static_cast<int>(counts.of_interest));
  RecordProperty("found", static_cast<int>(counts.found));
  std::cout << counts.all << " contacts, " << counts.of_interest << " of interest, " << counts.found << " found\n";
  EXPECT_GT(counts.of_interest, 300U);
  EXPECT_LT(counts.found, counts.all);
}

// Plates of 1 m, 0.15 m apart. The only mode of the lower one lifts its end, from x = 0.3 m on.
struct Plates {
  explicit Plates(bool linear = true) {
    model.margin = kMargin;
    test::ModalShapeOptions plate;
    plate.surface = test::box_surface({1, 1, 0.2}, 24);
    plate.basis = MatX::Zero(3 * static_cast<Eigen::Index>(plate.surface.vertices.size()), 1);
    for (std::size_t v = 0; v < plate.surface.vertices.size(); ++v)
      plate.basis(3 * static_cast<Eigen::Index>(v) + 2, 0) = std::max(0.0, plate.surface.vertices[v][0] - 0.3);
    plate.linear = linear;
    model.bodies = {test::modal_body("lower", plate, Vec3::Zero()),
                    test::modal_body("upper", plate, Vec3(0.011, 0.012, 0.35))};
    compute_masses(model);
    state = initial_state(model);
  }
  ContactSet found(bool with_courses) {
    Courses courses;
    courses.near = kMargin + kStep * kStep * model.gravity.norm();
    std::vector<BodyCourse>& course = courses.courses.emplace_back();
    for (std::size_t i = 0; i < state.bodies.size(); ++i) {
      const BodyState& body = state.bodies[i];
      course.push_back({true, {body.velocity, body.angular_velocity, body.deformation_rate, {}}});
      tell_of_vertices(model.bodies[i], body, course.back().motion);
    }
    Collider collider(model);
    ContactSet contacts;
    collider.collide(state, kStep, {}, with_courses ? courses : Courses{}, contacts);
    return contacts;
  }
  Model model;
  State state;
};

TEST(Courses, SpareContactsOfBodiesThatPart) {
  for (const bool linear : {true, false}) {
    Plates plates(linear);
    plates.state.bodies[1].velocity = {0, 0, 20};
    EXPECT_GT(plates.found(false).size(), 500U);
    EXPECT_EQ(plates.found(true).size(), 0U);
  }
}

void expect_a_fast_end_to_be_fast_alone(bool linear) {
  Plates plates(linear);
  plates.state.bodies[0].deformation_rate[0] = 200;  // the end rises by 0.4 m in the step
  const ContactSet all = plates.found(false), found = plates.found(true);
  const auto is_at_end = [](const Contact& contact) { return contact.point[0] > 0.3; };
  const auto at_end = std::count_if(all.begin(), all.end(), is_at_end);
  EXPECT_GT(at_end, 100);
  EXPECT_GT(static_cast<long>(all.size()), 3 * at_end);
  EXPECT_LT(static_cast<long>(found.size()), 3 * at_end / 2);
  const auto passed = [](const Contact& contact) {
    return contact.normal[2] > 0.999 && contact.gap - 2 * (contact.point[0] - 0.3) < 0;
  };
  EXPECT_GT(std::count_if(all.begin(), all.end(), passed), 50);
  EXPECT_EQ(std::count_if(found.begin(), found.end(), passed), std::count_if(all.begin(), all.end(), passed));
}

TEST(Courses, LetAFastEndBeFastAlone) {
  for (const bool linear : {true, false}) expect_a_fast_end_to_be_fast_alone(linear);
}

TEST(Courses, ThatAreNotKnownOfABodyLeaveAllItsContacts) {
  RandomWorld world(4);
  Collider collider(world.model);
  Courses courses{kMargin, {world.course(true)}};
  for (BodyCourse& body : courses.courses[0]) body.is_known = false;
  ContactSet all, found;
  collider.collide(world.state, kStep, all);
  collider.collide(world.state, kStep, {}, courses, found);
  ASSERT_EQ(found.size(), all.size());
  EXPECT_GT(all.size(), 0U);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_TRUE(are_equal(all[i], found[i]));
}

}  // namespace
}  // namespace stiction
