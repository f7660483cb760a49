// The rotation nearest to a matrix F, that with the largest tr(R^T F): the rotation of the polar decomposition where
// det F > 0, and without a jump as F passes through flat to inside out.
#pragma once

#include "base/types.h"

namespace stiction {

// Of the function tr(R^T F) on rotations every largest place around is the largest of all: where `start` is has no
// influence but on the time it takes, and on the last bits.
Mat3 nearest_rotation(const Mat3& F, const Mat3& start = Mat3::Identity());

}  // namespace stiction
