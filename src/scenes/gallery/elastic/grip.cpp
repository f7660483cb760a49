#include "scenes/gallery/elastic/grip.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "model/deformable.h"
#include "scenes/gallery/building.h"

namespace stiction::building {
namespace {

constexpr double kComesAlong = 0.95, kStaysBehind = 0.05;  // shares of the lift

int index_of(const Model& model, const std::string& name) {
  const int body = model.body_index(name);
  if (body < 0) throw InputError(fmt::format("there is no body \"{}\"", name));
  return body;
}

// Which bodies a grip is about.
struct GripBodies {
  int object;
  std::vector<int> fingers, sockets;

  GripBodies(const Grip& grip, const Model& model) : object(index_of(model, grip.name + "-block")) {
    for (int i = 0; i < grip.fingers; ++i) {
      fingers.push_back(index_of(model, fmt::format("{}-finger{}", grip.name, i)));
      sockets.push_back(index_of(model, fmt::format("{}-socket{}", grip.name, i)));
    }
  }
  bool is_finger(int body) const { return std::find(fingers.begin(), fingers.end(), body) != fingers.end(); }
};

// Of the vertices along an edge [m].
Vec3 mean_place(const std::vector<Vec3>& before, const std::vector<Vec3>& now, const Vec3& edge) {
  Vec3 sum = Vec3::Zero();
  int count = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (std::hypot(before[i].x() - edge.x(), before[i].z() - edge.z()) > 1e-6) continue;
    sum += now[i];
    ++count;
  }
  if (count == 0) throw InputError("a finger has no vertices along the edges of its end");
  return sum / count;
}

FingerEnd finger_end(const Moment& moment, const Grip& grip, int finger, const Pose& socket, const Pose& object) {
  const Body& body = moment.model.bodies[finger];
  const BodyState& state = moment.state.bodies[finger];
  std::vector<Vec3> now;
  body.deformable->deformed_vertices(body, state, now);
  const std::vector<Vec3>& before = body.deformable->surface().vertices;
  const Pose pose = body_pose(body, state);
  const Vec3 inner = pose.to_world(mean_place(before, now, grip.inner_edge));
  const Vec3 outer = pose.to_world(mean_place(before, now, grip.outer_edge));
  const Vec3 across = socket.rotation * (grip.inner_edge - grip.outer_edge);
  return {object.to_local(inner), (inner - socket.to_world(grip.inner_edge)).norm(),
          std::atan2(across.cross(inner - outer).norm(), across.dot(inner - outer))};
}

void add_forces(const Simulation& run, const GripBodies& bodies, GripState& grip) {
  const ContactSet& contacts = run.contacts();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    const bool on_a = contact.body_a == bodies.object, on_b = contact.body_b == bodies.object;
    if (on_a == on_b || !bodies.is_finger(on_a ? contact.body_b : contact.body_a)) continue;
    const Vec3 on_second = run.contact_force_on_b(static_cast<int>(i));
    grip.pressing += contact.normal.dot(on_second);
    grip.lifting += on_b ? on_second.z() : -on_second.z();
  }
}

GripState measured(const Moment& moment, const Grip& grip, const GripBodies& bodies) {
  if (grip.measure) return grip.measure(moment);
  GripState result;
  if (moment.simulation != nullptr) add_forces(*moment.simulation, bodies, result);
  const auto pose = [&](int body) { return body_pose(moment.model.bodies[body], moment.state.bodies[body]); };
  for (int i = 0; i < grip.fingers; ++i) {
    result.ends.push_back(finger_end(moment, grip, bodies.fingers[i], pose(bodies.sockets[i]), pose(bodies.object)));
  }
  return result;
}

// The mean of what is added.
struct Mean {
  double sum = 0;
  std::int64_t count = 0;
  void add(double value) {
    sum += value;
    ++count;
  }
  double value() const { return count > 0 ? sum / static_cast<double>(count) : 0; }
};

class GripMonitor : public ExpectationMonitor {
 public:
  GripMonitor(Grip grip, const Model& model) : grip_(std::move(grip)), bodies_(grip_, model) {}

