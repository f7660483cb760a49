// How long work says where it is.
#pragma once

#include <functional>
#include <string>

namespace stiction {

// What is being done, in a few words, and which share of it is done, 0 to 1; or a note for people, to be kept.
inline constexpr double kProgressNote = -1;  // as share
using ReportProgress = std::function<void(const std::string& doing, double share)>;

}  // namespace stiction
