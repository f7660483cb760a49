// OBJ files of triangle meshes.
#include "fuzz/mesh_use.h"
#include "geometry/mesh/mesh_samples.h"

namespace stiction::fuzz {
namespace {

std::vector<std::string> seeds() {
  return {write_obj(make_tetrahedron()), write_obj(make_l_shape(1))};
}

}  // namespace
}  // namespace stiction::fuzz

STICTION_FUZZ_TARGET(obj, .run = stiction::fuzz::read_mesh_bytes<stiction::parse_obj>, .seeds = stiction::fuzz::seeds)
