#include "recorded/recorded_solver.h"
#include <cstdio>
#include <numeric>
#include "recorded/contact_space_law.h"
#include "recorded/recorded_error.h"
#include "solvers/exact_law/interior_point.h"
#include "solvers/exact_law/newton.h"

namespace stiction {
const char* status_name(RecordedStatus status) {
  return "";
}
RecordedResult solve_recorded(const RecordedProblem& problem, const RecordedOptions& options) {
  RecordedResult res;
  std::vector<int> all(problem.contact_count());
  std::iota(all.begin(), all.end(), 0);
  ContactSpaceLaw law(problem, all, 0.9 * options.tolerance * problem.q.norm());
  std::vector<double> z(law.velocity_size(), 0.0);
  LawResidual residual;
  auto err = [&] {
    residual(law, z);
    return law.recorded_map(z.data(), residual.u().data()) / problem.q.norm();
  };
  InteriorPoint path;
  ExactLawNewton newton;
  Deadline deadline(options.time_limit);
  int s = path.solve(law, 1e-9, 60, deadline, z);
  std::printf("  path %d nm %.2e err %.2e\n", s, path.natural_map(), err());
  int n = newton.polish(law, {.target = 1e-15, .max_systems = 300}, deadline, z);
  std::printf("  newton %d nm %.2e err %.2e\n", n, newton.natural_map(), err());
  res.iterations = s + n;
  res.r.resize(problem.q.size());
  for (int c = 0; c < law.contact_count(); ++c)
    for (int k = 0; k < problem.dimension; ++k) res.r[problem.dimension * c + k] = z[3 * c + k] / law.scale(c);
  res.error = recorded_error(problem, res.r);
  return res;
}
}  // namespace stiction
