// Figures of step times.
#pragma once

#include <vector>

namespace stiction::bench {

double mean(const std::vector<double>& values);  // NaN of none
double median(std::vector<double> values);       // of an even number the mean of the middle two; NaN of none

// CPU time of this process so far [s]: it runs one thread, and what others do on the machine does not count.
double cpu_seconds();
double wall_seconds();  // of a clock that only goes forward [s]

}  // namespace stiction::bench
