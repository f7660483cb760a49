// How a pivoting method ended.
#pragma once

namespace stiction {

enum class PivotingStatus {
  kSolved,
  kInfeasible,       // no forces satisfy the conditions; comes with a certificate
  kUnboundedRay,     // forces grow without end along a direction and nothing changes sets
  kPivotLimit,       // the last iterate; never seen without friction
  kStopped,          // whoever called asked for it; the last iterate
  kNotSemidefinite,  // the matrix is not what the method is for
};

}  // namespace stiction
