// A hand moves a tool among blocks in a tray, presses one against the wall and lifts it by friction alone. With `soft`
// three of the blocks are of rubber.
#include <fmt/format.h>

#include <utility>
#include <vector>

#include "elastic/elastic_spec.h"
#include "scenes/gallery/building.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/hand_paths.h"

namespace stiction {
namespace {

using namespace building;
using Tray = HapticTray;

constexpr double kBorder = 0.05;  // thickness of floor and walls [m]

// At least a share of all steps are such.
class ShareMonitor : public ExpectationMonitor {
 public:
  using Test = bool (*)(const StepReport&);
  ShareMonitor(std::string name, Test test, double least) : name_(std::move(name)), test_(test), least_(least) {}
  void start(const Moment& /*moment*/) override {}
  void observe(const Moment& moment) override {
    ++steps_;
    such_ += test_(moment.report) ? 1 : 0;
  }
  void save(ByteWriter& to) const override { put_each(to, steps_, such_); }
  void load(ByteReader& from) override { get_each(from, steps_, such_); }
  ExpectationResult result() const override {
    const double share = steps_ > 0 ? static_cast<double>(such_) / static_cast<double>(steps_) : 0;
    return {fmt::format("{} in at least {:g} % of the steps (measured {:.5g} %)", name_, 100 * least_, 100 * share),
            share, share >= least_};
  }

