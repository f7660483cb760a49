// Contacts between bodies of mass points as collision finds and the assembly writes them, against the constraint that
// they come from (RG eqs. 1, 2, 5), and their regions against a search of all pairs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "collision/collider.h"
#include "contact/assemble.h"
#include "contact/island.h"
#include "contact/tangent_frame.h"
#include "elastic_points/points_bodies.h"

namespace stiction::test {
namespace {

constexpr double kEdge = 0.1, kStep = 1e-4;  // of the tetrahedra [m], [s]

struct Node {
  int body = 0, index = 0;
  auto operator<=>(const Node&) const = default;
};
using Places = std::map<Node, Vec3>;

// Two cubes of tetrahedra whose corners are where chance puts them, so that no two nodes have the same mass. (The ends
// of the diagonal of one cube would.)
std::shared_ptr<const PointsBody> crooked_brick(unsigned seed) {
  TetMesh mesh = box_tet_mesh(kEdge * Vec3(2, 1, 1), {2, 1, 1});
  const VecX moves = random_vector(3 * static_cast<Eigen::Index>(mesh.vertices.size()), 0.15 * kEdge, seed);
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    mesh.vertices[v] += moves.segment<3>(3 * static_cast<Eigen::Index>(v));
  }
  return make_points_body(mesh, explicit_one(soft(1e4)));
}

const PointsBody& points_of(const Model& model, int body) {
  return static_cast<const PointsBody&>(*model.bodies[body].deformable);
}

// One step's problem, by the engine's own stages.
struct Assembled {
  Model model;
  State state;
  ContactSet contacts;
  ContactProblem problem;

  explicit Assembled(Model the_model) : model(std::move(the_model)), state(initial_state(model)) {}
  void assemble_now() {
    Prediction prediction;
    predict(model, state, kStep, prediction);
    drop_inert_contacts(prediction, contacts);
    assemble(model, state, prediction, contacts, kStep, {}, problem);
  }
  Places places() const {
    Places result;
    for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) {
      std::vector<Vec3> vertices;
      points_of(model, b).deformed_vertices(model.bodies[b], state.bodies[b], vertices);
      const Pose pose = body_pose(model.bodies[b], state.bodies[b]);
      for (std::size_t v = 0; v < vertices.size(); ++v) {
        result[{b, points_of(model, b).node_of_vertex(static_cast<int>(v))}] = pose.to_world(vertices[v]);
      }
    }
    return result;
  }
  // Which nodes carry one side of a contact, with their weights; what is rounded from zero is zero.
  std::map<Node, double> side(int body, const MaterialPoint& point) const {
    std::map<Node, double> result;
    const auto& corners = points_of(model, body).surface().triangles[point.triangle];
    for (int k = 0; k < 3; ++k) {
      if (std::abs(point.weights()[k]) > 1e-15)
        result[{body, points_of(model, body).node_of_vertex(corners[k])}] = point.weights()[k];
    }
    return result;
  }
  // A body of the problem has the mass of one node only.
  Node node_of(const WideBody& wide) const {
    std::vector<Node> found;
    for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) {
      const std::vector<double>& masses = points_of(model, b).masses();
      for (int i = 0; i < static_cast<int>(masses.size()); ++i) {
        if (masses[i] == wide.mass) found.push_back({b, i});
      }
    }
    EXPECT_EQ(found.size(), 1U);
    return found.at(0);
  }
  std::map<Node, Mat3> rows(int contact) const {
    std::map<Node, Mat3> result;
    for (int s = problem.contacts[contact].wide_begin; s < problem.contacts[contact].wide_end; ++s) {
      const WideSide& side = problem.wide_sides[s];
      result[node_of(problem.wide_bodies[side.body])] = problem.jacobian(side);
    }
    return result;
  }
};

// Two bricks, one turned any way and moved towards the other until something is nearer than a twentieth of an edge.
Assembled nearly_touching(unsigned seed) {
  const VecX chance = random_vector(6, 1, 1000 + seed);
  const Vec3 from = chance.head<3>().normalized();
  Model model;
  model.margin = 0.05 * kEdge;
  model.gravity.setZero();
  model.bodies = {points_body("a", crooked_brick(2 * seed)), points_body("b", crooked_brick(2 * seed + 1))};
  model.bodies[1].start.rotation = Quat(Eigen::AngleAxisd(3 * chance[3], chance.segment<3>(3).normalized()));
  compute_masses(model);
  Assembled result(std::move(model));
  Collider collider(result.model);
  for (double distance = 3.5 * kEdge; result.contacts.empty() && distance > 0; distance -= 0.02 * kEdge) {
    result.state.bodies[1].center = result.state.bodies[0].center + distance * from;
    collider.collide(result.state, kStep, result.contacts);
  }
  result.assemble_now();
  return result;
}

