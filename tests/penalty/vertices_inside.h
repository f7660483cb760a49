// Contact problems of mass points inside bodies, made by hand.
#pragma once

#include <vector>

#include "regions/mass_points.h"

namespace stiction::test {

class VerticesInside {
 public:
  explicit VerticesInside(double step = 1e-3) : step_(step) {}

  int add_point(double mass, const Vec3& velocity) {
    masses_.push_back(mass);
    return points_.add_point(mass, Vec3::Zero(), velocity);
  }
  // The normal points from the triangle to the vertex: that is where the vertex leaves. vertex -1, or no corners: of
  // what is not free.
  void add_contact(int vertex, const std::vector<int>& corners, const Vec3& weights, const Vec3& normal, double mu,
                   double depth) {
    points_.add_contact(vertex, corners, weights, normal, mu);
    PointContact contact;
    contact.depth = depth;
    contact.vertex_of_b = true;
    contact.vertex = contact.vertex_body = vertex;
    for (std::size_t k = 0; k < 3 && k < corners.size(); ++k) {
      contact.corner[k] = corners[k];
      contact.weight[k] = weights[static_cast<Eigen::Index>(k)];
    }
    contacts_.push_back(contact);
  }

  ContactProblem finish() {
    ContactProblem problem = points_.finish();
    problem.step = step_;
    problem.point_contacts = contacts_;
    problem.point_masses = masses_;
    problem.friction_memory.assign(contacts_.size(), FrictionMemory{});
    return problem;
  }

 private:
  double step_;
  MassPoints points_;
  std::vector<double> masses_;
  std::vector<PointContact> contacts_;
};

// Two square grids of mass points that overlap by `depth`, the upper one shifted by `shift` cells against the lower:
// every vertex of either is inside the other's tetrahedra, but for those at the borders. The first size^2 points are
// the lower ones. Those in the middle have all neighbours in contact.
struct FlatContact {
  int size = 9;
  Vec2 shift{0.3, 0.2};  // of a cell; x + y below 1
  double depth = 1e-5;   // [m]
  double mass = 0.01;    // of a point [kg]
  double mu = 0.5;
  Vec3 lower_velocity = Vec3::Zero(), upper_velocity = Vec3::Zero();  // [m/s]

  int lower(int i, int j) const { return j * size + i; }
  int upper(int i, int j) const { return size * size + lower(i, j); }
  bool is_inner(int i, int j) const { return i >= 2 && j >= 2 && i < size - 2 && j < size - 2; }

  ContactProblem problem(double step = 1e-3) const {
    VerticesInside world(step);
    for (int k = 0; k < size * size; ++k) world.add_point(mass, lower_velocity);
    for (int k = 0; k < size * size; ++k) world.add_point(mass, upper_velocity);
    const Vec3 weights(1 - shift.sum(), shift[0], shift[1]);
    for (int j = 0; j + 1 < size; ++j)  // the upper one's vertex (i, j) is over the lower cell (i, j)
      for (int i = 0; i + 1 < size; ++i)
        world.add_contact(upper(i, j), {lower(i, j), lower(i + 1, j), lower(i, j + 1)}, weights, Vec3::UnitZ(), mu,
                          depth);
    for (int j = 1; j < size; ++j)  // the lower one's is below the far half of the upper cell (i - 1, j - 1)
      for (int i = 1; i < size; ++i)
        world.add_contact(lower(i, j), {upper(i, j), upper(i - 1, j), upper(i, j - 1)}, weights, -Vec3::UnitZ(), mu,
                          depth);
    return world.finish();
  }
};

}  // namespace stiction::test
