// Bodies that are not free: planes, boxes, hulls, compounds of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "base/error.h"
#include "collision_inside/filled_world.h"

namespace stiction::test {
namespace {

const FilledPtr kBlock = filled_box({0.2, 0.2, 0.2}, {4, 4, 4});

Pose at(double x, double y, double z) {
  return {{x, y, z}, Quat::Identity()};
}

TEST(Obstacles, VerticesBelowAPlaneGoOutAlongItsNormal) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Chance chance(seed);
    FilledWorld world;
    const Vec3 normal = chance.vector().normalized();
    const bool first = seed % 2 == 0;
    if (first) world.add_fixed(PlaneShape{normal, 0.3}, at(1, 2, 3));
    const Vec3 on_plane = Vec3(1, 2, 3) + 0.3 * normal;
    world.add(kBlock, {on_plane + 0.1 * normal, chance.rotation()});
    if (!first) world.add_fixed(PlaneShape{normal, 0.3}, at(1, 2, 3));
    const int block = first ? 1 : 0;
    std::set<int> below;
    for (int v = 0; v < static_cast<int>(kBlock->surface().vertices.size()); ++v)
      if (normal.dot(world.places[block].end[v] - on_plane) < 0) below.insert(v);
    const ContactSet contacts = world.collide();
    EXPECT_EQ(contacts.size(), below.size());
    for (const Contact& contact : contacts) {
      const MaterialPoint& point = first ? contact.material_b : contact.material_a;
      const Vec3 p = world.at_end(block, point);
      EXPECT_TRUE(below.contains(vertex_of(*kBlock, point)));
      EXPECT_FALSE((first ? contact.material_a : contact.material_b).is_set());
      EXPECT_EQ(contact.inside.vertex, first ? VertexInside::kOfB : VertexInside::kOfA);
      EXPECT_LT((contact.normal - (first ? 1 : -1) * normal).norm(), 1e-15);
      EXPECT_NEAR(contact.inside.depth, -normal.dot(p - on_plane), 1e-15);
      EXPECT_NEAR(contact.gap, -contact.inside.depth, 1e-14);
    }
  }
}

// Flat on a box or a hull, overhanging, at any depth up to half the block's cells.
TEST(Obstacles, ABlockOnABoxGoesOutThroughItsTop) {
  const std::vector<Vec3> corners = make_box_polyhedron({1, 1, 0.2}).vertices;
  for (const Shape& shape : {Shape(make_box_shape({1, 1, 0.2})), Shape(make_convex_shape(corners))}) {
    for (const double deep : {1e-12, 1e-7, 1e-3, 0.02}) {
      for (unsigned seed = 0; seed < 6; ++seed) {
        if (deep < 1e-9 && seed > 0) continue;
        Chance chance(seed);
        const Pose turn = seed == 0 ? Pose{} : Pose{chance.vector(), chance.rotation()};
        FilledWorld world;
        world.add_fixed(shape, combined(turn, at(0, 0, -0.1)));
        world.add(kBlock, combined(turn, at(seed % 2 == 0 ? 0.1 : 0.46, 0, 0.1 - deep)));
        const ContactSet contacts = world.collide();
        EXPECT_EQ(contacts.size(), seed % 2 == 0 ? 25U : 15U);
        for (const Contact& contact : contacts) {
          EXPECT_EQ(contact.inside.vertex, VertexInside::kOfB);
          EXPECT_LT((contact.normal - turn.rotation * Vec3::UnitZ()).norm(), 1e-12) << deep;
          EXPECT_NEAR(contact.inside.depth, deep, 1e-15 + 1e-12 * deep);
        }
      }
    }
  }
}

