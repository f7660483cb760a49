// Progress of work that may take long.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <utility>

namespace stiction {

// What is being done, in a few words, and which share of it is done, 0 to 1; or a note for people, to be kept.
inline constexpr double kProgressNote = -1;     // as share
inline constexpr double kProgressUnknown = -2;  // as share
using ReportProgress = std::function<void(const std::string& doing, double share)>;

// Progress of a loop that several threads run. One of them at a time reports.
class LoopProgress {
 public:
  // report: may be empty; must outlive this. total: of the counts to come.
  LoopProgress(const ReportProgress& report, std::string doing, double total)
      : report_(report), doing_(std::move(doing)), total_(total) {
    if (report_) report_(doing_, 0);
  }
  void add(long long count) {
    const double done = static_cast<double>(done_ += count);
    if (!report_) return;
    const std::unique_lock lock(reporting_, std::try_to_lock);
    if (lock.owns_lock()) report_(doing_, done / total_);
  }

 private:
  const ReportProgress& report_;
  std::string doing_;
  double total_;
  std::atomic<long long> done_ = 0;
  std::mutex reporting_;
};

}  // namespace stiction
