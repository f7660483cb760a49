#include "scenes/gallery/elastic/beam_height.h"

#include <cmath>

#include "model/deformable.h"
#include "scenes/gallery/building.h"

namespace stiction::building {

double height_at(const Moment& moment, int body, double x) {
  std::vector<Vec3> now;
  const Body& beam = moment.model.bodies[body];
  const BodyState& state = moment.state.bodies[body];
  beam.deformable->deformed_vertices(beam, state, now);
  const std::vector<Vec3>& before = beam.deformable->surface().vertices;
  double nearest = 1e9;
  for (const Vec3& p : before) nearest = std::min(nearest, std::abs(p.x() - x));
  const Pose pose = body_pose(beam, state);
  double sum = 0;
  int count = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (std::abs(std::abs(before[i].x() - x) - nearest) > 1e-9) continue;
    sum += pose.to_world(now[i]).z();
    ++count;
  }
  return sum / count;
}

}  // namespace stiction::building
