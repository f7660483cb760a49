// Anderson acceleration of a map f -> f' (window 5, restart when the residual doubles): the staggered one, or a sweep.
//
// Residuals f' - f are compared in the kinetic metric, where f lives; the impulses beta that make up f are mixed with
// the same coefficients, so that f = A beta stays true. Impulses may join at the end of beta from one call to the next:
// before they did, they were zero.
#pragma once

#include <array>
#include <vector>

namespace stiction {

class Anderson {
 public:
  void reset() { count_ = 0; }
  // f: the point; f_new, beta_new: its image. On return f_new, beta_new hold the accelerated point.
  void mix(const std::vector<double>& f, std::vector<double>& f_new, std::vector<double>& beta_new);

 private:
  static constexpr int kWindow = 5;
  static constexpr int kKept = kWindow + 1;
  struct Entry {
    std::vector<double> f_new, beta_new, residual;
    std::vector<double> change;            // of the residual, since the entry before
    std::array<double, kKept> products{};  // of the change with that of every entry, by its place
  };
  int place(int age) const { return (next_ - 1 - age + kKept) % kKept; }
  bool remember(const std::vector<double>& f, const std::vector<double>& f_new, const std::vector<double>& beta_new);

  std::array<Entry, kKept> history_;  // ring, newest at place(0)
  int count_ = 0, next_ = 0;
  double last_norm_ = 0;
};

}  // namespace stiction
