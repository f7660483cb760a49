#include "render/contact_arrows.h"

#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "render/contact_overlay.h"

namespace stiction {
namespace {

FrameContact contact(int a, int b, const Vec3& point, const Vec3& force) {
  FrameContact contact;
  contact.body_a = a;
  contact.body_b = b;
  for (int k = 0; k < 3; ++k) {
    contact.point[k] = static_cast<float>(point[k]);
    contact.force_on_b[k] = static_cast<float>(force[k]);
  }
  contact.normal = {0, 0, 1};
  return contact;
}

// `count` contacts between each of `pairs` pairs of bodies, with forces that press upwards.
Frame crowd(int pairs, int count) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(0.5, 2);
  Frame frame;
  for (int p = 0; p < pairs; ++p) {
    for (int i = 0; i < count; ++i) {
      frame.contacts.push_back(
          contact(p, p + 1, {any(random), any(random), 1.0 * p}, {0.1 * any(random), 0, any(random)}));
    }
  }
  return frame;
}

TEST(ContactArrows, FewContactsHaveOneEach) {
  const Frame frame = crowd(3, 4);
  EXPECT_EQ(contact_arrows(frame, false).size(), 12U);
  ForceScale scale;
  scale.add(frame);
  EXPECT_FALSE(scale.style(1).by_pair);
}

TEST(ContactArrows, ManyContactsHaveOneForEveryPair) {
  const Frame frame = crowd(5, 400);
  ForceScale scale;
  scale.add(crowd(1, 2));  // one frame with many is enough: all pictures are drawn alike
  scale.add(frame);
  EXPECT_TRUE(scale.style(1).by_pair);
  EXPECT_EQ(contact_arrows(frame, true).size(), 5U);
}

TEST(ContactArrows, OfPairsHaveTheSameSumOfForcesAndOfMoments) {
  Frame frame = crowd(1, 50);
  for (FrameContact& c : frame.contacts) c.force_on_b = {0, 0, c.force_on_b[2]};  // parallel: one force replaces them
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
  for (const ContactArrow& arrow : contact_arrows(frame, false)) {
    force += arrow.normal + arrow.friction;
    moment += arrow.point.cross(arrow.normal + arrow.friction);
  }
  const std::vector<ContactArrow> pair = contact_arrows(frame, true);
  ASSERT_EQ(pair.size(), 1U);
  EXPECT_NEAR((pair[0].normal + pair[0].friction - force).norm(), 0, 1e-9 * force.norm());
  EXPECT_NEAR((pair[0].point.cross(pair[0].normal) - moment).norm(), 0, 1e-9 * moment.norm());
}

TEST(ContactArrows, WithoutForceOrNumbersThereIsNone) {
  Frame frame;
  frame.contacts.push_back(contact(0, 1, Vec3::Zero(), Vec3::Zero()));
  frame.contacts.push_back(contact(0, 2, Vec3::Zero(), {0, 0, std::numeric_limits<double>::quiet_NaN()}));
  EXPECT_TRUE(contact_arrows(frame, true).empty());
  ForceScale scale;
  scale.add(frame);
  EXPECT_EQ(scale.style(1).metres_per_newton, 0);
}

// The length of arrows follows what is drawn: sums are longer than their parts.
TEST(ContactArrows, OfPairsAreScaledByTheSums) {
  ForceScale scale;
  Frame frame;
  for (int i = 0; i < 500; ++i) frame.contacts.push_back(contact(0, 1, Vec3::Zero(), {0, 0, 2}));
  scale.add(frame);
  EXPECT_NEAR(scale.style(1).metres_per_newton * 1000, 0.22, 1e-9);
}

}  // namespace
}  // namespace stiction
