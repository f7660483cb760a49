#include "render/frame_between.h"

#include <algorithm>

namespace stiction {
void frame_between(const Frame& before, const Frame& after, double time, Frame& result) {
  const double duration = after.time - before.time;
  const double share = duration > 0 ? std::clamp((time - before.time) / duration, 0.0, 1.0) : 0;
  result = share <= 0.5 ? before : after;
  result.time = time;
  for (std::size_t b = 0; b < result.bodies.size(); ++b) {
    const FrameBody &from = before.bodies[b], &to = after.bodies[b];
    FrameBody& body = result.bodies[b];
    body = from;
    if (!from.present || !to.present) continue;
    body.position = from.position + share * (to.position - from.position);
    body.rotation = from.rotation.slerp(share, to.rotation);
  }
  for (std::size_t i = 0; i < result.surface_vertices.size(); ++i) {
    const float from = before.surface_vertices[i], to = after.surface_vertices[i];
    result.surface_vertices[i] = from + static_cast<float>(share) * (to - from);
  }
}

}  // namespace stiction
