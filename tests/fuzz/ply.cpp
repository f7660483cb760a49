// PLY files of triangle meshes.
#include "fuzz/mesh_use.h"
#include "geometry/mesh/mesh_samples.h"

namespace stiction::fuzz {
namespace {

std::vector<std::string> seeds() {
  return {ply_file(make_tetrahedron(), PlyKind::kText), ply_file(make_tetrahedron(), PlyKind::kLittle),
          ply_file(make_tetrahedron(), PlyKind::kBig)};
}

}  // namespace
}  // namespace stiction::fuzz

STICTION_FUZZ_TARGET(ply, .run = stiction::fuzz::read_mesh_bytes<stiction::parse_ply>, .seeds = stiction::fuzz::seeds)
