// Contact problems of mass points that only contacts couple: point-triangle contacts with barycentric weights.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "contact/problems.h"

namespace stiction::test {

// Every point is a body of its own in the problem: three degrees of freedom, a diagonal mass.
class MassPoints {
 public:
  explicit MassPoints(FrictionSet set = {}, double gravity = 9.81) : gravity_(gravity) {
    problem_.friction_set = set;
    problem_.step = 0.01;
  }
  int add_point(double mass, const Vec3& position, const Vec3& velocity) {
    const MatX factor = Mat3::Identity() / std::sqrt(mass);
    positions_.push_back(position);
    mass_ += mass;
    return add_wide_body(problem_, mass, factor, velocity);
  }
  // A point that touches a triangle at the foot of its perpendicular. The normal points from the triangle to the point.
  void add_contact(int point, int a, int b, int c, double mu, double bound = 0) {
    const Vec3 normal = (at(b) - at(a)).cross(at(c) - at(a)).normalized();
    add_contact(point, {a, b, c}, weights(at(point), at(a), at(b), at(c)), normal, mu, bound);
  }
  void add_contact(int point, const std::vector<int>& others, const Vec3& weights, const Vec3& normal, double mu,
                   double bound = 0) {
    ContactBlock contact;
    contact.mu = mu;
    contact.bound = bound;
    contact.id = 1000 + problem_.contacts.size();
    problem_.contacts.push_back(contact);
    const Mat3 frame = tangent_frame(normal);
    const int index = problem_.contact_count() - 1;
    if (point >= 0) add_wide_side(problem_, index, point, frame);
    for (std::size_t i = 0; i < others.size(); ++i)
      add_wide_side(problem_, index, others[i], -weights[static_cast<Eigen::Index>(i)] * frame);
  }
  // A point on what is not free.
  void add_ground_contact(int point, const Vec3& normal, double mu) {
    add_contact(point, {}, Vec3::Zero(), normal, mu);
  }

  ContactProblem finish() {
    problem_.gravity_scale = problem_.step * gravity_ * std::sqrt(mass_);
    return problem_;
  }
  const Vec3& at(int point) const { return positions_[point]; }
  int contact_count() const { return problem_.contact_count(); }

  static Vec3 weights(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 area = (b - a).cross(c - a);
    const double scale = 1 / area.squaredNorm();
    const double wb = (p - a).cross(c - a).dot(area) * scale, wc = (b - a).cross(p - a).dot(area) * scale;
    return {1 - wb - wc, wb, wc};
  }

 private:
  ContactProblem problem_;
  std::vector<Vec3> positions_;
  double gravity_, mass_ = 0;
};

struct ClusterOptions {
  double mu = 0.5;
  double rush = 0;        // approach velocities [m/s], of either direction; 0: resting under gravity
  double noise = 0.02;    // of free velocities [m/s]
  double grounded = 0.3;  // share of surface points that rest on what is not free
  double shared = 0.3;    // share of contacts whose point has another contact already
};

// Contacts between points and a piece of a triangulated surface, `contacts` of them; most are connected.
inline void add_cluster(MassPoints& world, ProblemRandom& random, int contacts, const Vec3& place,
                        const ClusterOptions& options = {}) {
  const int cells = std::max(1, static_cast<int>(std::ceil(std::sqrt(contacts / 3.0))));
  const double fall = options.rush > 0 ? 0 : -0.0981;
  const auto velocity = [&] {
    return Vec3(Vec3(0, 0, fall) + random.vector(options.noise) + options.rush * random.vector());
  };
  std::vector<int> surface;
  for (int j = 0; j <= cells; ++j) {
    for (int i = 0; i <= cells; ++i) {
      const Vec3 position = place + Vec3(i, j, random.uniform(-0.15, 0.15));
      surface.push_back(world.add_point(random.uniform(0.5, 2), position, velocity()));
    }
  }
  std::vector<Vec3> feet;
  std::vector<int> points;
  std::vector<std::array<int, 3>> triangles;
  for (int k = 0; k < contacts; ++k) {
    const int i = random.integer(0, cells - 1), j = random.integer(0, cells - 1);
    const int corner = j * (cells + 1) + i;
    const bool upper = random.chance(0.5);
    const std::array<int, 3> triangle =
        upper ? std::array<int, 3>{surface[corner], surface[corner + 1], surface[corner + cells + 2]}
              : std::array<int, 3>{surface[corner], surface[corner + cells + 2], surface[corner + cells + 1]};
    Vec3 w(random.uniform(0.05, 1), random.uniform(0.05, 1), random.uniform(0.05, 1));
    w /= w.sum();
    const Vec3 foot = w[0] * world.at(triangle[0]) + w[1] * world.at(triangle[1]) + w[2] * world.at(triangle[2]);
    Vec3 down = velocity();
    down[2] -= options.rush;
    const bool again = !points.empty() && random.chance(options.shared);
    const int point = again ? points.back() : world.add_point(random.uniform(0.5, 2), foot, down);
    points.push_back(point);
    const Vec3 normal =
        (world.at(triangle[1]) - world.at(triangle[0])).cross(world.at(triangle[2]) - world.at(triangle[0]));
    world.add_contact(point, {triangle[0], triangle[1], triangle[2]}, w, normal.normalized(), options.mu);
  }
  // Contacts of a pair of bodies need not follow each other: the ground comes last.
  for (const int point : surface) {
    if (random.chance(options.grounded)) world.add_ground_contact(point, Vec3::UnitZ(), options.mu);
  }
}

// Clusters of `least` to `most` point-triangle contacts until there are at least `contacts` in all.
inline ContactProblem clusters(std::uint32_t seed, int contacts, int least, int most,
                               const ClusterOptions& options = {}, FrictionSet set = {}) {
  ProblemRandom random(seed);
  MassPoints world(set, options.rush > 0 ? 0 : 9.81);
  for (int k = 0; world.contact_count() < contacts; ++k) {
    const int size = std::min(random.integer(least, most), contacts - world.contact_count());
    add_cluster(world, random, size, Vec3(100.0 * k, 0, 0), options);
  }
  return world.finish();
}

// Points at a ridge between two triangles touch both: pairs of contacts that hardly differ.
inline ContactProblem points_at_a_ridge(std::uint32_t seed) {
  ProblemRandom random(seed);
  MassPoints world({}, 0);
  for (int i = 0; i < 4; ++i) world.add_point(random.uniform(0.5, 2), Vec3(i % 2, i / 2, 0), random.vector(0.3));
  for (int k = 0; k < 3; ++k) {
    const Vec3 velocity = random.vector(0.5) - 0.5 * Vec3::UnitZ();
    const int point = world.add_point(random.uniform(0.5, 2), Vec3(0.5, 0.5, 0), velocity);
    const double along = random.uniform(0.1, 0.9);
    for (const int corner : {0, 3}) {
      const double beside = random.uniform(0, 0.01);
      const Vec3 weights((1 - beside) * along, (1 - beside) * (1 - along), beside);
      const Vec3 normal = (Vec3::UnitZ() + random.vector(0.02)).normalized();
      world.add_contact(point, {1, 2, corner}, weights, normal, 0.3);
    }
  }
  return world.finish();
}

}  // namespace stiction::test
