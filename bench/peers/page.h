// The comparison as one HTML page: plots, tables, settings. It needs nothing else.
#pragma once

#include <string>

#include "bench/peers/result.h"

namespace stiction::bench {

std::string page_html(const Comparison& comparison);

}  // namespace stiction::bench
