#include "geometry/tetra/mesher/tet_mesher.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/repetitions.h"
#include "geometry/mesh/mesh_check.h"
#include "geometry/solids/blend.h"
#include "geometry/solids/mesh_oracle.h"
#include "geometry/solids/solid_samples.h"
#include "geometry/tetra/mesher/stuffing.h"
#include "geometry/tetra/tet_check.h"
#include "geometry/tetra/tet_quality.h"
#include "geometry/tetra/tet_surface.h"

namespace stiction {
namespace {

constexpr double kPi = 3.14159265358979323846;

// A few balls that melt into each other: 1-Lipschitz, within [-1, 1]^3.
std::function<double(const Vec3&)> random_blob(unsigned seed) {
  RandomPoints random({Vec3::Constant(-0.45), Vec3::Constant(0.45)}, seed);
  std::vector<std::pair<Vec3, double>> balls;
  for (int k = 0; k < 5; ++k) {
    const Vec3 centre = random.next();
    balls.emplace_back(centre, 0.2 + 0.2 * random.unit());
  }
  return [balls](const Vec3& p) {
    double d = 10;
    for (const auto& [centre, radius] : balls) d = smooth_min(d, (p - centre).norm() - radius, 0.1);
    return d;
  };
}

TetMesh stuffed(const std::function<double(const Vec3&)>& distance, const Aabb& box, double cell) {
  const LevelSet surface(distance, box, cell);
  BccLattice lattice(surface, box, Vec3::Constant(cell));
  return stuff_lattice(surface, lattice).mesh;
}

TEST(Stuffing, angles_stay_within_the_published_bounds_for_any_function) {
  double smallest = 180, largest = 0;
  const Aabb box{Vec3::Constant(-1.1), Vec3::Constant(1.1)};
  for (unsigned seed = 1; seed <= static_cast<unsigned>(test::repetitions(20)); ++seed) {
    for (const double cell : {0.31, 0.17}) {
      const TetQuality q = tet_quality(stuffed(random_blob(seed), box, cell));
      ASSERT_GT(q.tet_count, 0);
      ASSERT_GT(q.smallest_volume, 0);
      smallest = std::min(smallest, q.smallest_angle);
      largest = std::max(largest, q.largest_angle);
    }
  }
  // Planes in all positions cut the lattice in every way that smooth surfaces can.
  RandomPoints random({Vec3::Constant(-0.3), Vec3::Constant(0.3)}, 9);
  for (int trial = 0; trial < test::repetitions(150); ++trial) {
    const Vec3 normal = random.direction(), at = random.next();
    const auto half_ball = [&](const Vec3& p) { return std::max(p.norm() - 1, normal.dot(p - at)); };
    const TetQuality q = tet_quality(stuffed(half_ball, box, 0.35));
    ASSERT_GT(q.smallest_volume, 0);
    smallest = std::min(smallest, q.smallest_angle);
    largest = std::max(largest, q.largest_angle);
  }
  EXPECT_GT(smallest, 10.7);
  EXPECT_LT(largest, 164.8);
  EXPECT_LT(smallest, 16);  // the search reaches bad cases
  RecordProperty("smallest_angle", std::to_string(smallest));
  RecordProperty("largest_angle", std::to_string(largest));
  std::printf("dihedral angles %.2f to %.2f degrees\n", smallest, largest);
}

void expect_good(const TetMesh& mesh, const Solid& solid, double cell) {
  const char* name = solid.kind().name;
  EXPECT_EQ(tet_fault(mesh), "") << name;
  const TetQuality q = tet_quality(mesh);
  EXPECT_GT(q.smallest_angle, 10) << name;
  EXPECT_LT(q.largest_angle, 165) << name;
  const TetSurface surface = tet_surface(mesh);
  double off = 0;
  for (const Vec3& v : surface.mesh.vertices) off = std::max(off, std::abs(solid_distance(solid, v)));
  EXPECT_LT(off, 1e-6) << name;
  double outside = 0;
  for (const Vec3& v : mesh.vertices) outside = std::max(outside, solid_distance(solid, v));
  EXPECT_LT(outside, 1e-6) << name;
  EXPECT_LT(q.longest_edge, 3 * cell) << name;
}

// A cell that resolves the kind's defaults, or those of solid_samples.h for combinations [m].
double usual_cell(const std::string& kind) {
  if (kind == "chair") return 0.025;
  if (kind == "table") return 0.04;
  if (kind == "strand" || kind == "bowl" || kind == "tube" || kind == "torus") return 0.06;
  if (kind == "bunny" || kind == "dinosaur" || kind == "intersection" || kind == "difference") return 0.05;
  return 0.12;
}

TEST(TetMesher, every_kind_of_solid_gives_a_good_mesh) {
  for (const SolidKind& kind : solid_registry()) {
    const Solid solid = kind.has_parts ? combination(kind.name, 0.15) : Solid(kind);
    const double cell = usual_cell(kind.name);
    const TetMesh mesh = tet_mesh_of(solid, {.cell = cell});
    expect_good(mesh, solid, cell);
    EXPECT_NEAR(mesh_volume(mesh), mesh_volume(mesh_of(solid, cell)), 0.06 * mesh_volume(mesh)) << kind.name;
  }
}

TEST(TetMesher, smoothing_never_lowers_the_worst_angle) {
  for (unsigned seed = 1; seed <= static_cast<unsigned>(test::repetitions(5)); ++seed) {
    const TetMeshSource blob{random_blob(seed), {Vec3::Constant(-1), Vec3::Constant(1)}, "blob"};
    double last = 0;
    for (const int sweeps : {0, 1, 3, 8}) {
      TetMesh mesh;
      try {
        mesh = tet_mesh_of(blob, {.cell = 0.15, .creases = false, .sweeps = sweeps});
      } catch (const InputError&) {
        break;  // in pieces
      }
      const TetQuality q = tet_quality(mesh);
      const double worst = std::min(q.smallest_angle, 180 - q.largest_angle);
      EXPECT_GE(worst, last - 1e-6) << seed;
      last = worst;
      EXPECT_TRUE(sweeps < 8 || worst > 20) << seed;
    }
  }
}

TEST(TetMesher, volumes_of_round_solids_converge_with_the_square_of_the_cell) {
  const auto error = [](const Solid& solid, double exact, double cell) {
    return std::abs(mesh_volume(tet_mesh_of(solid, {.cell = cell})) / exact - 1);
  };
  const Solid ball("sphere");
  const double coarse = error(ball, kPi / 6, 0.14), fine = error(ball, kPi / 6, 0.07);
  EXPECT_LT(fine, 0.01);
  EXPECT_GT(coarse / fine, 3);
}

TEST(TetMesher, a_box_keeps_nearly_all_of_its_edges) {
  const Solid box = Solid("box").set("size", Vec3(1, 0.7, 0.5));
  const double sharp = mesh_volume(tet_mesh_of(box, {.cell = 0.08, .fit = false}));
  const double blunt = mesh_volume(tet_mesh_of(box, {.cell = 0.08, .fit = false, .creases = false}));
  EXPECT_NEAR(sharp, 0.35, 0.002 * 0.35);
  EXPECT_LT(blunt, 0.995 * 0.35);
}

TEST(TetMesher, a_box_that_the_lattice_fits_is_exact_and_stays_as_it_was_stuffed) {
  const Solid box = Solid("box").set("size", Vec3(1, 0.7, 0.5));
  const TetMesh mesh = tet_mesh_of(box, {.cell = 0.1});
  EXPECT_NEAR(mesh_volume(mesh), 0.35, 1e-12);
  const TetQuality q = tet_quality(mesh);
  EXPECT_NEAR(q.smallest_angle, 45, 1e-6);
  EXPECT_NEAR(q.largest_angle, 90, 1e-6);
}

TEST(TetMesher, a_closed_surface_gives_what_its_solid_gives) {
  const Solid torus = Solid("torus").set("radius", 0.3).set("thickness", 0.12);
  const TriangleMesh surface = mesh_of(torus, 0.06);
  const TetMesh mesh = tet_mesh_of(surface, {.cell = 0.07});
  EXPECT_EQ(tet_fault(mesh), "");
  EXPECT_NEAR(mesh_volume(mesh), mesh_volume(surface), 0.05 * mesh_volume(surface));
  EXPECT_GT(tet_quality(mesh).smallest_angle, 15);
  EXPECT_TRUE(check_mesh(tet_surface(mesh).mesh).empty());
}

TEST(TetMesher, gives_the_same_bits_every_time) {
  const TetMesh first = tet_mesh_of(Solid("chair"), {.cell = 0.03}),
                second = tet_mesh_of(Solid("chair"), {.cell = 0.03});
  EXPECT_EQ(first.vertices, second.vertices);
  EXPECT_EQ(first.tets, second.tets);
}

std::string refusal(const Solid& solid, double cell) {
  try {
    tet_mesh_of(solid, {.cell = cell});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// The cell that the message recommends.
double recommended(const std::string& message) {
  const std::string words = "use a \"cell\" of ";
  const std::size_t at = message.find(words);
  EXPECT_NE(at, std::string::npos) << message;
  return at == std::string::npos ? 0 : std::stod(message.substr(at + words.size()));
}

TEST(TetMesher, what_is_thinner_than_the_cell_is_refused_with_a_cell_that_does) {
  Solid dumbbell("union");
  dumbbell.parts = {Solid("box").set("size", Vec3(2, 0.06, 0.06)), Solid().set("radius", 0.3),
                    Solid().set("radius", 0.3)};
  dumbbell.parts[1].pose.position.x() = -0.9;
  dumbbell.parts[2].pose.position.x() = 0.9;
  Solid needle = dumbbell;  // a ball with a thin stalk that ends freely
  needle.parts.pop_back();
  const Solid sheet = Solid("box").set("size", Vec3(1, 1, 0.02));
  for (const Solid& solid : {dumbbell, needle, sheet}) {
    const std::string message = refusal(solid, 0.2);
    EXPECT_NE(message.find("thinner than the cell"), std::string::npos) << message;
    const double cell = recommended(message);
    EXPECT_EQ(refusal(solid, cell), "");
  }
}

TEST(TetMesher, senseless_input_is_refused) {
  EXPECT_NE(refusal(Solid(), 0).find("positive length"), std::string::npos);
  EXPECT_NE(refusal(Solid(), std::numeric_limits<double>::quiet_NaN()).find("positive length"), std::string::npos);
  EXPECT_NE(refusal(Solid(), 1e-3).find("too fine"), std::string::npos);
  EXPECT_NE(refusal(Solid().set("radius", -1), 0.1).find("radius"), std::string::npos);
  Solid pair("union");
  pair.parts = {Solid(), Solid()};
  pair.parts[1].pose.position.x() = 3;
  EXPECT_NE(refusal(pair, 0.2).find("is in 2 pieces"), std::string::npos);
  TriangleMesh open = mesh_of(Solid(), 0.2);
  open.triangles.pop_back();
  EXPECT_THROW(tet_mesh_of(open, {.cell = 0.1}), InputError);
}

}  // namespace
}  // namespace stiction
