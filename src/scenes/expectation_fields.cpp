#include "scenes/expectation_fields.h"

namespace stiction {

const std::vector<ExpectationFields>& expectation_fields() {
  using E = Expectation;
  using K = ExpectationKind;
  static const std::vector<ExpectationFields> fields = {
      {K::kAtRest,
       BodiesOf::kPattern,
       {{"max_displacement", &E::max_displacement, "m"}, {"max_speed", &E::max_speed, "m/s"}},
       true,
       "no body is farther from its place, none ends faster"},
      {K::kMoved,
       BodiesOf::kPattern,
       {{"more_than", &E::more_than, "m"}},
       true,
       "every body was farther than that from its place at some step"},
      {K::kSpeed,
       BodiesOf::kPattern,
       {{"min", &E::min, "m/s"}, {"max", &E::max, "m/s"}},
       true,
       "the speed of every body is in the range"},
      {K::kPosition,
       BodiesOf::kPattern,
       {{"min", &E::min, "m"}, {"max", &E::max, "m"}},
       true,
       "the origin of every body is in the range"},
      {K::kDistance,
       BodiesOf::kPair,
       {{"min", &E::min, "m"}, {"max", &E::max, "m"}},
       true,
       "the distance of the centres of mass is in the range"},
      {K::kEnergy,
       BodiesOf::kNone,
       {{"max", &E::max, "J"}, {"max_relative", &E::max_relative, ""}},
       true,
       "total energy rises by no more than that"},
      {K::kPenetration, BodiesOf::kNone, {{"max", &E::max, "m"}}, true, "the largest penetration is no more than that"},
      {K::kConverged,
       BodiesOf::kNone,
       {{"fraction", &E::fraction, ""}},
       false,
       "this fraction of the steps met the solver's tolerance"},
  };
  return fields;
}

}  // namespace stiction
