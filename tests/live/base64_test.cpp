#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "live/base64.h"
#include "page/base64.h"

namespace stiction {
namespace {

TEST(Base64, KnownTexts) {
  EXPECT_EQ(from_base64(""), "");
  EXPECT_EQ(from_base64("Zg=="), "f");
  EXPECT_EQ(from_base64("Zm8="), "fo");
  EXPECT_EQ(from_base64("Zm9v"), "foo");
}

TEST(Base64, RefusesWhatIsNoBase64) {
  for (const char* text : {"Zg", "Zg=", "Z===", "====", "Zm9v\n", "Zm 9", "Zh==", "Zg==Zg==", "Zm9v!AAA", "Zm-_"}) {
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  }
}

RC_GTEST_PROP(Base64, BytesComeBack, (const std::string& bytes)) {
  RC_ASSERT(from_base64(base64_of(bytes)) == bytes);
}

RC_GTEST_PROP(Base64, RandomTextNeverFails, (const std::string& text)) {
  const auto bytes = from_base64(text);
  if (bytes) RC_ASSERT(base64_of(*bytes) == text);
}

}  // namespace
}  // namespace stiction
