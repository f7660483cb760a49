// n bricks of length 1 m on a table's edge, the k-th from the top overhanging the next by s / (2 k). The centre of mass
// of the upper k then lies (1 - s) / 2 inside the edge below it, for every k: all joints reach their limit at s = 1
// together, with an overhang of (1 + 1/2 + ... + 1/n) / 2.
#include "known_answers/answers.h"

namespace stiction::test {
namespace {

Model bricks(int count, double share) {
  Model model;
  model.bodies = {box_body("table", {4, 2, 1}, {-2, 0, -0.5})};
  model.bodies[0].fixed = true;
  double edge = 0;
  for (int k = count; k >= 1; --k) {  // from below
    edge += share / (2 * k);
    model.bodies.push_back(
        box_body(fmt::format("brick{}", k), {1, 0.5, 0.2}, {edge - 0.5, 0, 0.2 * (count - k) + 0.1}));
  }
  return model;
}

TEST(KnownAnswers, overhanging_bricks_stand_up_to_the_harmonic_series) {
  for (const int count : {1, 4, 10, 20}) {
    double harmonic = 0;
    for (int k = 1; k <= count; ++k) harmonic += 0.5 / k;
    for (const Pose& place : kPlaces) {
      const double share =
          border(0.999, 1.001, 1e-7, [&](double s) { return stands(simulate(placed(bricks(count, s), place))); });
      expect_answer(fmt::format("overhang of {} bricks [m]", count), harmonic, share * harmonic, 1e-6);
    }
  }
}

}  // namespace
}  // namespace stiction::test