 protected:
  const BodyState& object(const Moment& moment) const { return moment.state.bodies[bodies_.object]; }
  GripState measure(const Moment& moment) const { return measured(moment, grip_, bodies_); }
  bool is_on_the_way_up(const Moment& moment) const {
    return moment.state.time >= grip_.under_way && moment.state.time <= grip_.still_there;
  }

  Grip grip_;
  GripBodies bodies_;
};

class OutcomeMonitor : public GripMonitor {
 public:
  OutcomeMonitor(const Grip& grip, double slip, const Model& model)
      : GripMonitor(grip, model), allowed_(slip), places_(grip.fingers, Vec3::Zero()) {}
  void start(const Moment& moment) override {
    start_ = object(moment).center.z();
    gravity_ = -moment.model.gravity.z();
    weight_ = moment.model.bodies[bodies_.object].mass.mass * gravity_;
  }
  void observe(const Moment& moment) override {
    const double time = moment.state.time;
    const GripState now = measure(moment);
    for (int i = 0; i < grip_.fingers; ++i) {
      const double way = (now.ends[i].touching - places_[i]).norm();
      if (time < grip_.under_way) places_[i] = now.ends[i].touching;
      if (time >= grip_.under_way && !(way <= slip_)) slip_ = way;
    }
    if (is_on_the_way_up(moment)) pressing_.add(now.pressing);
    if (time < grip_.held) return;
    const double rise = object(moment).center.z() - start_;
    least_ = reached_ ? std::min(least_, rise) : rise;
    most_ = reached_ ? std::max(most_, rise) : rise;
    reached_ = true;
  }
  ExpectationResult result() const override {
    const double friction = grip_.mu * pressing_.value();
    const bool came = least_ >= kComesAlong * grip_.lift && slip_ <= allowed_;
    const bool stayed = most_ <= kStaysBehind * grip_.lift;
    const bool broken = reached_ && ((must_come() && !came) || (must_stay() && !stayed));
    const std::string outcome = must_come()   ? fmt::format("comes along, slipping by at most {:g} m", allowed_)
                                : must_stay() ? "stays behind"
                                              : "may slip on the way";
    return {
        fmt::format("{}: fingers press with {:.4g} N, times mu {:.4g} N; the block weighs {:.4g} N and {} (measured: "
                    "rose by {:.4g} of {:g} m, slipped by {:.3g} m)",
                    grip_.name, pressing_.value(), friction, weight_, outcome, least_, grip_.lift, slip_),
        friction / weight_, reached_ && !broken, broken, reached_};
  }
  void save(ByteWriter& to) const override {
    put_each(to, start_, gravity_, weight_, pressing_.sum, pressing_.count, slip_, least_, most_, reached_);
    for (const Vec3& p : places_) put_each(to, p.x(), p.y(), p.z());
  }
  void load(ByteReader& from) override {
    get_each(from, start_, gravity_, weight_, pressing_.sum, pressing_.count, slip_, least_, most_, reached_);
    for (Vec3& p : places_) get_each(from, p.x(), p.y(), p.z());
  }

 private:
  bool must_come() const { return grip_.mu * pressing_.value() >= weight_ * (1 + grip_.acceleration / gravity_); }
  bool must_stay() const { return grip_.mu * pressing_.value() < weight_; }

  double allowed_;                               // slip [m]
  double start_ = 0, gravity_ = 0, weight_ = 0;  // height of the object [m], [m/s^2], its [N]
  Mean pressing_;                                // [N]
  std::vector<Vec3> places_;                     // of the fingers' edges on the object before it is under way [m]
  double slip_ = 0, least_ = 0, most_ = 0;       // from then on; rise of the object when held [m]
  bool reached_ = false;
};

