// Says on standard error how the preparation of a scene gets on, if it takes long.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "base/report_progress.h"
#include "cli/text/living_line.h"

namespace stiction {

// A thread repeats the last report while work goes on without a new one.
class MakingProgress {
 public:
  // label: start of the lines.
  explicit MakingProgress(const std::string& label);
  ~MakingProgress();
  MakingProgress(const MakingProgress&) = delete;
  MakingProgress& operator=(const MakingProgress&) = delete;
  // Valid as long as this object. Any thread may call it.
  ReportProgress reporter();

 private:
  void report(const std::string& doing, double share);
  void show_if_due();
  void repeat();

  std::string label_;
  std::mutex mutex_;  // of all that follows
  LivingLine line_;
  std::string doing_ = "preparing the scene";
  double share_ = kProgressUnknown;
  bool ended_ = false;
  std::condition_variable end_;
  std::thread repeater_;
};

// "chairs: chair0: elastic modes, 43 %"; without the share if it is kProgressUnknown
std::string making_line(const std::string& label, const std::string& doing, double share);

}  // namespace stiction
