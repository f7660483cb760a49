#include "scenes/reader/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "base/error.h"
#include "base/file.h"

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxKeys = 10000;                // of one object: the tree looks keys up one by one
constexpr std::uintmax_t kMaxFileSize = 512ull << 20;  // [bytes]

// "line 3, column 14" of a byte offset.
std::string line_and_column(const std::string& text, std::size_t offset) {
  const std::size_t end = std::min(offset, text.size());
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
  const std::size_t newline = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  const std::size_t column = newline == std::string::npos ? end + 1 : end - newline;
  return fmt::format("line {}, column {}", line, column);
}

// The library's message without its own prefix ("[json.exception...] parse error at line 1, column 2: ").
std::string bare_message(const std::string& what) {
  for (const char* mark : {"syntax error ", "number overflow", "invalid "}) {
    const std::size_t found = what.find(mark);
    if (found != std::string::npos) return what.substr(found);
  }
  return what;
}

// The whole word at `offset` if it stands for a number that is not finite (NaN, -Infinity, inf), else "".
std::string non_finite_word(const std::string& text, std::size_t offset) {
  const auto in_word = [&](std::size_t i) {
    return std::isalpha(static_cast<unsigned char>(text[i])) || text[i] == '-';
  };
  std::size_t begin = offset;
  while (begin > 0 && begin < text.size() && in_word(begin - 1)) --begin;
  std::size_t end = begin;
  while (end < text.size() && in_word(end)) ++end;
  std::string word = text.substr(std::min(begin, text.size()), end - begin);
  std::string plain = word.substr(word.starts_with('-') ? 1 : 0);
  std::transform(plain.begin(), plain.end(), plain.begin(), [](unsigned char c) { return std::tolower(c); });
  return plain == "nan" || plain == "inf" || plain == "infinity" ? word : "";
}

// A first pass that builds nothing: finds syntax errors, duplicate keys and absurd nesting, and knows where it is.
class StrictPass : public nlohmann::json_sax<Json> {
 public:
  StrictPass(const std::string& text, const std::string& origin) : text_(text), origin_(origin) {}

  bool null() override { return value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(number_integer_t) override { return value(); }
  bool number_unsigned(number_unsigned_t) override { return value(); }
  bool number_float(number_float_t, const string_t&) override { return value(); }
  bool string(string_t&) override { return value(); }
  bool binary(binary_t&) override { return value(); }
  bool start_object(std::size_t) override { return open(); }
  bool start_array(std::size_t) override {
    open();
    levels_.back().index = 0;
    return true;
  }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    Level& level = levels_.back();
    level.key = name;
    if (!level.keys.insert(name).second) {
      throw InputError(fmt::format("{}: {}: this key appears twice; remove one", origin_, place()));
    }
    if (level.keys.size() > kMaxKeys) {
      throw InputError(fmt::format("{}: {}: more than {} keys in one object", origin_, place(), kMaxKeys));
    }
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    const std::size_t offset = position == 0 ? 0 : position - 1;
    std::string message = bare_message(error.what());
    const bool in_value =
        message.find("invalid literal") != std::string::npos || message.find("invalid number") != std::string::npos;
    const std::string word = in_value ? non_finite_word(text_, offset) : "";
    if (!word.empty()) message = fmt::format("numbers must be finite, got {}", word);
    throw InputError(fmt::format("{}: {}: {}", origin_, line_and_column(text_, offset), message));
  }

 private:
  struct Level {
    std::set<std::string> keys;
    std::string key;
    std::ptrdiff_t index = -1;  // of the element being read, in an array
  };

  bool value() {
    if (!levels_.empty() && levels_.back().index >= 0) ++levels_.back().index;
    return true;
  }
  bool open() {
    if (levels_.size() == kMaxDepth) {
      throw InputError(fmt::format("{}: nested deeper than {} levels; no scene needs that", origin_, kMaxDepth));
    }
    levels_.emplace_back();
    return true;
  }
  bool close() {
    levels_.pop_back();
    return value();
  }
  std::string place() const {
    std::string path;
    for (const Level& level : levels_) {
      if (level.index >= 0) {
        path += fmt::format("[{}]", level.index);
      } else {
        path += (path.empty() ? "" : ".") + level.key;
      }
    }
    return path;
  }

  const std::string& text_;
  const std::string& origin_;
  std::vector<Level> levels_;
};

}  // namespace

std::unique_ptr<Json> parse_json(const std::string& text, const std::string& origin) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    throw InputError(
        fmt::format("{}: the file is empty; a scene starts with {{\"stiction\": 1, \"bodies\": [...]}}", origin));
  }
  StrictPass pass(text, origin);
  Json::sax_parse(text, &pass);
  return std::make_unique<Json>(Json::parse(text));
}

std::string read_text_file(const std::string& path) {
  return read_whole_file(path, kMaxFileSize, "a scene");
}

}  // namespace stiction
