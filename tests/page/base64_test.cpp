#include "page/base64.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "page/decoding.h"

namespace stiction {
namespace {

// The examples of RFC 4648, section 10.
TEST(Base64, IsThatOfTheStandard) {
  EXPECT_EQ(base64_of(""), "");
  EXPECT_EQ(base64_of("f"), "Zg==");
  EXPECT_EQ(base64_of("fo"), "Zm8=");
  EXPECT_EQ(base64_of("foo"), "Zm9v");
  EXPECT_EQ(base64_of("foob"), "Zm9vYg==");
  EXPECT_EQ(base64_of("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64_of("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64_of("\xfb\xff\xfe"), "+//+");
}

RC_GTEST_PROP(Base64, GivesBackEveryByte, (const std::string& before, const std::vector<std::uint8_t>& numbers)) {
  const std::string bytes(numbers.begin(), numbers.end());
  std::string text = before;
  append_base64(bytes, text);
  RC_ASSERT(text.substr(0, before.size()) == before);
  RC_ASSERT(test::from_base64(text.substr(before.size())) == bytes);
}

}  // namespace
}  // namespace stiction
