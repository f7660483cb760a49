// Bodies that wait to be dropped into a scene while it runs. They are part of the model from the start, so that states
// can be saved and recordings shown, and are not there until somebody drops them.
#pragma once

#include <vector>

#include "model/model.h"

namespace stiction {

// When spare bodies would appear by themselves: after 31 years [s].
inline constexpr double kNever = 1e9;

struct SpareBodies {
  std::vector<int> boxes, spheres;  // bodies of the model
  Vec3 box_size = Vec3::Zero();     // [m]
  double radius = 0;                // [m]
};

// Appends them to the model, in the material that most free bodies have. Cubes are as long as the median free body
// reaches from its centre of mass, spheres half as thick: somewhat smaller than what is there. Without free bodies
// 0.5 m.
SpareBodies add_spare_bodies(Model& model, int boxes, int spheres);

}  // namespace stiction
