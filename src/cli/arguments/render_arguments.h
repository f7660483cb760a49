// The words of `stiction render`: declared, and judged with messages of our own.
#pragma once

#include <string>

#include "cli/arguments/arguments.h"

namespace CLI {
class App;
}

namespace stiction {

// What CLI11 fills.
struct RawRenderArguments {
  RenderArguments arguments;
  std::string size, camera, at, from, to, fps, threads;
  bool light = false;
};

void declare_render(CLI::App& app, RawRenderArguments& raw);

// Throws InputError.
RenderArguments judged_render(const RawRenderArguments& raw);

}  // namespace stiction
