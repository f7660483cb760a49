// Contacts of a surface with itself against brute force over all its vertices, triangles and edges.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "base/hash.h"
#include "collision/collider.h"
#include "collision/deforming/near_at_rest.h"
#include "collision/deforming/surface_pairs.h"
#include "collision_deforming/free_surface.h"
#include "collision_deforming/random_bodies.h"

namespace stiction {
namespace {

using namespace surface_limits;

constexpr double kMargin = 0.03;  // [m]

struct SkipNearAtRest {
  const BoundedTree& tree;
  int vertex;
  static bool leaves_out_at_once(int) { return false; }
  bool leaves_out(int triangle) const { return near_at_rest(tree, vertex, triangle); }
};

using Found = std::map<std::uint64_t, SurfaceFoot>;

// All vertices against all triangles.
Found vertices_by_brute_force(const test::RandomSurface& body) {
  Found expected;
  SurfaceFeet feet;
  std::vector<SurfaceFoot> found;
  feet.gather(*body.placed, body.state.center, 1e9);
  const double edge = body.tree->topology().edge_length;
  for (int v = 0; v < static_cast<int>(body.tree->mesh().vertices.size()); ++v) {
    const FootQuery query{body.placed->vertex(v), kMargin, kDepth * edge, kTouching * edge, body.placed.get(), v};
    feet.find(*body.placed, query, SkipNearAtRest{*body.tree, v}, found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const SurfaceFeature& feature = found[i].feature;
      if (found[i].gap > kMargin || (feature.kind == MeshFeature::kVertex && feature.index < v)) continue;
      std::uint64_t code = mix_hash(kSelfVertex, static_cast<std::uint64_t>(v));
      if (i > 0) {
        code = mix_hash(code,
                        2 * static_cast<std::uint64_t>(feature.index) + (feature.kind == MeshFeature::kEdge ? 1 : 0));
      }
      expected[code] = found[i];
    }
  }
  return expected;
}

// All edges against all others, no deeper than this.
std::map<std::uint64_t, EdgeCrossing> edges_by_brute_force(const test::RandomSurface& body, double depth) {
  std::vector<SharpEdge> edges;
  for (const int e : body.tree->edge_order()) {
    if (is_sharp(*body.placed, e)) edges.push_back(sharp_edge(*body.placed, e));
  }
  std::map<std::uint64_t, EdgeCrossing> expected;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t j = i + 1; j < edges.size(); ++j) {
      EdgeCrossing crossing;
      if (!cross_edges(edges[i], edges[j], kMargin, depth, crossing)) continue;
      if (edges_near_at_rest(*body.tree, edges[i].index, edges[j].index)) continue;
      expected[mix_hash(mix_hash(kSelfEdge, static_cast<std::uint64_t>(edges[i].index)),
                        static_cast<std::uint64_t>(edges[j].index))] = crossing;
    }
  }
  return expected;
}

struct Counts {
  int vertices = 0, edges = 0, deep_edges = 0;
};

void compare(const test::RandomSurface& body, Counts& counts) {
  SurfacePairs pairs;
  std::vector<SurfaceContact> contacts;
  pairs.find_own(*body.placed, {.margin = kMargin}, contacts);
  const double edge = body.tree->topology().edge_length;
  const Found vertices = vertices_by_brute_force(body);
  const auto edges = edges_by_brute_force(body, kTouching * edge), deep = edges_by_brute_force(body, kDepth * edge);
  std::map<std::uint64_t, const SurfaceContact*> found;
  for (const SurfaceContact& contact : contacts) {
    ASSERT_TRUE(found.emplace(contact.code, &contact).second);  // codes are unique
    if (vertices.contains(contact.code)) {
      const SurfaceFoot& foot = vertices.at(contact.code);
      EXPECT_EQ(contact.gap, foot.gap);
      EXPECT_EQ(contact.normal, -foot.normal);
      EXPECT_EQ(contact.material_b.triangle, foot.material.triangle);
      ++counts.vertices;
    } else {
      ASSERT_TRUE(deep.contains(contact.code));
      EXPECT_EQ(contact.gap, deep.at(contact.code).core);
      EXPECT_EQ(contact.normal, deep.at(contact.code).normal);
      ++(edges.contains(contact.code) ? counts.edges : counts.deep_edges);
    }
  }
  for (const auto& [code, foot] : vertices) EXPECT_TRUE(found.contains(code)) << foot.gap;
  for (const auto& [code, crossing] : edges) EXPECT_TRUE(found.contains(code)) << crossing.core;
}

TEST(OwnContacts, AreThoseOfBruteForce) {
  Counts counts;
  for (unsigned seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const test::RandomSurface body(seed, seed % 2 == 0, Vec3(1, 2, 3), 1, 4);  // deformed until it crosses itself
    compare(body, counts);
  }
  RecordProperty("vertices", counts.vertices);
  RecordProperty("edges", counts.edges);
  EXPECT_GT(counts.vertices, 200);
  EXPECT_GT(counts.edges + counts.deep_edges, 3);
}

TEST(OwnContacts, AreTheSameFarFromTheOrigin) {
  Counts counts;
  for (unsigned seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE(seed);
    compare(test::RandomSurface(seed, false, Vec3(1e6, -1e6, 1e5), 1, 4), counts);
  }
  EXPECT_GT(counts.vertices, 50);
}

