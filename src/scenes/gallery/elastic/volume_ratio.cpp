#include "scenes/gallery/elastic/volume_ratio.h"

#include <fmt/format.h>

#include "elastic/elastic_spec.h"
#include "scenes/gallery/building.h"

namespace stiction::building {
namespace {

class VolumeRatioMonitor : public ExpectationMonitor {
 public:
  VolumeRatioMonitor(const std::string& bodies, double least, const Model& model)
      : names_(bodies), bodies_(select_free_bodies(bodies, model)), least_(least) {
    if (bodies_.empty()) throw InputError(fmt::format("\"{}\" matches no free body", bodies));
  }
  void start(const Moment& moment) override { observe(moment); }
  void observe(const Moment& moment) override {
    for (const int body : bodies_) {
      const auto ratio = smallest_volume_ratio(moment.model.bodies[body], moment.state.bodies[body]);
      if (!ratio || *ratio >= smallest_) continue;
      smallest_ = *ratio;
      time_ = moment.state.time;
    }
  }
  ExpectationResult result() const override {
    const bool broken = !(smallest_ > least_);
    return {fmt::format("{} are never pressed to {:g} of their volume or less (measured {:.3g} at {:.4g} s)", names_,
                        least_, smallest_, time_),
            smallest_, !broken, broken};
  }
  void save(ByteWriter& to) const override { put_each(to, smallest_, time_); }
  void load(ByteReader& from) override { get_each(from, smallest_, time_); }

 private:
  std::string names_;
  std::vector<int> bodies_;
  double least_;
  double smallest_ = 1, time_ = 0;  // and when [s]
};

}  // namespace

namespace {
std::string inside_out_text(const std::string& bodies, double least) {
  if (least <= 0) return fmt::format("no element of {} turns inside out", bodies);
  return fmt::format("every element of {} keeps at least {:g} of its volume", bodies, least);
}
}  // namespace

Expectation expect_not_inside_out(const std::string& bodies, double least) {
  return expect_custom(inside_out_text(bodies, least),
                       [=](const Model& model) { return std::make_unique<VolumeRatioMonitor>(bodies, least, model); });
}

}  // namespace stiction::building
