#include "elastic/elastic_spec.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

#include "base/error.h"
#include "elastic/stvk/stvk_body.h"
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
    const std::shared_ptr<const FloatingBody> made = made_for(body);
    body.deformable = made;
    set_mass(body, *made->own_mass());
    if (body.elastic->bend) body.start_deformation = made->amplitudes_of(body.elastic->bend);
  }

 private:
  std::shared_ptr<const FloatingBody> made_for(const Body& body) {
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
    const TetMesh mesh = spec.mesh ? *spec.mesh : cached_shape_tets(body.shape, spec.cell, cache_, progress);
    if (spec.model == ElasticModel::kStvk) return made_[key] = make_stvk_body(mesh, options, cache_, progress);
    return made_[key] = make_modal_body(mesh, options.modal, cache_, progress);
  }

  using Key = std::tuple<const ElasticSpec*, double>;
  const Model& model_;
  const std::filesystem::path& cache_;
  const ReportProgress& progress_;
  std::map<Key, std::shared_ptr<const FloatingBody>> made_;
};

}  // namespace

const char* model_name(ElasticModel model) {
  return model == ElasticModel::kModal ? "modal" : "stvk";
}

std::optional<double> smallest_volume_ratio(const Body& body, const BodyState& state) {
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
    } catch (const InputError& error) {
      throw InputError(fmt::format("body \"{}\": {}", body.name, error.what()));
    }
  }
}

}  // namespace stiction
