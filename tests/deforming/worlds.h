// Worlds with bodies that deform.
#pragma once

#include "deforming/elastic_bar.h"
#include "deforming/spring_sheet.h"
#include "stepping/worlds.h"

namespace stiction::test {

// Two fixed blocks 0.8 m apart, 0.1 m high, a steel bar of 1 m across them, and a load of the given mass on its middle.
inline Model loaded_bar(const BarOptions& options, double load_mass, double friction = 0.5) {
  Body left = box_body("left", {0.04, 0.2, 0.1}, {-0.4, 0, 0.05}),
       right = box_body("right", {0.04, 0.2, 0.1}, {0.4, 0, 0.05});
  left.fixed = right.fixed = true;
  Body load = box_body("load", {0.1, 0.1, 0.1}, {0, 0, 0.1 + options.size[2] + 0.05});
  Model model;
  model.materials = {{"steel", options.density, friction, 0}, {"load", load_mass / 1e-3, friction, 0}};
  load.material = 1;
  model.bodies = {plane_body(), left, right, bar_body("bar", options, {0, 0, 0.1 + options.size[2] / 2}), load};
  compute_masses(model);
  return model;
}

// A sheet above a fixed box, 0.2 m wide and 0.3 m high.
inline Model falling_sheet(const SheetOptions& options, double friction = 0.6) {
  Body table = box_body("table", {0.2, 0.2, 0.3}, {0, 0, 0.15});
  table.fixed = true;
  Model model;
  model.materials = {{"cloth", options.density, friction, 0}};
  model.bodies = {plane_body(), table, sheet_body("sheet", options, {0, 0, 0.32})};
  compute_masses(model);
  return model;
}

// Largest residual over so many steps.
inline double worst_residual(Simulation& simulation, int steps) {
  double worst = 0;
  for (int i = 0; i < steps; ++i) worst = std::max(worst, simulation.step().certificate.residual);
  return worst;
}

// Sum of the forces that others exert on a body by contacts [N].
inline Vec3 contact_force(const Simulation& simulation, int body) {
  Vec3 force = Vec3::Zero();
  for (std::size_t c = 0; c < simulation.contacts().size(); ++c) {
    const Contact& contact = simulation.contacts()[c];
    if (contact.body_b == body) force += simulation.contact_force_on_b(static_cast<int>(c));
    if (contact.body_a == body) force -= simulation.contact_force_on_b(static_cast<int>(c));
  }
  return force;
}

}  // namespace stiction::test
