// Tells on standard error how many pictures are done.
#pragma once

#include <cstdint>

#include "cli/text/living_line.h"

namespace stiction {

class RenderProgress {
 public:
  explicit RenderProgress(bool quiet);

  void update(std::uint64_t done, std::uint64_t total);

 private:
  bool quiet_;
  LivingLine line_;
};

}  // namespace stiction
