#include "scenes/expectation_fields.h"

namespace stiction {

const std::vector<ExpectationFields>& expectation_fields() {
  using E = Expectation;
  using K = ExpectationKind;
  static const std::vector<ExpectationFields> fields = {
      {K::kAtRest,
       BodiesOf::kPattern,
       {{"max_displacement", &E::max_displacement, "m"}, {"max_speed", &E::max_speed, "m/s"}},
       true},
      {K::kMoved, BodiesOf::kPattern, {{"more_than", &E::more_than, "m"}}, true},
      {K::kSpeed, BodiesOf::kPattern, {{"min", &E::min, "m/s"}, {"max", &E::max, "m/s"}}, true},
      {K::kPosition, BodiesOf::kPattern, {{"min", &E::min, "m"}, {"max", &E::max, "m"}}, true},
      {K::kDistance, BodiesOf::kPair, {{"min", &E::min, "m"}, {"max", &E::max, "m"}}, true},
      {K::kEnergy, BodiesOf::kNone, {{"max", &E::max, "J"}, {"max_relative", &E::max_relative, ""}}, true},
      {K::kPenetration, BodiesOf::kNone, {{"max", &E::max, "m"}}, true},
      {K::kConverged, BodiesOf::kNone, {{"fraction", &E::fraction, ""}}, false},
  };
  return fields;
}

}  // namespace stiction
