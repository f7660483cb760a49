#include "live/pacer.h"

#include <algorithm>

namespace stiction {
namespace {

constexpr double kSpan = 0.5;  // [s]

}  // namespace

void Pacer::set_speed(double speed, double now) {
  speed_ = speed;
  due_ = std::min(due_, now + period());
}

bool Pacer::step_ended(double now) {
  const double next = due_ + period();
  due_ = std::max(next, now);
  return now > next;
}

void AchievedSpeed::start(double now) {
  last_ = present_ = {now, 0};
}

void AchievedSpeed::add(double now, double simulated) {
  present_.simulated += simulated;
  if (now - present_.begin < kSpan) return;
  last_ = present_;
  present_ = {now, 0};
}

double AchievedSpeed::value(double now) const {
  // Before the first span is full both begin at the same time.
  const double simulated = present_.simulated + (last_.begin < present_.begin ? last_.simulated : 0);
  const double real = now - last_.begin;
  return real > 0 ? simulated / real : 0;
}

}  // namespace stiction
