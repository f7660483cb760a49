// What the gallery's scenes amount to with their default parameters.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenes/gallery.h"

namespace stiction {

struct GalleryFacts {
  const GalleryEntry* entry = nullptr;
  Scene scene;  // with default parameters
  int bodies = 0;
  std::optional<int> dofs;  // none where a body of mass points gets them only when it is meshed
};

std::vector<GalleryFacts> gallery_facts();

// Throws InputError, listing the known names, if there is no such scene.
GalleryFacts gallery_facts_of(const std::string& name);

}  // namespace stiction
