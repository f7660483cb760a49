#include "page/embedded_page.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace stiction {
namespace {

TEST(EmbeddedPage, IsOnePageWithOneMarkOrIsSaidToBeMissing) {
  if (!has_embedded_page()) {
    EXPECT_THROW(embedded_page(), InputError);
    GTEST_SKIP() << "built without the viewer";
  }
  const std::string page(embedded_page());
  const std::string mark = "<!--STICTION-DATA-->";
  const std::size_t first = page.find(mark);
  EXPECT_NE(first, std::string::npos);
  EXPECT_EQ(page.find(mark, first + 1), std::string::npos);
  EXPECT_EQ(page.find('\0'), std::string::npos);
  EXPECT_NE(page.find("</html>"), std::string::npos);
}

}  // namespace
}  // namespace stiction
