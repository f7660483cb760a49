#include "known_answers/answers.h"

#include <iomanip>
#include <iostream>

namespace stiction::test {

Simulation simulate(Model model, double step) {
  compute_masses(model);
  return simulate_as_is(std::move(model), step);
}

Simulation simulate_as_is(Model model, double step) {
  return Simulation(std::move(model), step, SolverOptions{});
}

Quat turn_about_y(double angle) {
  return Quat(Eigen::AngleAxisd(angle, Vec3::UnitY()));
}

int add_material(Model& model, double friction, double density) {
  model.materials.push_back({fmt::format("material{}", model.materials.size()), density, friction, 0});
  return static_cast<int>(model.materials.size()) - 1;
}

Model placed(Model model, const Pose& place) {
  model.gravity = place.rotation * model.gravity;
  for (Body& body : model.bodies) {
    if (auto* plane = std::get_if<PlaneShape>(&body.shape)) {
      plane->normal = place.rotation * plane->normal;
      plane->offset += plane->normal.dot(place.position);
      continue;
    }
    body.start = combined(place, body.start);
    for (Vec3* v : {&body.start_velocity, &body.start_angular_velocity, &body.force, &body.torque}) {
      *v = place.rotation * *v;
    }
  }
  return model;
}

double centre_moved(const Simulation& simulation, const State& start) {
  double farthest = 0;
  for (std::size_t i = 0; i < start.bodies.size(); ++i) {
    if (simulation.model().bodies[i].fixed) continue;
    farthest = std::max(farthest, (simulation.state().bodies[i].center - start.bodies[i].center).norm());
  }
  return farthest;
}

bool stands(Simulation simulation) {
  const State start = simulation.state();
  const int steps = static_cast<int>(std::lround(1 / simulation.step_size()));
  for (int i = 0; i < steps; ++i) {
    const StepReport& report = simulation.step();
    EXPECT_TRUE(report.converged) << "step " << i << ", residual " << report.certificate.residual;
    if (centre_moved(simulation, start) > kStands) return false;
  }
  return true;
}

void run_converging(Simulation& simulation, int steps) {
  for (int i = 0; i < steps; ++i) {
    const StepReport& report = simulation.step();
    ASSERT_TRUE(report.converged) << "step " << i << ", residual " << report.certificate.residual;
  }
}

Vec3 force_between(const Simulation& simulation, int a, int b) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t c = 0; c < simulation.contacts().size(); ++c) {
    const Contact& contact = simulation.contacts()[c];
    if (contact.body_a == a && contact.body_b == b) sum += simulation.contact_force_on_b(static_cast<int>(c));
  }
  return sum;
}

void expect_answer(const std::string& what, double closed_form, double measured, double allowed) {
  const double difference = std::abs(measured - closed_form) / std::abs(closed_form);
  std::cout << "answer | " << what << " | " << std::setprecision(8) << closed_form << " | " << measured << " | "
            << std::setprecision(2) << difference << "\n";
  EXPECT_LE(difference, allowed) << what << ": " << measured << ", closed form " << closed_form;
}

void note(const std::string& what, double measured) {
  std::cout << "answer | " << what << " | | " << std::setprecision(3) << measured << " |\n";
}

}  // namespace stiction::test
