// Which vertices are found inside, against brute force.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/repetitions.h"
#include "collision/inside/inside_search.h"
#include "collision/inside/tet_enclosure.h"
#include "collision_inside/filled_world.h"

namespace stiction::test {
namespace {

using Found = std::set<std::array<int, 3>>;  // owner, vertex, other

void shake(FilledWorld& world, int body, double by, Chance& chance) {
  for (Vec3& place : world.places[body].end) place += by * chance.vector();
  world.places[body].start = world.places[body].end;
}

Found found_by_search(const FilledWorld& world) {
  Members members(world.model);
  members.place(world.start, world.end, world.places);
  InsideSearch search(world.model, members);
  Found found;
  for (const VertexHit& hit : search.find(world.start)) {
    const bool of_a = hit.side == VertexInside::kOfA;
    found.insert({of_a ? hit.a : hit.b, hit.vertex, of_a ? hit.b : hit.a});
  }
  return found;
}

Found found_by_force(const FilledWorld& world) {
  Found found;
  const int bodies = static_cast<int>(world.model.bodies.size());
  for (int b = 0; b < bodies; ++b) {
    const FillingTopology topology(world.filled(b).surface(), *world.filled(b).filling());
    for (int t = 0; t < static_cast<int>(topology.tets.size()); ++t) {
      const PlacedTet tet(topology, world.places[b].end, t);
      for (int a = 0; a < bodies; ++a) {
        if (a == b) continue;
        for (int v = 0; v < static_cast<int>(world.filled(a).surface().vertices.size()); ++v) {
          if (tet.holds(world.places[a].end[v])) found.insert({a, v, b});
        }
      }
    }
  }
  return found;
}

TEST(InsideSearch, FindsWhatBruteForceFinds) {
  std::size_t all = 0;
  for (unsigned seed = 0; seed < test::repetitions(200); ++seed) {
    Chance chance(seed);
    FilledWorld world;
    const int bodies = 2 + static_cast<int>(seed % 5);
    for (int i = 0; i < bodies; ++i) {
      const double scale = seed % 3 == 0 ? std::pow(10, chance.number()) : 1;  // tetrahedra of very different sizes
      const Vec3 size = scale * (Vec3::Constant(0.5) + 0.3 * chance.vector());
      const int body = world.add(filled_box(size, {2 + static_cast<int>(seed % 2), 3, 2}),
                                 {0.5 * chance.vector() + Vec3(100, -30, 7), chance.rotation()});
      shake(world, body, seed % 7 == 0 ? 0.3 * scale : 0.05 * scale, chance);  // some inside out
    }
    const Found found = found_by_search(world);
    EXPECT_EQ(found, found_by_force(world)) << seed;
    all += found.size();
  }
  EXPECT_GT(all, test::repetitions(200) * 10U);
}

TEST(InsideSearch, FindsVerticesOnFacesAndEdgesBetweenTetrahedra) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Chance chance(seed);
    const Pose turn = seed == 0 ? Pose{} : Pose{chance.vector(), chance.rotation()};
    FilledWorld world;
    world.add(filled_box({0.4, 0.4, 0.4}, {4, 4, 4}), turn);
    // Its vertices lie on vertices, edges and faces of the first one's cells.
    world.add(filled_box({0.2, 0.2, 0.2}, {4, 4, 4}), turn);
    const Found found = found_by_search(world);
    EXPECT_EQ(found.size(), world.filled(1).surface().vertices.size()) << seed;
  }
}

}  // namespace
}  // namespace stiction::test
