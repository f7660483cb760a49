// Refusals of impossible values that people set while a simulation runs. Internal to this room.
#pragma once

#include "base/types.h"
#include "model/model.h"

namespace stiction {

void require_finite(const Vec3& value, const char* what);
void require_pose(const Pose& pose);  // finite, a unit quaternion
void require_free_body(const Model& model, int body);
void require_rigid(const Model& model, int body);
void require_no_turn(const Model& model, int body, bool turns);  // of a body whose frame keeps its axes
// Nothing is asked of deforming bodies that they cannot do, the step [s] included.
void require_supported(const Model& model, double step);

}  // namespace stiction
