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

}  // namespace stiction
