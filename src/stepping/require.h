// Refusals of impossible values that people set while a simulation runs. Internal to this room.
#pragma once

#include <optional>

#include "base/types.h"
#include "collision/inside/inside_collider.h"
#include "model/model.h"
#include "solvers/solver_options.h"

namespace stiction {

void require_finite(const Vec3& value, const char* what);
void require_pose(const Pose& pose);  // finite, a unit quaternion
void require_free_body(const Model& model, int body);
void require_rigid(const Model& model, int body);
void require_no_turn(const Model& model, int body, bool turns);  // of a body whose frame keeps its axes
// Nothing is asked of deforming bodies that they cannot do, the step [s] included.
void require_supported(const Model& model, double step);

// What finds the contacts of solvers that want vertices inside bodies; none for the others. Throws InputError where the
// model has what it does not take.
std::optional<InsideCollider> inside_collider(const Model& model, const SolverOptions& options);

}  // namespace stiction
