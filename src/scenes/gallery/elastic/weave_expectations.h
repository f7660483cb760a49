// What becomes of woven pieces. Internal to the gallery.
#pragma once

#include "scenes/gallery/elastic/weave.h"

namespace stiction::building {

// A piece counts as fallen apart when two strands have slid over each other by half a pitch: a strand's width.
Expectation expect_comes_apart(const std::string& name, const WovenPiece& piece, double after, double before);  // [s]

// No crossing slips by more than `settling` in all, nor by more than `creep` from `from` on [m, m, s].
Expectation expect_holds_together(const std::string& name, const WovenPiece& piece, double settling, double creep,
                                  double from);

}  // namespace stiction::building