TEST(Obstacles, ACornerOfABoxInABlockIsAContactOfTheBox) {
  FilledWorld world;
  world.add(kBlock, at(0.03, 0.02, 0.1));
  // A pyramid whose tip has gone up into the block's floor.
  world.add_fixed(make_convex_shape({{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {0, 0, 0.01}}));
  const ContactSet contacts = world.collide();
  ASSERT_EQ(contacts.size(), 1U);
  EXPECT_EQ(contacts[0].inside.vertex, VertexInside::kOfB);
  EXPECT_FALSE(contacts[0].material_b.is_set());
  EXPECT_NEAR(contacts[0].inside.depth, 0.01, 1e-14);
  EXPECT_LT((contacts[0].normal - Vec3(0, 0, -1)).norm(), 1e-12);
  EXPECT_LT((world.at_end(0, contacts[0].material_a) - Vec3(0, 0, 0)).norm(), 1e-14);
  EXPECT_NEAR(contacts[0].gap, -0.01, 1e-14);
}

TEST(Obstacles, ACornerBelowABlockThatLiesFlatPushesStraightUp) {
  for (const double deep : {1e-7, 1e-3}) {
    for (unsigned seed = 0; seed < 5; ++seed) {
      Chance chance(seed);
      const Pose turn = seed == 0 ? Pose{} : Pose{chance.vector(), chance.rotation()};
      FilledWorld world;
      world.add(kBlock, combined(turn, at(0.013, 0.027, 0.1 - deep)));
      world.add_fixed(make_box_shape({1, 1, 1}), combined(turn, at(-0.5, -0.5, -0.5)));
      int corners = 0, all = 0;
      for (const Contact& contact : world.collide()) {
        ++all;
        corners += contact.inside.vertex == VertexInside::kOfB ? 1 : 0;
        EXPECT_LT((contact.normal + turn.rotation * Vec3::UnitZ()).norm(), deep < 1e-6 ? 1e-10 : 1e-3);
        EXPECT_NEAR(contact.inside.depth, deep, 1e-6 * deep + 1e-15);
      }
      EXPECT_EQ(corners, 1);
      EXPECT_EQ(all, 1 + 2 * 2);
    }
  }
}

// Turned and scaled hulls of random points: who is inside, by all faces, and where they leave.
TEST(Obstacles, VerticesInHullsAreFoundAndMovedByTheirWayLieOnTheHull) {
  std::size_t all = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    Chance chance(seed);
    std::vector<Vec3> points;
    for (int i = 0; i < 15; ++i) points.push_back(0.2 * chance.vector());
    const ConvexShape hull = make_convex_shape(points);
    const Pose pose{chance.vector(), chance.rotation()};
    FilledWorld world;
    world.add_fixed(hull, pose);
    world.add(kBlock, {pose.position + 0.15 * chance.vector(), chance.rotation()});
    const auto height = [&](const Vec3& p) {
      double highest = -1;
      for (const auto& face : hull.polyhedron->faces)
        highest = std::max(highest, face.normal.dot(pose.to_local(p)) - face.offset);
      return highest;
    };
    std::set<int> inside, found;
    for (int v = 0; v < static_cast<int>(kBlock->surface().vertices.size()); ++v)
      if (height(world.places[1].end[v]) < 0) inside.insert(v);
    for (const Contact& contact : world.collide()) {
      if (contact.inside.vertex != VertexInside::kOfB) continue;
      const int v = vertex_of(*kBlock, contact.material_b);
      found.insert(v);
      EXPECT_NEAR(height(world.places[1].end[v] + contact.inside.depth * contact.normal), 0, 1e-14);
    }
    EXPECT_EQ(found, inside) << seed;
    all += found.size();
  }
  EXPECT_GT(all, 200U);
}

