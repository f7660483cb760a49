// A body of mass points that meets each other kind of body: momentum is passed on, none is lost, and contacts push
// against the effective mass of the step.
#include <gtest/gtest.h>

#include <functional>

#include "contact/tangent_frame.h"
#include "deforming/worlds.h"
#include "elastic/modal/modal_body.h"
#include "elastic/stvk/stvk_body.h"
#include "elastic_points/points_bodies.h"
#include "joints/joined.h"

namespace stiction::test {
namespace {

constexpr double kEdge = 0.1;  // of all blocks [m]
constexpr int kPoints = 0, kOther = 1;

TetMesh block_mesh() {
  return box_tet_mesh(Vec3::Constant(kEdge), {2, 2, 2});
}

// Another kind of block.
struct Other {
  std::string name;
  std::function<void(Model&, const Vec3&, double)> add;  // to a model, at a place, of this Young's modulus
};

void add_rigid(Model& model, const Vec3& place, double) {
  model.bodies.push_back(box_body("rigid", Vec3::Constant(kEdge), place));
}

ModalOptions modal_options(double young) {
  ModalOptions options;
  options.material = {young, 0.3, 1000};
  options.modes = 12;
  return options;
}

void add_deforming(Model& model, const Vec3& place, std::shared_ptr<const Deformable> deformable) {
  Body body;
  body.name = "other";
  body.deformable = std::move(deformable);
  body.start.position = place;
  model.bodies.push_back(body);
}

void add_jointed(Model& model, const Vec3& place, double young) {
  const Vec3 behind = place + Vec3(1.2 * kEdge, 0, 0);
  add_rigid(model, place, young);
  model.bodies.push_back(box_body("behind", Vec3::Constant(kEdge), behind));
  const int last = static_cast<int>(model.bodies.size()) - 1;
  model.joints.push_back(hinge(last - 1, last, (place + behind) / 2));
}

std::vector<Other> other_kinds() {
  return {
      {"rigid", add_rigid},
      {"modal", [](Model& model, const Vec3& place,
                   double young) { add_deforming(model, place, make_modal_body(block_mesh(), modal_options(young))); }},
      {"stvk",
       [](Model& model, const Vec3& place, double young) {
         add_deforming(model, place, make_stvk_body(block_mesh(), {modal_options(young), 20}));
       }},
      {"jointed", add_jointed},
      {"points", [](Model& model, const Vec3& place, double young) {
         add_deforming(model, place, make_points_body(block_mesh(), soft(young)));
       }}};
}

struct Meeting {
  PointsOptions options;
  double young = 1e5;              // of the other block [Pa]
  Vec3 place{1.05 * kEdge, 0, 0};  // of the other block, that of mass points is at the origin [m]
  Vec3 velocity{1, 0, 0};          // of the one of mass points [m/s]
  Vec3 spin = Vec3::Zero();        // likewise [rad/s]
};

Model meeting_model(const Other& other, const Meeting& meeting) {
  Model model;
  model.gravity.setZero();
  model.materials[0].friction = 0.5;
  model.bodies = {points_body("points", make_points_body(block_mesh(), meeting.options))};
  model.bodies[kPoints].start_velocity = meeting.velocity;
  model.bodies[kPoints].start_angular_velocity = meeting.spin;
  other.add(model, meeting.place, meeting.young);
  compute_masses(model);
  return model;
}

// Aside, spinning, with friction: impulses in all directions.
Meeting oblique(const PointsOptions& options) {
  Meeting meeting;
  meeting.options = options;
  meeting.place = {1.3 * kEdge, 0.35 * kEdge, -0.2 * kEdge};
  meeting.velocity = {2, 0.3, 0.2};
  meeting.spin = {3, -4, 5};
  return meeting;
}

void expect_momentum_kept(const Model& model, double step, const std::string& what) {
  Simulation simulation(model, step, {}, 1);
  const Vec3 before = linear_momentum(simulation);
  double pushed = 0, lost = 0;
  for (int i = 0; i * step < 0.1; ++i) {
    EXPECT_TRUE(simulation.step().converged) << what << ", step " << i;
    pushed = std::max(pushed, contact_force(simulation, kPoints).norm());
    lost = std::max(lost, (linear_momentum(simulation) - before).norm());
  }
  EXPECT_GT(pushed, 0) << what << ": they have not met";
  EXPECT_GT(simulation.state().bodies[kOther].velocity.norm(), 0.1) << what;
  EXPECT_LT(lost, 1e-12 * before.norm()) << what;
}

TEST(PointsPairs, ImplicitPointsPassMomentumOnToEveryKindOfBody) {
  PointsOptions options = soft(1e5);
  options.stiffness_damping = 1e-4;
  for (const Other& other : other_kinds())
    expect_momentum_kept(meeting_model(other, oblique(options)), 2e-3, other.name);
}

TEST(PointsPairs, ExplicitPointsPassMomentumOnToEveryKindOfBody) {
  PointsOptions options = explicit_one(soft(1e5));
  options.stiffness_damping = 1e-4;
  for (const Other& other : other_kinds())
    expect_momentum_kept(meeting_model(other, oblique(options)), 2e-4, other.name);
}

double total_mass(const Model& model) {
  double mass = 0;
  for (const Body& body : model.bodies) mass += body.mass.mass;
  return mass;
}

// So stiff that a step knows nothing of its vibrations it is met as a rigid body: after a plastic impact both go on
// together.
TEST(PointsPairs, StiffPointsHitEveryKindOfBodyWithTheirWholeMass) {
  Meeting meeting;
  meeting.options = soft(1e11);
  meeting.young = 1e11;
  for (const Other& other : other_kinds()) {
    Simulation simulation(meeting_model(other, meeting), 0.01, {}, 1);
    const double together = linear_momentum(simulation).x() / total_mass(simulation.model());
    run(simulation, 3);
    for (std::size_t i = 0; i < simulation.model().bodies.size(); ++i) {
      const Vec3& velocity = simulation.state().bodies[i].velocity;
      EXPECT_NEAR(velocity.x(), together, 1e-3) << other.name << ", body " << i;
      EXPECT_LT(velocity.tail<2>().norm(), 1e-3) << other.name << ", body " << i;
    }
  }
}

// Hessian of the elastic energy at rest, by differences.
MatX stiffness_at_rest(const Model& model) {
  BodyState state = initial_state(model).bodies[kPoints];
  const Deformable& body = *model.bodies[kPoints].deformable;
  const auto count = 3 * static_cast<const PointsBody&>(body).node_count();
  const double e = 1e-5 * kEdge;
  const auto energy = [&](int i, double di, int j, double dj) {
    const VecX kept = state.deformation;
    state.deformation[i] += di;
    state.deformation[j] += dj;
    const double value = body.elastic_energy(state);
    state.deformation = kept;
    return value;
  };
  MatX K(count, count);
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j <= i; ++j) {
      K(i, j) = K(j, i) =
          (energy(i, e, j, e) - energy(i, e, j, -e) - energy(i, -e, j, e) + energy(i, -e, j, -e)) / (4 * e * e);
    }
  }
  return K;
}

