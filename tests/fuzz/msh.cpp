// Gmsh files: tetrahedra, or triangles where there are none.
#include "fuzz/mesh_use.h"
#include "fuzz/tet_use.h"
#include "tetra/tet_samples.h"

namespace stiction::fuzz {
namespace {

void run(std::string_view input) {
  accepted([&] { use_tets(parse_msh(input, "mesh")); });
  accepted([&] { use_mesh(parse_msh_triangles(input, "mesh")); });
}

std::vector<std::string> seeds() {
  return {kMsh2, kMsh4, kMshTriangles};
}

}  // namespace
}  // namespace stiction::fuzz

STICTION_FUZZ_TARGET(msh, .run = stiction::fuzz::run, .seeds = stiction::fuzz::seeds)
