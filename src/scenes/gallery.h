// The gallery: parametric scenes in code, each with its own pass conditions. Tests, benchmarks, command line and viewer
// all take their scenes from here.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "scenes/scene.h"

namespace stiction {

// Where a default value comes from: the publication says it, it follows from what the publication says, or we chose it.
inline constexpr const char* kStated = "stated";
inline constexpr const char* kInferred = "inferred";
inline constexpr const char* kChosen = "chosen";

struct GalleryParameter {
  std::string name;
  double default_value = 0;
  std::string unit;    // "" for pure numbers
  std::string origin;  // kStated, kInferred or kChosen
  std::string help;
  double min = 0;  // smallest and largest possible value
  double max = 0;
  bool whole = false;  // a whole number
};

// The values a scene is built with: one for each of its parameters.
class GalleryValues {
 public:
  explicit GalleryValues(std::map<std::string, double> values) : values_(std::move(values)) {}
  double operator[](const std::string& name) const { return values_.at(name); }
  int whole(const std::string& name) const { return static_cast<int>(values_.at(name)); }

 private:
  std::map<std::string, double> values_;
};

struct GalleryEntry {
  std::string name;
  std::string summary;  // what it shows
  std::string claims;   // "SP-15", "" if none
  std::vector<GalleryParameter> parameters;
  double check_duration = 0;  // simulated time of a short check [s]; the scene's own duration
  double soak_duration = 0;   // simulated time of a long check [s]; the same expectations must hold
  // Simulated time that a scene with these values needs to show what it promises [s], if that may be more than
  // check_duration; null: never.
  double (*least_duration)(const GalleryValues&) = nullptr;
  Scene (*build)(const GalleryValues&) = nullptr;
};

const std::vector<GalleryEntry>& gallery();

// nullptr if there is none.
const GalleryEntry* find_gallery_entry(const std::string& name);

// Builds a scene; `overrides` replace parameters' defaults as typed by people ("27", "0.6").
// Throws InputError, listing what is known, for an unknown scene or parameter or an impossible value.
Scene build_gallery_scene(const std::string& name, const std::map<std::string, std::string>& overrides = {},
                          const ReportProgress& progress = {});
// The same, but bodies that deform are not made: it cannot be run.
Scene describe_gallery_scene(const std::string& name, const std::map<std::string, std::string>& overrides = {});

}  // namespace stiction
