// The monitors behind the expectations of scene files. Internal to this room.
#pragma once

#include <memory>
#include <string>

#include "scenes/expectation.h"

namespace stiction {

// Opens and closes the window [from, to] and refuses to judge a run that never reached it.
class WindowMonitor : public ExpectationMonitor {
 public:
  explicit WindowMonitor(const Expectation& expectation) : expectation_(expectation) {}
  void start(const Moment& moment) final;
  void observe(const Moment& moment) final;
  ExpectationResult result() const final;
  void save(ByteWriter& to) const final;
  void load(ByteReader& from) final;

 protected:
  virtual void watch(const Moment& moment) {}       // every instant in the window, the start of the run included
  virtual void watch_step(const Moment& moment) {}  // every step that ends in the window, after watch()
  virtual ExpectationResult judge() const = 0;
  virtual void save_figures(ByteWriter& to) const = 0;  // what watch() and watch_step() have changed
  virtual void load_figures(ByteReader& from) = 0;
  const Expectation& expectation() const { return expectation_; }
  // " from 1 s to 2 s", "" for the whole run.
  std::string window_text() const;

 private:
  bool in_window(const Moment& moment) const;

  Expectation expectation_;
  bool opened_ = false;
};

std::unique_ptr<ExpectationMonitor> make_motion_monitor(const Expectation& expectation, const Model& model);
std::unique_ptr<ExpectationMonitor> make_distance_monitor(const Expectation& expectation, const Model& model);
std::unique_ptr<ExpectationMonitor> make_step_monitor(const Expectation& expectation);

// "at most 3 m", "from 1 to 3 m", ...
std::string range_text(double min, double max, const char* unit);

}  // namespace stiction
