#include "render/picture_bodies.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace stiction {
namespace {

constexpr std::size_t kManyBodies = 150;

Vec3 upwards(const Vec3& gravity) {
  if (!(gravity.norm() > 0)) return Vec3::UnitZ();
  int axis = 0;
  gravity.cwiseAbs().maxCoeff(&axis);
  Vec3 up = Vec3::Zero();
  up[axis] = gravity[axis] > 0 ? -1 : 1;
  return up;
}

PictureBody picture_body(const Model& model, const Body& body, int segments) {
  PictureBody drawn;
  drawn.fixed = body.fixed;
  drawn.material = body.material;
  drawn.color = body_color(model.materials[static_cast<std::size_t>(body.material)].name,
                           static_cast<int>(body.shape.index()), body.name, body.fixed);
  if (const auto* plane = std::get_if<PlaneShape>(&body.shape)) {
    drawn.is_plane = true;
    drawn.plane = *plane;
  } else {
    drawn.mesh = surface_mesh(body.shape, segments);
  }
  return drawn;
}

int segments_for(std::size_t body_count) {
  return body_count > kManyBodies ? 32 : 64;
}

}  // namespace

PictureBodies picture_bodies(const Model& model, const RecordingInfo& info, const std::string& origin) {
  PictureBodies result;
  result.up = upwards(model.gravity);
  for (const RecordedBody& recorded : info.bodies) {
    const int index = model.body_index(recorded.name);
    if (index < 0) throw InputError(fmt::format("{}: its scene has no body \"{}\"", origin, recorded.name));
    result.bodies.push_back(
        picture_body(model, model.bodies[static_cast<std::size_t>(index)], segments_for(info.bodies.size())));
  }
  return result;
}

PictureBodies picture_bodies(const Model& model) {
  PictureBodies result;
  result.up = upwards(model.gravity);
  for (const Body& body : model.bodies) {
    result.bodies.push_back(picture_body(model, body, segments_for(model.bodies.size())));
  }
  return result;
}

}  // namespace stiction