TEST(Obstacles, GapsOfOnesThatMoveAreThoseOfTheStart) {
  FilledWorld world;
  const int box = world.add_fixed(make_box_shape({1, 1, 0.2}), at(0, 0, -0.1));
  world.model.bodies[box].scripted = true;
  world.add(kBlock, at(0, 0, 0.1 - 1e-3));
  world.start.bodies[box].center.z() -= 0.05;
  for (const Contact& contact : world.collide()) {
    EXPECT_NEAR(contact.gap, 0.05 - 1e-3, 1e-14);
    EXPECT_NEAR(contact.inside.depth, 1e-3, 1e-14);
  }
  // It turns about z and tips over x: what it touches at the end was elsewhere at the start.
  world.start.bodies[box].rotation = Quat(Eigen::AngleAxisd(0.3, Vec3(1, 0, 1).normalized()));
  const Pose start = body_pose(world.model.bodies[box], world.start.bodies[box]);
  const Pose end = body_pose(world.model.bodies[box], world.end.bodies[box]);
  for (const Contact& contact : world.collide()) {
    const Vec3 p = world.at_end(1, contact.material_b);
    const Vec3 touched = start.to_world(end.to_local(p + contact.inside.depth * contact.normal));
    EXPECT_NEAR(contact.gap, contact.normal.dot(p - touched), 1e-14);
  }
}

// Floor and wall of a basket, which share a face; a block lies in the joint.
TEST(Obstacles, AVertexInTheJointOfTwoPartsIsPushedOutOfBoth) {
  const double deep = 1e-3;
  const auto wall = make_box_shape({0.1, 1, 0.6});
  for (const double wall_low : {0.0, -0.1}) {  // standing on the floor, or beside it
    const double floor = wall_low < 0 ? 1.0 : 1.1;
    const auto basket =
        make_compound_shape({{make_box_shape({floor, 1, 0.1}), at(floor / 2 - (wall_low < 0 ? 0 : 0.1), 0, -0.05)},
                             {wall, at(-0.05, 0, 0.3 + wall_low)}});
    FilledWorld world;
    world.add_fixed(basket);
    world.add(kBlock, at(0.1 - deep, 0.03, 0.1 - deep));
    int up = 0, aside = 0;
    for (const Contact& contact : world.collide()) {
      EXPECT_EQ(contact.inside.vertex, VertexInside::kOfB);
      EXPECT_NEAR(contact.inside.depth, deep, 1e-12);
      if ((contact.normal - Vec3::UnitZ()).norm() < 1e-9) {
        ++up;
      } else if ((contact.normal - Vec3::UnitX()).norm() < 1e-9) {
        ++aside;
      } else {
        ADD_FAILURE() << contact.normal.transpose();
      }
    }
    EXPECT_EQ(up + aside, 45);
    EXPECT_GE(up, 20);
    EXPECT_GE(aside, 20);
  }
}

// The near faces of floor and wall end in each other there; the far side of the wall is 0.1 m away.
TEST(Obstacles, ACornerOfABlockInTheCornerOfABasketDoesNotLeaveThroughTheWall) {
  const auto basket = make_compound_shape(
      {{make_box_shape({1.2, 1, 0.1}), at(0.5, 0, -0.05)}, {make_box_shape({0.1, 1, 0.6}), at(-0.05, 0, 0.3)}});
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int k = 0; k < 200; ++k) {
    const Quat turn = Quat(uniform(engine), uniform(engine), uniform(engine), uniform(engine)).normalized();
    Vec3 low = Vec3::Zero();
    for (const Vec3& v : kBlock->rest) low = low.cwiseMin(turn * v);
    FilledWorld world;
    world.add_fixed(basket);
    world.add(kBlock, {Vec3(-3e-3, 0, -1e-3) - Vec3(low.x(), 0, low.z()), turn});
    const ContactSet contacts = world.collide();
    EXPECT_FALSE(contacts.empty());
    for (const Contact& contact : contacts) EXPECT_LT(contact.inside.depth, 0.02) << k;
  }
}

