#include "scenes/gallery/elastic/heap.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "scenes/gallery/building.h"

namespace stiction::building {
namespace {

constexpr double kCarriedShare = 0.1;  // of the weight
constexpr double kPressingShare = 0.01;

// Groups of things that are joined one by one.
class Groups {
 public:
  explicit Groups(std::size_t count) : leader_(count) { std::iota(leader_.begin(), leader_.end(), 0); }
  void join(int a, int b) { leader_[leader(a)] = leader(b); }
  int largest() {
    std::vector<int> sizes(leader_.size(), 0);
    for (int i = 0; i < static_cast<int>(leader_.size()); ++i) ++sizes[leader(i)];
    return sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end());
  }

 private:
  int leader(int i) {
    while (leader_[i] != i) i = leader_[i] = leader_[leader_[i]];
    return i;
  }
  std::vector<int> leader_;
};

class HeapMonitor : public ExpectationMonitor {
 public:
  HeapMonitor(const std::string& names, int least, int together, const Model& model)
      : names_(names), least_(least), together_(together), bodies_(select_free_bodies(names, model)) {
    if (bodies_.empty()) throw InputError(fmt::format("\"{}\" matches no free body", names));
  }
  void start(const Moment&) override {}
  void observe(const Moment& moment) override {
    if (moment.simulation != nullptr) now_ = carried_by_each_other(*moment.simulation, bodies_, kCarriedShare);
  }
  ExpectationResult result() const override {
    return {fmt::format("at the end others carry a tenth of the weight or more of at least {} of {}, and at least {} "
                        "press on each other (measured {}, {})",
                        least_, names_, together_, now_.bodies, now_.largest),
            static_cast<double>(now_.bodies), now_.bodies >= least_ && now_.largest >= together_};
  }
  void save(ByteWriter& to) const override { put_each(to, now_.bodies, now_.largest); }
  void load(ByteReader& from) override { get_each(from, now_.bodies, now_.largest); }

 private:
  std::string names_;
  int least_, together_;
  std::vector<int> bodies_;
  Carried now_;
};

}  // namespace

Carried carried_by_each_other(const Simulation& simulation, const std::vector<int>& bodies, double share) {
  const Model& model = simulation.model();
  std::vector<int> place(model.bodies.size(), -1);
  for (std::size_t i = 0; i < bodies.size(); ++i) place[bodies[i]] = static_cast<int>(i);
  const Vec3 up = -model.gravity.normalized();
  MatX pressing = MatX::Zero(static_cast<Eigen::Index>(bodies.size()), static_cast<Eigen::Index>(bodies.size()));
  VecX lift = VecX::Zero(pressing.rows());  // by others of the bodies [N]
  for (int c = 0; c < static_cast<int>(simulation.contacts().size()); ++c) {
    const Contact& contact = simulation.contacts()[c];
    const int a = place[contact.body_a], b = place[contact.body_b];
    if (a < 0 || b < 0 || a == b) continue;
    const Vec3 force = simulation.contact_force_on_b(c);
    lift[b] += up.dot(force);
    lift[a] -= up.dot(force);
    pressing(a, b) += force.dot(contact.normal);
  }
  Carried carried;
  Groups groups(bodies.size());
  const auto weight = [&](int i) { return model.gravity.norm() * model.bodies[bodies[i]].mass.mass; };
  for (int a = 0; a < static_cast<int>(bodies.size()); ++a) {
    carried.bodies += lift[a] >= share * weight(a) ? 1 : 0;
    for (int b = 0; b < static_cast<int>(bodies.size()); ++b) {
      if (pressing(a, b) >= kPressingShare * std::min(weight(a), weight(b))) groups.join(a, b);
    }
  }
  carried.largest = groups.largest();
  return carried;
}

Expectation expect_heap(const std::string& bodies, int least, int together) {
  return expect_custom(
      fmt::format("at the end others carry a tenth of the weight or more of at least {} of {}, and at least {} press "
                  "on each other",
                  least, bodies, together),
      [=](const Model& model) { return std::make_unique<HeapMonitor>(bodies, least, together, model); });
}

}  // namespace stiction::building
