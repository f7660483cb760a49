#include "elastic/modal/basis_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "linalg/fill_in.h"

namespace stiction {
namespace {

constexpr int kDense = 240;                       // degrees of freedom up to which sparse matrices do not pay
constexpr int kMostDense = 4000;                  // degrees of freedom; the time grows with the cube
constexpr double kEntryBytes = 8 + 4;             // of a sparse factor: value and row
constexpr double kMatrixBytes = 3 * 30 * 9 * 12;  // a node, of stiffness, mass and their sum: about 30 neighbours
constexpr double kBulkyFill = 26;                 // factor entries of compact bodies: this times nodes^(4/3)

std::vector<std::pair<int, int>> node_pairs(const QuadraticMesh& mesh) {
  std::vector<std::pair<int, int>> pairs;
  pairs.reserve(45 * mesh.elements.size());
  for (const auto& element : mesh.elements) {
    for (std::size_t i = 0; i < element.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) pairs.emplace_back(std::minmax(element[i], element[j]));
  }
  std::ranges::sort(pairs);
  const auto [repeated, end] = std::ranges::unique(pairs);
  pairs.erase(repeated, end);
  return pairs;
}

// Vectors of Lanczos' method, and the matrices.
double vector_bytes(int nodes, int modes) {
  return 8.0 * 3 * nodes * 2 * (2.0 * modes + 20) + kMatrixBytes * nodes;
}

// Entries of a factor grow with the power 4/3 of the nodes, nodes with the cube of the inverse edge length.
double coarser_by(double bytes) {
  return std::max(1.02, 1.05 * std::pow(bytes / kMostBasisBytes, 0.25));
}

double bulky_bytes(double nodes) {
  return kEntryBytes * 9 * kBulkyFill * std::pow(nodes, 4.0 / 3);
}

[[noreturn]] void refuse(const std::string& size, double bytes) {
  const double coarser = coarser_by(bytes);
  throw MeshTooFine(
      fmt::format(
          "{}: its modes would take about {:.2g} GB, and at most {:g} GB are taken; use tetrahedra with edges {:.2g} "
          "times as long",
          size, 1e-9 * bytes, 1e-9 * kMostBasisBytes, coarser),
      coarser);
}

}  // namespace

bool is_dense_basis(int dofs, int modes) {
  return dofs <= kDense || modes > dofs / 3;
}

double basis_bytes(const QuadraticMesh& mesh, int modes) {
  const double most_entries = 2 * kMostBasisBytes / (9 * kEntryBytes);
  return 9 * kEntryBytes * factor_entries(mesh.node_count(), node_pairs(mesh), most_entries) +
         vector_bytes(mesh.node_count(), modes);
}

void require_basis_fits(const QuadraticMesh& mesh, int modes) {
  const int nodes = mesh.node_count(), dofs = 3 * nodes;
  if (is_dense_basis(dofs, modes)) {
    if (dofs <= kMostDense) return;
    throw InputError(
        fmt::format("{} modes are more than a third of what a mesh with {} nodes has; of meshes with more "
                    "than {} nodes at most a third is taken: want at most {} modes",
                    modes, nodes, kMostDense / 3, dofs / 3));
  }
  const std::string size = fmt::format("the mesh has {} nodes", nodes);
  const double bulky = bulky_bytes(nodes);
  if (nodes > kMostBasisNodes) refuse(size, std::max(bulky, kMostBasisBytes));
  const double bytes = basis_bytes(mesh, modes);
  if (bytes > kMostBasisBytes) refuse(size, std::isfinite(bytes) ? bytes : std::max(bulky, 2 * kMostBasisBytes));
}

void require_basis_fits(double volume, double cell, double per_cell) {
  const double nodes = per_cell * volume / (cell * cell * cell);
  if (nodes > 1.5 * kMostBasisNodes)
    refuse(fmt::format("the body would have about {:.2g} nodes", nodes), bulky_bytes(nodes));
}

}  // namespace stiction
