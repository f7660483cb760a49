// A ladder against a wall. Its underside is a straight line of length L from the foot on the floor to the head at the
// wall, leaning by the angle t from the vertical; its centre of mass lies `along` from the foot on that line, `above`
// it. The foot slides when the weight's line no longer passes through both friction cones, which ends where both are
// used up:
//   tan t = (mu L + above k) / (L - (L - along) k),   k = 1 + mu mu_wall.
// With the weight in the middle of a thin ladder this is 2 mu / (1 - mu mu_wall).
#include "known_answers/answers.h"

namespace stiction::test {
namespace {

constexpr double kLength = 4, kThick = 0.05, kWide = 0.5;  // [m]
constexpr double kPerson = 0.4;                            // edge of the cube that stands for one [m]

struct Case {
  double floor, wall;  // friction
  double height;       // of the person, as a share of the length; negative: nobody
};

// x: above the underside, z: along it from the foot; both from the box's centre.
Vec2 person_at(const Case& c) {
  return {kThick / 2 + kPerson / 2, (c.height - 0.5) * kLength};
}

double critical_lean(const Case& c) {
  const double plank = kLength * kThick * kWide, person = c.height < 0 ? 0 : std::pow(kPerson, 3);
  const Vec2 at = person * person_at(c) / (plank + person) + Vec2(kThick / 2, kLength / 2);
  const double k = 1 + c.floor * c.wall;
  return std::atan2(c.floor * kLength + at.x() * k, kLength - (kLength - at.y()) * k);
}

Model ladder(const Case& c, double lean) {
  Model model;
  const int floor = add_material(model, 0), wall = add_material(model, 0);
  model.pairs = {{0, floor, c.floor, 0}, {0, wall, c.wall, 0}};
  model.bodies = {plane_body(), plane_body(Vec3::UnitX())};
  model.bodies[0].material = floor;
  model.bodies[1].name = "wall";
  model.bodies[1].material = wall;
  const double s = std::sin(lean), k = std::cos(lean);
  Body body = box_body("ladder", {kThick, kWide, kLength},
                       {kLength * s / 2 + kThick / 2 * k, 0, kLength / 2 * k + kThick / 2 * s});
  body.start.rotation = turn_about_y(-lean);
  if (c.height >= 0) {
    const Vec2 at = person_at(c);
    body.shape = make_compound_shape(
        {{body.shape, {}}, {make_box_shape(Vec3::Constant(kPerson)), {Vec3(at.x(), 0, at.y()), Quat::Identity()}}});
  }
  model.bodies.push_back(body);
  return model;
}

TEST(KnownAnswers, a_ladder_slides_beyond_its_critical_angle) {
  for (const Case& c : {Case{0.5, 0, -1}, Case{0.3, 0.2, -1}, Case{0.4, 0.4, -1}, Case{0.35, 0.25, 0.2},
                        Case{0.35, 0.25, 0.5}, Case{0.35, 0.25, 0.8}}) {
    const double expected = critical_lean(c);
    for (const Pose& place : kPlaces) {
      const double measured = border(expected - 0.02, expected + 0.02, 1e-7,
                                     [&](double lean) { return stands(simulate(placed(ladder(c, lean), place))); });
      expect_answer(fmt::format("ladder, mu {} and {}, person at {}, angle [deg]", c.floor, c.wall, c.height),
                    expected / kDegree, measured / kDegree, 1e-6);
    }
  }
}

}  // namespace
}  // namespace stiction::test
