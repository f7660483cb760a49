// Ctrl-C (and a polite request to terminate, and a terminal that goes) ends a run between two steps; a second one ends
// the program at once.
#pragma once

namespace stiction {

void watch_interrupts();
bool interrupted();

}  // namespace stiction
