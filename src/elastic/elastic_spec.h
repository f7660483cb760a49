// What a scene says of a body that deforms: enough to make it. Making it may take long, so that it is a step of its
// own.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "elastic/modal/modal_body.h"
#include "elastic/points/points_options.h"
#include "elastic/stvk/stvk_options.h"
#include "geometry/mesh/triangle_mesh.h"
#include "geometry/tetra/tet_mesh.h"
#include "model/model.h"

namespace stiction {

enum class ElasticModel {
  kModal,   // linear, docs/explanation/modal-bodies.md
  kStvk,    // bends far, docs/explanation/stvk-bodies.md
  kPoints,  // every node of the mesh moves, docs/explanation/points-bodies.md
};
const char* model_name(ElasticModel model);  // "modal", "stvk", "points"

struct ElasticSpec {
  std::shared_ptr<const TetMesh> mesh;  // in the body's own coordinates; null: `cell` says how Body::shape is filled
  double cell = 0;                      // edge length of the tetrahedra [m]
  ModalOptions modal;                   // the density is that of the body's material
  ElasticModel model = ElasticModel::kModal;
  std::shared_ptr<const TriangleMesh> sheet;  // of mass points: a membrane, in place of tetrahedra
  PointsOptions points;                       // the material is that of `modal`
  int dofs = 0;  // StVK: shapes in all, modes and components of their derivatives; 0: twice the modes
  // How far points of the body are moved at the start, as a function of their place [m]; the nearest deformation that
  // the modes allow is taken. Empty: see Body::start_deformation.
  std::function<Vec3(const Vec3&)> bend;

  StvkOptions stvk() const { return {modal, dofs}; }
  bool has_mesh() const { return mesh || sheet; }
  int coordinate_count() const;  // beside six of rigid motion, as far as they are known before the body is made
  const char* metric() const;    // what contacts meet: "effective", "mass"
};

// Gives every body with a spec its `deformable`, mass and start. Equal bodies share one Deformable. Meshes and modes
// are kept in the folder `cache` and found there again ("": nowhere). Throws InputError that names the body.
void prepare_elastic_bodies(Model& model, const std::filesystem::path& cache, const ReportProgress& progress = {});

// Deformed to undeformed volume, the smallest of the points that are watched; below zero: turned inside out. Nothing
// for bodies that do not watch it.
std::optional<double> smallest_volume_ratio(const Body& body, const BodyState& state);

}  // namespace stiction
