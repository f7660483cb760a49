// Bodies and contacts -> ContactProblem.
#pragma once

#include <memory>
#include <vector>

#include "collision/contact_set.h"
#include "contact/contact_problem.h"
#include "contact/drive.h"
#include "contact/mechanism.h"
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
  bool takes_part = false;  // present and awake
  // Its part in the problem: one wide body, or one for each of its mass points. Index of the first, -1: none;
  int wide = -1;
  int first = 0, dofs = 0;           // of all of them, in vectors over all degrees of freedom
  std::vector<TouchedPoint> points;  // where contacts touch it
  std::size_t next_point = 0;        // of which the assembly asks for the Jacobian
  int first_mass = 0;                // of its touched nodes in ContactProblem::point_masses, where there are any

  auto part(const VecX& vector) const { return vector.segment(first, dofs); }
};

// What a joint does to its coordinate, as a row of the problem (contact/mechanism.h).
struct JointAction {
  enum Kind { kLower, kUpper, kMotor, kFriction, kCount };
  int joint = 0;  // in the model
  Kind kind = kLower;
};
// Impulses of the last step by JointAction::Kind [N s], [N m s]: where the next one starts.
using JointImpulses = std::array<double, JointAction::kCount>;

// The free bodies of a step with their velocities before contact, and the scripted ones with theirs. Rigid bodies are
// blocks: first those without joints, which are the rigid bodies of the problem, then those in mechanisms.
struct Prediction {
  std::vector<char> is_free;       // of the model's bodies: rigid, awake, contacts and joints may move it
  std::vector<int> block_of_body;  // model body -> block, -1: not free, or it deforms
  std::vector<int> body_of_block;
  int lone_count = 0;              // blocks without joints
  VecX start_velocity;             // 6 x block_count, at the start of the step
  VecX free_velocity;              // 6 x block_count, after external forces and hands
  std::vector<int> pull_of_block;  // block -> index in `pulls`, -1: no hand holds it; empty: there are no hands
  std::vector<HandPull> pulls;     // of the hands
  std::vector<int> drive_of_body;  // model body -> index in `drives`, -1: not scripted
  std::vector<Drive> drives;       // of the scripted bodies
  std::vector<DeformingBody> deforming;
  std::vector<int> deforming_of_body;   // model body -> index in `deforming`, -1: it is rigid; empty: all are
  VecX deforming_start_velocity;        // of the problem's wide bodies that deform
  PointJacobian point_jacobian;         // for the assembly
  std::vector<AttachedJoint> attached;  // joints of the model
  std::vector<Mechanism> mechanisms;
  struct LinkPlace {
    int mechanism = 0, link = 0;
  };
  std::vector<LinkPlace> link_of_block;  // of block lone_count + index
  std::vector<AddedMass> added_mass;     // by hands, of every body of the model; empty: there are no joints
  std::vector<int> immobile;             // contacts of links that cannot move against each other
  std::vector<JointAction> actions;      // contacts of the problem after those of the contact set

  int deforming_index(int body) const { return deforming_of_body.empty() ? -1 : deforming_of_body[body]; }
  // In a mechanism; nullptr: in none.
  const LinkPlace* link_place(int body) const {
    const int block = block_of_body[body];
    return block < lone_count ? nullptr : &link_of_block[block - lone_count];
  }
  // Its index in the problem, -1: it is none of its rigid bodies.
  int lone_block(int body) const { return block_of_body[body] < lone_count ? block_of_body[body] : -1; }
  // Can contacts move it?
  bool moves(int body) const {
    const int index = deforming_index(body);
    if (index >= 0) return deforming[index].takes_part;
    const LinkPlace* link = link_place(body);
    return link == nullptr ? block_of_body[body] >= 0 : mechanisms[link->mechanism].dofs() > 0;
  }
};

void predict(const Model& model, const State& state, double step, Prediction& prediction);

// Mechanisms with their free motion, after hands have pulled. `ahead` has scripted bodies where they are at the end of
// the step; where it has the links is overwritten.
void predict_mechanisms(const Model& model, const State& state, double step, State& ahead, Prediction& prediction);

// Lets a hand pull at a free body that is present: its free velocity changes, and its mass in `assemble`.
void apply_pull(const Model& model, const State& state, int body, const HandPull& pull, Prediction& prediction);

// Removes contacts at which no free body takes part (both sides fixed or held in all degrees of freedom).
void drop_inert_contacts(const Prediction& prediction, ContactSet& contacts);

// Fills everything but the warm start, which stays as it is: a problem that is used again needs a new one. The
// problem's wide bodies are the deforming ones that take part, in their order (or the mass points of them that contacts
// touch), then the mechanisms that can move. After
// the contacts come the rows of prediction.actions.
// tolerance: of the solves before, where what they leave shows in gaps. Such gaps, and those that round-off makes up,
// count as none.
void assemble(const Model& model, const State& state, Prediction& prediction, const ContactSet& contacts, double step,
              FrictionSet friction_set, ContactProblem& problem, double tolerance = 0);

// Fills problem.warm_impulse from the last step's impulses by contact id. Contacts without a match start at zero.
void apply_warm_start(const ContactSet& contacts, WarmStartCache& cache, ContactProblem& problem);
// Keeps the impulses of this step for the next one. The second form keeps what is known of those that are still as
// apply_warm_start() has set them, `start`: turning them to and fro would add round-off in every step.
void store_warm_start(const ContactSet& contacts, const VecX& impulse, WarmStartCache& cache);
void store_warm_start(const ContactSet& contacts, const VecX& start, const VecX& impulse, const WarmStartCache& from,
                      WarmStartCache& to);

// The same for what static friction of the penalty method remembers. Contacts without a match have nothing to.
void apply_memory(const ContactSet& contacts, FrictionMemoryCache& cache, ContactProblem& problem);
void store_memory(const ContactSet& contacts, const std::vector<FrictionMemory>& memory, FrictionMemoryCache& cache);

// The same for the rows of prediction.actions: `impulses` of every joint of the model. To be called after the other.
void apply_warm_start(const Model& model, const Prediction& prediction, const std::vector<JointImpulses>& impulses,
                      ContactProblem& problem);
void store_warm_start(const Prediction& prediction, const VecX& impulse, std::vector<JointImpulses>& impulses);

// The degrees of freedom of a mechanism, from a vector over all of the problem.
VecX mechanism_part(const Mechanism& mechanism, const ContactProblem& problem, const VecX& velocity);
// Velocities of all blocks from those of the problem, 6 x block_count.
void block_velocities(const Prediction& prediction, const ContactProblem& problem, const VecX& velocity, VecX& result);

// The bound b on the normal velocity (see docs/explanation/contact-problem.md): Newton's impact rule for contacts that
// bounce in this step, otherwise the gap may close but not be passed.
//   gap [m]; u_start, u_free: normal velocity at the start of the step and after external forces [m/s].
double normal_bound(const Model& model, double step, double gap, double u_start, double u_free, double restitution);

}  // namespace stiction
