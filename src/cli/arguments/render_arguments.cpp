#include "cli/arguments/render_arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string_view>

#include "base/error.h"
#include "cli/arguments/argument_values.h"

namespace stiction {
namespace {

constexpr int kLeastSize = 16, kMostSize = 8192;  // [pixels]
constexpr double kMostFps = 10'000;
constexpr double kMostSeconds = 1e9;

void parse_size(const std::string& text, RenderArguments& render) {
  const std::size_t cross = text.find('x');
  const bool whole = cross != std::string::npos &&
                     parse_number(std::string_view(text).substr(0, cross), render.width) &&
                     parse_number(std::string_view(text).substr(cross + 1), render.height);
  const auto fits = [](int pixels) { return pixels >= kLeastSize && pixels <= kMostSize; };
  if (!whole || !fits(render.width) || !fits(render.height)) {
    throw InputError(fmt::format("--size '{}' is not of the form 1280x720 with sides of {} to {} pixels", text,
                                 kLeastSize, kMostSize));
  }
}

void parse_camera(const std::string& text, RenderArguments& render) {
  std::vector<double> numbers;
  std::string_view rest = text;
  for (bool more = true; more;) {
    const std::size_t comma = rest.find(',');
    double value = 0;
    if (!parse_number(rest.substr(0, comma), value)) numbers.assign(4, 0);  // too many: refused below
    numbers.push_back(value);
    more = comma != std::string_view::npos;
    if (more) rest.remove_prefix(comma + 1);
  }
  const double distance = numbers.size() == 3 ? numbers[2] : 1;
  const bool counted = numbers.size() == 2 || numbers.size() == 3;
  if (!counted || !(std::abs(numbers[0]) <= 360) || !(std::abs(numbers[1]) <= 89) || !(distance >= 0.01) ||
      !(distance <= 100)) {
    throw InputError(
        fmt::format("--camera '{}' is not of the form AZIMUTH,ELEVATION or AZIMUTH,ELEVATION,DISTANCE "
                    "(degrees up to 360, degrees up to 89, a factor from 0.01 to 100)",
                    text));
  }
  render.azimuth = numbers[0];
  render.elevation = numbers[1];
  render.distance = distance;
}

double parse_time(const char* flag, const std::string& text) {
  double value = 0;
  if (!parse_number(text, value) || !(value >= 0) || !(value <= kMostSeconds)) {
    throw InputError(fmt::format("{} '{}' is not a time in seconds", flag, text));
  }
  return value;
}

double parse_fps(const std::string& text) {
  double value = 0;
  if (!parse_number(text, value) || !(value > 0) || !(value <= kMostFps)) {
    throw InputError(
        fmt::format("--fps '{}' is not a positive number of pictures per second (at most {:g})", text, kMostFps));
  }
  return value;
}

void require_sense(const RawRenderArguments& raw) {
  const RenderArguments& render = raw.arguments;
  if (render.png.empty() && render.video.empty()) {
    throw InputError("render needs --png DIR, --video FILE or both: where should the pictures go?");
  }
  if (raw.light && render.dark) throw InputError("--light and --dark contradict each other");
  const bool range = !raw.from.empty() || !raw.to.empty() || !raw.fps.empty();
  if (!raw.at.empty() && range) throw InputError("--at makes one picture; leave out --from, --to and --fps");
  if (!raw.at.empty() && !render.video.empty()) throw InputError("--at makes one picture, --video needs several");
}

}  // namespace

void declare_render(CLI::App& app, RawRenderArguments& raw) {
  CLI::App* command = app.add_subcommand("render", "Make pictures or a video of a recording, without a window");
  RenderArguments& render = raw.arguments;
  command->add_option("RECORDING", render.recording, "Folder of a run with --out, or the recording.stic in it")
      ->required();
  command->add_option("--png", render.png, "Folder for frame-00001.png and so on; created")->type_name("DIR");
  command->add_option("--video", render.video, "Video, e.g. arch.mp4; needs ffmpeg")->type_name("FILE");
  command->add_option("--at", raw.at, "One picture, at this time [s]")->type_name("S");
  command->add_option("--from", raw.from, "First time [s] (default: the recording's start)")->type_name("S");
  command->add_option("--to", raw.to, "Last time [s] (default: the recording's end)")->type_name("S");
  command->add_option("--fps", raw.fps, "Pictures per simulated second (default: 30)")->type_name("N");
  command->add_option("--size", raw.size, "Pixels (default: 1280x720)")->type_name("WxH");
  command
      ->add_option("--camera", raw.camera,
                   "Degrees about the vertical, degrees above the horizon and, if wanted, a factor on the distance, "
                   "e.g. -60,17,1 (default: so that everything is seen)")
      ->type_name("A,E[,D]");
  command->add_flag("--contacts", render.contacts, "With contact points, normal forces and friction");
  command->add_flag("--time", render.time, "With the time in a corner");
  command->add_flag("--light", raw.light, "On a light background (default)");
  command->add_flag("--dark", render.dark, "On a dark background");
  command->add_option("--threads", raw.threads, "Worker threads; the pictures do not depend on it (default: all cores)")
      ->type_name("N");
  command->add_flag("--quiet", render.quiet, "No progress and no summary");
}

RenderArguments judged_render(const RawRenderArguments& raw) {
  RenderArguments render = raw.arguments;
  require_sense(raw);
  if (!raw.size.empty()) parse_size(raw.size, render);
  if (!raw.camera.empty()) parse_camera(raw.camera, render);
  if (!raw.at.empty()) render.at = parse_time("--at", raw.at);
  if (!raw.from.empty()) render.from = parse_time("--from", raw.from);
  if (!raw.to.empty()) render.to = parse_time("--to", raw.to);
  if (!raw.fps.empty()) render.fps = parse_fps(raw.fps);
  if (render.from && render.to && *render.from > *render.to) {
    throw InputError(fmt::format("--from {} is after --to {}", raw.from, raw.to));
  }
  if (!raw.threads.empty()) render.threads = parse_threads(raw.threads);
  return render;
}

}  // namespace stiction
