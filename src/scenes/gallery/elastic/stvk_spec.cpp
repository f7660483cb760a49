#include "scenes/gallery/elastic/stvk_spec.h"

namespace stiction::building {

std::shared_ptr<ElasticSpec> stvk_spec(double young, double poisson, double cell, const GalleryValues& values) {
  auto spec = std::make_shared<ElasticSpec>();
  spec->model = ElasticModel::kStvk;
  spec->cell = cell;
  spec->dofs = values.whole("dofs");
  spec->modal = {.material = {.young = young, .poisson = poisson},
                 .modes = values.whole("modes"),
                 .stiffness_damping = values["damping"]};
  return spec;
}

}  // namespace stiction::building
