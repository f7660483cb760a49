#include "scenes/reader/json_syntax.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace stiction {
namespace {

constexpr std::size_t kShown = 24;  // characters of what was found

// A stretch of the text.
struct Piece {
  std::size_t begin = 0;
  std::string text;
};

std::string line_and_column(const std::string& text, std::size_t offset) {
  const std::size_t end = std::min(offset, text.size());
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
  const std::size_t newline = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  const std::size_t column = newline == std::string::npos ? end + 1 : end - newline;
  return fmt::format("line {}, column {}", line, column);
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '+' || c == '.' || c == '_';
}

bool is_control(char c) {
  return std::iscntrl(static_cast<unsigned char>(c)) != 0 && std::isspace(static_cast<unsigned char>(c)) == 0;
}

// The whole word or number at `offset` or just before it; "" if there is none.
Piece word_at(const std::string& text, std::size_t offset) {
  std::size_t begin = offset;
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  std::size_t end = offset;
  while (end < text.size() && is_word(text[end])) ++end;
  return {begin, text.substr(begin, end - begin)};
}

// What the parser found at `offset`: a text in quotes that ends there, a word or number, or one character.
Piece found_at(const std::string& text, std::size_t offset, bool is_string) {
  Piece piece = word_at(text, offset);
  if (is_string && offset > 0) {
    const std::size_t quote = text.rfind('"', offset - 1);
    if (quote != std::string::npos) piece = {quote, text.substr(quote, offset + 1 - quote)};
  }
  if (piece.text.empty()) piece = {offset, text.substr(offset, 1)};
  if (piece.text.size() > kShown) piece.text = piece.text.substr(0, kShown) + "...";
  return piece;
}

bool is_not_finite(std::string word) {
  if (word.starts_with('-')) word.erase(0, 1);
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return word == "nan" || word == "inf" || word == "infinity";
}

// "" if the fault is not inside a text in quotes.
std::string string_fault(const std::string& report) {
  const auto says = [&](const char* words) { return report.find(words) != std::string::npos; };
  if (!says("invalid string")) return "";
  if (says("control character")) return "a text ends on its line; close it with \", or write \\n, \\t, \\u001f";
  if (says("UTF-8")) return "this text is not UTF-8; save the file as UTF-8";
  if (says("surrogate")) return "\\ud800 to \\udfff come in pairs only";
  return "after \\ in a text comes one of \" \\ / b f n r t, or u with four hexadecimal digits";
}

// What should stand where `found` stands.
std::string expected(const std::string& report, const std::string& found) {
  const auto says = [&](const char* words) { return report.find(words) != std::string::npos; };
  const bool closes = found == "}" || found == "]";
  if (says("expected end of input")) return fmt::format("the scene has ended before; remove {}", found);
  if (says("parsing object key")) {
    return closes ? fmt::format("remove the comma before {}", found)
                  : fmt::format("expected a key in double quotes, got {}", found);
  }
  if (says("parsing object separator")) return fmt::format("expected : after the key, got {}", found);
  if (says("parsing object")) return fmt::format("expected , or }}, got {}", found);
  if (says("parsing array")) return fmt::format("expected , or ], got {}", found);
  if (closes) return fmt::format("expected a value, got {}; is there a comma too many?", found);
  return fmt::format("{} is no value; texts stand in double quotes, numbers begin with a digit or -", found);
}

}  // namespace

std::string syntax_fault_text(const std::string& text, const SyntaxFault& fault) {
  const auto placed = [&](std::size_t offset, const std::string& message) {
    return fmt::format("{}: {}", line_and_column(text, offset), message);
  };
  const std::size_t offset = std::min(fault.offset, text.size());
  const bool in_value = fault.report.find("invalid literal") != std::string::npos ||
                        fault.report.find("invalid number") != std::string::npos;
  const Piece word = word_at(text, offset);
  if (in_value && is_not_finite(word.text))
    return placed(word.begin, fmt::format("numbers must be finite, got {}", word.text));
  if (offset == text.size()) {
    const std::string open = fault.open.empty() ? "something is" : fault.open + " is";
    return placed(offset, fmt::format("the file ends here, but {} not closed; is it cut off?", open));
  }
  if (const std::string message = string_fault(fault.report); !message.empty()) return placed(offset, message);
  if (offset < text.size() && is_control(text[offset])) {
    return placed(offset, fmt::format("a byte of value 0x{:02x}, which no text has; is this a scene file?",
                                      static_cast<unsigned char>(text[offset])));
  }
  const Piece found = found_at(text, offset, fault.report.find("unexpected string") != std::string::npos);
  if (fault.report.find("number overflow") != std::string::npos) {
    return placed(found.begin, fmt::format("the number {} is too large (at most 1.8e308)", found.text));
  }
  if (fault.report.find("invalid BOM") != std::string::npos) {
    return placed(0, "the file begins with a broken byte order mark; save it as UTF-8");
  }
  if (found.text == "/" || found.text == "#") return placed(found.begin, "JSON has no comments; remove this one");
  return placed(found.begin, expected(fault.report, found.text));
}

}  // namespace stiction
