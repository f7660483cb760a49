#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "recorded/confined_process.h"
#include "recorded/hdf5_file.h"
#include "recorded/problem_file.h"
#include "recorded/relayed_arrays.h"

namespace stiction {
namespace {

constexpr std::uintmax_t kMaxFileSize = std::uintmax_t{4} << 30;  // [bytes]

void require_length(const ArraySource& file, const std::string& place, std::size_t found, std::size_t wanted) {
  if (found != wanted) file.refuse(fmt::format("{} has {} elements, {} are needed", place, found, wanted));
}

std::vector<double> finite_numbers(const ArraySource& file, const std::string& place) {
  std::vector<double> values = file.numbers(place);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i])) file.refuse(fmt::format("{}[{}] is not a finite number", place, i));
  return values;
}

VecX vector_of(const ArraySource& file, const std::string& place) {
  const std::vector<double> values = finite_numbers(file, place);
  return Eigen::Map<const VecX>(values.data(), static_cast<Eigen::Index>(values.size()));
}

int whole_number(const ArraySource& file, const std::string& place, int least) {
  const int value = file.integer(place);
  if (value < least) file.refuse(fmt::format("{} = {} is below {}", place, value, least));
  return value;
}

void require_index(const ArraySource& file, const std::string& place, int index, int end) {
  if (index < 0 || index >= end)
    file.refuse(fmt::format("{} holds the index {}, which is not in [0, {})", place, index, end));
}

// One sparse matrix while it is read.
struct StoredMatrix {
  std::string place;
  int rows = 0, columns = 0, kind = 0;  // kind: number of triplets, -1 by columns, -2 by rows
  std::vector<int> p, i;
  std::vector<double> x;
};

StoredMatrix stored_matrix(const ArraySource& file, const std::string& place) {
  StoredMatrix stored;
  stored.place = place;
  stored.rows = whole_number(file, place + "/m", 0);
  stored.columns = whole_number(file, place + "/n", 0);
  stored.kind = file.integer(place + "/nz");
  if (stored.kind < -2)
    file.refuse(fmt::format("{}/nz = {} is none of -2 (rows), -1 (columns), >= 0 (triplets)", place, stored.kind));
  stored.p = file.integers(place + "/p");
  stored.i = file.integers(place + "/i");
  stored.x = finite_numbers(file, place + "/x");
  return stored;
}

using Triplets = std::vector<Eigen::Triplet<double>>;

Triplets from_triplets(const ArraySource& file, const StoredMatrix& stored) {
  const auto count = static_cast<std::size_t>(stored.kind);
  for (const auto& [array, length] :
       {std::pair("/p", stored.p.size()), {"/i", stored.i.size()}, {"/x", stored.x.size()}})
    if (length < count)
      file.refuse(fmt::format("{}{} has {} elements, {} are needed", stored.place, array, length, count));
  Triplets triplets;
  triplets.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    require_index(file, stored.place + "/i", stored.i[k], stored.rows);
    require_index(file, stored.place + "/p", stored.p[k], stored.columns);
    triplets.emplace_back(stored.i[k], stored.p[k], stored.x[k]);
  }
  return triplets;
}

Triplets from_compressed(const ArraySource& file, const StoredMatrix& stored) {
  const bool by_columns = stored.kind == -1;
  const int outer = by_columns ? stored.columns : stored.rows, inner = by_columns ? stored.rows : stored.columns;
  require_length(file, stored.place + "/p", stored.p.size(), static_cast<std::size_t>(outer) + 1);
  const auto count = static_cast<std::size_t>(std::max(stored.p.back(), 0));
  if (stored.p.front() != 0 || !std::is_sorted(stored.p.begin(), stored.p.end()))
    file.refuse(fmt::format("{}/p does not rise from 0", stored.place));
  for (const auto& [array, length] : {std::pair("/i", stored.i.size()), {"/x", stored.x.size()}})
    if (length < count)
      file.refuse(fmt::format("{}{} has {} elements, {} are needed", stored.place, array, length, count));
  Triplets triplets;
  triplets.reserve(count);
  for (int j = 0; j < outer; ++j) {
    for (int k = stored.p[j]; k < stored.p[j + 1]; ++k) {
      require_index(file, stored.place + "/i", stored.i[k], inner);
      triplets.emplace_back(by_columns ? stored.i[k] : j, by_columns ? j : stored.i[k], stored.x[k]);
    }
  }
  return triplets;
}

// The lists on either side of a matrix; what they ask for is known before memory is taken for the matrix.
struct Side {
  std::string place;
  Eigen::Index length;
};

// Entries that are given twice are added, as everywhere.
SparseMatrix sparse_matrix(const ArraySource& file, const std::string& place, const Side& rows, const Side& columns) {
  const StoredMatrix stored = stored_matrix(file, place);
  if (rows.place == columns.place && stored.rows != stored.columns)
    file.refuse(fmt::format("{} is not square: {} rows, {} columns", place, stored.rows, stored.columns));
  if (stored.rows != rows.length)
    file.refuse(fmt::format("{} has {} rows, {} has {} elements", place, stored.rows, rows.place, rows.length));
  if (stored.columns != columns.length)
    file.refuse(
        fmt::format("{} has {} columns, {} has {} elements", place, stored.columns, columns.place, columns.length));
  const Triplets triplets = stored.kind >= 0 ? from_triplets(file, stored) : from_compressed(file, stored);
  SparseMatrix matrix(stored.rows, stored.columns);
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  return matrix;
}

