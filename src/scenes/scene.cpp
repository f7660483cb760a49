#include "scenes/scene.h"

#include "elastic/elastic_spec.h"
#include "geometry/field/mesh_geometry.h"
#include "model/mass_ratio.h"

namespace stiction {

void prepare(Scene& scene, const ReportProgress& progress) {
  prepare_elastic_bodies(scene.model, default_cache_folder(), progress);
  require_mass_ratios(scene.model);
}

}  // namespace stiction
