// Words for error messages.
#pragma once

#include <string>
#include <vector>

namespace stiction {

std::string joined(const std::vector<std::string>& words, const std::string& separator = ", ");

// The candidate nearest to `word` if it is near enough to be meant, else "".
std::string nearest_word(const std::string& word, const std::vector<std::string>& candidates);
// `; did you mean "friction"?` or "".
std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace stiction
