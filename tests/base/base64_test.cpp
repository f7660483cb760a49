#include "base/base64.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <utility>

namespace stiction {
namespace {

// The first are the examples of RFC 4648, section 10.
TEST(Base64, IsThatOfTheStandard) {
  const std::array<std::pair<const char*, const char*>, 8> known = {{{"", ""},
                                                                     {"f", "Zg=="},
                                                                     {"fo", "Zm8="},
                                                                     {"foo", "Zm9v"},
                                                                     {"foob", "Zm9vYg=="},
                                                                     {"fooba", "Zm9vYmE="},
                                                                     {"foobar", "Zm9vYmFy"},
                                                                     {"\xfb\xff\xfe", "+//+"}}};
  for (const auto& [bytes, text] : known) {
    EXPECT_EQ(base64_of(bytes), text);
    EXPECT_EQ(from_base64(text), bytes);
  }
}

TEST(Base64, RefusesWhatIsNoBase64) {
  for (const char* text : {"Zg", "Zg=", "Z===", "====", "Zm9v\n", "Zm 9", "Zh==", "Zg==Zg==", "Zm9v!AAA", "Zm-_"}) {
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  }
}

RC_GTEST_PROP(Base64, BytesComeBack, (const std::string& before, const std::string& bytes)) {
  std::string text = before;
  append_base64(bytes, text);
  RC_ASSERT(text.substr(0, before.size()) == before);
  RC_ASSERT(from_base64(text.substr(before.size())) == bytes);
}

RC_GTEST_PROP(Base64, RandomTextNeverFails, (const std::string& text)) {
  const auto bytes = from_base64(text);
  if (bytes) RC_ASSERT(base64_of(*bytes) == text);
}

}  // namespace
}  // namespace stiction