int dimension_of(const ArraySource& file, const std::string& root) {
  const int dimension = file.integer(root + "/spacedim");
  if (dimension != 2 && dimension != 3) file.refuse(fmt::format("{}/spacedim = {} is not 2 or 3", root, dimension));
  return dimension;
}

VecX friction_of(const ArraySource& file, const std::string& root, Eigen::Index rows, int dimension) {
  const std::string place = root + "/vectors/mu";
  if (rows % dimension != 0)
    file.refuse(fmt::format("{}: {} rows are no multiple of spacedim = {}", root, rows, dimension));
  VecX mu = vector_of(file, place);
  require_length(file, place, static_cast<std::size_t>(mu.size()), static_cast<std::size_t>(rows / dimension));
  for (Eigen::Index c = 0; c < mu.size(); ++c)
    if (mu[c] < 0) file.refuse(fmt::format("{}[{}] = {} is negative", place, c, mu[c]));
  return mu;
}

ProblemInfo info_of(const ArraySource& file, const std::string& root) {
  const std::string info = root + "/info/";
  return {file.text(info + "title"), file.text(info + "description"), file.text(info + "math_info")};
}

RecordedProblem read_local(const ArraySource& file) {
  const std::string root = "/fclib_local";
  if (file.has(root + "/V") || file.has(root + "/R"))
    file.refuse(root + "/V: bilateral constraints in the local form are not supported; record the global form");
  RecordedProblem problem;
  problem.dimension = dimension_of(file, root);
  problem.q = vector_of(file, root + "/vectors/q");
  const Side contacts{root + "/vectors/q", problem.q.size()};
  problem.W = sparse_matrix(file, root + "/W", contacts, contacts);
  problem.mu = friction_of(file, root, problem.q.size(), problem.dimension);
  problem.info = info_of(file, root);
  return problem;
}

GlobalProblem read_global(const ArraySource& file) {
  const std::string root = "/fclib_global", vectors = root + "/vectors";
  GlobalProblem problem;
  problem.dimension = dimension_of(file, root);
  problem.f = vector_of(file, vectors + "/f");
  problem.w = vector_of(file, vectors + "/w");
  const Side velocities{vectors + "/f", problem.f.size()};
  problem.M = sparse_matrix(file, root + "/M", velocities, velocities);
  problem.H = sparse_matrix(file, root + "/H", velocities, {vectors + "/w", problem.w.size()});
  problem.mu = friction_of(file, root, problem.w.size(), problem.dimension);
  if (file.has(root + "/G")) {
    problem.b = vector_of(file, vectors + "/b");
    problem.G = sparse_matrix(file, root + "/G", velocities, {vectors + "/b", problem.b.size()});
  }
  problem.info = info_of(file, root);
  return problem;
}

// What reading a file may cost, in a child process. A file without compression takes some six times its size: its
// bytes up to three times, its arrays, the entries of a matrix as triplets, the sparse matrix twice while it is made.
Confinement limits_for(std::uint64_t file_size) {
  constexpr std::uint64_t kMegabyte = 1 << 20;
  return {.memory = 64 * kMegabyte + 4 * file_size + 6 * most_array_bytes(file_size),
          .seconds = 10 + file_size / kMegabyte};
}

// Reads `bytes` and sends what is asked for.
void send_problem(const std::string& bytes, const std::string& name, const ConfinedProcess::Write& write) {
  try {
    const Hdf5Reader file(bytes, name);
    problem_of(ArraySender(file, write));
  } catch (const InputError& error) {
    send_refusal(write, error.what());
  } catch (const std::bad_alloc&) {
    send_refusal(write, fmt::format("{}: takes more memory than a file of {} bytes may; it is damaged, or needs to be "
                                    "stored without compression (h5repack -f NONE)",
                                    name, bytes.size()));
  }
}

}  // namespace

AnyProblem problem_of(const ArraySource& file) {
  if (file.has("/fclib_local")) return read_local(file);
  if (!file.has("/fclib_global"))
    file.refuse("has neither /fclib_local nor /fclib_global; a recorded problem in FCLib's layout is needed");
  return read_global(file);
}

AnyProblem parse_problem(const std::string& bytes, const std::string& name) {
  return problem_of(Hdf5Reader(bytes, name));
}

AnyProblem parse_foreign_problem(const std::string& bytes, const std::string& name) {
  ConfinedProcess child(limits_for(bytes.size()),
                        [&](const ConfinedProcess::Write& write) { send_problem(bytes, name, write); });
  const ArrayReceiver arrays(name, most_array_bytes(bytes.size()), [&](void* data, std::size_t size) {
    if (!child.read(data, size))
      throw InputError(
          fmt::format("{}: the HDF5 library cannot read it: {}; the file is damaged", name, child.ending()));
  });
  return problem_of(arrays);
}

AnyProblem read_problem(const std::string& path) {
  return parse_foreign_problem(read_whole_file(path, kMaxFileSize, "a recorded problem"), path);
}

}  // namespace stiction
