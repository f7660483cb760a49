// Reduced elastic forces against a straightforward loop over all coefficients, one thread: bench_stvk_forces [rounds].
//
// The loop has, for every component of the force, each monomial of degree three and less once, and for every entry of
// the stiffness each of degree two and less: what one would write down first. Times are medians of interleaved rounds.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "elastic/stvk/quartic_form.h"
#include "machine.h"

namespace stiction::bench {
namespace {

// How often the second derivative for a and b has the monomial x_a x_b x_c x_d.
int second_factor(int a, int b, int c, int d) {
  const auto count = [&](int i) { return (a == i) + (b == i) + (c == i) + (d == i); };
  return count(a) * (count(b) - (a == b ? 1 : 0));
}

class StraightforwardLoop {
 public:
  explicit StraightforwardLoop(const QuarticForm& form) : n_(form.coordinate_count() + 1) {
    for (int a = 1; a < n_; ++a) {
      for (int b = 0; b < n_; ++b)
        for (int c = b; c < n_; ++c)
          for (int d = c; d < n_; ++d) {
            const int factor = 1 + (a == b) + (a == c) + (a == d);
            force_.push_back(factor * form.coefficient(a, b, c, d));
          }
      for (int b = a; b < n_; ++b)
        for (int c = 0; c < n_; ++c)
          for (int d = c; d < n_; ++d) {
            stiffness_.push_back(second_factor(a, b, c, d) * form.coefficient(a, b, c, d));
          }
    }
  }
  void force(const VecX& x, VecX& f) const {
    const double* coefficient = force_.data();
    for (int a = 1; a < n_; ++a) {
      double sum = 0;
      for (int b = 0; b < n_; ++b)
        for (int c = b; c < n_; ++c)
          for (int d = c; d < n_; ++d) sum += *coefficient++ * x[b] * x[c] * x[d];
      f[a - 1] = sum;
    }
  }
  void stiffness(const VecX& x, MatX& K) const {
    const double* coefficient = stiffness_.data();
    for (int a = 1; a < n_; ++a) {
      for (int b = a; b < n_; ++b) {
        double sum = 0;
        for (int c = 0; c < n_; ++c)
          for (int d = c; d < n_; ++d) sum += *coefficient++ * x[c] * x[d];
        K(a - 1, b - 1) = K(b - 1, a - 1) = sum;
      }
    }
  }

 private:
  int n_;
  std::vector<double> force_, stiffness_;
};

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size()) / 2, values.end());
  return values[values.size() / 2];
}

double microseconds(const auto& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

QuarticForm random_form(int coordinates, std::mt19937& engine) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  QuarticForm form(coordinates);
  for (int i = 0; i <= coordinates; ++i)
    for (int j = i; j <= coordinates; ++j)
      for (int k = j; k <= coordinates; ++k)
        for (int l = std::max(k, 1); l <= coordinates; ++l) form.add(i, j, k, l, uniform(engine));
  return form;
}

void measure(int coordinates, int rounds, bool last) {
  std::mt19937 engine(coordinates);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const QuarticForm form = random_form(coordinates, engine);
  const StraightforwardLoop loop(form);
  VecX x(coordinates + 1), slow(coordinates), fast, gradient;
  x[0] = 1;
  for (double& value : x.tail(coordinates)) value = uniform(engine);
  const VecX q = x.tail(coordinates);
  MatX slow_stiffness(coordinates, coordinates), stiffness;
  QuarticForm::Work work;
  std::vector<double> loop_force, loop_stiffness, form_force, form_both;
  for (int i = 0; i < rounds; ++i) {
    loop_force.push_back(microseconds([&] { loop.force(x, slow); }));
    form_force.push_back(microseconds([&] { form.gradient(q, fast, work); }));
    loop_stiffness.push_back(microseconds([&] { loop.stiffness(x, slow_stiffness); }));
    form_both.push_back(microseconds([&] { form.second(q, gradient, stiffness, work); }));
  }
  const double off =
      std::max((slow - fast).norm() / slow.norm(), (slow_stiffness - stiffness).norm() / slow_stiffness.norm());
  fmt::print("  \"{}\": {{\"loop_force_us\": {:.2f}, \"force_us\": {:.2f}, \"force_ratio\": {:.2f},\n", coordinates,
             median(loop_force), median(form_force), median(loop_force) / median(form_force));
  const double loop_both = median(loop_force) + median(loop_stiffness);
  fmt::print(
      "         \"loop_force_and_stiffness_us\": {:.2f}, \"force_and_stiffness_us\": {:.2f}, "
      "\"force_and_stiffness_ratio\": {:.2f}, \"off_by\": {:.1e}}}{}\n",
      loop_both, median(form_both), loop_both / median(form_both), off, last ? "" : ",");
}

}  // namespace
}  // namespace stiction::bench

int main(int argc, char** argv) {
  using namespace stiction::bench;
  const int rounds = argc > 1 ? std::max(1, std::stoi(argv[1])) : 201;
  fmt::print("{{\"machine\": {},\n \"command\": \"bench_stvk_forces {}\",\n \"coordinates\": {{\n", machine_json(),
             rounds);
  for (const int r : {10, 20, 30, 40}) measure(r, rounds, r == 40);
  fmt::print(" }}\n}}\n");
}