// Places of some nodes, in the order of a list.
std::vector<Vec3> corners(const Places& places, const std::map<Node, double>& side) {
  std::vector<Vec3> result;
  for (const auto& [node, weight] : side) result.push_back(places.at(node));
  return result;
}

// Six times the signed volume, over the area that four points span: RG eq. (1) in the scale of a length. Of a point
// and a triangle, or of two edges.
double volume_over_area(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  if (a.size() == 3) return volume_over_area(b, a);
  const Vec3 area = b.size() == 3 ? (b[1] - b[0]).cross(b[2] - b[0]) : (a[1] - a[0]).cross(b[1] - b[0]);
  return (b[0] - a[0]).dot(area) / area.norm();
}

Vec3 gradient(Places places, const Node& node, const std::function<double(const Places&)>& function) {
  const double h = 1e-6;  // [m]
  Vec3 result;
  for (int k = 0; k < 3; ++k) {
    const Vec3 kept = places[node];
    places[node][k] = kept[k] + h;
    const double forward = function(places);
    places[node][k] = kept[k] - h;
    result[k] = (forward - function(places)) / (2 * h);
    places[node] = kept;
  }
  return result;
}

struct Counts {
  int point_triangle = 0, edge_edge = 0, of_face = 0;
};

// Slip of the material points along a direction that stays, RG eq. (5).
void check_slip(const Assembled& assembled, int c, const Places& places) {
  const Contact& contact = assembled.contacts[c];
  const auto a = assembled.side(contact.body_a, contact.material_a),
             b = assembled.side(contact.body_b, contact.material_b);
  const Mat3 frame = tangent_frame(contact.normal);
  for (const auto& [node, row] : assembled.rows(c)) {
    for (int k = 0; k < 3; ++k) {
      const auto slip = [&](const Places& p) {
        Vec3 between = Vec3::Zero();
        for (const auto& [of_b, weight] : b) between += weight * p.at(of_b);
        for (const auto& [of_a, weight] : a) between -= weight * p.at(of_a);
        return frame.row(k).dot(between);
      };
      EXPECT_LT((row.row(k).transpose() - gradient(places, node, slip)).norm(), 1e-7) << "row " << k;
    }
  }
}

// The normal row of four points, RG eqs. (1), (2).
void check_gap(const Assembled& assembled, int c, const Places& places, Counts& counts) {
  const Contact& contact = assembled.contacts[c];
  const auto a = assembled.side(contact.body_a, contact.material_a),
             b = assembled.side(contact.body_b, contact.material_b);
  if (a.size() + b.size() != 4) return;  // a point over an edge, or two points
  const double sign = volume_over_area(corners(places, a), corners(places, b)) > 0 ? 1 : -1;
  const auto gap = [&](const Places& p) { return sign * volume_over_area(corners(p, a), corners(p, b)); };
  const bool edges = a.size() == 2;
  if (edges && contact.gap > gap(places) + 1e-12) {  // along a face's normal, which edges nearly in its plane take
    const auto of_a = corners(places, a), of_b = corners(places, b);
    const auto across = [&](const std::vector<Vec3>& edge) {
      return std::abs(contact.normal.dot((edge[1] - edge[0]).normalized()));
    };
    EXPECT_LT(std::min(across(of_a), across(of_b)), 1e-12);
    ++counts.of_face;
    return;
  }
  ++(edges ? counts.edge_edge : counts.point_triangle);
  ASSERT_NEAR(contact.gap, gap(places), 1e-12);
  const auto rows = assembled.rows(c);
  ASSERT_EQ(rows.size(), 4U);
  for (const auto& [node, row] : rows) EXPECT_LT((row.row(0).transpose() - gradient(places, node, gap)).norm(), 1e-7);
}

TEST(PointsAssembly, RowsAreGradientsOfTheGapAndOfTheSlip) {
  Counts counts;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Assembled assembled = nearly_touching(seed);
    ASSERT_FALSE(assembled.contacts.empty()) << seed;
    for (int c = 0; c < static_cast<int>(assembled.contacts.size()); ++c) {
      SCOPED_TRACE(fmt::format("seed {}, contact {}", seed, c));
      check_slip(assembled, c, assembled.places());
      check_gap(assembled, c, assembled.places(), counts);
    }
  }
  EXPECT_GE(counts.point_triangle, 20);
  EXPECT_GE(counts.edge_edge, 20);
  EXPECT_LT(counts.of_face, counts.edge_edge / 2);
}

