#include "base/error.h"
#include "geometry/field/mesh_geometry.h"
#include "geometry/mesh/mesh_check.h"

namespace stiction {

std::shared_ptr<const MeshGeometry> make_mesh_geometry(TriangleMesh mesh, const MeshOptions& options, bool repair) {
  if (options.progress) options.progress("checking the surface", kProgressUnknown);
  if (repair) mesh = repair_mesh(mesh).mesh;
  if (const auto findings = check_mesh(mesh); !findings.empty()) throw InputError(findings_text(findings));
  return std::make_shared<const MeshGeometry>(std::move(mesh), options);
}

}  // namespace stiction
