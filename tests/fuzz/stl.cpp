// STL files of triangle meshes.
#include "fuzz/mesh_use.h"
#include "geometry/mesh/mesh_samples.h"

namespace stiction::fuzz {
namespace {

std::vector<std::string> seeds() {
  return {stl_text(make_tetrahedron()), stl_binary(make_box_mesh(Vec3::Ones()))};
}

}  // namespace
}  // namespace stiction::fuzz

STICTION_FUZZ_TARGET(stl, .run = stiction::fuzz::read_mesh_bytes<stiction::parse_stl>, .seeds = stiction::fuzz::seeds)
