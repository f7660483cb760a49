// The card house of Staggered Projections, standing and under fire.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "scenes/gallery/building.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

// Leaning cards stand on their 0.6 m side; the lying ones have it across, a centimetre short of the pitch.
constexpr double kWidth = 0.6;       // [m]
constexpr double kLength = 0.9;      // [m]
constexpr double kThickness = 0.02;  // [m]
constexpr double kLean = 18;         // from the vertical [degrees]
constexpr double kPitch = 0.61;      // of the apexes [m]

std::vector<GalleryParameter> house_parameters(int samples, const std::vector<GalleryParameter>& more = {}) {
  std::vector<GalleryParameter> all = {
      {"levels", 6, "", kInferred, "levels; six make 57 cards, and the paper has 58 bodies", 1, 30, true},
      {"mu", 0.8, "", kStated, "friction coefficient", 0, 100},
      {"restitution", 0.1, "", kStated, "Newton's coefficient of restitution", 0, 1},
      {"samples", static_cast<double>(samples), "", kInferred,
       "extra contact samples per edge and face side; 4: about the paper's contacts", 0, 64, true}};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

struct House {
  Scene scene;
  int material = 0;
  double level_height = 0;  // of the leaning cards [m]
};

// One level: pairs of cards that lean on each other at their apexes, and lying cards on the tops of neighbouring pairs.
void add_level(House& house, int level, int pairs, double base, int samples) {
  Model& model = house.scene.model;
  const double lean = radians(kLean);
  // From a leaning card's centre to its inner top edge (the apex) and to its lowest edge.
  const double to_apex = kLength / 2 * std::sin(lean) + kThickness / 2 * std::cos(lean);
  const double to_foot = kLength / 2 * std::cos(lean) + kThickness / 2 * std::sin(lean);
  const Vec3 leaning_size(kThickness, kWidth, kLength);
  for (int i = 0; i < pairs; ++i) {
    const double apex = (i - (pairs - 1) / 2.0) * kPitch;
    for (int side : {-1, 1}) {
      const Quat rotation(Eigen::AngleAxisd(-side * lean, Vec3::UnitY()));
      add_box(model, fmt::format("card-{}-{}-{}", level, i, side < 0 ? "left" : "right"), house.material, leaning_size,
              Vec3(apex + side * to_apex, 0, base + to_foot), rotation)
          .samples = samples;
    }
  }
  for (int i = 0; i + 1 < pairs; ++i) {
    const double middle = (i - (pairs - 2) / 2.0) * kPitch;
    add_box(model, fmt::format("card-{}-{}-flat", level, i), house.material, Vec3(kWidth, kLength, kThickness),
            Vec3(middle, 0, base + 2 * to_foot + kThickness / 2))
        .samples = samples;
  }
}

House build_house(const GalleryValues& values) {
  House house;
  house.scene.step = 1e-3;
  house.material = add_material(house.scene.model, "card", 1000, values["mu"], values["restitution"]);
  const double lean = radians(kLean);
  house.level_height = kLength * std::cos(lean) + kThickness * std::sin(lean);
  add_plane(house.scene.model, "ground", house.material, Vec3::UnitZ(), 0);
  const int levels = values.whole("levels");
  for (int level = 0; level < levels; ++level) {
    add_level(house, level, levels - level, level * (house.level_height + kThickness), values.whole("samples"));
  }
  return house;
}

Scene build_standing(const GalleryValues& values) {
  House house = build_house(values);
  expect_standing(house.scene, "card*", 1e-4);
  return house.scene;
}

// Counts the cards that ended more than 0.1 m from where they started: some must have, and some must not.
class SectionsMonitor : public ExpectationMonitor {
 public:
  explicit SectionsMonitor(const Model& model) : cards_(select_free_bodies("card*", model)) {}

  void start(const Moment& moment) override {
    for (int card : cards_) starts_.push_back(moment.state.bodies[card].center);
  }
  void observe(const Moment& moment) override {
    fallen_ = 0;
    for (std::size_t i = 0; i < cards_.size(); ++i) {
      if ((moment.state.bodies[cards_[i]].center - starts_[i]).norm() > 0.1) ++fallen_;
    }
  }
  ExpectationResult result() const override {
    const int count = static_cast<int>(cards_.size());
    return {fmt::format("the house loses sections and others stand: between 1 and {} cards end more than 0.1 m away "
                        "(measured {} of {})",
                        count - 1, fallen_, count),
            static_cast<double>(fallen_), fallen_ > 0 && fallen_ < count};
  }
  void save(ByteWriter& to) const override {
    put_each(to, fallen_, static_cast<std::uint64_t>(starts_.size()));
    for (const Vec3& start : starts_) to.put(start);
  }
  void load(ByteReader& from) override {
    get_each(from, fallen_);
    starts_.resize(from.checked_count(sizeof(Vec3)));
    for (Vec3& start : starts_) start = from.get_vec3();
    if (starts_.size() != cards_.size()) throw InputError("saved expectation: another number of cards");
  }

 private:
  std::vector<int> cards_;
  std::vector<Vec3> starts_;  // centres of mass [m]
  int fallen_ = 0;
};

Scene build_impact(const GalleryValues& values) {
  House house = build_house(values);
  const int levels = values.whole("levels");
  const double size = values["size"];
  const double pitch_height = house.level_height + kThickness;
  for (int i = 0; i < values.whole("count"); ++i) {
    // Thrown from the right at the middle of the outermost card of one level after the other, from the top down.
    const int level = std::max(0, levels - 1 - i);
    const double edge = (levels - level) / 2.0 * kPitch;
    Body& shot = add_box(house.scene.model, fmt::format("shot{}", i), house.material, Vec3::Constant(size),
                         Vec3(edge + size + 0.2, 0, level * pitch_height + 0.6 * house.level_height));
    shot.start_velocity = Vec3(-values["speed"], 0, 0);
    shot.appears_at = 0.25 + 0.5 * i;
  }
  house.scene.model.recovery = 0.2;  // impacts push sharp corners in; let them out again
  const double calm = 0.25 + 0.5 * (values.whole("count") - 1) + 5;
  // Where the cards that are struck off fall decides whether they strike the house again.
  house.scene.solver.tolerance = 1e-7;
  house.scene.expectations.push_back(
      expect_custom("some cards, but not all, end more than 0.1 m from where they were",
                    [](const Model& model) { return std::make_unique<SectionsMonitor>(model); }));
  house.scene.expectations.push_back(expect_at_rest("card*", 0.01, 0.01, calm));
  house.scene.expectations.push_back(expect_converged(0.9));
  return house.scene;
}

}  // namespace

GalleryEntry card_house_entry() {
  return {.name = "card-house",
          .summary = "A house of cards stands by friction alone",
          .claims = "SP-16",
          .parameters = house_parameters(4),
          .check_duration = 5,
          .soak_duration = 600,
          .build = build_standing};
}

GalleryEntry card_house_impact_entry() {
  return {.name = "card-house-impact",
          .summary = "Blocks thrown at a house of cards take sections down; the rest stands and comes to rest",
          .claims = "SP-16",
          .parameters = house_parameters(0, {{"count", 1, "", kChosen, "blocks thrown", 0, 20, true},
                                             {"size", 0.12, "m", kChosen, "edge length of the blocks", 0.01, 1},
                                             {"speed", 1.5, "m/s", kChosen, "speed of the blocks", 0, 100}}),
          .check_duration = 6,
          .soak_duration = 20,
          .build = build_impact};
}

}  // namespace stiction
