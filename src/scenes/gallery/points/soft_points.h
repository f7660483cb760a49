// Bodies of mass points in gallery scenes. Internal to the gallery.
#pragma once

#include <memory>

#include "elastic/elastic_spec.h"
#include "scenes/gallery.h"

namespace stiction::building {

// A soft solid of co-rotated tetrahedra with this edge length [m].
std::shared_ptr<ElasticSpec> soft_points(double cell, double young, double damping, PointsIntegrator integrator);

// The parameter `implicit` of scenes that run with either integrator, and what it says.
GalleryParameter implicit_parameter(double usual);
PointsIntegrator integrator_of(const GalleryValues& values);

}  // namespace stiction::building
