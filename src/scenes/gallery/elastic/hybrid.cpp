// Bodies of all kinds on each other: a rigid slab on six modal pads carries a modal bowl with rigid dice and marbles, a
// soft cube of StVK's kind and a pudding of mass points in it, a rigid weight with a modal cushion and a lid, and a
// folding rule of links on hinges that is dropped between them, with a pillow of mass points on top. The pads weigh
// what is on the slab.
#include <fmt/format.h>

#include <cmath>

#include "elastic/elastic_spec.h"
#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/contacts_of.h"
#include "scenes/gallery/elastic/lasting.h"
#include "scenes/gallery/elastic/volume_ratio.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/mechanisms/links.h"
#include "scenes/gallery/points/soft_points.h"
#include "scenes/gallery/scatter.h"

namespace stiction {
namespace {

using namespace building;

const Vec3 kPad(0.08, 0.08, 0.12);  // size [m]
constexpr double kPadAt = 0.4,
                 kPadAside = 0.14;       // from the middle of the slab to the outer ones, along it and across [m]
const Vec3 kSlab(1, 0.4, 0.03);          // size [m]
constexpr double kOnSlab = 0.12 + 0.03;  // height of its upper side [m]
constexpr double kBowlRadius = 0.16, kWall = 0.03, kDepth = 0.13, kFoot = 0.006;  // [m]
constexpr double kDie = 0.04, kMarble = 0.018;                                    // edge, radius [m]
constexpr double kWeightAt = -0.3;                                                // along the slab [m]
constexpr double kRuleAt = -0.1;                                                  // likewise [m]
const Vec3 kPillow(0.16, 0.1, 0.03);                                              // size [m]
constexpr double kPudding = 0.035, kPuddingCell = 0.014;                          // radius, edges of its tetrahedra [m]
constexpr double kSettled = 4;                                                    // [s]

std::shared_ptr<ElasticSpec> elastic(double young, double poisson, double cell, int modes, double damping) {
  auto spec = std::make_shared<ElasticSpec>();
  spec->cell = cell;
  spec->modal = {.material = {.young = young, .poisson = poisson}, .modes = modes, .stiffness_damping = damping};
  return spec;
}

std::shared_ptr<ElasticSpec> jelly(double young) {
  auto spec = elastic(young, 0.4, 0.0175, 8, 5e-3);
  spec->model = ElasticModel::kStvk;
  spec->dofs = 20;
  return spec;
}

// Steps are far beyond what explicit ones would be stable at.
std::shared_ptr<ElasticSpec> soft(double cell, double young) {
  return soft_points(cell, young, 5e-3, PointsIntegrator::kImplicit);
}

// Upright, so that being pressed together is among a pad's lowest modes.
void add_slab_on_pads(Model& model, int rubber, int wood, double young) {
  const auto spec = elastic(young, 0.4, 0.06, 24, 5e-3);
  int count = 0;
  for (const int along : {-1, 0, 1}) {
    for (const int aside : {-1, 1}) {
      const Vec3 place(along * kPadAt, aside * kPadAside, kPad.z() / 2);
      add_box(model, fmt::format("pad{}", count++), rubber, kPad, place).elastic = spec;
    }
  }
  add_box(model, "slab", wood, kSlab, Vec3(0, 0, kPad.z() + kSlab.z() / 2));
}

void add_bowl(Model& model, int plastic, const GalleryValues& values) {
  MeshOptions options;
  options.cache = default_cache_folder();
  const Solid solid =
      Solid("bowl").set("radius", kBowlRadius).set("thickness", kWall).set("depth", kDepth).set("foot", kFoot);
  const double cell = 0.018;
  const double foot = -kBowlRadius + kFoot;
  Body& bowl = add_shape(model, "bowl", plastic, make_solid_shape(solid, cell, options),
                         {Vec3(values["bowl_at"], 0, kOnSlab - foot), Quat::Identity()});
  bowl.elastic = elastic(values["bowl_young"], 0.4, cell, 20, 1e-3);
}

// One layer above the other, each with its own turn.
void add_contents(Model& model, int wood, int rubber, const GalleryValues& values) {
  Scatter scatter(values.whole("seed"));
  const double x = values["bowl_at"];
  double z = kOnSlab + 0.07;
  const auto place = [&](double reach) {
    return Vec3(x + scatter.between(-reach, reach), scatter.between(-reach, reach), z);
  };
  add_sphere(model, "pudding", rubber, kPudding, place(0.005)).elastic = soft(kPuddingCell, values["young"]);
  z += 0.1;
  Body& cube = add_box(model, "jelly", rubber, Vec3::Constant(0.07), place(0.005));
  cube.start.rotation = scatter.rotation();
  cube.elastic = jelly(values["young"]);
  z += 0.08;
  for (int i = 0; i < values.whole("dice"); ++i, z += 1.8 * kDie) {
    add_box(model, fmt::format("die{}", i), wood, Vec3::Constant(kDie), place(0.04), scatter.rotation());
  }
  for (int i = 0; i < values.whole("marbles"); ++i, z += 2.2 * kMarble) {
    add_sphere(model, fmt::format("marble{}", i), wood, kMarble, place(0.04));
  }
}

void add_weight(Model& model, int iron, int wood, int rubber, const GalleryValues& values) {
  const double size = 0.12;
  double z = kOnSlab;
  const auto on_top = [&](double height) { return Vec3(kWeightAt, 0, (z += height) - height / 2); };
  add_box(model, "weight", iron, Vec3::Constant(size), on_top(size));
  add_box(model, "cushion", rubber, Vec3(0.1, 0.1, 0.06), on_top(0.06)).elastic =
      elastic(values["young"], 0.4, 0.05, 12, 5e-3);
  add_box(model, "lid", wood, Vec3(0.14, 0.14, 0.04), on_top(0.04));
}

// Unfolded in zigzag, its hinges upright, with some friction in them.
void add_rule(Model& model, int wood) {
  const double link = 0.08, across = 0.02, height = kOnSlab + 0.03, sideways = 0.02;
  Vec3 knot(kRuleAt, -1.5 * link, height);
  int last = 0;
  for (int i = 0; i < 4; ++i) {
    const Vec3 along = Vec3(i % 2 == 0 ? sideways : -sideways, link, 0).normalized() * link;
    add_box(model, fmt::format("rule{}", i), wood, Vec3(link, across, 0.012), knot + along / 2,
            Quat::FromTwoVectors(Vec3::UnitX(), along));
    const int body = last_body(model);
    if (i > 0) {
      Joint& hinge = model.joints.emplace_back();
      hinge.kind = JointKind::kHinge;
      hinge.bodies = {last, body};
      hinge.anchor = knot;
      hinge.friction = 0.01;
    }
    last = body;
    knot += along;
  }
}

// Across the rule, so soft that it hangs down to the slab on both sides.
void add_pillow(Model& model, int rubber, const GalleryValues& values) {
  add_box(model, "pillow", rubber, kPillow, Vec3(kRuleAt, 0.04, kOnSlab + 0.08)).elastic =
      soft(kPillow.z() / 2, values["pillow_young"]);
}

bool lies_on_pads(const Body& body) {
  return !body.fixed && body.name.rfind("pad", 0) != 0;
}

struct Load {
  double mass = 0;   // [kg]
  double place = 0;  // along the slab [m]
};

// All that lies on the pads.
Load load_of(const Moment& moment) {
  Load load;
  for (std::size_t i = 0; i < moment.model.bodies.size(); ++i) {
    const Body& body = moment.model.bodies[i];
    if (!lies_on_pads(body)) continue;
    load.mass += body.mass.mass;
    load.place += body.mass.mass * moment.state.bodies[i].center.x();
  }
  load.place /= load.mass;
  return load;
}

// The same as the pads tell it: equal springs k at -a, 0 and a, two each, that the slab presses together by s + t x.
// They carry 6 k s and a moment of 4 k a^2 t; s has half of the pads' own weight in it.
double weighed_place(const Moment& moment) {
  const int slab = moment.model.body_index("slab");
  const BodyState& state = moment.state.bodies[slab];
  const Vec3 along = state.rotation * Vec3::UnitX();
  const double tilt = -along.z() / along.x();  // down towards +x
  const Vec3 below = state.center - state.rotation * Vec3(0, 0, kSlab.z() / 2);
  const double sunk = kPad.z() - (below.z() + tilt * below.x());  // at x = 0
  const double own = 3 * moment.model.bodies[moment.model.body_index("pad0")].mass.mass, load = load_of(moment).mass;
  return 2 * kPadAt * kPadAt * tilt / (3 * sunk) * (load + own) / load;
}

// That bodies of mass points lie on all other kinds.
void expect_points_carried(Scene& scene) {
  struct Pair {
    const char *points, *other, *kind;
  };
  for (const auto& [points, other, kind] : {Pair{"pudding", "bowl", "modal"},
                                            {"pudding", "jelly", "StVK"},
                                            {"pillow", "rule*", "jointed"},
                                            {"pillow", "slab", "rigid"}}) {
    scene.expectations.push_back(expect_figure(
        fmt::format("{} and {} ({}) press on each other with", points, other, kind), "N",
        [points = points, other = other](const Moment& m) { return pressing_force(m, points, other); }, 0.02, 20));
  }
  scene.expectations.push_back(expect_figure(
      "rule and slab carry of the pillow's weight", "", [](const Moment& m) { return carried_share(m, "pillow"); },
      0.999, 1.001));
  scene.expectations.push_back(expect_not_inside_out("pudding", 0.5));
  scene.expectations.push_back(expect_not_inside_out("pillow", 0.5));
  // An edge of a die is not stopped between vertices where the pudding is flat: a third of the way between them.
  scene.expectations.push_back(expect_penetration_of("pudding", kPuddingCell / 3));
  scene.expectations.push_back(expect_penetration_of("pillow", 1e-3));
}

void add_expectations(Scene& scene, const GalleryValues& values) {
  for (const char* bodies :
       {"slab", "bowl", "jelly", "pudding", "pillow", "die*", "weight", "cushion", "lid", "rule*", "pad*"}) {
    if (std::string(bodies) == "die*" && values.whole("dice") == 0) continue;
    scene.expectations.push_back(expect_at_rest(bodies, 1e-3, 1e-3, kSettled));
  }
  scene.expectations.push_back(expect_figure(
      "the load is along the slab, off its middle, by", "m", [](const Moment& m) { return load_of(m).place; }, -0.2,
      -0.1));
  scene.expectations.push_back(expect_figure(
      "the pads weigh it at that place, off by", "m",
      [](const Moment& m) { return weighed_place(m) - load_of(m).place; }, -5e-3, 5e-3));
  expect_points_carried(scene);
  scene.expectations.push_back(expect_position("*", 2, 0, 1));
  scene.expectations.push_back(expect_penetration(6e-3));  // a die that spins into the edge of another
  scene.expectations.push_back(expect_penetration(1e-4, kSettled));
  scene.expectations.push_back(expect_joints_held(1e-9));
  scene.expectations.push_back(expect_not_inside_out("jelly"));
  scene.expectations.push_back(expect_energy_falls(1e-4));
  scene.expectations.push_back(expect_converged(0.99));
}

Scene build(const GalleryValues& values) {
  Scene scene;
  scene.step = values["step"];
  scene.model.recovery = 0.2;
  const double mu = values["mu"];
  const int rubber = add_material(scene.model, "rubber", 1100, mu);
  const int plastic = add_material(scene.model, "plastic", 900, mu);
  const int wood = add_material(scene.model, "wood", 600, mu);
  const int iron = add_material(scene.model, "iron", 7200, mu);
  add_plane(scene.model, "ground", wood, Vec3::UnitZ(), 0);
  add_slab_on_pads(scene.model, rubber, wood, values["young"]);
  add_bowl(scene.model, plastic, values);
  add_contents(scene.model, wood, rubber, values);
  add_weight(scene.model, iron, wood, rubber, values);
  add_rule(scene.model, wood);
  add_pillow(scene.model, rubber, values);
  add_expectations(scene, values);
  return scene;
}

}  // namespace

GalleryEntry hybrid_entry() {
  return {
      .name = "hybrid",
      .summary =
          "Rigid, modal, StVK and mass-point bodies and a jointed rule on each other come to rest; elastic pads weigh "
          "them",
      .claims = "SP-9, SP-10, SP-26",
      .parameters = {{"dice", 5, "", kChosen, "rigid dice in the bowl", 0, 20, true},
                     {"marbles", 3, "", kChosen, "rigid marbles in the bowl", 0, 20, true},
                     {"bowl_at", 0.2, "m", kChosen, "place of the bowl along the slab", 0, 0.3},
                     {"young", 2e5, "Pa", kChosen, "Young's modulus of pads, cushion, cube and pudding", 2e4, 1e10},
                     {"bowl_young", 5e7, "Pa", kChosen, "Young's modulus of the bowl", 1e6, 1e12},
                     {"pillow_young", 2e4, "Pa", kChosen, "Young's modulus of the pillow", 5e3, 1e10},
                     {"mu", 0.5, "", kChosen, "friction coefficient", 0, 2},
                     {"seed", 1, "", kChosen, "seed of places and orientations", 0, 1e6, true},
                     {"step", 0.005, "s", kChosen, "time step", 1e-5, 0.1}},
      .check_duration = 6,
      .soak_duration = 600,
      .build = build};
}

}  // namespace stiction