 private:
  std::string name_;
  Test test_;
  double least_;
  std::int64_t steps_ = 0, such_ = 0;
};

Expectation expect_share(const std::string& name, ShareMonitor::Test test, double least) {
  return expect_custom(fmt::format("{} in at least {:g} % of the steps", name, 100 * least),
                       [=](const Model&) { return std::make_unique<ShareMonitor>(name, test, least); });
}

void add_tray(Model& model, int floor, int wall) {
  const double x = Tray::kHalfX, y = Tray::kHalfY, b = kBorder, middle = Tray::kWall / 2;
  const auto add = [&](const char* name, const Vec3& size, const Vec3& place) {
    add_box(model, name, wall, size, place).fixed = true;
  };
  add_box(model, "floor", floor, Vec3(2 * (x + b), 2 * (y + b), b), Vec3(0, 0, -b / 2)).fixed = true;
  add("wall-right", Vec3(b, 2 * y, Tray::kWall), Vec3(x + b / 2, 0, middle));
  add("wall-left", Vec3(b, 2 * y, Tray::kWall), Vec3(-x - b / 2, 0, middle));
  add("wall-back", Vec3(2 * (x + b), b, Tray::kWall), Vec3(0, y + b / 2, middle));
  add("wall-front", Vec3(2 * (x + b), b, Tray::kWall), Vec3(0, -y - b / 2, middle));
}

const Vec3 kBlock(Tray::kBlockX, Tray::kBlockY, Tray::kBlockZ);

Body& add_pinched(Model& model, int material) {
  return add_box(model, "pinched", material, kBlock, Vec3(Tray::kHalfX - Tray::kBlockX / 2, 0, Tray::kBlockZ / 2));
}

// Where blocks of the heap lie: columns and rows count blocks from its middle, with a little room between them.
Vec3 in_heap(double column, double row, int layer) {
  constexpr double kMiddle = -0.06, kRoom = 0.002;  // [m]
  return {kMiddle + column * (Tray::kBlockX + kRoom), row * (Tray::kBlockY + kRoom), (layer + 0.5) * Tray::kBlockZ};
}

// Six blocks side by side, four on top of them, and one at the right wall: the one to be lifted.
void add_rigid_blocks(Model& model, int material, int samples) {
  int count = 0;
  const auto add = [&](double column, double row, int layer) {
    add_box(model, fmt::format("block{}", count++), material, kBlock, in_heap(column, row, layer)).samples = samples;
  };
  for (const int column : {-1, 0, 1}) {
    for (const double row : {-0.5, 0.5}) add(column, row, 0);
  }
  for (const double column : {-0.5, 0.5}) {
    for (const double row : {-0.52, 0.52}) add(column, row, 1);
  }
  add_pinched(model, material).samples = samples;
}

// As many degrees of freedom in fewer bodies: two rubber blocks between two of wood, three of wood on top, and a rubber
// one at the wall.
void add_soft_blocks(Model& model, int wood, int rubber, const GalleryValues& values) {
  auto spec = std::make_shared<ElasticSpec>();
  spec->cell = values["cell"];
  spec->modal = {.material = {.young = values["young"], .poisson = 0.4}, .modes = 6, .stiffness_damping = 2e-3};
  const int samples = values.whole("samples");
  int blocks = 0, cushions = 0;
  const auto add = [&](double column, double row, int layer) {
    add_box(model, fmt::format("block{}", blocks++), wood, kBlock, in_heap(column, row, layer)).samples = samples;
  };
  for (const double side : {-0.5, 0.5}) {
    add(side, side, 0);
    add_box(model, fmt::format("soft{}", cushions++), rubber, kBlock, in_heap(side, -side, 0)).elastic = spec;
  }
  for (const double row : {-0.52, 0.52}) add(-0.5, row, 1);
  add(0.5, 0, 1);
  add_pinched(model, rubber).elastic = spec;
}

void add_hand(Model& model, const GalleryValues& values) {
  Hand hand;
  hand.body = model.body_index("tool");
  hand.coupling = {.stiffness = values["stiffness"],
                   .damping = values["damping"],
                   .angular_stiffness = 5,
                   .angular_damping = 0.015,
                   .max_force = values["max_force"],
                   .max_torque = 0.5};
  const int path = values.whole("hand");
  hand.path = path == 0 ? pinch_and_stir() : wander(path);
  model.bodies[hand.body].start = hand.path.front().pose;
  model.hands = {hand};
}

void add_expectations(Scene& scene, const GalleryValues& values) {
  std::vector<const char*> loose = {"block*", "pinched"};
  if (values.whole("soft") != 0) loose.push_back("soft*");
  for (const char* name : loose) {
    scene.expectations.push_back(expect_position(name, 0, -Tray::kHalfX, Tray::kHalfX));
    scene.expectations.push_back(expect_position(name, 1, -Tray::kHalfY, Tray::kHalfY));
    scene.expectations.push_back(expect_position(name, 2, 0, Tray::kWall));
  }
  if (values.whole("hand") == 0) {
    // Lifted with the tool, less what the paddle tilts.
    Expectation lifted = expect_position("pinched", 2, Tray::kBlockZ / 2 + 0.9 * Tray::kLift, 1, Tray::kLifted);
    lifted.to = Tray::kHeld;
    scene.expectations.push_back(lifted);
  }
  scene.expectations.push_back(expect_penetration(1e-3));
  scene.expectations.push_back(expect_converged(0.99));
  scene.expectations.push_back(expect_share(
      "Signorini's condition to 1e-6", [](const StepReport& r) { return r.certificate.signorini <= 1e-6; }, 1));
  if (values.whole("samples") >= 2) {
    scene.expectations.push_back(expect_share(
        "100 contacts or more", [](const StepReport& r) { return r.contact_count >= 100; }, 0.6));
  }
}

Scene build(const GalleryValues& values) {
  Scene scene;
  scene.step = 1e-3;
  scene.model.recovery = 0.2;
  const int wood = add_material(scene.model, "wood", 600, values["mu"]);
  const int polished = add_material(scene.model, "polished", 600, values["mu"]);
  scene.model.pairs.push_back({wood, polished, values["mu_wall"], 0});
  add_tray(scene.model, wood, polished);
  if (values.whole("soft") == 0) {
    add_rigid_blocks(scene.model, wood, values.whole("samples"));
  } else {
    const int rubber = add_material(scene.model, "rubber", 600, values["mu"]);
    scene.model.pairs.push_back({rubber, polished, values["mu_wall"], 0});
    add_soft_blocks(scene.model, wood, rubber, values);
  }
  const Vec3 tool(Tray::kToolX, Tray::kToolY, Tray::kToolZ);
  add_box(scene.model, "tool", wood, tool, Vec3::Zero()).samples = values.whole("samples");
  add_hand(scene.model, values);
  add_expectations(scene, values);
  return scene;
}

}  // namespace

GalleryEntry haptic_entry() {
  return {
      .name = "haptic",
      .summary = "A hand moves a tool among blocks, lifts one by friction, and feels them",
      .claims = "SP-22",
      .parameters = {{"hand", 0, "", kChosen, "0: pinch, lift and stir; others: random paths of this seed", 0, 1e6,
                      true},
                     {"mu", 0.5, "", kChosen, "friction coefficient", 0, 2},
                     {"mu_wall", 0.1, "", kChosen, "friction coefficient of the walls", 0, 2},
                     {"stiffness", 1000, "N/m", kChosen, "stiffness of the coupling between device and tool", 1, 1e6},
                     {"damping", 9, "N s/m", kChosen, "damping of the coupling", 0, 1e4},
                     {"max_force", 8.5, "N", kChosen, "largest force of the device", 0.1, 1e3},
                     {"samples", 2, "", kChosen, "extra contact samples per face side", 0, 16, true},
                     {"soft", 0, "", kChosen,
                      "1: three elastic blocks among five rigid ones, also 72 degrees of freedom", 0, 1, true},
                     {"young", 1e5, "Pa", kChosen, "Young's modulus of the elastic blocks", 1e4, 1e10},
                     {"cell", 0.03, "m", kChosen, "edge length of their tetrahedra; edges of surfaces are half as long",
                      0.005, 0.03}},
      .check_duration = 8,
      .soak_duration = 600,
      .build = build};
}

}  // namespace stiction
