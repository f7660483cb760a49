// Dantzig's method without friction: pivots and operations against the number of contacts, times beside eliminations of
// the same size and an outside QP code. One JSON object on the standard output.
//
//   build/bench_pivoting > bench/results/pivoting.json
#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "lcp/pivoting/dantzig.h"
#include "machine.h"
#include "pivoting/outside_qp.h"

namespace stiction::bench {
namespace {

// Gaussian elimination with partial pivoting as it is taught, counting multiply-adds.
struct Elimination {
  std::int64_t operations = 0;
  VecX x;
};

Elimination eliminate(MatX A, VecX b) {
  Elimination result;
  const int n = static_cast<int>(b.size());
  for (int j = 0; j < n; ++j) {
    int pivot = j;
    A.col(j).tail(n - j).cwiseAbs().maxCoeff(&pivot);
    pivot += j;
    A.row(j).swap(A.row(pivot));
    std::swap(b[j], b[pivot]);
    const int below = n - j - 1;
    A.col(j).tail(below) /= A(j, j);
    for (int k = j + 1; k < n; ++k) A.col(k).tail(below) -= A(j, k) * A.col(j).tail(below);
    b.tail(below) -= b[j] * A.col(j).tail(below);
    result.operations += static_cast<std::int64_t>(below) * (below + 2);
  }
  for (int j = n - 1; j >= 0; --j) {
    b[j] /= A(j, j);
    b.head(j) -= b[j] * A.col(j).head(j);
    result.operations += j + 1;
  }
  result.x = b;
  return result;
}

class Source {
 public:
  explicit Source(std::uint32_t seed) : engine_(seed) {}
  VecX vector(int n) {
    return VecX::NullaryExpr(n, [&] { return normal_(engine_); });
  }
  MatX matrix(int rows, int columns) {
    return MatX::NullaryExpr(rows, columns, [&] { return normal_(engine_); });
  }

