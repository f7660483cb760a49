// Walks through the lines and words of a text and knows the line it is in. Internal to geometry.
#pragma once

#include <string>
#include <string_view>

namespace stiction {

class TextScanner {
 public:
  struct Rules {
    char comment = '\0';         // a word that starts with it ends the line
    bool continuations = false;  // a backslash at the end of a line joins the next one to it
    int first_line = 1;
  };
  // The text must outlive the scanner.
  TextScanner(std::string_view text, std::string origin, Rules rules);

  // Goes to the start of the next line (at first: of the first). False at the end of the text.
  bool next_line();
  // The next word of this line; empty if there is none.
  std::string_view word();
  bool has_word();  // whether there is one
  // What follows in this line, without blanks around it. Comments are not looked for.
  std::string_view rest_of_line();
  // The next word of this or of a later line; empty at the end of the text.
  std::string_view word_anywhere();

  // The next word of this line as a number; `what` names it in errors ("a coordinate").
  double number(std::string_view what);
  double coordinate();  // [m], finite and within the limits
  void require_end_of_line();

  int line() const { return line_; }
  std::size_t remaining() const { return text_.size() - position_; }
  std::string place() const;  // "file: line 12"
  [[noreturn]] void fail(const std::string& message) const;

 private:
  bool skip_continuation();
  bool at_comment() const { return rules_.comment != '\0' && text_[position_] == rules_.comment; }

  std::string_view text_;
  std::string origin_;
  Rules rules_;
  std::size_t position_ = 0;
  int line_ = 1;
  bool started_ = false;
};

// The word in quotes for an error message: at most 40 characters, what cannot be printed as "?".
std::string quoted(std::string_view word);

// The whole word as a number (from_chars, a plus sign allowed). False if it is not one that a double can hold.
bool parse_number(std::string_view word, double& value);
bool parse_number(std::string_view word, long long& value);

}  // namespace stiction
