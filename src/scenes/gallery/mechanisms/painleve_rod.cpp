// A rod that slides on its lower end. Above a certain friction no finite force keeps it from sinking in while it
// slides (Painleve 1895): it is stopped by an impulse, without a collision.
#include <fmt/format.h>

#include <cmath>

#include "scenes/gallery/entries.h"
#include "scenes/gallery/mechanisms/links.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kLength = 1, kThickness = 0.01;  // [m]
constexpr double kSoon = 0.002;                   // [s]: after an impulse, long before the rod has turned by much

// Where the rod touches, from its middle [m].
Vec3 tip_of(const Quat& rotation) {
  const Vec3 corner(kLength / 2, 0, kThickness / 2);
  const Vec3 one = rotation * Vec3(-corner.x(), 0, -corner.z()), two = rotation * Vec3(-corner.x(), 0, corner.z());
  return one.z() < two.z() ? one : two;
}

// Of the rod at the start, which slides with the velocity `speed` along x.
struct Rod {
  double mass, inertia;  // [kg], about y [kg m^2]
  Vec3 tip;              // from the middle [m]
  // Acceleration of the tip upwards by a normal force of 1 N with the friction that belongs to it [1/kg].
  double lift(double mu) const { return 1 / mass + (tip.x() * tip.x() + mu * tip.x() * tip.z()) / inertia; }
  // Above this there is a paradox.
  double critical_friction() const { return -(inertia / mass + tip.x() * tip.x()) / (tip.x() * tip.z()); }
  // The angular velocity about y after the tip has been stopped, from x towards z negative [rad/s].
  double stopped(double speed) const {
    return mass * speed * -tip.z() / (inertia + mass * (tip.x() * tip.x() + tip.z() * tip.z()));
  }
};

class RodMonitor : public ExpectationMonitor {
 public:
  RodMonitor(int body, const Rod& rod, double mu, double speed) : body_(body), rod_(rod), mu_(mu), speed_(speed) {}
  void start(const Moment&) override {}
  void observe(const Moment& moment) override {
    const BodyState& state = moment.state.bodies[body_];
    if (moment.state.time > kSoon * (1 + 1e-9)) return;
    const Vec3 arm = tip_of(state.rotation);
    slides_ = (state.velocity + state.angular_velocity.cross(arm)).x();
    spin_ = state.angular_velocity.y();
    seen_ = true;
  }
  ExpectationResult result() const override {
    if (mu_ > rod_.critical_friction()) {
      const double spin = rod_.stopped(speed_);
      return {
          fmt::format("friction {:g} is above {:.4g}: the tip is stopped at once and the rod turns with {:.4g} rad/s "
                      "within 1 % (measured at {:g} s: tip {:.3g} m/s, {:.4g} rad/s)",
                      mu_, rod_.critical_friction(), spin, kSoon, slides_, spin_),
          spin_, seen_ && std::abs(slides_) < 1e-3 * speed_ && std::abs(spin_ / spin - 1) < 0.01, seen_, seen_};
    }
    // While it slides a constant force acts, as long as the rod has hardly turned.
    const double force = kGravity / rod_.lift(mu_);
    const double spin = kSoon * force * (mu_ * rod_.tip.z() * -1 + -rod_.tip.x()) / rod_.inertia;
    return {
        fmt::format("friction {:g} is below {:.4g}: the rod slides on and turns with {:.4g} rad/s within 2 % (measured "
                    "at {:g} s: tip {:.3g} m/s, {:.4g} rad/s)",
                    mu_, rod_.critical_friction(), spin, kSoon, slides_, spin_),
        spin_, seen_ && slides_ > 0.9 * speed_ && std::abs(spin_ / spin - 1) < 0.02, seen_, seen_};
  }
  void save(ByteWriter& to) const override { put_each(to, slides_, spin_, seen_); }
  void load(ByteReader& from) override { get_each(from, slides_, spin_, seen_); }

 private:
  int body_;
  Rod rod_;
  double mu_, speed_;
  double slides_ = 0, spin_ = 0;
  bool seen_ = false;
};

Scene build(const GalleryValues& values) {
  Scene scene;
  scene.step = values["step"];
  Model& model = scene.model;
  const double mu = values["mu"], speed = values["speed"];
  const int steel = add_material(model, "steel", 7800, mu);
  add_plane(model, "floor", steel, Vec3::UnitZ(), 0);
  // It leans back against the motion: the lower end leads.
  const Quat lean(Eigen::AngleAxisd(radians(values["angle"] - 180), Vec3::UnitY()));
  const Vec3 tip = tip_of(lean);
  Body& body = add_box(model, "rod", steel, {kLength, kThickness, kThickness}, {0, 0, -tip.z()}, lean);
  body.start_velocity = Vec3(speed, 0, 0);
  keep_in_plane(body);
  compute_masses(model);
  const Rod rod{.mass = model.bodies.back().mass.mass, .inertia = model.bodies.back().mass.inertia(1, 1), .tip = tip};
  const int index = last_body(model);
  const bool stops = mu > rod.critical_friction();
  scene.expectations.push_back(expect_custom(
      fmt::format("friction {:g} is {} {:.4g}: the rod {}", mu, stops ? "above" : "below", rod.critical_friction(),
                  stops ? "is stopped at once and turns by its momentum, within 1 %"
                        : "slides on and turns as constant forces say, within 2 %"),
      [=](const Model&) { return std::make_unique<RodMonitor>(index, rod, mu, speed); }));
  scene.expectations.push_back(expect_penetration(1e-4));
  scene.expectations.push_back(expect_converged(1));
  return scene;
}

}  // namespace

GalleryEntry painleve_rod_entry() {
  return {.name = "painleve-rod",
          .summary =
              "A rod that slides on its lower end: above a critical friction it is stopped by an impulse, without "
              "a collision",
          .claims = "BA-6",
          .parameters = {{"mu", 2, "", kChosen, "friction of the rod on the floor", 0, 10},
                         {"angle", 63.4, "degrees", kChosen, "angle between rod and floor", 30, 85},
                         {"speed", 2, "m/s", kChosen, "speed at the start", 0.1, 10},
                         {"step", 1e-3, "s", kChosen, "time step", 1e-6, 2e-3}},
          .check_duration = 0.05,
          .soak_duration = 10,
          .build = build};
}

}  // namespace stiction