TEST(PointsAssembly, TheMassMatrixIsThatOfTheTouchedNodesAndStrictlyDiagonal) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Assembled assembled = nearly_touching(seed);
    std::set<Node> touched, found;
    for (const Contact& contact : assembled.contacts) {
      for (const auto& [node, weight] : assembled.side(contact.body_a, contact.material_a)) touched.insert(node);
      for (const auto& [node, weight] : assembled.side(contact.body_b, contact.material_b)) touched.insert(node);
    }
    for (const WideBody& wide : assembled.problem.wide_bodies) {
      found.insert(assembled.node_of(wide));
      const MatX factor = assembled.problem.factor(wide);
      ASSERT_EQ(factor.rows(), 3);
      EXPECT_EQ(factor, MatX(Mat3::Identity() / std::sqrt(wide.mass)));
    }
    EXPECT_EQ(found, touched);
    EXPECT_EQ(assembled.problem.wide_bodies.size(), touched.size());
    EXPECT_TRUE(assembled.problem.bodies.empty());
  }
}

// Bricks on a lattice, turned and moved a little by chance: some touch their neighbours, some do not.
Assembled scattered(unsigned seed, int count) {
  Model model;
  model.margin = 0.1 * kEdge;
  model.gravity.setZero();
  const VecX chance = random_vector(6 * count, 1, seed);
  for (int i = 0; i < count; ++i) {
    const Vec3 place =
        1.25 * kEdge * Vec3(2 * (i % 3), (i / 3) % 3, i / 9) + 0.15 * kEdge * Vec3(chance.segment<3>(6 * i));
    model.bodies.push_back(points_body(fmt::format("b{}", i), crooked_brick(seed + i), place));
    model.bodies.back().start.rotation =
        Quat(Eigen::AngleAxisd(0.3 * chance[6 * i + 3], chance.segment<3>(6 * i + 3).normalized()));
  }
  compute_masses(model);
  Assembled result(std::move(model));
  Collider(result.model).collide(result.state, kStep, result.contacts);
  result.assemble_now();
  return result;
}

// Contacts that a chain of contacts joins, each of which shares a node with the next: all pairs, until nothing changes.
std::set<std::set<int>> regions_by_search(const Assembled& assembled) {
  const int count = static_cast<int>(assembled.contacts.size());
  std::vector<std::set<Node>> nodes(count);
  std::vector<int> label(count);
  for (int c = 0; c < count; ++c) {
    label[c] = c;
    const Contact& contact = assembled.contacts[c];
    for (const auto& [node, weight] : assembled.side(contact.body_a, contact.material_a)) nodes[c].insert(node);
    for (const auto& [node, weight] : assembled.side(contact.body_b, contact.material_b)) nodes[c].insert(node);
  }
  const auto meet = [&](int i, int j) {
    return std::any_of(nodes[i].begin(), nodes[i].end(), [&](const Node& n) { return nodes[j].count(n) > 0; });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j < count; ++j) {
        if (label[j] >= label[i] || !meet(i, j)) continue;
        label[i] = label[j];
        changed = true;
      }
    }
  }
  std::map<int, std::set<int>> regions;
  for (int c = 0; c < count; ++c) regions[label[c]].insert(c);
  std::set<std::set<int>> result;
  for (const auto& [first, region] : regions) result.insert(region);
  return result;
}

TEST(PointsAssembly, RegionsAreTheConnectedComponentsOfTouchedNodes) {
  std::size_t regions = 0, joined = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Assembled assembled = scattered(100 * seed, 18);
    std::vector<Island> islands;
    int count = 0;
    IslandBuilder().build(assembled.problem, true, {}, islands, count);
    std::set<std::set<int>> found;
    for (int i = 0; i < count; ++i) found.insert({islands[i].contacts.begin(), islands[i].contacts.end()});
    EXPECT_EQ(found, regions_by_search(assembled)) << seed;
    regions += found.size();
    for (const auto& region : found) joined += region.size() > 1 ? 1 : 0;
  }
  EXPECT_GE(regions, 60U);
  EXPECT_GE(joined, 20U);
}

}  // namespace
}  // namespace stiction::test
