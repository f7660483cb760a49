// The numbers of a hand's coupling as scene files name them; reader, writer and documentation share the table.
#pragma once

#include <array>

#include "model/hand.h"

namespace stiction {

struct HandField {
  const char* key;
  double HandCoupling::*member;
  const char* unit;
  bool limit;  // positive, and unlimited if the key is missing; else zero or positive
};

inline constexpr std::array<HandField, 6> kHandFields = {{
    {"stiffness", &HandCoupling::stiffness, "N/m", false},
    {"damping", &HandCoupling::damping, "N s/m", false},
    {"angular_stiffness", &HandCoupling::angular_stiffness, "N m/rad", false},
    {"angular_damping", &HandCoupling::angular_damping, "N m s/rad", false},
    {"max_force", &HandCoupling::max_force, "N", true},
    {"max_torque", &HandCoupling::max_torque, "N m", true},
}};

}  // namespace stiction
