// Where boxes were when their pairs were looked for, so that pairs found with some slack serve until a box leaves it.
#pragma once

#include <vector>

#include "collision/broad_body.h"

namespace stiction {

class BoxMemory {
 public:
  // Are all boxes still within those of start(), grown by its slack? Bodies that come, go or get fixed need a new look.
  bool covers(const std::vector<BroadBody>& bodies) const;
  // Is a look with slack worth while, since boxes hardly grow out of themselves from one call to the next? Remembers
  // this call.
  bool is_calm(const std::vector<BroadBody>& bodies);
  // The bodies grown by the slack, for a look that is to last. Lives until the next call.
  const std::vector<BroadBody>& start(const std::vector<BroadBody>& bodies);
  void forget() { slack_ = -1; }

 private:
  double choose_slack(const std::vector<BroadBody>& bodies);

  double slack_ = -1;                            // [m]; negative: nothing is known
  std::vector<BroadBody> start_, last_, grown_;  // those of start(), of the last is_calm()
  std::vector<double> widths_;
};

}  // namespace stiction
