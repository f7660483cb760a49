#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "cli/arguments/argument_values.h"
#include "cli/arguments/command_arguments.h"
#include "scenes/words.h"

namespace stiction {
namespace {

std::int64_t parse_step(const std::string& word, const std::string& text) {
  std::int64_t value = 0;
  if (!parse_number(word, value) || value < 0) {
    throw InputError(fmt::format("--steps '{}' is not of the form A:B with whole numbers of steps", text));
  }
  return value;
}

void parse_steps(const std::string& text, ExportArguments& exported) {
  const std::size_t colon = text.find(':');
  const std::string first = text.substr(0, colon);
  const std::string last = colon == std::string::npos ? first : text.substr(colon + 1);
  if (!first.empty()) exported.first_step = parse_step(first, text);
  if (!last.empty()) exported.last_step = parse_step(last, text);
  if (exported.first_step && exported.last_step && *exported.first_step > *exported.last_step) {
    throw InputError(fmt::format("--steps '{}' ends before it begins", text));
  }
}

}  // namespace

void declare_export(CLI::App& app, RawExportArguments& raw) {
  CLI::App* command = app.add_subcommand("export", "Write a scene or a recording to a file in another format");
  command->add_option("SCENE", raw.arguments.source, kSceneOrRecordingHelp)->required();
  command->add_option("--set", raw.settings, kSetHelp)->allow_extra_args(false)->type_name("KEY=VALUE");
  command
      ->add_option("--format", raw.arguments.format,
                   "json: a scene file; csv: a recording's bodies over time; obj: the bodies as triangles; html: "
                   "a recording's replay, for any browser (default: by the ending of --out)")
      ->type_name("FORMAT");
  command->add_flag("--contacts", raw.arguments.contacts, "csv: a recording's contacts instead of its bodies");
  command
      ->add_option("--steps", raw.steps,
                   "csv, html: only steps A to B; either may be left out. obj: the one step A (default: the last)")
      ->type_name("A:B");
  command->add_option("--out", raw.arguments.out, "File to write; - is standard output")->required()->type_name("FILE");
}

namespace {

const std::vector<std::string> kFormats = {"json", "csv", "obj", "html"};

// The format that a file's ending asks for; a scene file where there is no ending.
std::string format_of(const std::string& out) {
  if (out == "-") throw InputError("--out - needs a --format (json, csv, obj, html)");
  const std::string extension = std::filesystem::path(out).extension().string();
  for (const std::string& format : kFormats)
    if (extension == "." + format) return format;
  if (extension.empty()) return "json";
  throw InputError(fmt::format(
      "--out {}: \"{}\" names no known format; use .json, .csv, .obj or .html, or give --format", out, extension));
}

}  // namespace

ExportArguments judged_export(const RawExportArguments& raw) {
  ExportArguments exported = raw.arguments;
  exported.settings = settings_map(raw.settings);
  if (exported.format.empty()) exported.format = format_of(exported.out);
  const auto is = [&exported](const char* name) { return exported.format == name; };
  if (std::find(kFormats.begin(), kFormats.end(), exported.format) == kFormats.end()) {
    throw InputError(fmt::format("--format '{}' is unknown (known: {})", exported.format, joined(kFormats)));
  }
  if (!raw.steps.empty()) parse_steps(raw.steps, exported);
  if (exported.contacts && !is("csv")) throw InputError("--contacts goes with --format csv");
  if (is("json") && !raw.steps.empty()) throw InputError("--steps goes with --format csv, obj and html");
  if (exported.format == "obj" && exported.first_step != exported.last_step) {
    throw InputError(fmt::format("--format obj shows one step: --steps A instead of --steps {}", raw.steps));
  }
  return exported;
}

}  // namespace stiction
