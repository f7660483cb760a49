#include "recording/recording_info.h"

#include "model/deformable.h"
#include "recording/chunk.h"
#include "recording/version.h"

namespace stiction {
namespace {

std::size_t deforming_vertices(const Body& body) {
  return body.deforms() ? body.deformable->surface().vertices.size() : 0;
}

RecordedBody recorded(const Body& body, int surface) {
  RecordedBody result{body.name, body.fixed, body.scripted, body.material, body.mass.mass, body.mass.center, surface,
                      {},        0};
  if (const auto* plane = std::get_if<PlaneShape>(&body.shape)) result.plane = *plane;
  result.deforming = static_cast<std::uint32_t>(deforming_vertices(body));
  return result;
}

}  // namespace

std::size_t RecordingInfo::deforming_vertices() const {
  std::size_t count = 0;
  for (const RecordedBody& body : bodies) count += body.deforming;
  return count;
}

FrameShape frame_shape(const Model& model) {
  FrameShape shape{model.bodies.size(), 0};
  for (const Body& body : model.bodies) shape.deforming_vertices += deforming_vertices(body);
  return shape;
}

RecordingInfo recording_info(const Scene& scene, std::int64_t frame_interval, const std::string& text) {
  const Model& model = scene.model;
  RecordingInfo info;
  info.program = version();
  info.name = scene.name;
  info.description = scene.description;
  info.step = scene.step;
  info.frame_interval = frame_interval;
  info.gravity = model.gravity;
  info.solver = scene.solver.name;
  info.tolerance = scene.solver.tolerance;
  for (const Material& m : model.materials) info.materials.push_back({m.name, m.density, m.friction});
  ShownSurfaces shown = shown_surfaces(model);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    info.bodies.push_back(recorded(model.bodies[i], shown.of_body[i]));
  }
  for (const Hand& hand : model.hands) info.hands.push_back(hand.body);
  info.surfaces = std::move(shown.surfaces);
  info.scene = text;
  return info;
}

}  // namespace stiction
