// Bodies and contacts -> ContactProblem.
#pragma once

#include <memory>
#include <vector>

#include "collision/contact_set.h"
#include "contact/contact_problem.h"
#include "contact/drive.h"
#include "contact/warm_start.h"
#include "model/deformable.h"
#include "model/model.h"
#include "model/state.h"

namespace stiction {

// A body that deforms, in one step.
struct DeformingBody {
  int body = 0;  // in the model
  std::shared_ptr<const Deformable> made_by;
  std::unique_ptr<DeformableStep> motion;
  bool takes_part = false;           // present and awake: a wide body of the problem,
  int wide = -1;                     // this one
  std::vector<TouchedPoint> points;  // where contacts touch it
  std::size_t next_point = 0;        // of which the assembly asks for the Jacobian
};

// The free bodies of a step with their velocities before contact, and the scripted ones with theirs.
struct Prediction {
  std::vector<int> block_of_body;  // model body -> rigid body of the problem, -1: not free, or it deforms
  std::vector<int> body_of_block;
  VecX start_velocity;             // 6 x block_count, at the start of the step
  VecX free_velocity;              // 6 x block_count, after external forces and hands
  std::vector<int> pull_of_block;  // block -> index in `pulls`, -1: no hand holds it; empty: there are no hands
  std::vector<HandPull> pulls;     // of the hands
  std::vector<int> drive_of_body;  // model body -> index in `drives`, -1: not scripted
  std::vector<Drive> drives;       // of the scripted bodies
  std::vector<DeformingBody> deforming;
  std::vector<int> deforming_of_body;  // model body -> index in `deforming`, -1: it is rigid; empty: all are
  VecX deforming_start_velocity;       // of the problem's wide bodies

  int deforming_index(int body) const { return deforming_of_body.empty() ? -1 : deforming_of_body[body]; }
  // Can contacts move it?
  bool moves(int body) const {
    const int index = deforming_index(body);
    return index < 0 ? block_of_body[body] >= 0 : deforming[index].takes_part;
  }
};

void predict(const Model& model, const State& state, double step, Prediction& prediction);

// Lets a hand pull at a free body that is present: its free velocity changes, and its mass in `assemble`.
void apply_pull(const Model& model, const State& state, int body, const HandPull& pull, Prediction& prediction);

// Removes contacts at which no free body takes part (both sides fixed or held in all degrees of freedom).
void drop_inert_contacts(const Prediction& prediction, ContactSet& contacts);

// Fills everything but the warm start, which stays as it is: a problem that is used again needs a new one. The
// problem's wide bodies are the deforming ones that take part, in their order.
void assemble(const Model& model, const State& state, Prediction& prediction, const ContactSet& contacts, double step,
              FrictionSet friction_set, ContactProblem& problem);

// Fills problem.warm_impulse from the last step's impulses by contact id. Contacts without a match start at zero.
void apply_warm_start(const ContactSet& contacts, WarmStartCache& cache, ContactProblem& problem);
// Keeps the impulses of this step for the next one.
void store_warm_start(const ContactSet& contacts, const VecX& impulse, WarmStartCache& cache);

// The bound b on the normal velocity (see docs/notation.md): Newton's impact rule for contacts that bounce in
// this step, otherwise the gap may close but not be passed.
//   gap [m]; u_start, u_free: normal velocity at the start of the step and after external forces [m/s].
double normal_bound(const Model& model, double step, double gap, double u_start, double u_free, double restitution);

}  // namespace stiction
