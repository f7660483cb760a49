// Tells on standard error how the bodies of a scene are being made, if that takes long.
#pragma once

#include <string>

#include "base/report_progress.h"
#include "cli/text/living_line.h"

namespace stiction {

class MakingProgress {
 public:
  // label: what the lines begin with.
  explicit MakingProgress(const std::string& label);
  // Good as long as this.
  ReportProgress reporter();

 private:
  void told(const std::string& doing, double share);

  std::string label_;
  LivingLine line_;
};

// "chairs: chair0: elastic modes, 43 %"
std::string making_line(const std::string& label, const std::string& doing, double share);

}  // namespace stiction
