// The command line as plain data. CLI11 stays behind this header.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace stiction {

// key=value as given, each key once.
using Settings = std::map<std::string, std::string>;

struct ScenesArguments {
  std::string word;  // a scene's name, or a word that scenes mention; "": the whole gallery
  bool all = false;  // with parameters
  bool json = false;
};

struct RunArguments {
  std::string scene;
  Settings settings;                  // parameters of a gallery scene
  std::optional<std::string> solver;  // name
  std::vector<std::pair<std::string, std::string>> solver_settings;
  std::optional<double> step;              // [s]
  std::optional<double> duration;          // [s]
  std::string out;                         // folder, "": none
  bool resume = false;                     // from the folder's checkpoint
  bool record = true;                      // into the folder
  std::optional<double> record_every;      // simulated time [s]
  std::optional<double> checkpoint_every;  // wall time [s]
  std::string report;                      // file, "": none
  std::string replay;                      // file, "": none but the folder's
  bool folder_replay = true;               // a replay in the folder, of what is recorded there
  int threads = 0;                         // 0: all cores
  bool quiet = false;
};

struct CheckArguments {
  std::vector<std::string> scenes;
  Settings settings;  // parameters of the one gallery scene
  bool all = false;
  bool soak = false;
  int threads = 0;
};

struct ExportArguments {
  std::string source;  // a scene, or a recording
  Settings settings;
  std::string format;     // "json", "csv", "obj" or "html"
  bool contacts = false;  // csv: contacts instead of bodies
  std::optional<std::int64_t> first_step, last_step;
  std::string out;  // file; "-": standard output
};

struct SolveArguments {
  std::string problem;  // file
  std::string solver = "staggered";
  double tolerance = 1e-8;  // of |F| / |q|
  double time_limit = 60;   // wall time [s]
  bool json = false;
  std::string out;  // file, "": none
  int threads = 1;
};

struct ViewArguments {
  RunArguments run;  // a scene (or a recording) and how to run it; of the rest out, report and threads
  std::optional<std::uint16_t> port;
  std::string bind;  // address in numbers, "": this machine only
  bool hint = true;  // say what to do with the address
};

struct RenderArguments {
  std::string recording;                     // file
  std::string png;                           // folder, "": none
  std::string video;                         // file, "": none
  int width = 1280, height = 720;            // [pixels]
  std::optional<double> azimuth, elevation;  // of the camera [degrees]
  double distance = 1;                       // factor on the distance at which everything fits
  std::optional<double> at;                  // one picture, at this time [s]
  std::optional<double> from, to;            // [s]
  double fps = 30;                           // pictures per simulated second
  bool contacts = false;                     // with contact points and forces
  bool time = false;                         // with the time in a corner
  bool dark = false;
  int threads = 0;
  bool quiet = false;
};

// What follows `bench` goes to the program stiction-bench as it is.
struct BenchArguments {
  std::vector<std::string> words;
};

// Help and version: print `text`, and that is all.
struct Information {
  std::string text;
};

using Arguments = std::variant<Information, ScenesArguments, RunArguments, CheckArguments, ExportArguments,
                               SolveArguments, ViewArguments, RenderArguments, BenchArguments>;

// Throws InputError with one line on bad usage.
Arguments parse_arguments(int count, const char* const* words);

}  // namespace stiction
