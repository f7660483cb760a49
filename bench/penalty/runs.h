// Runs of the penalty method's scenes, and rows of results. Internal to bench_penalty.
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "stepping/simulation.h"

namespace stiction::bench {

using Values = std::map<std::string, std::string>;  // of a scene's parameters

struct Method {
  const char* name;
  const char* solver;
  bool correction;
  PenaltyFriction friction;
  double tau = SolverOptions{}.tau;
};

// By one thread.
Simulation simulation_of(const std::string& scene, const Values& values, const Method& method);
Simulation simulation_of(const std::string& scene, const Values& values, const std::string& solver);

std::string list(const std::vector<double>& numbers);

// Prints objects of a JSON list, one a line, as soon as they are known.
class Objects {
 public:
  void add(const std::string& object) {
    fmt::print("{}\n  {{{}}}", first_ ? "" : ",", object);
    std::fflush(stdout);
    first_ = false;
  }

 private:
  bool first_ = true;
};

}  // namespace stiction::bench
