// A house of notched logs slides over the ground, jumps a ramp and hits a wall.
#include <fmt/format.h>

#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

// Sums of powers of two where logs touch: neighbours share the same doubles.
constexpr double kThick = 0.0625;      // a course, log and half the notches above and below [m]
constexpr double kPlay = kThick / 32;  // between the flanks of notches, and between logs beside them [m]
constexpr double kLength = 1.25;       // of a log [m]
constexpr double kCorner = 0.5;        // from the middle of a log to its notches [m]
constexpr double kRun = 1;             // from the house to the ramp [m]
constexpr double kRampLength = 1.5;    // [m]
constexpr double kWallDistance = 2;    // from the ramp's end [m]
constexpr double kHouseFront = kLength / 2;

// A log along x: full between the notches and beyond them, half as thick in them.
CompoundShape notched_log() {
  const double full = kThick - kPlay;
  const double notch = kThick + kPlay;  // width
  const auto piece = [](double from, double to, double height) {
    return CompoundPart{make_box_shape(Vec3(to - from, kThick - kPlay, height)),
                        {Vec3((from + to) / 2, 0, 0), Quat::Identity()}};
  };
  const double inner = kCorner - notch / 2, outer = kCorner + notch / 2, end = kLength / 2;
  return make_compound_shape({piece(-end, -outer, full), piece(-outer, -inner, kThick / 2), piece(-inner, inner, full),
                              piece(inner, outer, kThick / 2), piece(outer, end, full)});
}

void add_house(Model& model, int courses, int material, double speed) {
  const CompoundShape log = notched_log();
  const Quat across(Eigen::AngleAxisd(radians(90), Vec3::UnitZ()));
  const auto add = [&](const std::string& name, const Vec3& place, const Quat& turn) {
    add_shape(model, name, material, log, {place, turn}).start_velocity = Vec3(speed, 0, 0);
  };
  const double ground = -kPlay / 2;  // the lowest logs lie on it with their full thickness
  for (int course = 0; course < courses; ++course) {
    const double middle = ground + (course + 0.5) * kThick;
    for (const int side : {-1, 1}) {
      add(fmt::format("log-x-{}-{}", course, side), Vec3(0, side * kCorner, middle), Quat::Identity());
      add(fmt::format("log-y-{}-{}", course, side), Vec3(side * kCorner, 0, middle + kThick / 2), across);
    }
  }
  add("ridge", Vec3(0, 0, ground + (courses + 1) * kThick - kPlay), Quat::Identity());
}

void add_ramp(Model& model, int material, double angle) {
  const double left = kHouseFront + kRun, right = left + kRampLength, top = kRampLength * std::tan(radians(angle));
  std::vector<Vec3> corners;
  for (const double y : {-1.5, 1.5}) {
    for (const Vec3& corner : {Vec3(left, y, 0), Vec3(right, y, 0), Vec3(right, y, top)}) corners.push_back(corner);
  }
  add_shape(model, "ramp", material, make_convex_shape(corners), {}).fixed = true;
}

Scene build(const GalleryValues& values) {
  Scene scene;
  scene.step = 0.005;
  scene.model.recovery = 0.2;  // what corners sink in where logs tumble
  const double mu = values["mu"], speed = values["speed"];
  const int wood = add_material(scene.model, "wood", 600, mu);
  add_plane(scene.model, "ground", wood, Vec3::UnitZ(), 0);
  add_ramp(scene.model, wood, values["angle"]);
  const double wall = kHouseFront + kRun + kRampLength + kWallDistance;
  add_box(scene.model, "wall", wood, Vec3(0.5, 4, 3), Vec3(wall + 0.25, 0, 1.5)).fixed = true;
  add_house(scene.model, values.whole("courses"), wood, speed);

  // Until the ramp the house slides as one body does.
  const double slide = 0.9 * kRun / speed, slower = speed - mu * kGravity * slide;
  scene.expectations.push_back(expect_speed("log*", slower - 0.01 * speed, speed, 0, slide));
  scene.expectations.push_back(expect_position("log*", 0, -kLength, wall + 0.05));
  // The blow passes through the whole house in one step, and logs turn in their notches.
  scene.expectations.push_back(expect_penetration(0.25 * kThick));
  scene.expectations.push_back(expect_converged(0.99));
  return scene;
}

}  // namespace

GalleryEntry log_house_entry() {
  return {
      .name = "log-house",
      .summary = "A house of notched logs slides, jumps a ramp and hits a wall",
      .claims = "SP-23",
      .parameters = {{"courses", 17, "", kChosen, "courses of four logs; 17 and the ridge make 69 logs", 1, 60, true},
                     {"speed", 7, "m/s", kChosen, "speed at the start", 1, 30},
                     {"angle", 12, "degrees", kChosen, "slope of the ramp", 1, 40},
                     {"mu", 0.3, "", kChosen, "friction coefficient", 0, 2}},
      .check_duration = 2,
      .soak_duration = 10,
      .build = build};
}

}  // namespace stiction
