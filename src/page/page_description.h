// The scene as the page in the browser reads it, once: a JSON object. docs/reference/page-format.md has its keys.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "page/page_scene.h"

namespace stiction {

// A chunk of a replay.
struct PageChunk {
  std::uint32_t first = 0;   // frame
  std::uint32_t frames = 0;  // number of them
  double begin = 0;          // time of its first frame [s]
  double end = 0;            // and of its last one
};

// Of a scene that is only shown.
std::string page_description(const PageScene& scene);
// Of a replay.
std::string page_description(const PageScene& scene, const std::vector<PageChunk>& chunks);
// Of a simulation that runs. live: the value of the key "live", a JSON object.
std::string page_description(const PageScene& scene, const std::string& live);

}  // namespace stiction
