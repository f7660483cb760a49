// Is a contact open, does it stick or does it slide? For looking at: solvers have no need of the answer.
#pragma once

#include <cstdint>

#include "base/types.h"
#include "contact/contact_problem.h"

namespace stiction {

enum class ContactState : std::uint32_t { kOpen = 0, kStick = 1, kSlide = 2 };

// What counts as nothing, in speeds: what gravity adds in a step, times small numbers.
struct ContactStateScale {
  double impulse_speed = 0;  // an impulse that changes the contact's own speed by less is none [m/s]
  double slip_speed = 0;     // slower is no sliding [m/s]
};

// gravity: magnitude [m/s^2]; step [s]. Without gravity absolute speeds stand in.
ContactStateScale contact_state_scale(double gravity, double step);

// Open: no normal impulse. Slide: it moves along the surface, and friction is all that it can be (a share of 1e-3 may
// be missing; for a polygon, of its smallest radius). Stick: everything else.
// impulse, velocity: normal, tangent 1, tangent 2 of this contact [N s], [m/s].
// response: change of the normal velocity per normal impulse, W_nn [1/kg].
ContactState contact_state(const Vec3& impulse, const Vec3& velocity, double mu, const FrictionSet& friction_set,
                           double response, const ContactStateScale& scale);

// The same for contact `index` of a solved problem.
ContactState contact_state(const ContactProblem& problem, const VecX& impulse, const VecX& velocity, int index,
                           const ContactStateScale& scale);

}  // namespace stiction
