#include "cli/text/printable.h"

#include <gtest/gtest.h>

namespace stiction {
namespace {

TEST(Printable, LeavesTextOfAnyLanguageAlone) {
  EXPECT_EQ(printable(""), "");
  EXPECT_EQ(printable("C:\\arch \"27\"~"), "C:\\arch \"27\"~");
  EXPECT_EQ(printable("Würfel 箱 \xf0\x9f\xa7\xb1"), "Würfel 箱 \xf0\x9f\xa7\xb1");
}

TEST(Printable, EscapesWhateverCouldBreakOrColourTheLine) {
  EXPECT_EQ(printable("a\nb\tc\rd"), "a\\nb\\tc\\x0dd");
  EXPECT_EQ(printable("\x1b[31mred\x7f"), "\\x1b[31mred\\x7f");
  EXPECT_EQ(printable("\xc2\x85"), "\\xc2\\x85");           // U+0085, next line
  EXPECT_EQ(printable("\xe2\x80\xa8"), "\\xe2\\x80\\xa8");  // U+2028, line separator
}

TEST(Printable, EscapesWhatTurnsTheDirectionOfText) {
  EXPECT_EQ(printable("a\u202e"
                      "b"),
            "a\\xe2\\x80\\xaeb");
  for (const char* mark : {"\u061c", "\u200e", "\u200f", "\u202a", "\u202d", "\u2066", "\u2069"}) {
    EXPECT_EQ(printable(mark)[0], '\\') << mark;
  }
  EXPECT_EQ(printable("\u200d\u2010\u2065\u206a"), "\u200d\u2010\u2065\u206a");  // their neighbours
}

TEST(Printable, EscapesBytesThatAreNotUtf8) {
  EXPECT_EQ(printable("a\xff"), "a\\xff");
  EXPECT_EQ(printable("\xc3"), "\\xc3");                             // cut short
  EXPECT_EQ(printable("\xc3(\xa9"), "\\xc3(\\xa9");                  // the second byte does not continue
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");                    // longer than it need be
  EXPECT_EQ(printable("\xe0\x80\xaf"), "\\xe0\\x80\\xaf");           // the same
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // half of a surrogate pair
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond the last code point
}

}  // namespace
}  // namespace stiction
