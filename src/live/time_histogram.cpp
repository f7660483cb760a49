#include "live/time_histogram.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr int kMerged = 8;  // fine bins in one of those that are shown

}  // namespace

double TimeHistogram::edge(int bin) {
  return kFirstEdge * std::pow(10, static_cast<double>(bin - 1) / kPerDecade);
}

void TimeHistogram::add(double seconds) {
  const double place = seconds > kFirstEdge ? kPerDecade * std::log10(seconds / kFirstEdge) : -1;
  const int bin = place < 0 ? 0 : static_cast<int>(std::min<double>(place, kBins)) + 1;
  ++counts_[bin];
  ++count_;
  max_ = std::max(max_, seconds);
}

double TimeHistogram::quantile(double share) const {
  if (count_ == 0) return 0;
  const auto rank =
      std::clamp<std::int64_t>(static_cast<std::int64_t>(std::ceil(share * static_cast<double>(count_))), 1, count_);
  std::int64_t below = 0;
  int bin = 0;
  while (below + counts_[bin] < rank) below += counts_[bin++];
  if (bin == kBins + 1) return max_;
  const double middle = bin == 0 ? kFirstEdge : std::sqrt(edge(bin) * edge(bin + 1));
  return std::min(middle, max_);
}

StepTimes TimeHistogram::times() const {
  StepTimes times;
  times.steps = count_;
  times.p50_ms = 1e3 * quantile(0.5);
  times.p99_ms = 1e3 * quantile(0.99);
  times.max_ms = 1e3 * max_;
  times.counts.push_back(counts_[0]);
  for (int bin = 1; bin <= kBins; bin += kMerged) {
    times.edges_ms.push_back(1e3 * edge(bin));
    std::int64_t sum = 0;
    for (int i = bin; i < bin + kMerged; ++i) sum += counts_[i];
    times.counts.push_back(sum);
  }
  times.edges_ms.push_back(1e3 * edge(kBins + 1));
  times.counts.push_back(counts_[kBins + 1]);
  return times;
}

}  // namespace stiction
