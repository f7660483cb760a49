// Contacts of two deforming surfaces against brute force over all vertices, triangles and edges.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "base/hash.h"
#include "collision/deforming/surface_pairs.h"
#include "collision_deforming/random_bodies.h"
#include "collision_deforming/surface_oracle.h"

namespace stiction {
namespace {

using namespace surface_limits;

constexpr double kMargin = 0.03;

// Two bodies, as far apart along a random direction as their extents want, and then brought together a little.
struct RandomPair {
  explicit RandomPair(unsigned seed, bool linear = true)
      : one(seed, linear, Vec3::Zero(), 0, 0.4), two(seed + 1000, true, Vec3::Zero(), 1, 0.4) {
    test::Random random(seed);
    const Vec3 direction = random.vector().normalized();
    double high = -10, low = 10;
    for (const Vec3& v : one.deformed_mesh().vertices) high = std::max(high, direction.dot(v));
    for (const Vec3& v : two.deformed_mesh().vertices) low = std::min(low, direction.dot(v));
    two.move_to((high - low - 0.1 - 0.1 * random.number()) * direction);
  }
  test::RandomSurface one, two;
};

std::vector<SurfaceContact> contacts_of(const test::RandomSurface& one, const test::RandomSurface& two) {
  SurfacePairs pairs;
  std::vector<SurfaceContact> contacts;
  pairs.find(*one.placed, *two.placed, {.margin = kMargin}, contacts);
  return contacts;
}

// All vertices of the guest against all triangles of the host: code -> gap.
void add_all_vertices(const test::RandomSurface& guest, const test::RandomSurface& host, bool guest_is_first,
                      std::map<std::uint64_t, double>& gaps) {
  SurfaceFeet feet;
  std::vector<SurfaceFoot> found;
  feet.gather(*host.placed, Vec3::Zero(), 1e9);
  const double edge = std::min(guest.tree->topology().edge_length, host.tree->topology().edge_length);
  for (int v = 0; v < static_cast<int>(guest.tree->mesh().vertices.size()); ++v) {
    FootQuery query;
    query.point = guest.placed->vertex(v);
    query.reach = kMargin;
    query.depth = std::max(kMargin, kDepth * edge);
    query.touching = kTouching * edge;
    query.guest = guest.placed.get();
    query.guest_vertex = v;
    feet.find(*host.placed, query, found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i].feature.kind == MeshFeature::kVertex && !guest_is_first) continue;
      std::uint64_t code = mix_hash(guest_is_first ? kVertexSurface : kSurfaceVertex, static_cast<std::uint64_t>(v));
      if (i > 0) {
        code = mix_hash(code, 2 * static_cast<std::uint64_t>(found[i].feature.index) +
                                  (found[i].feature.kind == MeshFeature::kEdge ? 1 : 0));
      }
      gaps[code] = found[i].gap;
    }
  }
}

std::vector<SharpEdge> sharp_edges(const test::RandomSurface& body) {
  std::vector<SharpEdge> edges;
  for (int e = 0; e < static_cast<int>(body.tree->topology().edges.size()); ++e) {
    if (is_sharp(*body.placed, e)) edges.push_back(sharp_edge(*body.placed, e));
  }
  return edges;
}

void add_all_edges(const test::RandomSurface& one, const test::RandomSurface& two, double depth,
                   std::map<std::uint64_t, double>& gaps) {
  const std::vector<SharpEdge> edges = sharp_edges(two);
  for (const SharpEdge& a : sharp_edges(one)) {
    for (const SharpEdge& b : edges) {
      EdgeCrossing crossing;
      if (!cross_edges(a, b, kMargin, depth, crossing)) continue;
      gaps[mix_hash(mix_hash(kEdgeEdge, static_cast<std::uint64_t>(a.index)), static_cast<std::uint64_t>(b.index))] =
          crossing.core;
    }
  }
}

RC_GTEST_PROP(SurfacePairs, FindWhatBruteForceFinds, (unsigned seed, bool linear)) {
  const RandomPair pair(seed % 100000, linear);
  const double touching =
      kTouching * std::min(pair.one.tree->topology().edge_length, pair.two.tree->topology().edge_length);
  std::map<std::uint64_t, double> expected, found, deep_edges;
  add_all_vertices(pair.one, pair.two, true, expected);
  add_all_vertices(pair.two, pair.one, false, expected);
  add_all_edges(pair.one, pair.two, touching, expected);
  add_all_edges(pair.one, pair.two, 1e9, deep_edges);
  const std::vector<SurfaceContact> contacts = contacts_of(pair.one, pair.two);
  for (const SurfaceContact& contact : contacts) {
    RC_ASSERT(found.emplace(contact.code, contact.gap).second);  // codes are unique
    RC_ASSERT(contact.gap <= kMargin);
    const bool deep_edge = deep_edges.contains(contact.code) && !expected.contains(contact.code);
    if (!deep_edge) RC_ASSERT(expected.contains(contact.code));
  }
  for (const auto& [code, gap] : expected) {
    RC_ASSERT(found.contains(code));
    RC_ASSERT(found[code] == gap);
  }
  RC_TAG(contacts.empty() ? "no contacts" : "contacts");
}

bool is_vertex(const MaterialPoint& m) {
  return (m.weight_b == 0 || m.weight_b == 1) && (m.weight_c == 0 || m.weight_c == 1);
}

