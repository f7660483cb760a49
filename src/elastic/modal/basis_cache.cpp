#include "elastic/modal/basis_cache.h"

#include <fmt/format.h>

#include <bit>
#include <system_error>

#include "base/byte_stream.h"
#include "base/cache_file.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "stiction modal basis";
constexpr std::uint32_t kFormat = 1;  // to be raised whenever bases are computed or stored differently
constexpr std::uintmax_t kLargest = std::uintmax_t{4} << 30;  // of a file [bytes]

// Magic, format, key, checksum and length of the rest, the rest.
std::string packed_basis(const BasisKey& key, const ModalBasis& basis) {
  ByteWriter body, file;
  body.put(static_cast<std::uint64_t>(basis.shapes.rows()));
  body.put(static_cast<std::uint64_t>(basis.shapes.cols()));
  body.append(basis.eigenvalues.data(), basis.eigenvalues.size() * sizeof(double));
  body.append(basis.shapes.data(), basis.shapes.size() * sizeof(double));
  file.put(kMagic);
  file.put(kFormat);
  file.put(key.first);
  file.put(key.second);
  file.put(checksum(body.bytes()));
  file.put(std::string_view(body.bytes()));
  return file.bytes();
}

ModalBasis unpacked_basis(std::string_view body, const std::string& what, int nodes, int modes) {
  ByteReader in(body, what);
  const auto rows = in.get<std::uint64_t>(), columns = in.get<std::uint64_t>();
  const std::uint64_t expected_rows = 3 * static_cast<std::uint64_t>(nodes),
                      expected = static_cast<std::uint64_t>(modes);
  if (rows != expected_rows || columns != expected || in.remaining() != (rows + 1) * columns * sizeof(double)) {
    throw InputError(what + " belongs to another mesh or number of modes: remove it");
  }
  ModalBasis basis;
  basis.eigenvalues.resize(modes);
  basis.shapes.resize(3 * nodes, modes);
  for (double& x : basis.eigenvalues) x = in.get<double>();
  for (double& x : basis.shapes.reshaped()) x = in.get<double>();
  const bool sound = basis.eigenvalues.allFinite() && basis.shapes.allFinite() && basis.eigenvalues.minCoeff() > 0;
  if (!sound) throw InputError(what + " has numbers that no basis has: remove it");
  return basis;
}

}  // namespace

BasisKey basis_key(const TetMesh& mesh, double poisson, int modes) {
  BasisKey key{0x6d6f64616c, 0x6261736973};
  const auto add = [&key](std::uint64_t word) {
    key.first = mix_hash(key.first, word);
    key.second = mix_hash(key.second, ~word);
  };
  add(kFormat);
  add(std::bit_cast<std::uint64_t>(poisson));
  add(static_cast<std::uint64_t>(modes));
  add(mesh.vertices.size());
  for (const Vec3& v : mesh.vertices)
    for (const double x : v) add(std::bit_cast<std::uint64_t>(x));
  for (const auto& tet : mesh.tets)
    for (const int v : tet) add(static_cast<std::uint64_t>(v));
  return key;
}

fs::path basis_cache_file(const BasisKey& key, const fs::path& folder) {
  return folder / fmt::format("modes-{:016x}{:016x}.bin", key.first, key.second);
}

bool write_basis(const fs::path& path, const BasisKey& key, const ModalBasis& basis) {
  return write_cache_file(path, packed_basis(key, basis));
}

ModalBasis read_basis(const fs::path& path, const BasisKey& key, int nodes, int modes) {
  const std::string what = "the modal basis " + path.string();
  const std::string bytes = read_whole_file(path.string(), kLargest, "a modal basis");
  ByteReader file(bytes, what);
  if (bytes.size() < 8 + kMagic.size() || bytes.compare(8, kMagic.size(), kMagic) != 0) {
    throw InputError(what + " is no modal basis: remove it");
  }
  file.get_text();
  if (file.get<std::uint32_t>() != kFormat) throw InputError(what + " has another format: remove it");
  BasisKey found;
  found.first = file.get<std::uint64_t>();
  found.second = file.get<std::uint64_t>();
  if (!(found == key))
    throw InputError(what + " belongs to another mesh, Poisson's ratio or number of modes: remove it");
  const auto expected = file.get<std::uint64_t>();
  const std::string body = file.get_text();
  if (file.remaining() > 0 || checksum(body) != expected) throw InputError(what + " is damaged: remove it");
  return unpacked_basis(body, what, nodes, modes);
}

ModalBasis cached_basis(const TetMesh& mesh, const QuadraticMesh& quadratic, double poisson, int modes,
                        const fs::path& folder, const ReportProgress& progress) {
  if (folder.empty()) return modal_basis(quadratic, poisson, modes, progress);
  const BasisKey key = basis_key(mesh, poisson, modes);
  const fs::path path = basis_cache_file(key, folder);
  std::error_code error;
  if (fs::exists(path, error)) {
    try {
      return read_basis(path, key, quadratic.node_count(), modes);
    } catch (const InputError& refused) {
      if (progress) progress(std::string(refused.what()) + "; computed anew", 0);
    }
  }
  ModalBasis basis = modal_basis(quadratic, poisson, modes, progress);
  if (!write_basis(path, key, basis) && progress) {
    progress(
        fmt::format("the modal basis could not be kept in {}: it will be computed again next time", folder.string()),
        1);
  }
  return basis;
}

}  // namespace stiction
