// That bodies end in a heap. Internal to the gallery.
#pragma once

#include "scenes/expectation.h"

namespace stiction::building {

// Of bodies, who is carried by whom in a moment of a run.
struct Carried {
  int bodies = 0;   // of which others of them carry at least a share of the weight
  int largest = 0;  // of the groups of bodies that press on each other, directly or through others of them
};
// share: of the weight. Contact forces are those of the last step.
Carried carried_by_each_other(const Simulation& simulation, const std::vector<int>& bodies, double share);

// At the end at least `least` of the bodies are carried by others of them with a tenth of their weight or more, and at
// least `together` of them press on each other. Bodies that lie apart are no heap.
Expectation expect_heap(const std::string& bodies, int least, int together);

}  // namespace stiction::building
