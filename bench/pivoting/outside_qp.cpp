#include "pivoting/outside_qp.h"

#include <optimization.h>
#include <limits>

namespace stiction::bench {
namespace {

// Tolerances asked for: what Dantzig's method reaches without being asked.
constexpr double kTolerance = 1e-12;

template <class Choose>
VecX solve_with(const MatX& A, const VecX& b, const Choose& choose) {
  const int n = static_cast<int>(b.size());
  alglib::real_2d_array quadratic;
  alglib::real_1d_array linear, lower, upper;
  const MatX transposed = A.transpose();  // their rows are contiguous
  quadratic.setcontent(n, n, transposed.data());
  linear.setcontent(n, b.data());
  lower.setcontent(n, VecX::Zero(n).eval().data());
  upper.setcontent(n, VecX::Constant(n, std::numeric_limits<double>::infinity()).eval().data());
  alglib::minqpstate state;
  alglib::minqpcreate(n, state);
  alglib::minqpsetquadraticterm(state, quadratic);
  alglib::minqpsetlinearterm(state, linear);
  alglib::minqpsetbc(state, lower, upper);
  choose(state);
  alglib::minqpoptimize(state);
  alglib::real_1d_array f;
  alglib::minqpreport report;
  alglib::minqpresults(state, f, report);
  return Eigen::Map<const VecX>(f.getcontent(), n);
}

}  // namespace

std::vector<OutsideQp> outside_qps() {
  return {
      {"ALGLIB QuickQP",
       [](const MatX& A, const VecX& b) {
         return solve_with(
             A, b, [](alglib::minqpstate& state) { alglib::minqpsetalgoquickqp(state, kTolerance, 0, 0, 0, true); });
       }},
      {"ALGLIB dense IPM",
       [](const MatX& A, const VecX& b) {
         return solve_with(A, b, [](alglib::minqpstate& state) { alglib::minqpsetalgodenseipm(state, kTolerance); });
       }},
      {"ALGLIB BLEIC",
       [](const MatX& A, const VecX& b) {
         return solve_with(A, b,
                           [](alglib::minqpstate& state) { alglib::minqpsetalgobleic(state, kTolerance, 0, 0, 0); });
       }},
  };
}

}  // namespace stiction::bench
