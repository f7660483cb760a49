// Distance fields as bytes. Everything that is read is checked, so that no bytes whatever lead to reading out of
// bounds.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "geometry/field/distance_field.h"
#include "geometry/field/mesh_fingerprint.h"

namespace stiction {
namespace {

void require(bool condition, const char* what) {
  if (!condition) throw InputError(std::string("stored distance field: ") + what + "; delete the file");
}

}  // namespace

void DistanceField::save(ByteWriter& out) const {
  const MeshFingerprint fingerprint = mesh_fingerprint(*mesh_);
  out.put(fingerprint.first);
  out.put(fingerprint.second);
  out.put(cell_);
  out.put(band_);
  out.put(error_);
  out.put(origin_);
  for (int size : size_) out.put(static_cast<std::int32_t>(size));
  out.put_all(distance_);
  out.put_all(cell_begin_);
  out.put_all(candidates_);
  out.put_all(candidate_distance_);
}

DistanceField DistanceField::load(ByteReader& in, const TriangleMesh& mesh, const MeshTopology& topology) {
  const auto first = in.get<std::uint64_t>(), second = in.get<std::uint64_t>();
  require(MeshFingerprint{first, second} == mesh_fingerprint(mesh), "it belongs to another mesh");
  DistanceField field;
  field.mesh_ = &mesh;
  field.topology_ = &topology;
  field.cell_ = in.get<double>();
  field.band_ = in.get<double>();
  field.error_ = in.get<double>();
  require(field.cell_ > 0 && field.band_ >= 0 && std::isfinite(field.band_), "its cell or band is impossible");
  DistanceField fresh = field;  // the grid follows from mesh, cell and band
  fresh.lay_out_grid();
  field.origin_ = in.get_vec3();
  for (int& size : field.size_) size = in.get<std::int32_t>();
  require(field.origin_ == fresh.origin_ && std::equal(field.size_, field.size_ + 3, fresh.size_),
          "its grid does not fit the mesh");
  field.distance_ = in.get_all<float>();
  field.cell_begin_ = in.get_all<std::uint32_t>();
  field.candidates_ = in.get_all<std::int32_t>();
  field.candidate_distance_ = in.get_all<float>();
  const std::size_t nx = field.size_[0], ny = field.size_[1], nz = field.size_[2];
  require(field.distance_.size() == nx * ny * nz, "its number of grid points is wrong");
  require(field.cell_begin_.size() == (nx - 1) * (ny - 1) * (nz - 1) + 1, "its number of cells is wrong");
  require(field.cell_begin_.front() == 0 && field.cell_begin_.back() == field.candidates_.size() &&
              std::is_sorted(field.cell_begin_.begin(), field.cell_begin_.end()),
          "its lists of candidates are out of order");
  require(field.candidate_distance_.size() == field.candidates_.size(), "its number of candidates is wrong");
  const auto triangle_count = static_cast<std::int32_t>(mesh.triangles.size());
  require(std::all_of(field.candidates_.begin(), field.candidates_.end(),
                      [&](std::int32_t t) { return t >= 0 && t < triangle_count; }),
          "it names triangles that the mesh does not have");
  return field;
}

}  // namespace stiction
