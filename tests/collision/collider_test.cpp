#include "collision/collider.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "placing.h"

namespace stiction {
namespace {

constexpr double kStep = 0.01;

Body body_of(const Shape& shape, const Pose& pose, bool fixed = false) {
  Body body;
  body.shape = shape;
  body.start = pose;
  body.fixed = fixed;
  return body;
}

Body ground() {
  return body_of(PlaneShape{}, Pose{}, true);
}

ContactSet contacts_of(const Model& model) {
  ContactSet contacts;
  Collider(model).collide(initial_state(model), kStep, contacts);
  return contacts;
}

void expect_well_formed(const ContactSet& contacts) {
  std::set<std::uint64_t> ids;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    EXPECT_LT(contacts[i].body_a, contacts[i].body_b);
    EXPECT_NEAR(contacts[i].normal.norm(), 1, 4e-16);
    ids.insert(contacts[i].id);
    if (i == 0) continue;
    EXPECT_LE(std::pair(contacts[i - 1].body_a, contacts[i - 1].body_b),
              std::pair(contacts[i].body_a, contacts[i].body_b));
  }
  EXPECT_EQ(ids.size(), contacts.size());
}

Model arch(int samples) {
  Model model;
  for (int k = -1; k <= 27; ++k) {  // the first and the last are abutments
    std::vector<Vec3> points;
    for (int side = 0; side < 2; ++side) {
      const double angle = (k + side) * std::numbers::pi / 27;
      for (double r : {4.5, 5.0}) {
        for (double y : {-0.5, 0.5}) points.emplace_back(r * std::cos(angle), y, r * std::sin(angle));
      }
    }
    model.bodies.push_back(body_of(make_convex_shape(points), Pose{}, k < 0 || k > 26));
    model.bodies.back().samples = samples;
  }
  compute_masses(model);
  return model;
}

TEST(Collider, an_arch_of_27_blocks_has_four_corners_and_n_squared_samples_per_joint) {
  for (int samples : {0, 8}) {
    const ContactSet contacts = contacts_of(arch(samples));
    expect_well_formed(contacts);
    EXPECT_EQ(contacts.size(), 28u * (4 + samples * samples));
    for (const Contact& c : contacts) EXPECT_NEAR(c.gap, 0, 1e-14);
  }
}

TEST(Collider, normals_point_from_a_to_b_for_every_kind_of_pair_in_both_orders) {
  const std::vector<Body> lower = {ground(), body_of(make_box_shape({1, 1, 1}), Pose{{0, 0, -0.5}, Quat::Identity()}),
                                   body_of(SphereShape{0.5}, Pose{{0, 0, -0.5}, Quat::Identity()})};
  const std::vector<Body> upper = {body_of(make_box_shape({1, 1, 1}), Pose{{0, 0, 0.5}, Quat::Identity()}),
                                   body_of(SphereShape{0.5}, Pose{{0, 0, 0.5}, Quat::Identity()})};
  for (const Body& low : lower) {
    for (const Body& up : upper) {
      Model model;
      model.bodies = {low, up};
      compute_masses(model);
      const ContactSet forth = contacts_of(model);
      std::swap(model.bodies[0], model.bodies[1]);
      const ContactSet back = contacts_of(model);
      ASSERT_FALSE(forth.empty());
      ASSERT_EQ(forth.size(), back.size());
      EXPECT_LT((forth[0].normal - Vec3::UnitZ()).norm(), 1e-15);
      EXPECT_LT((back[0].normal + Vec3::UnitZ()).norm(), 1e-15);
      EXPECT_NEAR(forth[0].gap, 0, 1e-15);
    }
  }
}

TEST(Collider, the_margin_grows_with_the_speed_of_approach) {
  Model model;
  model.gravity.setZero();
  model.bodies = {ground(), body_of(SphereShape{0.5}, Pose{{0, 0, 0.5 + 0.05}, Quat::Identity()})};
  compute_masses(model);
  EXPECT_TRUE(contacts_of(model).empty());
  model.bodies[1].start_velocity = {0, 0, -4.8};
  EXPECT_TRUE(contacts_of(model).empty());
  model.bodies[1].start_velocity = {0, 0, -4.95};
  EXPECT_EQ(contacts_of(model).size(), 1u);
}

TEST(Collider, fixed_ignored_absent_and_differently_levelled_pairs_do_not_collide) {
  Model model;
  model.bodies = {ground(), body_of(make_box_shape({1, 1, 1}), Pose{{0, 0, 0.5}, Quat::Identity()}),
                  body_of(make_box_shape({1, 1, 1}), Pose{{0, 0, 1.5}, Quat::Identity()})};
  compute_masses(model);
  EXPECT_EQ(contacts_of(model).size(), 8u);
  Model ignored = model;
  ignored.ignored_pairs = {{1, 2}};
  EXPECT_EQ(contacts_of(ignored).size(), 4u);
  Model levelled = model;
  levelled.bodies[2].level = 1;
  EXPECT_EQ(contacts_of(levelled).size(), 4u);
  Model absent = model;
  absent.bodies[1].appears_at = 5;
  EXPECT_EQ(contacts_of(absent).size(), 0u);
  Model fixed = model;
  fixed.bodies[1].fixed = fixed.bodies[2].fixed = true;
  EXPECT_EQ(contacts_of(fixed).size(), 0u);
}

TEST(Collider, the_motion_of_scripted_bodies_and_planes_widens_the_margin) {
  Model model;
  model.gravity.setZero();
  model.bodies = {ground(), body_of(make_box_shape({1, 1, 1}), Pose{{0, 0, 0.55}, Quat::Identity()})};
  model.bodies[0].scripted = true;
  compute_masses(model);
  for (const Shape& lower : {Shape(PlaneShape{}), Shape(make_box_shape({8, 8, 1}))}) {
    model.bodies[0].shape = lower;
    State state = initial_state(model);
    if (!std::holds_alternative<PlaneShape>(lower)) state.bodies[0].center.z() = -0.5;
    const auto count = [&] {
      ContactSet contacts;
      Collider(model).collide(state, kStep, contacts);
      return contacts.size();
    };
    EXPECT_EQ(count(), 0u);
    state.bodies[0].velocity = {0, 0, 4.8};
    EXPECT_EQ(count(), 0u);
    state.bodies[0].velocity = {0, 0, 4.95};
    EXPECT_EQ(count(), 4u);
    state.bodies[0].velocity.setZero();
    state.bodies[0].angular_velocity = {0.5, 0, 0};  // 3 m away the surface moves by 1.5 cm in a step
    state.bodies[1].center.y() = 3;
    EXPECT_EQ(count(), 0u);
    state.bodies[0].angular_velocity = {1.7, 0, 0};
    EXPECT_EQ(count(), 4u);
  }
}

// Lowest points of a compound are those of its parts, each where its own pose and the body's put it.
TEST(Collider, the_parts_of_a_compound_touch_where_they_would_touch_alone) {
  std::mt19937 random(17);
  for (int trial = 0; trial < 50; ++trial) {
    const Pose pose{Vec3(0, 0, 0.8), random_rotation(random)};
    std::vector<CompoundPart> parts;
    ContactSet alone;
    for (int k = 0; k < 3; ++k) {
      const Vec3 away = 0.5 * random_vector(random);
      parts.push_back({random_shape(random), Pose{away, random_rotation(random)}});
      Model part;
      part.bodies = {ground(), body_of(parts.back().shape, combined(pose, parts.back().pose))};
      part.margin = 2;  // all corners count, however far they are
      compute_masses(part);
      for (const Contact& c : contacts_of(part)) alone.push_back(c);
    }
    Model model;
    model.bodies = {ground(), body_of(make_compound_shape(parts), pose)};
    model.margin = 2;
    compute_masses(model);
    const ContactSet together = contacts_of(model);
    ASSERT_EQ(together.size(), alone.size());
    for (std::size_t i = 0; i < together.size(); ++i) {
      EXPECT_LT((together[i].point - alone[i].point).norm(), 1e-12);
      EXPECT_NEAR(together[i].gap, alone[i].gap, 1e-12);
    }
  }
}

TEST(Collider, a_compound_has_the_contacts_of_its_parts_under_ids_of_their_own) {
  const Shape legs = make_compound_shape({{make_box_shape({0.2, 1, 1}), Pose{{-1, 0, 0}, Quat::Identity()}},
                                          {make_box_shape({0.2, 1, 1}), Pose{{1, 0, 0}, Quat::Identity()}},
                                          {SphereShape{0.5}, Pose{{0, 3, 0}, Quat::Identity()}}});
  Model model;
  const Pose upright{{0, 0, 0.5}, Quat::Identity()};
  model.bodies = {ground(), body_of(legs, upright), body_of(legs, Pose{{0, 0, 1.5}, Quat::Identity()})};
  compute_masses(model);
  const ContactSet contacts = contacts_of(model);
  expect_well_formed(contacts);
  EXPECT_EQ(contacts.size(), 2u * 9u);
  for (const Contact& c : contacts) {
    EXPECT_NEAR(c.gap, 0, 1e-15);
    EXPECT_LT((c.normal - Vec3::UnitZ()).norm(), 1e-15);
  }
}

TEST(Collider, contacts_do_not_depend_on_history) {
  Model model;
  std::mt19937 random(51);
  model.bodies.push_back(ground());
  for (int i = 0; i < 60; ++i) {
    const Pose pose{0.8 * random_vector(random), random_rotation(random)};
    const Shape shape = i % 3 ? Shape(random_shape(random)) : Shape(SphereShape{0.3});
    model.bodies.push_back(body_of(shape, pose));
    model.bodies.back().samples = i % 2;
  }
  compute_masses(model);
  State state = initial_state(model);
  Collider old(model);
  ContactSet warm, cold;
  std::vector<double> detour(model.bodies.size(), 0.0);
  for (int step = 0; step < 60; ++step) {
    // Now all move, now some, now nobody does; some are looked for farther away.
    for (BodyState& body : state.bodies)
      if (static_cast<int>(random() % 3) < step % 4) body.center += 0.01 * random_vector(random);
    for (double& way : detour) way = step % 2 > 0 && random() % 4 == 0 ? 0.05 : 0;
    old.collide(state, kStep, detour, warm);
    Collider(model).collide(state, kStep, detour, cold);
    ASSERT_EQ(warm.size(), cold.size());
    expect_well_formed(warm);
    for (std::size_t i = 0; i < warm.size(); ++i) {
      ASSERT_EQ(warm[i].id, cold[i].id);
      ASSERT_EQ(warm[i].point, cold[i].point);
      ASSERT_EQ(warm[i].gap, cold[i].gap);
    }
  }
  EXPECT_GT(warm.size(), 100u);
}

TEST(Collider, a_body_with_a_non_finite_state_has_no_contacts_and_spoils_no_others) {
  Model model;
  model.bodies = {ground(), body_of(make_box_shape({1, 1, 1}), Pose{{0, 0, 0.5}, Quat::Identity()}),
                  body_of(make_box_shape({1, 1, 1}), Pose{{0, 0, 1.5}, Quat::Identity()})};
  compute_masses(model);
  State state = initial_state(model);
  state.bodies[2].center.x() = std::nan("");
  ContactSet contacts;
  Collider(model).collide(state, kStep, contacts);
  EXPECT_EQ(contacts.size(), 4u);
}

}  // namespace
}  // namespace stiction
