#include "geometry/mesh/text_scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/error.h"
#include "geometry/mesh/mesh_formats.h"

namespace stiction {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

template <typename Number>
bool parse_whole(std::string_view word, Number& value) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && rest == word.data() + word.size();
}

}  // namespace

TextScanner::TextScanner(std::string_view text, std::string origin, Rules rules)
    : text_(text), origin_(std::move(origin)), rules_(rules), line_(rules.first_line) {}

bool TextScanner::next_line() {
  if (started_) {
    while (!word().empty()) {
    }
    position_ = std::min(text_.find('\n', position_), text_.size());
    if (position_ < text_.size()) {
      ++position_;
      ++line_;
    }
  }
  started_ = true;
  return position_ < text_.size();
}

// At a backslash: past the end of its line if only blanks follow.
bool TextScanner::skip_continuation() {
  if (!rules_.continuations || text_[position_] != '\\') return false;
  std::size_t next = position_ + 1;
  while (next < text_.size() && is_blank(text_[next])) ++next;
  if (next < text_.size() && text_[next] != '\n') return false;
  position_ = std::min(next + 1, text_.size());
  if (next < text_.size()) ++line_;
  return true;
}

std::string_view TextScanner::word() {
  while (position_ < text_.size() && (is_blank(text_[position_]) || skip_continuation())) {
    if (position_ < text_.size() && is_blank(text_[position_])) ++position_;
  }
  if (position_ == text_.size() || text_[position_] == '\n' || at_comment()) return {};
  const std::size_t begin = position_;
  while (position_ < text_.size() && !is_blank(text_[position_]) && text_[position_] != '\n') {
    if (rules_.continuations && text_[position_] == '\\' && position_ > begin) break;
    ++position_;
  }
  return text_.substr(begin, position_ - begin);
}

bool TextScanner::has_word() {
  const std::size_t position = position_;
  const int line = line_;
  const bool found = !word().empty();
  position_ = position;
  line_ = line;
  return found;
}

std::string_view TextScanner::rest_of_line() {
  const std::size_t end = std::min(text_.find('\n', position_), text_.size());
  std::string_view rest = text_.substr(position_, end - position_);
  position_ = end;
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
  return rest;
}

std::string_view TextScanner::word_anywhere() {
  started_ = true;
  std::string_view found = word();
  while (found.empty() && next_line()) found = word();
  return found;
}

double TextScanner::number(std::string_view what) {
  const std::string_view text = word();
  if (text.empty()) fail(fmt::format("{} is missing", what));
  double value = 0;
  if (!parse_number(text, value)) fail(fmt::format("{} must be a number, got {}", what, quoted(text)));
  return value;
}

double TextScanner::coordinate() {
  const double value = number("a coordinate");
  const std::string fault = coordinate_fault(value);
  if (!fault.empty()) fail(fault);
  return value;
}

void TextScanner::require_end_of_line() {
  const std::string_view text = word();
  if (!text.empty()) fail(fmt::format("{} is one word too many in this line", quoted(text)));
}

std::string TextScanner::place() const {
  return fmt::format("{}: line {}", origin_, line_);
}

void TextScanner::fail(const std::string& message) const {
  throw InputError(fmt::format("{}: {}", place(), message));
}

std::string quoted(std::string_view word) {
  constexpr std::size_t kLongest = 40;
  std::string text(word.substr(0, kLongest));
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c > '~'; }, '?');
  return fmt::format("\"{}{}\"", text, word.size() > kLongest ? "..." : "");
}

bool parse_number(std::string_view word, double& value) {
  return parse_whole(word, value);
}

bool parse_number(std::string_view word, long long& value) {
  return parse_whole(word, value);
}

}  // namespace stiction
