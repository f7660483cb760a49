#include "scenes/gallery/elastic/contacts_of.h"

#include <fmt/format.h>

#include "scenes/gallery/building.h"
#include "stepping/simulation.h"

namespace stiction::building {
namespace {

std::vector<char> matching(const std::string& pattern, const Model& model) {
  std::vector<char> matches(model.bodies.size(), 0);
  for (const int body : select_free_bodies(pattern, model)) matches[body] = 1;
  return matches;
}

class PenetrationMonitor : public ExpectationMonitor {
 public:
  PenetrationMonitor(const std::string& names, double most, const Model& model)
      : names_(names), bodies_(matching(names, model)), most_(most) {}
  void start(const Moment&) override {}
  void observe(const Moment& moment) override {
    if (moment.simulation == nullptr) return;
    for (const Contact& contact : moment.simulation->contacts()) {
      if (!bodies_[contact.body_a] && !bodies_[contact.body_b]) continue;
      if (!(-contact.gap > deepest_)) continue;
      deepest_ = -contact.gap;
      time_ = moment.state.time - moment.step;  // contacts are found where a step begins
    }
  }
  ExpectationResult result() const override {
    const bool broken = !(deepest_ <= most_);
    return {fmt::format("{} and others sink into each other by at most {:g} m (measured {:.3g} m at {:.4g} s)", names_,
                        most_, deepest_, time_),
            deepest_, !broken, broken};
  }
  void save(ByteWriter& to) const override { put_each(to, deepest_, time_); }
  void load(ByteReader& from) override { get_each(from, deepest_, time_); }

 private:
  std::string names_;
  std::vector<char> bodies_;
  double most_;
  double deepest_ = 0, time_ = 0;  // [m], and when [s]
};

}  // namespace

double pressing_force(const Moment& moment, const std::string& some, const std::string& others) {
  if (moment.simulation == nullptr) return 0;
  const std::vector<char> first = matching(some, moment.model), second = matching(others, moment.model);
  const ContactSet& contacts = moment.simulation->contacts();
  double sum = 0;
  for (int c = 0; c < static_cast<int>(contacts.size()); ++c) {
    const int a = contacts[c].body_a, b = contacts[c].body_b;
    if (!(first[a] && second[b]) && !(first[b] && second[a])) continue;
    sum += contacts[c].normal.dot(moment.simulation->contact_force_on_b(c));
  }
  return sum;
}

double carried_share(const Moment& moment, const std::string& body) {
  if (moment.simulation == nullptr) return 0;
  const int index = moment.model.body_index(body);
  const ContactSet& contacts = moment.simulation->contacts();
  Vec3 sum = Vec3::Zero();
  for (int c = 0; c < static_cast<int>(contacts.size()); ++c) {
    if (contacts[c].body_b == index) sum += moment.simulation->contact_force_on_b(c);
    if (contacts[c].body_a == index) sum -= moment.simulation->contact_force_on_b(c);
  }
  const Vec3& gravity = moment.model.gravity;
  return -sum.dot(gravity) / (moment.model.bodies[index].mass.mass * gravity.squaredNorm());
}

Expectation expect_penetration_of(const std::string& bodies, double most) {
  return expect_custom(fmt::format("{}: sinks in by at most {:.3g} m", bodies, most),
                       [=](const Model& model) { return std::make_unique<PenetrationMonitor>(bodies, most, model); });
}

}  // namespace stiction::building
