#include "recording/version.h"

namespace stiction {

const char* version() {
  return STICTION_VERSION;
}

}  // namespace stiction
