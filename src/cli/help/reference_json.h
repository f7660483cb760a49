// The program's tables as data: what the reference pages of docs/ are written from, and checked against.
#pragma once

#include <string>

namespace stiction {

// A JSON object: solver options and solvers, solids, materials, expectations, hands, joints, commands of live sessions,
// and the keys of scene files.
std::string reference_json();

}  // namespace stiction
