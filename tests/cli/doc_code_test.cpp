// What the documentation says of the code is so. Code that it shows as a file's own (```cpp path/of/the/file) is in
// that file, word for word.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "geometry/solids/solid_kind.h"

namespace stiction {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Compares every such block of the page; returns how many there are.
int expect_real_code(const std::string& page) {
  const std::filesystem::path docs = STICTION_DOCS;
  const std::string text = text_of(docs / page), opening = "```cpp ", closing = "\n```";
  int blocks = 0;
  for (std::size_t at = text.find(opening); at != std::string::npos; at = text.find(opening, at), ++blocks) {
    const std::size_t name = at + opening.size(), start = text.find('\n', name) + 1, end = text.find(closing, start);
    const std::string path = text.substr(name, start - 1 - name);
    const std::string code = text.substr(start, end + 1 - start);
    EXPECT_NE(text_of(docs.parent_path() / path).find(code), std::string::npos) << page << ", " << path << ":\n"
                                                                                << code;
    at = end;
  }
  return blocks;
}

TEST(DocCode, AddingAShapeShowsTheConesFile) {
  EXPECT_EQ(expect_real_code("how-to/add-a-shape.md"), 1);
}

TEST(DocCode, AddingASolverShowsTheExamplesCode) {
  EXPECT_EQ(expect_real_code("how-to/add-a-solver.md"), 4);
}

TEST(SolidsPage, HasARowForEveryKindWithItsNumbersAndDefaults) {
  const std::string text = text_of(std::filesystem::path(STICTION_DOCS) / "reference/solids.md");
  for (const SolidKind& kind : solid_registry()) {
    const std::size_t row = text.find(fmt::format("\n| `{}` |", kind.name));
    ASSERT_NE(row, std::string::npos) << kind.name;
    const std::string numbers = text.substr(row + 1, text.find('\n', row + 1) - row - 1);
    for (const SolidField& field : kind.fields) {
      const Vec3& v = field.initial;
      const std::string value =
          field.is_vector ? fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z()) : fmt::format("{}", v.x());
      EXPECT_NE(numbers.find(fmt::format("`{}` ({})", field.key, value)), std::string::npos)
          << kind.name << ": " << field.key;
    }
    EXPECT_EQ(numbers.find("`seed` (1)") != std::string::npos, kind.has_seed) << kind.name;
    EXPECT_EQ(numbers.find("`parts`") != std::string::npos, kind.has_parts) << kind.name;
  }
}

}  // namespace
}  // namespace stiction
