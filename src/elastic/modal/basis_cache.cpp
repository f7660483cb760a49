#include "elastic/modal/basis_cache.h"

#include <fmt/format.h>

#include "base/byte_stream.h"
#include "base/cache_file.h"
#include "base/error.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

constexpr CacheKind kKind = {"modal basis", 1, "another mesh, Poisson's ratio or choice of modes", "computed"};

std::string packed_basis(const ModalBasis& basis) {
  ByteWriter content;
  content.put(static_cast<std::uint64_t>(basis.shapes.rows()));
  content.put(static_cast<std::uint64_t>(basis.shapes.cols()));
  content.append(basis.eigenvalues.data(), basis.eigenvalues.size() * sizeof(double));
  content.append(basis.shapes.data(), basis.shapes.size() * sizeof(double));
  return content.bytes();
}

ModalBasis unpacked_basis(std::string_view content, const std::string& what, int nodes, int modes) {
  ByteReader in(content, what);
  const auto rows = in.get<std::uint64_t>(), columns = in.get<std::uint64_t>();
  const std::uint64_t expected_rows = 3 * static_cast<std::uint64_t>(nodes),
                      expected = static_cast<std::uint64_t>(modes);
  if (rows != expected_rows || columns != expected || in.remaining() != (rows + 1) * columns * sizeof(double)) {
    throw InputError(what + " belongs to another mesh or number of modes");
  }
  ModalBasis basis;
  basis.eigenvalues.resize(modes);
  basis.shapes.resize(3 * nodes, modes);
  for (double& x : basis.eigenvalues) x = in.get<double>();
  for (double& x : basis.shapes.reshaped()) x = in.get<double>();
  const bool sound = basis.eigenvalues.allFinite() && basis.shapes.allFinite() && basis.eigenvalues.minCoeff() > 0;
  if (!sound) throw InputError(what + " has numbers that no basis has");
  return basis;
}

}  // namespace

CacheKey basis_key(const TetMesh& mesh, const BasisOptions& options) {
  CacheKey key;
  key.add(static_cast<std::uint64_t>(kKind.format));
  key.add(options.poisson);
  key.add(options.modes);
  key.add(options.strains ? 1 : 0);
  key.add(mesh.vertices.size());
  for (const Vec3& v : mesh.vertices) key.add(v);
  for (const auto& tet : mesh.tets)
    for (const int v : tet) key.add(v);
  return key;
}

fs::path basis_cache_file(const CacheKey& key, const fs::path& folder) {
  return folder / fmt::format("modes-{}.bin", key_text(key));
}

bool write_basis(const fs::path& path, const CacheKey& key, const ModalBasis& basis) {
  return write_cache_file(path, sealed(kKind, key, packed_basis(basis)));
}

ModalBasis read_basis(const fs::path& path, const CacheKey& key, int nodes, int modes) {
  return unpacked_basis(read_sealed_file(path, kKind, key), "the modal basis " + path.string(), nodes, modes);
}

ModalBasis cached_basis(const TetMesh& mesh, const QuadraticMesh& quadratic, const BasisOptions& options,
                        const fs::path& folder, const ReportProgress& progress) {
  if (folder.empty()) return modal_basis(quadratic, options, progress);
  const CacheKey key = basis_key(mesh, options);
  const fs::path path = basis_cache_file(key, folder);
  return found_or_made(
      path, kKind, key, progress, [&] { return read_basis(path, key, quadratic.node_count(), options.modes); },
      [&] { return modal_basis(quadratic, options, progress); }, packed_basis);
}

}  // namespace stiction