// M + h C + h^2 K of implicit steps, M of explicit ones.
MatX reference_mass(const Model& model, double step) {
  const auto& body = static_cast<const PointsBody&>(*model.bodies[kPoints].deformable);
  MatX S = MatX::Zero(3 * body.node_count(), 3 * body.node_count());
  for (int i = 0; i < body.node_count(); ++i) S.diagonal().segment<3>(3 * i).setConstant(body.masses()[i]);
  if (body.is_implicit()) S += (step * body.options().stiffness_damping + step * step) * stiffness_at_rest(model);
  return S;
}

// How a point of the surface moves with the nodes.
MatX node_weights(const PointsBody& body, const MaterialPoint& point) {
  MatX weights = MatX::Zero(3, 3 * body.node_count());
  const auto& corners = body.surface().triangles[point.triangle];
  for (int k = 0; k < 3; ++k) {
    weights.middleCols<3>(3 * body.node_of_vertex(corners[k])).diagonal().array() += point.weights()[k];
  }
  return weights;
}

// J M^-1 J^T of the body of mass points alone, which comes first among the wide ones, all contacts.
MatX own_delassus(const ContactProblem& problem, int wide_count) {
  MatX J = MatX::Zero(3 * problem.contact_count(), problem.dof_count());
  MatX inverse = MatX::Zero(problem.dof_count(), problem.dof_count());
  for (int w = 0; w < wide_count; ++w) {
    const WideBody& body = problem.wide_bodies[w];
    inverse.block(body.first, body.first, body.dofs, body.dofs) =
        problem.factor(body) * problem.factor(body).transpose();
  }
  for (int c = 0; c < problem.contact_count(); ++c) {
    for (int s = problem.contacts[c].wide_begin; s < problem.contacts[c].wide_end; ++s) {
      const WideBody& body = problem.wide_bodies[problem.wide_sides[s].body];
      J.block(3 * c, body.first, 3, body.dofs) += problem.jacobian(problem.wide_sides[s]);
    }
  }
  return J * inverse * J.transpose();
}

void expect_effective_mass(const Other& other, const PointsOptions& options, double step) {
  Meeting meeting;
  meeting.options = options;
  meeting.place = {kEdge + 1e-5, 0.3 * kEdge, 0.1 * kEdge};
  Simulation simulation(meeting_model(other, meeting), step, {}, 1);
  const Model& model = simulation.model();
  const auto& body = static_cast<const PointsBody&>(*model.bodies[kPoints].deformable);
  simulation.step();
  const int contacts = static_cast<int>(simulation.contacts().size());
  ASSERT_GT(contacts, 2) << other.name;
  MatX J(3 * contacts, 3 * body.node_count());
  std::vector<char> touched(body.node_count(), 0);
  for (int c = 0; c < contacts; ++c) {
    const Contact& contact = simulation.contacts()[c];
    ASSERT_EQ(contact.body_a, kPoints);
    J.middleRows<3>(3 * c) = -tangent_frame(contact.normal) * node_weights(body, contact.material_a);
    for (int i = 0; i < body.node_count(); ++i) {
      if (J.block(3 * c, 3 * i, 3, 3).norm() > 0) touched[i] = 1;
    }
  }
  const MatX wanted = J * reference_mass(model, step).ldlt().solve(J.transpose());
  const auto wide = body.is_implicit() ? 1 : std::count(touched.begin(), touched.end(), 1);
  const MatX got = own_delassus(simulation.problem(), static_cast<int>(wide)).topLeftCorner(3 * contacts, 3 * contacts);
  EXPECT_LT((got - wanted).norm(), 1e-5 * wanted.norm()) << other.name;
}

TEST(PointsPairs, ContactsPushAgainstTheEffectiveMassOfTheStep) {
  PointsOptions options = soft(1e5);
  options.stiffness_damping = 1e-3;
  for (const Other& other : other_kinds()) expect_effective_mass(other, options, 5e-3);
}

TEST(PointsPairs, OrAgainstTheTouchedMassPointsAlone) {
  for (const Other& other : other_kinds()) expect_effective_mass(other, explicit_one(soft(1e5)), 2e-4);
}

}  // namespace
}  // namespace stiction::test
