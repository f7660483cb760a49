// Legacy VTK files of tetrahedra.
#include "fuzz/tet_use.h"
#include "tetra/tet_samples.h"

namespace stiction::fuzz {
namespace {

void run(std::string_view input) {
  accepted([&] { use_tets(parse_vtk(input, "mesh")); });
}

std::vector<std::string> seeds() {
  return {kVtk, kVtk5};
}

}  // namespace
}  // namespace stiction::fuzz

STICTION_FUZZ_TARGET(vtk, .run = stiction::fuzz::run, .seeds = stiction::fuzz::seeds)
