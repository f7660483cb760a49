#include "elastic/elastic_spec.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

#include "base/error.h"
#include "elastic/modal/basis_cost.h"
#include "elastic/points/points_body.h"
#include "elastic/stvk/stvk_body.h"
#include "geometry/mass_properties.h"
#include "geometry/tetra/tet_cache.h"
#include "model/state.h"

namespace stiction {
namespace {

// Bodies that were made, by what they were made of.
class Workshop {
 public:
  Workshop(const Model& model, const std::filesystem::path& cache, const ReportProgress& progress)
      : model_(model), cache_(cache), progress_(progress) {}

  void finish(Body& body) {
    const std::shared_ptr<const Deformable> made = made_for(body);
    body.deformable = made;
    set_mass(body, *made->own_mass());
    if (!body.elastic->bend) return;
    const auto* floating = dynamic_cast<const FloatingBody*>(made.get());
    if (floating == nullptr) throw InputError("bodies of mass points start undeformed");
    body.start_deformation = floating->amplitudes_of(body.elastic->bend);
  }

 private:
  std::shared_ptr<const Deformable> made_for(const Body& body) {
    const ElasticSpec& spec = *body.elastic;
    const double density = model_.materials[body.material].density;
    const Key key{body.elastic.get(), density};
    const auto known = made_.find(key);
    if (known != made_.end()) return known->second;
    StvkOptions options = spec.stvk();
    options.modal.material.density = density;
    ReportProgress progress;
    if (progress_) {
      progress = [&](const std::string& doing, double share) { progress_(body.name + ": " + doing, share); };
    }
    if (spec.model == ElasticModel::kPoints && spec.sheet) {
      return made_[key] = make_points_body(*spec.sheet, points_options(spec, density));
    }
    if (!spec.mesh && spec.model != ElasticModel::kPoints) require_nodes(body.shape, spec.cell);
    const TetMesh mesh = spec.mesh ? *spec.mesh : cached_shape_tets(body.shape, spec.cell, cache_, progress);
    if (spec.model == ElasticModel::kPoints) return made_[key] = make_points_body(mesh, points_options(spec, density));
    if (spec.model == ElasticModel::kStvk) return made_[key] = make_stvk_body(mesh, options, cache_, progress);
    return made_[key] = make_modal_body(mesh, options.modal, cache_, progress);
  }

  // Cells of a box hold eight nodes of quadratic tetrahedra, those of a lattice sixteen.
  static void require_nodes(const Shape& shape, double cell) {
    const auto* convex = std::get_if<ConvexShape>(&shape);
    const bool is_box = convex != nullptr && convex->is_box();
    require_basis_fits(mass_properties(shape, 1).mass, cell, is_box ? 8 : 16);
  }

  static PointsOptions points_options(const ElasticSpec& spec, double density) {
    PointsOptions options = spec.points;
    options.material = spec.modal.material;
    options.material.density = density;
    return options;
  }

  using Key = std::tuple<const ElasticSpec*, double>;
  const Model& model_;
  const std::filesystem::path& cache_;
  const ReportProgress& progress_;
  std::map<Key, std::shared_ptr<const Deformable>> made_;
};

}  // namespace

const char* model_name(ElasticModel model) {
  if (model == ElasticModel::kPoints) return "points";
  return model == ElasticModel::kModal ? "modal" : "stvk";
}

int ElasticSpec::coordinate_count() const {
  if (model == ElasticModel::kModal) return modal.modes;
  if (model == ElasticModel::kStvk) return stvk().shape_count();
  const std::size_t nodes = sheet ? sheet->vertices.size() : mesh ? mesh->vertices.size() : 2;
  return static_cast<int>(3 * nodes) - 6;
}

const char* ElasticSpec::metric() const {
  if (model != ElasticModel::kPoints) return metric_name(modal.metric);
  const bool implicit = points.integrator == PointsIntegrator::kImplicit;
  return metric_name(implicit ? ContactMetric::kEffective : ContactMetric::kMass);
}

std::optional<double> smallest_volume_ratio(const Body& body, const BodyState& state) {
  const auto* points = dynamic_cast<const PointsBody*>(body.deformable.get());
  if (points != nullptr && points->is_solid()) return points->smallest_volume_ratio(state);
  const auto* stvk = dynamic_cast<const StvkBody*>(body.deformable.get());
  if (stvk == nullptr) return std::nullopt;
  return stvk->smallest_volume_ratio(state);
}

void prepare_elastic_bodies(Model& model, const std::filesystem::path& cache, const ReportProgress& progress) {
  Workshop workshop(model, cache, progress);
  for (Body& body : model.bodies) {
    if (!body.elastic || body.deforms()) continue;
    try {
      workshop.finish(body);
    } catch (const MeshTooFine& error) {
      const double cell = body.elastic->has_mesh() ? 0 : error.coarser() * body.elastic->cell;
      const std::string remedy = cell > 0 ? fmt::format(": a \"cell\" of {:.2g} m or more", 1.05 * cell) : "";
      throw InputError(fmt::format("body \"{}\": {}{}", body.name, error.what(), remedy));
    } catch (const InputError& error) {
      throw InputError(fmt::format("body \"{}\": {}", body.name, error.what()));
    }
  }
}

}  // namespace stiction
