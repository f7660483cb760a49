// The points of an OBJ file: its v lines; whatever else it holds is not needed for a hull.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <sstream>

#include "base/error.h"
#include "scenes/reader/json_text.h"
#include "scenes/reader/parts.h"

namespace stiction {
namespace {

double parse_coordinate(const std::string& word) {
  double value = 0;
  const char* end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data(), end, value);
  const bool fine = error == std::errc() && rest == end && std::isfinite(value) && std::abs(value) <= kCoordinate.max;
  return fine ? value : std::nan("");
}

}  // namespace

std::vector<Vec3> read_obj_points(const std::filesystem::path& path) {
  std::istringstream lines(read_text_file(path.string()));
  std::vector<Vec3> points;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line);
    std::string word;
    if (!(words >> word) || word != "v") continue;
    Vec3 point;
    for (int i = 0; i < 3; ++i) {
      point[i] = words >> word ? parse_coordinate(word) : std::nan("");
    }
    if (!point.allFinite()) {
      throw InputError(fmt::format("{}: line {}: \"v\" must be followed by three numbers [m]", path.string(), number));
    }
    points.push_back(point);
  }
  if (points.empty()) throw InputError(fmt::format("{}: has no vertices (lines that start with v)", path.string()));
  return points;
}

}  // namespace stiction
