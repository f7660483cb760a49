// Memory that the contacts of a step need. Internal to this room.
#pragma once

#include <cstdint>
#include <string>

#include "collision/contact_set.h"
#include "model/model.h"

namespace stiction {

// A cautious estimate of the memory that a step takes for its contacts [bytes], a fifth less than measured: so much for
// every contact, every pair of bodies that touch, and every three bodies that touch each other. The last are what
// factors of linear systems grow with: n bodies at one place make n^3 / 6 of them.
double memory_need(const Model& model, const ContactSet& contacts);

// `499500 contacts, most of them at bodies "b0" (999), "b1" (999), "b2" (999)`
std::string contact_census(const Model& model, const ContactSet& contacts);

std::string moment_text(std::int64_t step, double h);  // `at t = 0.5 s (step 50)`

// Throws SimulationError if the contacts need more than `available` [bytes]. step: that is being taken; h: its length.
void require_memory(const Model& model, const ContactSet& contacts, double available, std::int64_t step, double h);

}  // namespace stiction