 private:
  std::mt19937 engine_;
  std::normal_distribution<double> normal_;
};

// Half of the contacts carry: forces and accelerations are chosen first, b follows.
DantzigProblem half_active(int n, Source& source) {
  const MatX G = source.matrix(2 * n, n);
  DantzigProblem p{G.transpose() * G, VecX(), 0};
  VecX f = source.vector(n).cwiseAbs(), a = source.vector(n).cwiseAbs();
  for (int i = 0; i < n; ++i) (i % 2 == 0 ? f : a)[i] = 0;
  p.b = a - p.A * f;
  return p;
}

// n contacts among so many degrees of freedom, pushed in a random direction.
DantzigProblem random_push(int n, int freedoms, Source& source) {
  const MatX G = source.matrix(freedoms, n);
  return {G.transpose() * G, G.transpose() * source.vector(freedoms), 0};
}

struct Kind {
  const char* name;
  DantzigProblem (*make)(int n, Source& source);
  bool regular;  // an elimination of A makes sense
};
const std::vector<Kind> kKinds = {
    {"half active", half_active, true},
    {"full rank", [](int n, Source& s) { return random_push(n, n, s); }, true},
    {"rank n/2", [](int n, Source& s) { return random_push(n, n / 2, s); }, false},
    {"rank n/10", [](int n, Source& s) { return random_push(n, std::max(1, n / 10), s); }, false},
};

double seconds(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

// Largest violation of the conditions, relative to b.
double error_of(const DantzigProblem& p, const VecX& f) {
  const VecX a = p.A * f + p.b;
  return f.cwiseMin(a).lpNorm<Eigen::Infinity>() / p.b.lpNorm<Eigen::Infinity>();
}

std::string counts(const Kind& kind, int n, int problems) {
  double pivots = 0, drives = 0, operations = 0, active = 0, zero_steps = 0, most_pivots = 0, most_operations = 0;
  int refactorisations = 0, unsolved = 0;
  double eliminations = 0;
  for (int seed = 0; seed < problems; ++seed) {
    Source source(static_cast<std::uint32_t>(1000 * n + seed));
    const DantzigProblem p = kind.make(n, source);
    const DantzigResult r = solve_dantzig(p);
    if (eliminations == 0) eliminations = static_cast<double>(eliminate(MatX::Identity(n, n), p.b).operations);
    unsolved += r.status == PivotingStatus::kSolved ? 0 : 1;
    pivots += r.pivots;
    drives += r.drives;
    zero_steps += r.zero_steps;
    refactorisations += r.refactorisations;
    operations += static_cast<double>(r.operations);
    most_pivots = std::max(most_pivots, static_cast<double>(r.pivots));
    most_operations = std::max(most_operations, static_cast<double>(r.operations));
    active += static_cast<double>((r.f.array() > 0).count());
  }
  return fmt::format(
      R"({{"kind": "{}", "n": {}, "problems": {}, "unsolved": {}, "active": {:.3f}, "drives_per_n": {:.3f}, "pivots_per_n": {:.3f}, "most_pivots_per_n": {:.3f}, "zero_steps": {:g}, "refactorisations": {}, "eliminations": {:.3f}, "most_eliminations": {:.3f}}})",
      kind.name, n, problems, unsolved, active / problems / n, drives / problems / n, pivots / problems / n,
      most_pivots / n, zero_steps, refactorisations, operations / problems / eliminations,
      most_operations / eliminations);
}

// Interleaved runs, medians. Times in microseconds.
std::string times(const Kind& kind, int n, int rounds) {
  const std::vector<OutsideQp> outside = outside_qps();
  std::vector<double> own, unblocked, blocked;
  std::vector<std::vector<double>> others(outside.size());
  std::vector<double> other_errors(outside.size(), 0.0);
  double own_error = 0;
  for (int round = 0; round < rounds; ++round) {
    Source source(static_cast<std::uint32_t>(1000 * n + round));
    const DantzigProblem p = kind.make(n, source);
    VecX f;
    own.push_back(seconds([&] { f = solve_dantzig(p).f; }));
    own_error = std::max(own_error, error_of(p, f));
    if (kind.regular) {
      unblocked.push_back(seconds([&] { f = eliminate(p.A, p.b).x; }));
      blocked.push_back(seconds([&] { f = p.A.partialPivLu().solve(p.b); }));
    }
    for (std::size_t k = 0; k < outside.size(); ++k) {
      others[k].push_back(seconds([&] { f = outside[k].solve(p.A, p.b); }));
      other_errors[k] = std::max(other_errors[k], error_of(p, f));
    }
  }
  std::string text =
      fmt::format(R"({{"kind": "{}", "n": {}, "rounds": {}, "dantzig_us": {:.1f}, "dantzig_error": {:.1e})", kind.name,
                  n, rounds, 1e6 * median(own), own_error);
  if (kind.regular) {
    text += fmt::format(R"(, "elimination_us": {:.1f}, "eigen_lu_us": {:.1f})", 1e6 * median(unblocked),
                        1e6 * median(blocked));
  }
  text += R"(, "outside": [)";
  for (std::size_t k = 0; k < outside.size(); ++k) {
    text += fmt::format(R"({}{{"name": "{}", "us": {:.1f}, "times_slower": {:.2f}, "error": {:.1e}}})", k ? ", " : "",
                        outside[k].name, 1e6 * median(others[k]), median(others[k]) / median(own), other_errors[k]);
  }
  return text + "]}";
}

void print_all() {
  fmt::print("{{\"machine\": {},\n \"counts\": [\n", machine_json());
  bool first = true;
  for (const Kind& kind : kKinds) {
    for (const int n : {10, 20, 50, 100, 150, 200, 300}) {
      fmt::print("{}  {}", first ? "" : ",\n", counts(kind, n, n <= 150 ? 20 : 5));
      first = false;
    }
  }
  fmt::print("],\n \"times\": [\n");
  first = true;
  for (const Kind& kind : kKinds) {
    for (const int n : {50, 100, 150}) {
      fmt::print("{}  {}", first ? "" : ",\n", times(kind, n, 11));
      first = false;
    }
  }
  fmt::print("]}}\n");
}

}  // namespace
}  // namespace stiction::bench

int main() {
  stiction::bench::print_all();
}
