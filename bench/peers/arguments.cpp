#include "bench/peers/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace stiction::bench {
namespace {

void declare(CLI::App& app, BenchArguments& raw) {
  app.set_help_flag("-h,--help", "This help");
  app.get_formatter()->column_width(36);
  app.add_option(
      "NAME", raw.scenes,
      "Scenes: incline, stack, cards, arch, arch-fine, kapla-tower, pile, bunnies, or one of a size: stack-50");
  app.add_option(
         "--engines", raw.engines,
         "Only engines of these names, or whose names contain one of these words, e.g. --engines bullet,stiction")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("WORD,...");
  app.add_option("--cap", raw.cap, "Limit of wall time for one engine on one scene (60)")->type_name("SECONDS");
  app.add_option("--duration", raw.duration, "Simulated time, at most the scenes' own (not of incline)")
      ->type_name("SECONDS");
  app.add_option("--json", raw.json, "Write everything that was measured")->type_name("FILE");
  app.add_option("--page", raw.page, "Write a page with plots and tables")->type_name("FILE.html");
  app.add_option("--from", raw.from, "Run nothing: show what --json wrote before")->type_name("FILE");
  app.add_flag("--markdown", raw.markdown, "Print the tables as Markdown, and nothing else");
  app.add_flag("--list", raw.list, "List scenes and engines with their settings, run nothing");
}

BenchArguments judged(BenchArguments raw) {
  if (!(raw.cap > 0 && std::isfinite(raw.cap)))
    throw InputError("--cap needs a number of seconds above 0 (stiction bench --help)");
  if (raw.duration && !(*raw.duration > 0))
    throw InputError("--duration needs a number of seconds above 0 (stiction bench --help)");
  if (!raw.from.empty() && !raw.scenes.empty())
    throw InputError("--from runs nothing; leave out the scenes, or --from");
  return raw;
}

}  // namespace

std::variant<BenchHelp, BenchArguments> parse_bench_arguments(int count, const char* const* words) {
  CLI::App app("Measures Stiction and the engines that were built in side by side, one thread each.", "stiction bench");
  BenchArguments raw;
  declare(app, raw);
  try {
    app.parse(count, words);
  } catch (const CLI::CallForHelp&) {
    return BenchHelp{app.help()};
  } catch (const CLI::ParseError& error) {
    std::string message = error.what();
    std::replace(message.begin(), message.end(), '\n', ' ');
    throw InputError(fmt::format("{} (stiction bench --help)", message));
  }
  for (const char* option : {"--engines", "--cap", "--duration"}) {
    if (!raw.from.empty() && app.count(option) > 0)
      throw InputError(fmt::format("--from runs nothing; leave out {}, or --from", option));
  }
  return judged(std::move(raw));
}

}  // namespace stiction::bench
