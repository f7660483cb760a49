// How the StVK bodies of the gallery are made. Internal to the gallery.
#pragma once

#include <memory>

#include "elastic/elastic_spec.h"
#include "scenes/gallery.h"

namespace stiction::building {

// Shapes, modes and damping as the scene's parameters `dofs`, `modes` and `damping` say. Edges of tetrahedra are `cell`
// long [m], unless a mesh is given.
std::shared_ptr<ElasticSpec> stvk_spec(double young, double poisson, double cell, const GalleryValues& values);

}  // namespace stiction::building
