// Contact problems of the steps of gallery scenes, and problems made of these.
#pragma once

#include <string>
#include <vector>

#include "contact/contact_problem.h"

namespace stiction::bench {

struct Recording {
  std::string scene;
  std::string parameter;  // KEY=VALUE, or none
  double duration = 0;    // [s]
  int every = 1;          // steps: one problem of so many is kept
};

// Of the steps that have contacts, as `regions` runs the scene; with the impulses that it started from.
std::vector<ContactProblem> record(const Recording& recording);

// At least so many contacts: problems of a scene at evenly spaced moments, as if it stood there many times.
ContactProblem side_by_side(const std::vector<ContactProblem>& problems, int contacts);

// Those contacts alone.
ContactProblem part_of(const ContactProblem& problem, const std::vector<int>& contacts);

// At most so many of them, evenly spaced.
std::vector<const ContactProblem*> spread(const std::vector<const ContactProblem*>& problems, std::size_t most);

}  // namespace stiction::bench
