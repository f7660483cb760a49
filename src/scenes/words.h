// Words for error messages.
#pragma once

#include <string>
#include <vector>

namespace stiction {

std::string joined(const std::vector<std::string>& words, const std::string& separator = ", ");

// Characters to insert, remove or replace, or neighbours to swap, to get from one to the other; no place is touched
// twice (the restricted Damerau-Levenshtein distance).
std::size_t edit_distance(const std::string& a, const std::string& b);

// The candidate that `word` probably means: one spelt almost so, or our name for a word that other programs use ("dt"
// for "step"); else "". Upper and lower case are the same.
std::string nearest_word(const std::string& word, const std::vector<std::string>& candidates);
// `; did you mean "friction"?` or "".
std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates);

// The text, or its first 40 bytes (whole characters) and "...".
std::string shortened(const std::string& text);
// A message for one line: texts in quotes are shortened, bytes of value 0 are written as \0.
std::string readable_message(const std::string& message);

// "U+202E" and the like: the first control character or mark of direction in a text of UTF-8; "" if there is none.
std::string hidden_character(const std::string& text);

}  // namespace stiction
