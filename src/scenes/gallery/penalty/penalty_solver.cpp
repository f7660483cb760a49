#include "scenes/gallery/penalty/penalty_solver.h"

namespace stiction::building {

GalleryParameter baseline_parameter() {
  return {"baseline", 0, "", kChosen, "1: the method without post-correction and static friction", 0, 1, true};
}

bool is_baseline(const GalleryValues& values) {
  return values.whole("baseline") == 1;
}

void set_penalty_solver(Scene& scene, const GalleryValues& values) {
  scene.solver.name = "penalty";
  if (!is_baseline(values)) return;
  scene.solver.correction = false;
  scene.solver.friction = PenaltyFriction::kDynamic;
}

}  // namespace stiction::building
