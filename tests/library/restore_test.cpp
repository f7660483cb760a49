// Going on after restore() is going on, bit by bit, in every scene of the gallery.
#include <algorithm>
#include <filesystem>
#include <numeric>
#include <random>
#include <tuple>

#include "base/repetitions.h"
#include "library/worlds.h"

namespace stiction::testing {
namespace {

struct Saving {
  std::int64_t step;
  std::string bytes;
};

class RestoreInGallery : public ::testing::TestWithParam<std::tuple<std::string, bool>> {};

// Large scenes get fewer steps, knocked ones too, so that all of them together take seconds. Bodies that start apart
// touch within a few steps.
int step_budget(const World& world, bool knocks) {
  World probe = world.copy();
  int contacts = 0;
  for (int step = 0; step < test::repetitions(5); ++step) contacts = std::max(contacts, probe.step().contact_count);
  const int size = probe.body_count() + contacts;
  const int budget = knocks ? std::clamp(400 / size, 8, 40) : std::clamp(4000 / size, 8, 40);
  return std::max(2, test::repetitions(budget));
}

// With knocks every seventh step first sets the velocity of a free body, so that solvers have something to do.
void knock_and_step(World& world, bool knocks) {
  if (knocks && world.step_count() % 7 == 3) {
    const int body = static_cast<int>((world.step_count() * 5) % world.body_count());
    if (!world.body(body).fixed) world.set_velocity(body, {0.05, 0.03, 0.02}, {0.1, 0, 0.2});
  }
  world.step();
}

TEST_P(RestoreInGallery, GoesOnBitByBit) {
  const auto& [name, knocks] = GetParam();
  const World pristine = World::from_gallery(name);  // copies are new worlds, but share their meshes: quick to make
  World original = pristine.copy();
  const int total = step_budget(original, knocks);
  const int tail = std::max(1, total / 4);
  std::mt19937 random(static_cast<unsigned>(std::accumulate(name.begin(), name.end(), 7)));
  std::vector<std::int64_t> save_at = {0};
  for (int i = 0; i < test::repetitions(3); ++i)
    save_at.push_back(1 + static_cast<std::int64_t>(random() % (total - tail)));
  std::sort(save_at.begin(), save_at.end());

  // One run, saved on the way. Saving must not disturb it.
  World undisturbed = pristine.copy();
  std::vector<Saving> savings;
  std::vector<std::uint64_t> hashes;
  std::vector<std::vector<std::uint64_t>> contacts;
  for (int step = 0; step <= total; ++step) {
    if (std::find(save_at.begin(), save_at.end(), step) != save_at.end()) savings.push_back({step, original.save()});
    hashes.push_back(original.state_hash());
    contacts.push_back(contact_bits(original));
    if (step < total) knock_and_step(original, knocks);
  }
  for (int step = 0; step < total; ++step) knock_and_step(undisturbed, knocks);
  expect_same_bits(original, undisturbed, "saved on the way");

  const std::string path =
      (std::filesystem::path(::testing::TempDir()) / ("library_restore_" + name + (knocks ? "_knocked" : ""))).string();
  World used = pristine.copy(), from_disk = World::from_gallery(name);
  used.run(2 * used.step_size());
  for (const Saving& saving : savings) {
    World fresh = pristine.copy();
    fresh.restore(saving.bytes);
    used.restore(saving.bytes);  // has run on from the last saving
    fresh.save_file(path);
    from_disk.restore_file(path);
    ASSERT_EQ(from_disk.save(), saving.bytes);
    const std::int64_t end = std::min<std::int64_t>(total, saving.step + tail);
    for (std::int64_t step = saving.step; step <= end; ++step) {
      for (World* world : {&fresh, &used, &from_disk}) {
        ASSERT_EQ(world->step_count(), step);
        ASSERT_EQ(world->state_hash(), hashes[step]) << "saved at " << saving.step << ", step " << step;
        if (step > saving.step) {
          ASSERT_EQ(contact_bits(*world), contacts[step]) << "saved at " << saving.step << ", step " << step;
        }
        if (step < end) knock_and_step(*world, knocks);
      }
    }
  }
  std::filesystem::remove(path);
}

std::string test_name(const ::testing::TestParamInfo<RestoreInGallery::ParamType>& info) {
  std::string name = std::get<0>(info.param) + (std::get<1>(info.param) ? "_knocked" : "");
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Gallery, RestoreInGallery,
                         ::testing::Combine(::testing::ValuesIn(gallery_names()), ::testing::Bool()), test_name);

TEST(Restore, KeepsWhatWasChangedWhileRunning) {
  World world = box_on_floor();
  world.set_gravity({0, 0, -1.62});
  world.set_friction("stone", 0.3);
  world.set_friction("stone", "stone", 0.07);
  world.set_restitution("stone", "stone", 0.25);
  world.set_force("box", {500, 0, 0}, {0, 0, 3});
  world.set_velocity("box", {0.1, 0.2, 0}, {0, 0, 0.3});
  world.set_pose("box", {1, 2, 0.5}, rotation_about({0, 0, 1}, 30));
  world.run(0.1);
  const std::string saved = world.save();

  World other = box_on_floor();
  other.restore(saved);
  EXPECT_EQ(other.gravity(), world.gravity());
  EXPECT_EQ(other.friction("stone", "stone"), 0.07);
  EXPECT_EQ(other.restitution("stone", "stone"), 0.25);
  EXPECT_EQ(other.body("box").force, (Vector3{500, 0, 0}));
  EXPECT_EQ(other.body("box").torque, (Vector3{0, 0, 3}));
  EXPECT_EQ(other.body("box").position, world.body("box").position);
  EXPECT_EQ(other.time(), world.time());
  for (int i = 0; i < 20; ++i) {
    world.step();
    other.step();
    expect_same_bits(world, other, "after restore");
  }
}

TEST(Restore, TakesBackWhatWasChangedSinceTheSaving) {
  World world = box_on_floor();
  world.run(0.05);
  const std::string saved = world.save();
  world.set_friction("stone", "stone", 0);
  world.set_force("box", {100, 0, 0});
  world.run(0.1);
  EXPECT_GT(world.body("box").velocity.x, 0);
  world.restore(saved);
  EXPECT_EQ(world.friction("stone", "stone"), 0.5);
  EXPECT_EQ(world.body("box").force, Vector3{});
  EXPECT_TRUE(world.contacts().empty());
  world.run(0.1);
  World straight = box_on_floor();
  straight.run(0.05);
  straight.run(0.1);
  expect_same_bits(world, straight, "taken back");
}

TEST(Copy, GoesOnAsTheOriginalAndIsIndependent) {
  World world = World::from_gallery("stack");
  world.run(0.1);
  World copy = world.copy();
  expect_same_bits(world, copy, "copy");
  for (int i = 0; i < 5; ++i) {
    world.step();
    copy.step();
    expect_same_bits(world, copy, "going on");
  }
  const std::uint64_t before = world.state_hash();
  copy.set_gravity({5, 0, -9.81});
  copy.run(0.2);
  EXPECT_EQ(world.state_hash(), before);
  EXPECT_NE(copy.state_hash(), before);
}

}  // namespace
}  // namespace stiction::testing
