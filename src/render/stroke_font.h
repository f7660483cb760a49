// Letters as strokes: digits, the small letters, a few capitals and signs.
#pragma once

#include <string_view>
#include <vector>

#include "base/types.h"

namespace stiction {

// A line from point to point; small letters are 4 high, digits 6; y points up from the base line.
using Stroke = std::vector<Vec2>;

struct Glyph {
  std::vector<Stroke> strokes;
  double advance = 5;  // to the next letter
};

// A space for what the font does not have.
Glyph glyph_of(char letter);
double text_width(std::string_view text);

}  // namespace stiction
