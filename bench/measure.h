// Measures a stretch of a simulation: times, effort, exactness, drift.
#pragma once

#include <array>
#include <string>

#include "scenes/scene.h"
#include "stepping/simulation.h"

namespace stiction::bench {

enum class Situation {
  kSettled,  // at rest, nothing happens
  kShaken,   // every 25 steps one body's velocity is set to 5 cm/s, another body each time
};

struct Stretch {
  int warm_up = 50;       // steps before the measurement, so that warm starts and caches are filled
  int steps = 200;        // steps measured
  double seconds = 1e30;  // wall time after which the measurement ends early [s]
};

struct Figures {
  int steps = 0;
  double contacts = 0;                                               // mean
  double step_mean = 0, step_p50 = 0, step_p99 = 0, step_max = 0;    // with collision [ms]
  std::array<double, static_cast<int>(Stage::kCount)> stage_mean{};  // [ms]
  double iterations_mean = 0;
  int iterations_max = 0;
  double newton_mean = 0;  // linear systems per step
  double residual_mean = 0, residual_max = 0, residual_cone_max = 0;
  double signorini_max = 0;
  double converged = 0;  // share of steps
  int rung_steps = 0;    // steps that needed a fall-back
  double drift = 0;      // largest distance of a free body's centre from where the stretch began [m]
  double speed_end = 0;  // [m/s]
};

// The scene as it is after `seconds` of simulated time: same bodies, their poses and velocities as starts.
Scene settled(const Scene& scene, double seconds);

Figures measure(Scene scene, Situation situation, const Stretch& stretch);

std::string to_json(const Figures& figures);

}  // namespace stiction::bench
