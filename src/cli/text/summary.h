// A run's report for people.
#pragma once

#include <string>

#include "recording/run_report.h"

namespace stiction {

// A table of several lines, each with its unit.
std::string summary_text(const RunReport& report);

// "pass", "FAIL" or "not judged", and the expectation's text, which says what was expected and what was measured.
std::string expectation_line(const ReportedExpectation& expectation);

}  // namespace stiction
