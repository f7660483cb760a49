// Projections onto the sets of frictional contact: membership, optimality, derivatives.
#include "contact/projections.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "contact/problems.h"

namespace stiction {
namespace {

using Random = test::ProblemRandom;

// One convex set of R^dim: its projection and derivative, and random members including extreme ones.
struct ConvexSet {
  std::string name;
  int dim;
  std::function<VecX(const VecX&)> project;
  std::function<MatX(const VecX&)> derivative;
  std::function<bool(const VecX&)> contains;  // to 1e-12
  std::function<VecX(Random&)> member;
};

bool in_polygon(int samples, double radius, double t1, double t2) {
  if (samples == FrictionSet::kSquare) return std::max(std::abs(t1), std::abs(t2)) <= radius + 1e-12;
  for (int j = 0; j < samples; ++j) {
    const double angle = (2 * j + 1) * M_PI / samples;
    if (std::cos(angle) * t1 + std::sin(angle) * t2 > radius * std::cos(M_PI / samples) + 1e-12) return false;
  }
  return true;
}

// A point of the unit disk or polygon: a corner, a point of the rim, or an inner one.
Vec2 unit_member(Random& random, int samples) {
  const double shrink = random.chance(0.7) ? 1 : random.uniform(0, 1);
  if (samples == 0) {
    const double angle = random.uniform(0, 2 * M_PI);
    return shrink * Vec2(std::cos(angle), std::sin(angle));
  }
  const auto corner = [&](int j) {
    if (samples == FrictionSet::kSquare) return Vec2(j % 4 == 0 || j % 4 == 3 ? 1 : -1, j % 4 < 2 ? 1 : -1);
    return Vec2(std::cos(2 * M_PI * j / samples), std::sin(2 * M_PI * j / samples));
  };
  const int j = random.integer(0, corner_count(samples) - 1);
  const double s = random.chance(0.5) ? 0 : random.uniform(0, 1);
  return shrink * ((1 - s) * corner(j) + s * corner(j + 1));
}

ConvexSet flat_set(int samples, double radius) {
  ConvexSet set;
  set.name = (samples == 0 ? "disk" : "polygon" + std::to_string(samples)) + " of radius " + std::to_string(radius);
  set.dim = 2;
  set.project = [=](const VecX& y) {
    VecX p(2);
    samples == 0 ? project_disk(radius, y.data(), p.data()) : project_polygon(samples, radius, y.data(), p.data());
    return p;
  };
  set.derivative = [=](const VecX& y) {
    MatX d(2, 2);
    samples == 0 ? disk_derivative(radius, y.data(), d.data())
                 : polygon_derivative(samples, radius, y.data(), d.data());
    return d;
  };
  set.contains = [=](const VecX& y) {
    return samples == 0 ? y.norm() <= radius + 1e-12 : in_polygon(samples, radius, y[0], y[1]);
  };
  set.member = [=](Random& random) { return VecX(radius * unit_member(random, samples)); };
  return set;
}

ConvexSet cone_set(int samples, double mu) {
  ConvexSet set;
  set.name = (samples == 0 ? "cone" : "polygon cone " + std::to_string(samples)) + " of mu " + std::to_string(mu);
  set.dim = 3;
  set.project = [=](const VecX& y) {
    VecX p(3);
    project_declared_cone(samples, mu, y.data(), p.data());
    return p;
  };
  set.derivative = [=](const VecX& y) {
    MatX d(3, 3);
    samples == 0 ? cone_derivative(mu, y.data(), d.data()) : polygon_cone_derivative(samples, mu, y.data(), d.data());
    return d;
  };
  set.contains = [=](const VecX& y) {
    if (y[0] < 0) return false;
    return samples == 0 ? y.tail(2).norm() <= mu * y[0] + 1e-12 : in_polygon(samples, mu * y[0], y[1], y[2]);
  };
  set.member = [=](Random& random) {
    VecX y(3);
    y[0] = random.chance(0.1) ? 0 : random.uniform(0, 3);
    y.tail(2) = mu * y[0] * unit_member(random, samples);
    return y;
  };
  return set;
}

std::vector<ConvexSet> all_sets() {
  std::vector<ConvexSet> sets;
  for (int samples : {0, FrictionSet::kSquare, 4, 6, 8, 16, 64}) {
    for (double size : {0.0, 0.3, 1.0, 1.5}) {
      sets.push_back(flat_set(samples, size));
      sets.push_back(cone_set(samples, size));
    }
  }
  return sets;
}

TEST(Projections, LandInTheSetAndStayThere) {
  Random random(1);
  for (const ConvexSet& set : all_sets()) {
    for (int i = 0; i < 500; ++i) {
      const VecX p = set.project(2 * random.vector_of(set.dim));
      ASSERT_TRUE(set.contains(p)) << set.name << ": " << p.transpose();
      ASSERT_LT((set.project(p) - p).norm(), 1e-14) << set.name << " is not idempotent at " << p.transpose();
    }
  }
}

TEST(Projections, LeaveMembersWhereTheyAre) {
  Random random(2);
  for (const ConvexSet& set : all_sets()) {
    for (int i = 0; i < 500; ++i) {
      const VecX y = set.member(random);
      ASSERT_LT((set.project(y) - y).norm(), 1e-14) << set.name;
    }
  }
}

// p is the nearest point of a convex set exactly if (y - p) . (s - p) <= 0 for every member s.
TEST(Projections, AreNearestByTheVariationalInequality) {
  Random random(3);
  for (const ConvexSet& set : all_sets()) {
    for (int i = 0; i < 200; ++i) {
      const VecX y = 2 * random.vector_of(set.dim), p = set.project(y);
      for (int k = 0; k < 50; ++k) {
        ASSERT_LE((y - p).dot(set.member(random) - p), 1e-13) << set.name << " from " << y.transpose();
      }
    }
  }
}

TEST(Projections, DerivativesAgreeWithFiniteDifferencesAwayFromKinks) {
  Random random(4);
  const double h = 1e-6;
  for (const ConvexSet& set : all_sets()) {
    int checked = 0;
    for (int i = 0; i < 200; ++i) {
      const VecX y = 2 * random.vector_of(set.dim);
      const MatX D = set.derivative(y);
      ASSERT_LT((D - D.transpose()).norm(), 1e-15) << set.name;
      MatX difference(set.dim, set.dim);
      bool kink = false;
      for (int k = 0; k < set.dim; ++k) {
        VecX forward = y, backward = y;
        forward[k] += h;
        backward[k] -= h;
        difference.col(k) = (set.project(forward) - set.project(backward)) / (2 * h);
        kink |= (set.derivative(forward) - D).norm() > 1e-3 || (set.derivative(backward) - D).norm() > 1e-3;
      }
      if (kink) continue;
      ++checked;
      ASSERT_LT((difference - D).norm(), 1e-6) << set.name << " at " << y.transpose();
    }
    EXPECT_GT(checked, 190) << set.name;
  }
}

TEST(Projections, DerivativesHaveEigenvaluesBetweenZeroAndOne) {
  Random random(5);
  for (const ConvexSet& set : all_sets()) {
    for (int i = 0; i < 100; ++i) {
      const MatX D = set.derivative(2 * random.vector_of(set.dim));
      const VecX v = random.vector_of(set.dim);
      ASSERT_GE(v.dot(D * v), -1e-14) << set.name;
      ASSERT_LE(v.dot(D * v), v.squaredNorm() + 1e-14) << set.name;
    }
  }
}

// SP eq. 7 is inscribed: between cos(pi / n) mu and mu in every direction, 0.924 mu for 8 samples.
TEST(Projections, PolygonIsInscribedInTheDiskDownToItsApothem) {
  for (int samples : {4, 8, 16, 64}) {
    double least = 1, most = 0;
    for (int k = 0; k < 3600; ++k) {
      const double angle = k * 2 * M_PI / 3600;
      const double far[2] = {1e-3 * std::cos(angle), 1e-3 * std::sin(angle)};
      // The radial extent of the polygon: the largest multiple of the direction that is a member.
      double extent = 0, beyond = 1.1;
      for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (extent + beyond), y[2] = {middle * 1e3 * far[0], middle * 1e3 * far[1]};
        double p[2];
        project_polygon(samples, 1, y, p);
        (std::hypot(p[0] - y[0], p[1] - y[1]) < 1e-13 ? extent : beyond) = middle;
      }
      least = std::min(least, extent);
      most = std::max(most, extent);
    }
    EXPECT_NEAR(most, 1, 1e-9) << samples;
    EXPECT_NEAR(least, std::cos(M_PI / samples), 1e-5) << samples;
  }
}

TEST(Projections, PolyhedralConeApproachesTheConeWithManySamples) {
  Random random(6);
  for (int i = 0; i < 2000; ++i) {
    const double mu = random.uniform(0, 1.5);
    const Vec3 y = random.vector(2);
    Vec3 polygon, disk;
    project_polygon_cone(1 << 16, mu, y.data(), polygon.data());
    project_cone(mu, y.data(), disk.data());
    ASSERT_LT((polygon - disk).norm(), 1e-4);  // at most half a side, which is the worst for points far outside
    project_polygon_cone(64, mu, y.data(), polygon.data());
    ASSERT_LT((polygon - disk).norm(), 0.1);
  }
}

TEST(Projections, ConeAndItsDualSplitEveryVector) {  // Moreau: y = P_K(y) - P_K*(-y), the two parts orthogonal
  Random random(7);
  for (int i = 0; i < 2000; ++i) {
    const double mu = random.uniform(0.05, 1.5);
    const Vec3 y = random.vector(2), minus = -y;
    Vec3 p, dual;
    project_cone(mu, y.data(), p.data());
    project_cone(1 / mu, minus.data(), dual.data());
    ASSERT_LT((p - dual - y).norm(), 1e-13);
    ASSERT_NEAR(p.dot(dual), 0, 1e-13);
  }
}

TEST(Projections, WithoutFrictionTheConeIsAHalfLine) {
  const double pulling[3] = {-1, 0, 0}, pushing[3] = {2, 0, 0}, sideways[3] = {2, 3, -1};
  double p[3], d[9];
  project_cone(0, pulling, p);
  EXPECT_EQ(p[0], 0);
  project_cone(0, pushing, p);
  EXPECT_EQ(p[0], 2);
  project_cone(0, sideways, p);
  EXPECT_EQ(Vec3(p[0], p[1], p[2]), Vec3(2, 0, 0));
  cone_derivative(0, pulling, d);
  EXPECT_EQ(Eigen::Map<Mat3>(d), Mat3::Zero());
  cone_derivative(0, pushing, d);
  EXPECT_EQ(Eigen::Map<Mat3>(d), Mat3(Vec3(1, 0, 0).asDiagonal()));
}

TEST(SupportFunction, IsTheLargestValueOverTheSet) {
  Random random(8);
  for (int samples : {0, 4, 8, 16}) {
    for (int i = 0; i < 300; ++i) {
      const Vec2 d(random.uniform(-2, 2), random.uniform(-2, 2));
      const double value = support_function(samples, d[0], d[1]);
      double most = -1;
      const int count = samples == 0 ? 3600 : samples;
      for (int j = 0; j < count; ++j) {
        most = std::max(most, d[0] * std::cos(2 * M_PI * j / count) + d[1] * std::sin(2 * M_PI * j / count));
      }
      ASSERT_NEAR(value, most, samples == 0 ? 1e-5 : 1e-13) << samples;
    }
    EXPECT_EQ(support_function(samples, 0, 0), 0);
  }
}

// Two walls that close in on a body drive impulses up without end: however large, they do not hide the velocity left.
TEST(NaturalMap, RunawayImpulsesDoNotHideTheVelocityTheyFailToReach) {
  for (const int samples : {0, 8}) {
    for (const double r_n : {1.0, 1e8, 1e17, 1e30}) {
      const double r[3] = {r_n, 0, 0}, u[3] = {-0.5, 0, 0};
      EXPECT_DOUBLE_EQ(std::sqrt(natural_map_squared(samples, 0.5, 1, r, u)), 0.5) << samples << " " << r_n;
      EXPECT_DOUBLE_EQ(signorini_map(1, r_n, -0.5), -0.5);
    }
  }
}

}  // namespace
}  // namespace stiction
