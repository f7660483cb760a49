// A run that is made up step by step. After every step the monitor is saved, and a fresh one goes on.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "scenes/expectation.h"

namespace stiction {

// A run of free unit spheres "a", "b" and a fixed one "g"; the tests write the states themselves.
class SyntheticRun {
 public:
  SyntheticRun() {
    for (const char* name : {"a", "b", "g"}) {
      Body& body = model.bodies.emplace_back();
      body.name = name;
      body.fixed = body.name == "g";
    }
    compute_masses(model);
    state = initial_state(model);
  }

  void expect(const Expectation& expectation) {
    expectation_ = expectation;
    monitor = make_monitor(expectation, model);
    monitor->start(moment());
    replace_monitor();
  }
  void step() {
    ++state.step_index;
    state.time = static_cast<double>(state.step_index) * kStep;
    monitor->observe(moment());
    replace_monitor();
  }
  ExpectationResult result() const { return monitor->result(); }

  static constexpr double kStep = 0.1;  // [s]
  Model model;
  State state;
  StepReport report;
  std::unique_ptr<ExpectationMonitor> monitor;

 private:
  Moment moment() const { return {model, state, report, kStep}; }
  void replace_monitor() {
    ByteWriter bytes;
    monitor->save(bytes);
    monitor = make_monitor(expectation_, model);
    ByteReader reader(bytes.bytes(), "saved monitor");
    monitor->load(reader);
    EXPECT_EQ(reader.remaining(), 0U);
  }

  Expectation expectation_;
};

}  // namespace stiction
