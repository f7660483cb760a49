#include "cli/text/gallery_facts.h"

#include <algorithm>

#include "elastic/elastic_spec.h"
#include "recording/run_statistics.h"

namespace stiction {
namespace {

// A body of mass points has its degrees of freedom from its mesh.
bool dofs_are_known(const Model& model) {
  return std::none_of(model.bodies.begin(), model.bodies.end(), [](const Body& body) {
    const bool is_meshed = !body.elastic || body.is_prepared() || body.elastic->sheet || body.elastic->mesh;
    return !is_meshed && body.elastic->model == ElasticModel::kPoints;
  });
}

}  // namespace

GalleryFacts gallery_facts_of(const std::string& name) {
  GalleryFacts facts;
  facts.scene = describe_gallery_scene(name);  // refuses unknown names
  facts.entry = find_gallery_entry(name);
  facts.bodies = static_cast<int>(facts.scene.model.bodies.size());
  if (dofs_are_known(facts.scene.model)) facts.dofs = free_dof_count(facts.scene.model);
  return facts;
}

std::vector<GalleryFacts> gallery_facts() {
  std::vector<GalleryFacts> facts;
  for (const GalleryEntry& entry : gallery()) facts.push_back(gallery_facts_of(entry.name));
  return facts;
}

}  // namespace stiction
