#include "pivoting/outside_qp.h"

namespace stiction::bench {

std::vector<OutsideQp> outside_qps() {
  return {};
}

}  // namespace stiction::bench
