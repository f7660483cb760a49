// That a structure does not move before something touches it. Internal to the gallery.
#pragma once

#include "scenes/expectation.h"

namespace stiction::building {

// Blocks, polyhedra that a pattern names, stay within `displacement` [m] of where they start until a vertex of another
// free body, polyhedron or one that deforms, is within the model's margin of the box about one of them; for the whole
// run if none comes.
Expectation expect_stands_until_hit(const std::string& blocks, double displacement);

}  // namespace stiction::building