// Half of the surface in tiny triangles beside large ones, and some without any area.
TEST(OwnContacts, AreThoseOfBruteForceWhereTrianglesAreUneven) {
  Counts counts;
  for (unsigned seed = 0; seed < 8; ++seed) {
    SCOPED_TRACE(seed);
    test::ModalShapeOptions options;
    options.surface = test::box_surface({1.6, 1.2, 0.8}, 8);
    for (Vec3& v : options.surface.vertices) {
      if (v[0] > 0) v[0] *= 1e-3;
      if (seed % 2 == 0 && v[1] > 0.4) v = Vec3(0.1, 0.5, 0.1);
    }
    options.basis = test::smooth_basis(options.surface, 6, 0.6, 1, seed + 1);
    options.linear = false;
    test::RandomSurface body(options);
    test::Random random(seed);
    for (double& q : body.state.deformation) q = random.number();
    body.move_to(Vec3(0.1, 0.2, 0.3));
    compare(body, counts);
  }
  EXPECT_GT(counts.vertices, 20);
}

// A bar of six long cells whose ends cross, one over the other, between their vertices: only edges see it.
TEST(OwnContacts, SeeEndsOfABarThatCrossBetweenVertices) {
  const auto bar = std::make_shared<test::FreeSurface>(test::box_surface({2, 0.1, 0.05}, std::array{6, 1, 1}));
  Model model;
  model.gravity.setZero();
  model.margin = 0.02;
  model.bodies = {test::free_body("bar", bar, Vec3::Zero())};
  model.bodies[0].self_contact = true;
  compute_masses(model);
  Collider collider(model);
  const Quat turned(Eigen::AngleAxisd(1.3, Vec3::UnitZ()));
  for (const double gap : {0.01, 1e-6, -1e-4}) {
    State state = initial_state(model);
    TriangleMesh crossed = bar->surface();
    for (Vec3& v : crossed.vertices) {
      const double s = v[0];  // -1 .. 1
      const Vec3 across(0, v[1], v[2]);
      if (s < -0.2) {
        v = Vec3(s + 5.0 / 6, 0, 0) + across;
      } else if (s > 0.2) {
        v = turned * Vec3(s - 5.0 / 6, v[1], v[2]) + Vec3(0.02, 0.01, 0.05 + gap);
      } else {
        v = Vec3(0.6, -0.6, 0.3) + across;
      }
    }
    test::place_vertices(crossed, state.bodies[0]);
    ContactSet contacts;
    collider.collide(state, 1e-3, contacts);
    ASSERT_EQ(contacts.size(), 4U) << gap;
    for (const Contact& contact : contacts) {
      EXPECT_EQ(contact.body_a, contact.body_b);
      EXPECT_NEAR(contact.gap, gap, 1e-12);
      EXPECT_NEAR(std::abs(contact.normal[2]), 1, 1e-12);
    }
  }
}

// A body one vertex of which is nowhere takes no part; the others do.
TEST(OwnContacts, AreNoneOfABodyThatIsNotFinite) {
  const auto ball = std::make_shared<test::FreeSurface>(test::ball_surface(2));
  Model model;
  model.margin = 0.05;
  for (int i = 0; i < 3; ++i) {
    model.bodies.push_back(test::free_body("ball", ball, Vec3(1.99 * i, 0, 0)));
    model.bodies.back().self_contact = true;
  }
  compute_masses(model);
  Collider collider(model);
  State state = initial_state(model);
  ContactSet contacts;
  collider.collide(state, 1e-3, contacts);
  EXPECT_GT(contacts.size(), 0U);
  state.bodies[2].deformation[7] = std::nan("");
  collider.collide(state, 1e-3, contacts);
  EXPECT_GT(contacts.size(), 0U);
  for (const Contact& contact : contacts) EXPECT_NE(contact.body_b, 2);
}

// A tiny ball on a huge one, both with self-contact.
TEST(OwnContacts, DoNotMindOtherBodiesOfOtherSizes) {
  TriangleMesh small = test::ball_surface(2);
  for (Vec3& v : small.vertices) v *= 1e-3;
  TriangleMesh large = test::ball_surface(3);
  for (Vec3& v : large.vertices) v *= 100;
  Model model;
  model.gravity.setZero();
  model.margin = 1e-4;
  double top = 0;
  for (const Vec3& v : large.vertices) top = std::max(top, v[2]);
  model.bodies = {test::free_body("large", std::make_shared<test::FreeSurface>(large), Vec3::Zero()),
                  test::free_body("small", std::make_shared<test::FreeSurface>(small), Vec3(0, 0, top + 1e-3))};
  for (Body& body : model.bodies) body.self_contact = true;
  compute_masses(model);
  Collider collider(model);
  ContactSet contacts;
  collider.collide(initial_state(model), 1e-3, contacts);
  ASSERT_GT(contacts.size(), 0U);
  for (const Contact& contact : contacts) {
    EXPECT_EQ(contact.body_a, 0);
    EXPECT_EQ(contact.body_b, 1);
    EXPECT_GT(contact.normal[2], 0.9);
  }
}

}  // namespace
}  // namespace stiction
