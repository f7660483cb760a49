#include "cli/text/gallery_facts.h"

#include "recording/run_statistics.h"

namespace stiction {

GalleryFacts gallery_facts_of(const std::string& name) {
  GalleryFacts facts;
  facts.scene = describe_gallery_scene(name);  // refuses unknown names
  facts.entry = find_gallery_entry(name);
  facts.bodies = static_cast<int>(facts.scene.model.bodies.size());
  facts.dofs = free_dof_count(facts.scene.model);
  return facts;
}

std::vector<GalleryFacts> gallery_facts() {
  std::vector<GalleryFacts> facts;
  for (const GalleryEntry& entry : gallery()) facts.push_back(gallery_facts_of(entry.name));
  return facts;
}

}  // namespace stiction
