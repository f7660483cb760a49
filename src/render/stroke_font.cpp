#include "render/stroke_font.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stiction {
namespace {

// Points as pairs of digits, x and y + 2; a blank ends a stroke.
using Shape = std::pair<char, std::string_view>;
constexpr std::array<Shape, 45> kShapes = {{{'0', "123243473818070312"},
                                            {'1', "062822"},
                                            {'2', "07183847460242"},
                                            {'3', "07183847463515 354443321203"},
                                            {'4', "32380444"},
                                            {'5', "480805354443321203"},
                                            {'6', "473818070312324344351504"},
                                            {'7', "084812"},
                                            {'8', "15060718384746351504031232434435"},
                                            {'9', "031232434738180706153546"},
                                            {'.', "0202"},
                                            {'-', "0535"},
                                            {'=', "0434 0636"},
                                            {'a', "16364542 441403123243"},
                                            {'b', "0802 0516364543321203"},
                                            {'c', "4536160503123243"},
                                            {'d', "4842 4536160503123243"},
                                            {'e', "04444536160503123243"},
                                            {'f', "38281712 0626"},
                                            {'g', "4641301001 4536160503123243"},
                                            {'h', "0802 0516263532"},
                                            {'i', "0602 0808"},
                                            {'j', "161100 1818"},
                                            {'k', "0802 3604 1532"},
                                            {'l', "0802"},
                                            {'m', "0602 05162522 25364542"},
                                            {'n', "0602 0516263532"},
                                            {'o', "163645433212030516"},
                                            {'p', "0600 0516364543321203"},
                                            {'q', "4640 4536160503123243"},
                                            {'r', "0602 051626"},
                                            {'s', "45361605143443321203"},
                                            {'t', "18132232 0626"},
                                            {'u', "0603122233 3632"},
                                            {'v', "062246"},
                                            {'w', "0612243246"},
                                            {'x', "0642 0246"},
                                            {'y', "0622 4610"},
                                            {'z', "06460242"},
                                            {'N', "02084248"},
                                            {'M', "0208244842"},
                                            {'G', "47381807031232434525"},
                                            {'/', "0248"},
                                            {',', "1301"},
                                            {':', "0303 0505"}}};

Glyph parsed(std::string_view shape) {
  Glyph glyph;
  bool ended = true;
  for (std::size_t i = 0; i + 1 < shape.size();) {
    if (shape[i] == ' ') {
      ended = true;
      ++i;
      continue;
    }
    if (ended) glyph.strokes.emplace_back();
    ended = false;
    glyph.strokes.back().emplace_back(shape[i] - '0', shape[i + 1] - '2');
    i += 2;
  }
  double right = 0;
  for (const Stroke& stroke : glyph.strokes) {
    for (const Vec2& p : stroke) right = std::max(right, p.x());
  }
  glyph.advance = right + 1.7;
  return glyph;
}

}  // namespace

Glyph glyph_of(char letter) {
  const auto found = std::find_if(kShapes.begin(), kShapes.end(), [&](const Shape& s) { return s.first == letter; });
  return found == kShapes.end() ? Glyph{{}, 3} : parsed(found->second);
}

double text_width(std::string_view text) {
  double width = 0;
  for (const char letter : text) width += glyph_of(letter).advance;
  return width;
}

}  // namespace stiction
