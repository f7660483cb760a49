// What a modal body is made of, and how its deformation is integrated.
#pragma once

#include <cstdint>

#include "base/cache_key.h"
#include "elastic/fem/elastic_material.h"

namespace stiction {

// The mass that contacts meet.
enum class ContactMetric {
  kEffective,  // the effective mass of the step, M + gamma h D + beta h^2 K: contacts push against the stiffness
  kMass,       // M alone, as in SP: wrong where h omega is not small (docs/decisions/modal-bodies.md)
};
const char* metric_name(ContactMetric metric);  // "effective", "mass"

struct ModalOptions {
  ElasticMaterial material;
  int modes = 20;                // shapes in which it deforms: its lowest elastic modes
  bool strains = false;          // six of them are uniform strains instead (modal_basis.h)
  double mass_damping = 0;       // a of Rayleigh's damping d = a + b omega^2 [1/s], 0 or more
  double stiffness_damping = 0;  // b [s], 0 or more
  ContactMetric metric = ContactMetric::kEffective;
  double gamma = 0.5;  // Newmark's, 0.5 to 1.5: numerical damping; 0.5 none and second order, 1.5 implicit Euler

  double beta() const { return 0.25 * (gamma + 0.5) * (gamma + 0.5); }  // stable at any step
};

// Throws InputError if a number is out of its range.
void require_modal(const ModalOptions& options);

// Of a body with these options; `shapes` says what its shapes were computed from.
std::uint64_t options_fingerprint(const CacheKey& shapes, const ModalOptions& options);

}  // namespace stiction
