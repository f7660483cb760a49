#include "scenes/reader/json_text.h"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "scenes/reader/json_syntax.h"
#include "scenes/words.h"

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxKeys = 10000;                // of one object: the tree looks keys up one by one
constexpr std::uintmax_t kMaxFileSize = 512ull << 20;  // [bytes]

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
    const SyntaxFault fault{position == 0 ? 0 : position - 1, error.what(), open_container()};
    throw InputError(fmt::format("{}: {}", origin_, syntax_fault_text(text_, fault)));
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
      throw InputError(fmt::format("{}: nested deeper than {} levels; nothing needs that", origin_, kMaxDepth));
    }
    levels_.emplace_back();
    return true;
  }
  bool close() {
    levels_.pop_back();
    return value();
  }
  std::string place() const { return path_of(levels_.size()); }
  // `the list "bodies"`, `the object "bodies[2].shape"`, "the scene"; "" outside everything.
  std::string open_container() const {
    if (levels_.empty()) return "";
    const std::string path = path_of(levels_.size() - 1);
    if (path.empty()) return "the scene";
    return fmt::format("the {} \"{}\"", levels_.back().index >= 0 ? "list" : "object", path);
  }
  std::string path_of(std::size_t depth) const {
    std::string path;
    for (std::size_t i = 0; i < depth; ++i) {
      const Level& level = levels_[i];
      if (level.index >= 0) {
        path += fmt::format("[{}]", level.index);
      } else {
        path += (path.empty() ? "" : ".") + readable_message(shortened(level.key));
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
  // The parser would take it as the end of the text, and leave the rest unread.
  if (const std::size_t nothing = text.find('\0'); nothing != std::string::npos) {
    throw InputError(fmt::format("{}: {}", origin, syntax_fault_text(text, {nothing, "", ""})));
  }
  StrictPass pass(text, origin);
  Json::sax_parse(text, &pass);
  return std::make_unique<Json>(Json::parse(text));
}

std::string read_text_file(const std::string& path) {
  return read_whole_file(path, kMaxFileSize, "a scene");
}

}  // namespace stiction
