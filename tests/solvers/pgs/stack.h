// A stack, as a contact problem.
#pragma once

#include "contact/problems.h"

namespace stiction::test {

// Unit cubes one above the other, four feet each, at rest under gravity.
inline ContactProblem stack(int count, double mu = 0.5) {
  ProblemMaker maker;
  for (int i = 0; i < count; ++i) {
    maker.add_body(1, Vec3(0, 0, i + 0.5), Vec3(0, 0, -0.0981));
    maker.add_patch(i - 1, i, Vec3(0, 0, i), Vec3::UnitZ(), mu, 2);
  }
  return maker.finish();
}

}  // namespace stiction::test
