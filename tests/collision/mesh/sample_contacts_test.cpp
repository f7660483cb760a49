// Contacts by samples: those that brute force finds, on courses, with memory, and what they hold up.
#include "collision/mesh/sample_contacts.h"

#include <gtest/gtest.h>

#include "base/repetitions.h"
#include "collision/mesh/feature_memory.h"
#include "collision/mesh/mesh_worlds.h"
#include "collision/mesh/random_courses.h"
#include "geometry/field/triangle_distance.h"

namespace stiction {
namespace {

using namespace test;

struct Sampled {
  explicit Sampled(const TriangleMesh& mesh, double spacing = 0.1)
      : geometry(mesh, {.spacing = spacing, .cell = 0, .cache = {}}), features(make_feature_shape(geometry)) {}
  MeshGeometry geometry;
  FeatureShape features;
};

std::vector<std::unique_ptr<Sampled>> some_shapes() {
  std::vector<std::unique_ptr<Sampled>> shapes;
  for (const TriangleMesh& mesh : {box_mesh({1, 0.7, 0.5}), l_mesh(), rock_mesh(0.5, 2, 0.5, 3),
                                   torus_mesh(0.5, 0.15, 20, 10), box_mesh({1, 1, 0.05})}) {
    shapes.push_back(std::make_unique<Sampled>(mesh));
  }
  return shapes;
}

struct Placing {
  Pose one, two;
};

// Apart, near, or overlapping.
Placing random_placing(const Sampled& one, const Sampled& two, std::mt19937& random) {
  std::uniform_real_distribution<double> share(0.3, 1.0);
  Placing placing{{random_vector(random), random_rotation(random)}, {Vec3::Zero(), random_rotation(random)}};
  const Vec3 direction = random_vector(random).normalized();
  placing.two.position = placing.one.position + share(random) * (one.features.size + two.features.size) * direction;
  return placing;
}

// The samples of `guest` that are not farther than the margin from `host`, by all triangles.
int brute_count(const Sampled& host, const Pose& host_pose, const Sampled& guest, const Pose& guest_pose, double margin,
                double& least) {
  int count = 0;
  for (const SurfaceSample& sample : guest.geometry.samples()) {
    const Vec3 p = host_pose.to_local(guest_pose.to_world(sample.point));
    TriangleFoot foot;
    for (std::size_t t = 0; t < host.geometry.mesh().triangles.size(); ++t)
      measure_triangle(host.geometry.mesh(), host.geometry.topology(), static_cast<int>(t), p, foot);
    const double distance = resolve_foot(host.geometry.mesh(), host.geometry.topology(), foot, p).distance;
    least = std::min(least, distance);
    count += distance <= margin ? 1 : 0;
  }
  return count;
}

// Those that look the other way are left out; on their side of a thing they are never the nearest ones.
TEST(SampleContacts, AreTheSamplesThatBruteForceFindsNear) {
  const auto shapes = some_shapes();
  std::mt19937 random(3);
  SampleContacts search;
  std::vector<PairPoint> found;
  int all = 0, kept = 0;
  for (const auto& one : shapes) {
    for (const auto& two : shapes) {
      for (int i = 0; i < repetitions(30); ++i) {
        const Placing at = random_placing(*one, *two, random);
        const double margin = 0.05;
        double least = std::numeric_limits<double>::infinity();
        const int near = brute_count(*one, at.one, *two, at.two, margin, least) +
                         brute_count(*two, at.two, *one, at.one, margin, least);
        search.find(one->features, at.one, two->features, at.two, margin, {}, nullptr, found);
        EXPECT_LE(found.size(), static_cast<std::size_t>(near));
        all += near;
        kept += static_cast<int>(found.size());
        if (near == 0 || least < 0) continue;  // overlapping: the deepest may be one that looks the other way
        ASSERT_FALSE(found.empty());
        const auto nearest = std::min_element(found.begin(), found.end(),
                                              [](const PairPoint& p, const PairPoint& q) { return p.gap < q.gap; });
        EXPECT_NEAR(nearest->gap, least, 1e-12);
        for (const PairPoint& p : found) {
          EXPECT_NEAR(p.normal.norm(), 1, 1e-12);
          // Half the gap along the normal leads to the second surface, and back to the first.
          const Vec3 to_second = two->geometry.nearest(at.two.to_local(p.point + 0.5 * p.gap * p.normal)).point;
          EXPECT_LT((at.two.to_world(to_second) - p.point).norm(), 0.5 * p.gap + 1e-9);
        }
      }
    }
  }
  EXPECT_GT(kept, all / 3);  // shapes that overlap have many that look the other way
  EXPECT_GT(all, repetitions(3000));
}

TEST(SampleContacts, OnCoursesAreThoseOfInterest) {
  const auto shapes = some_shapes();
  std::mt19937 random(5);
  SampleContacts search;
  std::vector<PairPoint> all, found;
  int left_out = 0, kept = 0;
  for (const auto& one : shapes) {
    for (const auto& two : shapes) {
      for (int i = 0; i < repetitions(60); ++i) {
        const Placing at = random_placing(*one, *two, random);
        const PairCourses courses = random_courses(at.one.position, 0.05, random);
        search.find(one->features, at.one, two->features, at.two, 0.08, {}, nullptr, all);
        search.find(one->features, at.one, two->features, at.two, 0.08, courses, nullptr, found);
        left_out += static_cast<int>(all.size());
        std::erase_if(all, [&](const PairPoint& p) { return !courses.concern(p.point, p.normal, p.gap); });
        left_out -= static_cast<int>(all.size());
        kept += static_cast<int>(found.size());
        ASSERT_EQ(found.size(), all.size());
        for (std::size_t k = 0; k < all.size(); ++k) EXPECT_EQ(found[k].code, all[k].code);
      }
    }
  }
  EXPECT_GT(left_out, repetitions(1000));
  EXPECT_GT(kept, repetitions(1000));
}

TEST(SampleContacts, WithMemoryAreTheSameBits) {
  const auto shapes = some_shapes();
  std::mt19937 random(7);
  SampleContacts search;
  std::vector<PairPoint> fresh, remembered;
  int by_memory = 0;
  for (const auto& one : shapes) {
    for (const auto& two : shapes) {
      Placing at = random_placing(*one, *two, random);
      FeatureMemory memory;
      for (int i = 0; i < repetitions(100); ++i) {
        if (i % 40 == 39) at = random_placing(*one, *two, random);
        at.two.position += 2e-4 * random_vector(random);
        const FeatureFrame frame(one->features, at.one, two->features, at.two, +1);
        const bool known = memory.covers(frame, 0.01);
        search.find(one->features, at.one, two->features, at.two, 0.01, {}, nullptr, fresh);
        search.find(one->features, at.one, two->features, at.two, 0.01, {}, &memory, remembered);
        if (known) by_memory += static_cast<int>(fresh.size());
        ASSERT_EQ(remembered.size(), fresh.size());
        const auto by_code = [](const PairPoint& p, const PairPoint& q) { return p.code < q.code; };
        std::sort(fresh.begin(), fresh.end(), by_code);
        std::sort(remembered.begin(), remembered.end(), by_code);
        for (std::size_t k = 0; k < fresh.size(); ++k) {
          EXPECT_EQ(remembered[k].code, fresh[k].code);
          EXPECT_EQ(remembered[k].gap, fresh[k].gap);
          EXPECT_EQ(remembered[k].point, fresh[k].point);
          EXPECT_EQ(remembered[k].normal, fresh[k].normal);
        }
      }
    }
  }
  EXPECT_GT(by_memory, repetitions(1000));
}

TEST(SampleContacts, OfAThinPlatePushItBackToItsOwnSide) {
  const Sampled slab(box_mesh({2, 2, 1})), plate(box_mesh({1, 1, 0.05}));
  SampleContacts search;
  std::vector<PairPoint> found;
  for (const double depth : {-0.01, 0.01, 0.04}) {
    search.find(slab.features, Pose{}, plate.features, Pose{{0.1, 0.05, 0.525 - depth}, Quat::Identity()}, 0.02, {},
                nullptr, found);
    ASSERT_FALSE(found.empty());
    for (const PairPoint& p : found) {
      if (std::abs(p.gap + depth) > 1e-9) continue;
      EXPECT_NEAR(p.normal.z(), 1, 1e-9) << depth;
    }
    EXPECT_TRUE(std::any_of(found.begin(), found.end(), [&](const PairPoint& p) {
      return std::abs(p.gap + depth) <= 1e-9;
    })) << depth;
  }
}

MeshShape sampled_shape(const TriangleMesh& mesh, double spacing) {
  return {std::make_shared<const MeshGeometry>(mesh, MeshOptions{.spacing = spacing, .cell = 0, .cache = {}}), nullptr,
          0, MeshContactKind::kSamples};
}

TEST(SampleContacts, HoldABlockBelowTheFrictionAngleAndLetItSlideAbove) {
  const MeshShape slab = sampled_shape(box_mesh({6, 6, 1}), 0.5), block = sampled_shape(box_mesh({1, 1, 0.2}), 0.25);
  const auto speed = [&](double degrees) {
    Model model;
    model.bodies = {fixed_body(mesh_body("slab", slab, {0, 0, -0.5})), mesh_body("block", block, {0, 0, 0.1})};
    const double angle = degrees * M_PI / 180;
    model.gravity = 9.81 * Vec3(std::sin(angle), 0, -std::cos(angle));
    Simulation simulation = simulate(std::move(model));
    run(simulation, 100);
    return simulation.state().bodies[1].velocity.norm();
  };
  EXPECT_LT(speed(26.555), 1e-8);
  EXPECT_GT(speed(26.575), 9.81 * 1e-4);
}

TEST(SampleContacts, OfRocksInABowlComeToRestWithoutSinking) {
  Model model = world({});
  model.recovery = 0.2;
  const MeshShape rock = sampled_shape(rock_mesh(0.4, 2, 0.3, 3), 0.12),
                  wall = sampled_shape(box_mesh({3, 0.5, 2}), 0.3);
  std::mt19937 random(11);
  for (int i = 0; i < 4; ++i) {
    const Quat turn(Eigen::AngleAxisd(i * M_PI / 2, Vec3::UnitZ()));
    model.bodies.push_back(fixed_body(mesh_body("wall" + std::to_string(i), wall, turn * Vec3(0, 1.5, 1), turn)));
  }
  for (int i = 0; i < 12; ++i) {
    const Vec3 place(1.2 * (i % 2) - 0.6, 1.2 * (i / 2 % 2) - 0.6, 0.6 + 1.1 * (i / 4));
    model.bodies.push_back(mesh_body("rock" + std::to_string(i), rock, place, random_rotation(random)));
  }
  Simulation simulation = simulate(std::move(model), 1e-6);
  double penetration = 0;
  for (int step = 0; step < 800; ++step) penetration = std::max(penetration, simulation.step().max_penetration);
  EXPECT_LT(penetration, 0.02);
  double speed = 0, depth = 0;
  for (int step = 0; step < 100; ++step) {
    depth = std::max(depth, simulation.step().max_penetration);
    for (const BodyState& body : simulation.state().bodies) speed = std::max(speed, body.velocity.norm());
  }
  EXPECT_LT(speed, 1e-3);
  EXPECT_LT(depth, 1e-5);
}

}  // namespace
}  // namespace stiction
