#include "elastic/stvk/stvk_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/byte_stream.h"
#include "base/cache_file.h"
#include "base/error.h"
#include "elastic/stvk/modal_derivatives.h"
#include "elastic/stvk/stvk_energy.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

constexpr CacheKind kKind = {"reduced StVK body", 2, "another mesh, Poisson's ratio or choice of shapes", "computed"};

std::string packed(const ReducedStvk& stvk) {
  ByteWriter content;
  content.put(static_cast<std::uint64_t>(stvk.basis.shapes.rows()));
  content.put(static_cast<std::uint64_t>(stvk.basis.shapes.cols()));
  const auto append = [&](const double* from, std::size_t count) { content.append(from, count * sizeof(double)); };
  append(stvk.basis.eigenvalues.data(), stvk.basis.eigenvalues.size());
  append(stvk.basis.shapes.data(), stvk.basis.shapes.size());
  append(stvk.energy.stored().data(), stvk.energy.stored().size());
  return content.bytes();
}

ReducedStvk unpacked(std::string_view bytes, const std::string& what, int nodes, int dofs) {
  ByteReader in(bytes, what);
  const auto rows = in.get<std::uint64_t>(), columns = in.get<std::uint64_t>();
  ReducedStvk stvk;
  stvk.energy = QuarticForm(dofs);
  const std::uint64_t expected_rows = 3 * static_cast<std::uint64_t>(nodes),
                      expected = static_cast<std::uint64_t>(dofs);
  const std::uint64_t numbers = (expected_rows + 1) * expected + stvk.energy.stored().size();
  if (rows != expected_rows || columns != expected || in.remaining() != numbers * sizeof(double)) {
    throw InputError(what + " belongs to another mesh or number of shapes");
  }
  stvk.basis.eigenvalues.resize(dofs);
  stvk.basis.shapes.resize(3 * nodes, dofs);
  for (double& x : stvk.basis.eigenvalues) x = in.get<double>();
  for (double& x : stvk.basis.shapes.reshaped()) x = in.get<double>();
  for (double& x : stvk.energy.stored()) x = in.get<double>();
  const auto& energy = stvk.energy.stored();
  const bool sound = stvk.basis.eigenvalues.allFinite() && stvk.basis.shapes.allFinite() &&
                     stvk.basis.eigenvalues.minCoeff() > 0 &&
                     std::all_of(energy.begin(), energy.end(), [](double x) { return std::isfinite(x); });
  if (!sound) throw InputError(what + " has numbers that no body has");
  return stvk;
}

}  // namespace

CacheKey stvk_key(const TetMesh& mesh, const BasisOptions& options, int dofs) {
  CacheKey key = basis_key(mesh, options);
  key.add(static_cast<std::uint64_t>(kKind.format));
  key.add(dofs);
  return key;
}

fs::path stvk_cache_file(const CacheKey& key, const fs::path& folder) {
  return folder / fmt::format("stvk-{}.bin", key_text(key));
}

ReducedStvk cached_stvk(const TetMesh& mesh, const QuadraticMesh& quadratic, const BasisOptions& options, int dofs,
                        const fs::path& folder, const ReportProgress& progress) {
  const auto make = [&] {
    const ModalBasis linear = cached_basis(mesh, quadratic, options, folder, progress);
    ReducedStvk stvk;
    stvk.basis = derivative_basis(quadratic, linear, options.poisson, dofs, progress);
    stvk.energy = stvk_energy(quadratic, stvk.basis.shapes, options.poisson, progress);
    return stvk;
  };
  if (folder.empty()) return make();
  const CacheKey key = stvk_key(mesh, options, dofs);
  const fs::path path = stvk_cache_file(key, folder);
  const auto read = [&] {
    const std::string what = "the reduced StVK body " + path.string();
    return unpacked(read_sealed_file(path, kKind, key), what, quadratic.node_count(), dofs);
  };
  return found_or_made(path, kKind, key, progress, read, make, packed);
}

}  // namespace stiction
