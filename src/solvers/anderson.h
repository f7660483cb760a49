// Anderson acceleration of a map f -> f' (window 5, restart when the residual doubles): the staggered one, or a sweep.
//
// Residuals f' - f are compared in the kinetic metric, where f lives; the impulses beta that make up f are mixed with
// the same coefficients, so that f = A beta stays true.
#pragma once

#include <array>
#include <vector>

namespace stiction {

class Anderson {
 public:
  void reset() { count_ = 0; }
  // f, beta: the point; f_new, beta_new: its image. On return f_new, beta_new hold the accelerated point.
  void mix(const std::vector<double>& f, const std::vector<double>& beta, std::vector<double>& f_new,
           std::vector<double>& beta_new);

 private:
  static constexpr int kWindow = 5;
  struct Entry {
    std::vector<double> f_new, beta_new, residual;
  };
  std::array<Entry, kWindow + 1> history_;  // ring, newest at (next_ - 1)
  int count_ = 0, next_ = 0;
  double last_norm_ = 0;
};

}  // namespace stiction
