// What a measurement ran on, as JSON: processor, cores, compiler, date, load. No names of machines or people.
#pragma once

#include <string>

namespace stiction::bench {

// One JSON object. The load averages are those of the moment of the call.
std::string machine_json();

}  // namespace stiction::bench
