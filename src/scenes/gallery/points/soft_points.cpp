#include "scenes/gallery/points/soft_points.h"

namespace stiction::building {

std::shared_ptr<ElasticSpec> soft_points(double cell, double young, double damping, PointsIntegrator integrator) {
  auto spec = std::make_shared<ElasticSpec>();
  spec->model = ElasticModel::kPoints;
  spec->cell = cell;
  spec->modal.material = {.young = young, .poisson = 0.4};
  spec->points.integrator = integrator;
  spec->points.stiffness_damping = damping;
  return spec;
}

GalleryParameter implicit_parameter(double usual) {
  return {"implicit", usual, "", kChosen, "1: implicit internal forces; 0: explicit ones", 0, 1, true};
}

PointsIntegrator integrator_of(const GalleryValues& values) {
  return values.whole("implicit") == 1 ? PointsIntegrator::kImplicit : PointsIntegrator::kExplicit;
}

}  // namespace stiction::building
