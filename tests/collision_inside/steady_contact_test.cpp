// What stays the same: ids while bodies slide, order, bits for any number of threads; who collides with whom.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <set>
#include <tuple>

#include "base/on_threads.h"
#include "collision_inside/filled_world.h"

namespace stiction::test {
namespace {

const FilledPtr kBlock = filled_box({0.2, 0.2, 0.2}, {4, 4, 4});

Pose at(double x, double y, double z) {
  return {{x, y, z}, Quat::Identity()};
}

// A heap of shaken blocks in a basket.
FilledWorld heap(unsigned seed, int count) {
  Chance chance(seed);
  FilledWorld world;
  world.add_fixed(PlaneShape{});
  for (int i = 0; i < count; ++i) {
    const int body = world.add(kBlock, {0.1 * std::cbrt(count) * chance.vector() + Vec3(0, 0, 0.1), chance.rotation()});
    for (Vec3& place : world.places[body].end) place += 0.004 * chance.vector();
  }
  world.add_fixed(make_compound_shape({{make_box_shape({1, 1, 0.1}), at(0, 0, 0.05)},  //
                                       {make_box_shape({0.1, 1, 0.5}), at(0.2, 0, 0.3)}}));
  return world;
}

bool same_bits(const ContactSet& one, const ContactSet& two) {
  if (one.size() != two.size()) return false;
  for (std::size_t i = 0; i < one.size(); ++i) {
    const Contact &a = one[i], &b = two[i];
    const auto numbers = [](const Contact& c) {
      return std::array{c.point[0],
                        c.point[1],
                        c.point[2],
                        c.normal[0],
                        c.normal[1],
                        c.normal[2],
                        c.gap,
                        c.inside.depth,
                        c.material_a.weight_b,
                        c.material_a.weight_c,
                        c.material_b.weight_b,
                        c.material_b.weight_c};
    };
    const auto x = numbers(a), y = numbers(b);
    if (std::memcmp(x.data(), y.data(), sizeof x) != 0 || a.id != b.id || a.body_a != b.body_a ||
        a.body_b != b.body_b || a.inside.vertex != b.inside.vertex || a.material_a.triangle != b.material_a.triangle ||
        a.material_b.triangle != b.material_b.triangle)
      return false;
  }
  return true;
}

TEST(SteadyContacts, HaveTheSameBitsForAnyNumberOfThreads) {
  for (unsigned seed = 0; seed < 2; ++seed) {
    const FilledWorld world = heap(seed, 40);
    const ContactSet one = on_threads(1, [&] { return world.collide(); });
    EXPECT_GT(one.size(), 300U);
    for (const int threads : {2, 8}) {
      EXPECT_TRUE(same_bits(one, on_threads(threads, [&] { return world.collide(); }))) << threads;
    }
  }
}

TEST(SteadyContacts, AreTheSameWithAColliderThatHasSeenOtherPlaces) {
  const FilledWorld world = heap(1, 20);
  FilledWorld other = heap(2, 20);
  InsideCollider collider(world.model);
  ContactSet contacts;
  collider.collide(other.start, other.end, other.places, contacts);
  collider.collide(world.start, world.end, world.places, contacts);
  EXPECT_TRUE(same_bits(contacts, world.collide()));
}

TEST(SteadyContacts, AreSortedAndHaveIdsOfTheirOwn) {
  const FilledWorld world = heap(3, 40);
  const ContactSet contacts = world.collide();
  std::set<std::uint64_t> ids;
  std::tuple<int, int, int, int> last{-1, -1, -1, -1};
  for (const Contact& contact : contacts) {
    const bool of_a = contact.inside.vertex == VertexInside::kOfA;
    const int owner = of_a ? contact.body_a : contact.body_b;
    const MaterialPoint& point = of_a ? contact.material_a : contact.material_b;
    const int vertex = point.is_set() ? vertex_of(world.filled(owner), point) : 0;
    const std::tuple now(contact.body_a, contact.body_b, static_cast<int>(contact.inside.vertex), vertex);
    EXPECT_LE(last, now);
    EXPECT_LT(contact.body_a, contact.body_b);
    EXPECT_TRUE(ids.insert(contact.id).second);
    last = now;
  }
}

TEST(SteadyContacts, KeepTheirIdsWhileTheirVerticesSlide) {
  std::map<std::tuple<int, int>, std::uint64_t> ids;  // of owner and vertex
  for (int step = 0; step < 50; ++step) {
    FilledWorld world;
    world.add(filled_box({1, 0.3, 0.2}, {20, 6, 4}), at(0, 0, -0.1));
    world.add(kBlock, at(-0.37 + 0.0137 * step, 0.013, 0.1 - 1e-4));
    world.add_fixed(make_compound_shape(
        {{make_box_shape({1, 1, 1}), at(0, 0.61, 0)}, {make_box_shape({1, 1, 1}), at(0, 0.61, 1)}}));
    for (const Contact& contact : world.collide()) {
      const bool of_a = contact.inside.vertex == VertexInside::kOfA;
      const int owner = of_a ? contact.body_a : contact.body_b;
      if (owner != 1 || contact.body_b == 2) continue;
      const int vertex = vertex_of(*kBlock, contact.material_b);
      EXPECT_EQ(ids.try_emplace({owner, vertex}, contact.id).first->second, contact.id);
    }
  }
  EXPECT_EQ(ids.size(), 25U);
}

TEST(SteadyContacts, BodiesThatDoNotCollideHaveNone) {
  FilledWorld world;
  world.add(kBlock, at(0, 0, 0));
  world.add(kBlock, at(0.03, 0.04, 0.19));
  world.add_fixed(make_box_shape({1, 1, 0.1}), at(0, 0, -0.14));
  const auto pairs = [&] {
    std::set<std::array<int, 2>> found;
    for (const Contact& contact : world.collide()) found.insert({contact.body_a, contact.body_b});
    return found;
  };
  EXPECT_EQ(pairs(), (std::set<std::array<int, 2>>{{0, 1}, {0, 2}}));
  world.model.ignored_pairs = {{0, 2}};
  EXPECT_EQ(pairs(), (std::set<std::array<int, 2>>{{0, 1}}));
  world.model.ignored_pairs.clear();
  world.model.bodies[1].level = 1;
  EXPECT_EQ(pairs(), (std::set<std::array<int, 2>>{{0, 2}}));
  world.model.bodies[1].level = 0;
  world.start.bodies[0].present = false;
  EXPECT_TRUE(pairs().empty());
  world.start.bodies[0].present = true;
  world.places[0] = {};  // it has told no places
  EXPECT_TRUE(pairs().empty());
}

}  // namespace
}  // namespace stiction::test
