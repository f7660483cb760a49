// What bounds explicit steps.
#pragma once

namespace stiction {

class PointsBody;

// Of small vibrations about rest [rad/s], by Lanczos' method: half a thousandth above what it finds, which is from
// below and near.
double highest_frequency(const PointsBody& body);

}  // namespace stiction
