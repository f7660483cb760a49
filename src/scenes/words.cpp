#include "scenes/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <numeric>

#include "base/unicode.h"

namespace stiction {
namespace {

std::string in_lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool continues_character(char c) {
  return (static_cast<std::uint8_t>(c) & 0xc0U) == 0x80;
}

// Words of other programs, and ours for the same thing.
struct Synonym {
  const char* theirs;
  const char* ours;
  const char* remark = "";  // on what is different
};
constexpr Synonym kSynonyms[] = {
    {"dt", "step"},
    {"timestep", "step"},
    {"time_step", "step"},
    {"time", "duration"},
    {"end_time", "duration"},
    {"static", "fixed"},
    {"kinematic", "motion"},
    {"cube", "box"},
    {"cuboid", "box"},
    {"ball", "sphere"},
    {"ground", "plane"},
    {"hull", "convex"},
    {"obj", "mesh"},
    {"stl", "mesh"},
    {"half_extents", "size", " (whole edge lengths)"},
    {"extents", "size"},
    {"dimensions", "size"},
    {"pos", "position"},
    {"translation", "position"},
    {"location", "position"},
    {"orientation", "rotation"},
    {"quat", "rotation"},
    {"geometry", "shape"},
    {"geom", "shape"},
    {"collider", "shape"},
    {"mu", "friction"},
    {"elasticity", "restitution"},
    {"bounce", "restitution"},
    {"linear_velocity", "velocity"},
    {"omega", "angular_velocity"},
    {"spin", "angular_velocity"},
    {"revolute", "hinge"},
    {"prismatic", "slider"},
    {"spherical", "ball"},
    {"weld", "fixed"},
    {"constraints", "joints"},
    {"objects", "bodies"},
    {"output", "out"},
    {"jobs", "threads"},
};

// Dashes before a command line's option are no part of the word.
std::string without_dashes(const std::string& word) {
  return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

// A candidate and what to say of it.
struct Meant {
  std::string word;  // "": none
  std::string remark;
};

Meant synonym_of(const std::string& word, const std::vector<std::string>& candidates) {
  for (const Synonym& synonym : kSynonyms) {
    if (in_lower_case(without_dashes(word)) != synonym.theirs) continue;
    for (const std::string& candidate : candidates)
      if (without_dashes(candidate) == synonym.ours) return {candidate, synonym.remark};
  }
  return {};
}

}  // namespace

std::size_t edit_distance(const std::string& a, const std::string& b) {
  // Row i has the distances of the first i characters of a from the beginnings of b.
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row.back();
}

std::string joined(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += separator;
    text += word;
  }
  return text;
}

std::string nearest_word(const std::string& word, const std::vector<std::string>& candidates) {
  if (word.size() > 64) return "";
  if (const Meant synonym = synonym_of(word, candidates); !synonym.word.empty()) return synonym.word;
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(in_lower_case(word), in_lower_case(candidate));
    if (distance >= best_distance) continue;
    best = candidate;
    best_distance = distance;
  }
  return best;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates) {
  const std::string nearest = nearest_word(word, candidates);
  return nearest.empty() ? "" : fmt::format("; did you mean \"{}\"{}?", nearest, synonym_of(word, candidates).remark);
}

std::string shortened(const std::string& text) {
  constexpr std::size_t kLongest = 40;
  if (text.size() <= kLongest) return text;
  std::size_t end = kLongest;
  while (end > 0 && continues_character(text[end])) --end;
  return text.substr(0, end) + "...";
}

std::string readable_message(const std::string& message) {
  std::string result, part;
  bool quoted = false;
  const auto finish = [&] {
    result += quoted ? shortened(part) : part;
    part.clear();
  };
  for (const char c : message) {
    if (c == '"') {
      finish();
      quoted = !quoted;
      result += c;
    } else {
      part += c == '\0' ? std::string("\\0") : std::string(1, c);
    }
  }
  quoted = false;  // a quotation mark without its second one: part of a name
  finish();
  return result;
}

std::string hidden_character(const std::string& text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<std::uint8_t>(text[i]);
    const int length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    std::uint32_t code = length == 1 ? first : first & (0x7fU >> length);
    for (++i; i < text.size() && continues_character(text[i]); ++i) {
      code = code << 6U | (static_cast<std::uint8_t>(text[i]) & 0x3fU);
    }
    if (is_control_character(code) || is_bidirectional_mark(code)) return fmt::format("U+{:04X}", code);
  }
  return "";
}

}  // namespace stiction