// A table of two slabs that share a face below the first cells of the block, which reaches over the table's border.
TEST(Obstacles, ATableOfTwoSlabsIsFlatAcrossTheirJoint) {
  const auto slab = make_box_shape({1, 1, 0.2});
  for (const double deep : {1e-7, 1e-3, 0.02}) {
    FilledWorld world;
    world.add_fixed(make_compound_shape({{slab, at(-0.5, 0, -0.1)}, {slab, at(0.5, 0, -0.1)}}));
    world.add(kBlock, at(0.08, 0.46, 0.1 - deep));
    const ContactSet contacts = world.collide();
    EXPECT_EQ(contacts.size(), 15U);
    for (const Contact& contact : contacts) {
      EXPECT_EQ(contact.inside.vertex, VertexInside::kOfB);  // the slabs' corners in the joint are none of the table
      EXPECT_NEAR(contact.inside.depth, deep, 1e-14);
      EXPECT_LT((contact.normal - Vec3::UnitZ()).norm(), 1e-12);
    }
  }
}

TEST(Obstacles, ABodyWhollyInsideAPartDoesNotLeaveIntoAnother) {
  const auto cube = make_box_shape({1, 1, 1});
  for (int joint = 0; joint < 3; ++joint) {
    for (int way = 0; way < 3; ++way) {
      if (way == joint) continue;
      const Vec3 along = Vec3::Unit(joint), out = Vec3::Unit(way);
      FilledWorld world;
      world.add_fixed(
          make_compound_shape({{cube, {-0.5 * along, Quat::Identity()}}, {cube, {0.5 * along, Quat::Identity()}}}));
      world.add(filled_box({0.05, 0.05, 0.05}, {1, 1, 1}), {-0.03 * along + 0.43 * out, Quat::Identity()});
      const ContactSet contacts = world.collide();
      EXPECT_EQ(contacts.size(), 8U);
      for (const Contact& contact : contacts) EXPECT_LT((contact.normal - out).norm(), 1e-12);
    }
  }
}

// No vertex of the rim is strictly inside.
TEST(Obstacles, ABlockOnABoxOfItsSizeTouchesWithAllVertices) {
  for (const double deep : {1e-9, 1e-7, 1e-3}) {
    for (unsigned seed = 0; seed < 30; ++seed) {
      Chance chance(seed);
      const Pose turn = seed == 0 ? Pose{} : Pose{chance.vector(), chance.rotation()};
      FilledWorld world;
      world.add_fixed(make_box_shape({0.2, 0.2, 0.2}), turn);
      world.add(kBlock, combined(turn, at(0, 0, 0.2 - deep)));
      int of_block = 0, of_box = 0;
      for (const Contact& contact : world.collide()) {
        ++(contact.inside.vertex == VertexInside::kOfA ? of_box : of_block);
        EXPECT_NEAR(contact.inside.depth, deep, 1e-14);
        EXPECT_LT((contact.normal - turn.rotation * Vec3::UnitZ()).norm(), 1e-12);
      }
      EXPECT_EQ(of_block, 25);
      EXPECT_EQ(of_box, 4);
    }
  }
}

TEST(Obstacles, WhatCannotTakePartIsRefusedByName) {
  const auto refused = [](const FilledWorld& world, const std::string& part) {
    try {
      const InsideCollider collider(world.model);
      ADD_FAILURE() << "taken";
    } catch (const InputError& error) {
      const std::string text = error.what();
      EXPECT_NE(text.find(part), std::string::npos) << text;
      EXPECT_NE(text.find("obstacle 0"), std::string::npos) << text;
      EXPECT_NE(text.find("penalty method takes"), std::string::npos) << text;
    }
  };
  FilledWorld free;
  free.add_fixed(make_box_shape({1, 1, 1}));
  free.model.bodies[0].fixed = false;
  refused(free, "rigid and free");
  for (const Shape& shape : {Shape(SphereShape{1}), Shape(CylinderShape{1, 1}), Shape(CapsuleShape{1, 1}),
                             Shape(make_compound_shape({{SphereShape{1}, Pose{}}}))}) {
    FilledWorld world;
    world.add_fixed(shape);
    refused(world, "shape");
  }
}

}  // namespace
}  // namespace stiction::test
