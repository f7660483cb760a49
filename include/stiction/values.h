// Plain values of the library's interface. SI units, right-handed world axes.
#pragma once

namespace stiction {

struct Vector3 {
  double x = 0, y = 0, z = 0;
  bool operator==(const Vector3&) const = default;
};

// A unit quaternion that turns body axes into world axes.
struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;
  bool operator==(const Quaternion&) const = default;
};

// The rotation by an angle [degrees] about an axis (any length but zero). Throws InputError.
Quaternion rotation_about(const Vector3& axis, double degrees);

}  // namespace stiction