// Both material points are where the contact says, and the gap is between them.
RC_GTEST_PROP(SurfacePairs, JoinTheMaterialPointsThatTouch, (unsigned seed)) {
  const RandomPair pair(seed % 100000);
  const double touching =
      kTouching * std::min(pair.one.tree->topology().edge_length, pair.two.tree->topology().edge_length);
  const TriangleMesh one = pair.one.deformed_mesh(), two = pair.two.deformed_mesh();
  for (const SurfaceContact& contact : contacts_of(pair.one, pair.two)) {
    const Vec3 a = pair.one.place(contact.material_a), b = pair.two.place(contact.material_b);
    RC_ASSERT(std::abs(contact.normal.norm() - 1) < 1e-12);
    RC_ASSERT((a + contact.gap * contact.normal - b).norm() < 1e-9 + 2 * touching * (std::abs(contact.gap) < touching));
    RC_ASSERT(((a + b) / 2 - contact.point).norm() < 1e-9 + touching);
    // No contact is through a body. A vertex inside the other one leaves by the shortest way; edges that have passed
    // each other are inside, and no other way out is much shorter.
    if (contact.gap >= -touching) continue;
    const double depth_a = test::signed_distance(two, a), depth_b = test::signed_distance(one, b);
    if (is_vertex(contact.material_a)) {
      RC_ASSERT(std::abs(depth_a - contact.gap) < 1e-9);
    } else if (is_vertex(contact.material_b)) {
      RC_ASSERT(std::abs(depth_b - contact.gap) < 1e-9);
    } else {
      RC_ASSERT(std::max(depth_a, depth_b) <= contact.gap / 2 + touching);
    }
  }
}

TEST(SurfacePairs, AreTheSameFromBothSides) {
  int count = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const RandomPair pair(seed);
    const auto forth = contacts_of(pair.one, pair.two), back = contacts_of(pair.two, pair.one);
    // Vertex on vertex is the first body's, whichever that is: counts differ by none.
    EXPECT_EQ(forth.size(), back.size()) << seed;
    count += static_cast<int>(forth.size());
    double deepest = 1, deepest_back = 1;
    for (const auto& contact : forth) deepest = std::min(deepest, contact.gap);
    for (const auto& contact : back) deepest_back = std::min(deepest_back, contact.gap);
    EXPECT_NEAR(deepest, deepest_back, 1e-12);
  }
  EXPECT_GT(count, 60);
}

// Strands of one cell across cross between their vertices: only edges see it.
TEST(SurfacePairs, SeeStrandsThatCrossBetweenVertices) {
  test::ModalShapeOptions strand;
  strand.surface = test::box_surface({2, 0.1, 0.05}, 1);
  strand.basis = MatX::Zero(3 * static_cast<Eigen::Index>(strand.surface.vertices.size()), 1);
  const test::RandomSurface lower(strand);
  test::RandomSurface upper(strand);
  for (const double gap : {0.01, 1e-7, -1e-3}) {
    upper.turn_to(Quat(Eigen::AngleAxisd(1.3, Vec3::UnitZ())), Vec3(0.2, 0.1, 0.05 + gap));
    const auto contacts = contacts_of(lower, upper);
    ASSERT_EQ(contacts.size(), 4U) << gap;
    for (const auto& contact : contacts) {
      EXPECT_NEAR(contact.gap, gap, 1e-12);
      EXPECT_NEAR(contact.normal[2], 1, 1e-12);
    }
  }
  upper.turn_to(Quat(Eigen::AngleAxisd(1.3, Vec3::UnitZ())), Vec3(0.2, 0.1, 0.05 + 0.04));
  EXPECT_TRUE(contacts_of(lower, upper).empty());
}

// Equal boxes on each other, aligned to the last bit or nearly: all normals are up.
TEST(SurfacePairs, OfAlignedBoxesStandOnTheirFaces) {
  test::ModalShapeOptions box;
  box.surface = test::box_surface({1, 1, 0.5}, 4);
  box.basis = MatX::Zero(3 * static_cast<Eigen::Index>(box.surface.vertices.size()), 1);
  const test::RandomSurface lower(box);
  test::RandomSurface upper(box);
  test::Random random(4);
  for (const double noise : {0.0, 1e-12, 1e-8, 1e-6}) {
    for (int i = 0; i < 10; ++i) {
      upper.turn_to(Quat::Identity(), Vec3(0, 0, 0.5) + noise * random.vector());
      const auto contacts = contacts_of(lower, upper);
      EXPECT_GE(contacts.size(), 25U);
      for (const auto& contact : contacts) {
        EXPECT_NEAR(contact.normal[2], 1, 1e-12);
        EXPECT_NEAR(contact.gap, 0, 2 * noise + 1e-15);
      }
    }
  }
}

// A thin plate on a thin plate: the outer sides, nearer than the margin, do not touch.
TEST(SurfacePairs, DoNotTouchThroughThinBodies) {
  test::ModalShapeOptions plate;
  plate.surface = test::box_surface({1, 1, 0.01}, 8);
  plate.basis = MatX::Zero(3 * static_cast<Eigen::Index>(plate.surface.vertices.size()), 1);
  const test::RandomSurface lower(plate);
  test::RandomSurface upper(plate);
  for (const double gap : {0.001, -0.002}) {
    upper.turn_to(Quat::Identity(), Vec3(0.03, 0.04, 0.01 + gap));
    const auto contacts = contacts_of(lower, upper);
    EXPECT_GT(contacts.size(), 60U);
    for (const auto& contact : contacts) EXPECT_GE(contact.gap, gap - 1e-12);
    for (const auto& contact : contacts) EXPECT_GT(contact.normal[2], -0.5);
  }
}

}  // namespace
}  // namespace stiction