class PullMonitor : public GripMonitor {
 public:
  PullMonitor(const Grip& grip, double share, const Model& model) : GripMonitor(grip, model), share_(share) {}
  void start(const Moment&) override {}
  void observe(const Moment& moment) override {
    const double speed = object(moment).velocity.z();
    if (is_on_the_way_up(moment)) {
      const GripState now = measure(moment);
      const double acceleration = (speed - speed_) / moment.step - moment.model.gravity.z();
      pressing_.add(now.pressing);
      lifting_.add(now.lifting);
      needed_.add(moment.model.bodies[bodies_.object].mass.mass * acceleration);
    }
    speed_ = speed;
    over_ = moment.state.time > grip_.still_there;
  }
  ExpectationResult result() const override {
    const double friction = grip_.mu * pressing_.value(), law = std::min(friction, needed_.value());
    const bool passed = over_ && std::abs(lifting_.value() - law) <= share_ * needed_.value();
    const char* what = friction < needed_.value() ? "mu times what they press with" : "the block's weight and inertia";
    return {fmt::format("{}: on the way up fingers pull with {:.4g} N, {}, within {:g} % (measured {:.4g} N)",
                        grip_.name, law, what, 100 * share_, lifting_.value()),
            lifting_.value(), passed, over_, over_};
  }
  void save(ByteWriter& to) const override {
    put_each(to, speed_, over_);
    for (const Mean& mean : {pressing_, lifting_, needed_}) put_each(to, mean.sum, mean.count);
  }
  void load(ByteReader& from) override {
    get_each(from, speed_, over_);
    for (Mean* mean : {&pressing_, &lifting_, &needed_}) get_each(from, mean->sum, mean->count);
  }

 private:
  double share_;
  double speed_ = 0;  // of the object, upwards, after the last step [m/s]
  bool over_ = false;
  Mean pressing_, lifting_, needed_;  // [N]; the last: what moves the object as it moves, if nothing else carries it
};

class BentMonitor : public GripMonitor {
 public:
  BentMonitor(const Grip& grip, double pushed, double turned, const Model& model)
      : GripMonitor(grip, model), pushed_limit_(pushed), turned_limit_(turned) {}
  void start(const Moment&) override {}
  void observe(const Moment& moment) override {
    if (reached_ || moment.state.time < grip_.lifts) return;
    reached_ = true;
    pushed_ = turned_ = Expectation::kUnlimited;
    for (const FingerEnd& end : measure(moment).ends) {
      pushed_ = std::min(pushed_, end.pushed);
      turned_ = std::min(turned_, end.turned);
    }
  }
  ExpectationResult result() const override {
    const bool passed = reached_ && pushed_ >= pushed_limit_ && turned_ >= turned_limit_;
    return {
        fmt::format("{}: pressing bends fingers, their ends are pushed by {:.4g} m and turned by {:.4g} rad at least "
                    "(measured {:.4g} m, {:.4g} rad)",
                    grip_.name, pushed_limit_, turned_limit_, pushed_, turned_),
        turned_, passed, reached_, reached_};
  }
  void save(ByteWriter& to) const override { put_each(to, reached_, pushed_, turned_); }
  void load(ByteReader& from) override { get_each(from, reached_, pushed_, turned_); }

 private:
  double pushed_limit_, turned_limit_;  // [m], [rad]
  double pushed_ = 0, turned_ = 0;      // the least of all fingers
  bool reached_ = false;
};

}  // namespace

Expectation expect_grip_by_statics(const Grip& grip, double slip) {
  return expect_custom(
      fmt::format("{}: the block comes along, slipping by at most {:g} m, or stays behind, as statics say", grip.name,
                  slip),
      [=](const Model& model) { return std::make_unique<OutcomeMonitor>(grip, slip, model); });
}

Expectation expect_coulombs_pull(const Grip& grip, double share) {
  return expect_custom(
      fmt::format("{}: on the way up fingers pull as Coulomb's law says, within {:g} %", grip.name, 100 * share),
      [=](const Model& model) { return std::make_unique<PullMonitor>(grip, share, model); });
}

Expectation expect_fingers_bent(const Grip& grip, double pushed, double turned) {
  return expect_custom(
      fmt::format("{}: the ends of bent fingers are pushed by at least {:.4g} m and turned by {:.4g} rad", grip.name,
                  pushed, turned),
      [=](const Model& model) { return std::make_unique<BentMonitor>(grip, pushed, turned, model); });
}

}  // namespace stiction::building
