// What a scene says of a body that deforms: enough to make it. Making it may take long, so that it is a step of its
// own.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "elastic/modal/modal_body.h"
#include "geometry/tetra/tet_mesh.h"
#include "model/model.h"

namespace stiction {

struct ElasticSpec {
  std::shared_ptr<const TetMesh> mesh;  // in the body's own coordinates; null: `cell` says how Body::shape is filled
  double cell = 0;                      // edge length of the tetrahedra [m]
  ModalOptions modal;                   // the density is that of the body's material
  // How far points of the body are moved at the start, as a function of their place [m]; the nearest deformation that
  // the modes allow is taken. Empty: see Body::start_deformation.
  std::function<Vec3(const Vec3&)> bend;
};

// Gives every body with a spec its `deformable`, mass and start. Equal bodies share one Deformable. Meshes and modes
// are kept in the folder `cache` and found there again ("": nowhere). Throws InputError that names the body.
void prepare_elastic_bodies(Model& model, const std::filesystem::path& cache, const ReportProgress& progress = {});

}  // namespace stiction
