// One run of Dantzig's method: which contact to drive next (dantzig_method.cpp), the drive (dantzig_drive.cpp), and
// forces on the clamped rows (dantzig_clamped.cpp). The method is described in dantzig.h.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "lcp/pivoting/dantzig.h"
#include "lcp/pivoting/symmetric_factor.h"

namespace stiction {

inline constexpr double kDantzigAccuracy = 1e-12;      // of a, relative to b
inline constexpr double kDantzigContradiction = 1e-9;  // b . y of a dependent contact, relative to its terms

class DantzigMethod {
 public:
  DantzigMethod(const DantzigProblem& problem, const DantzigOptions& options);
  DantzigResult solve();

 private:
  enum class Set : char { kIgnored, kClamped, kUnclamped, kRedundant };
  struct Limit {
    double step = std::numeric_limits<double>::infinity();
    int index = -1;
  };

  // What to do next.
  void scale();
  void reset();
  bool run(bool careful);  // false: round-off spoilt a sign
  int next() const;
  DantzigResult& finish();

  // One drive.
  bool drive(int d);
  void find_direction(int d, bool dependent);
  Limit find_limit(int d, double da_d) const;
  void take_step(int d, const Limit& limit);
  void change_sets(int j);
  void retire(int d);
  bool refuse(int d);

  // The clamped rows.
  void clamp_bilaterals();
  bool enter(int j);
  void leave(int j);
  double border(int j);
  bool depends(double pivot) const;
  void product(const VecX& f, int other, VecX& a);
  double solve_clamped();
  bool settle();
  void refactor();
  bool repair_signs();

  double tolerance() const {
    return kDantzigAccuracy * size_ + 16 * std::numeric_limits<double>::epsilon() * f_.lpNorm<1>();
  }
  bool is_bilateral(int i) const { return i < problem_.bilateral_count; }

  const DantzigProblem& problem_;
  const int n_;
  int max_pivots_;
  MatX A_;      // unit diagonal
  VecX b_;      // scaled likewise
  VecX scale_;  // 1 / sqrt(A_ii); 0: no response, a_i = b_i
  double size_ = 0;
  VecX f_, a_, df_, da_;
  VecX column_, x_;
  std::vector<Set> set_;
  std::vector<int> clamped_;  // C in the factor's order
  std::vector<char> blind_;   // NC whose a cannot change while C only grows
  SymmetricFactor factor_;
  std::int64_t operations_ = 0;
  DantzigResult result_;
};

}  // namespace stiction
