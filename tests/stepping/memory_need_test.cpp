// Contacts that no memory holds: refused in words, with the last good state kept.
#include "stepping/memory_need.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <functional>

#include "base/error.h"
#include "base/memory_limit.h"
#include "stepping/worlds.h"

namespace stiction {
namespace {

// Balls of one size at one place: each touches every other one.
Model balls_at_one_place(int count) {
  std::vector<Body> balls;
  for (int i = 0; i < count; ++i) balls.push_back(test::sphere_body("ball" + std::to_string(i), 0.5, {0, 0, 10}));
  return test::world(std::move(balls));
}

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const SimulationError& error) {
    return error.what();
  }
  return "";
}

TEST(MemoryNeed, TheDensestBodiesAreNamed) {
  Model model = balls_at_one_place(4);
  const auto contact = [](int a, int b) {
    Contact contact;
    contact.body_a = a;
    contact.body_b = b;
    return contact;
  };
  EXPECT_EQ(contact_census(model, {}), "0 contacts");
  EXPECT_EQ(contact_census(model, {contact(0, 3)}), "1 contacts, most of them at bodies \"ground\" (1), \"ball2\" (1)");
  EXPECT_EQ(contact_census(model, {contact(1, 3), contact(2, 3), contact(2, 3), contact(0, 4)}),
            "4 contacts, most of them at bodies \"ball2\" (3), \"ball1\" (2), \"ground\" (1)");
}

TEST(MemoryNeed, TooManyContactsAreRefusedWithTheirNumberAndTheTime) {
  const Model model = balls_at_one_place(2);
  ContactSet contacts(1000);
  for (Contact& contact : contacts) contact.body_a = 1, contact.body_b = 2;
  const double need = memory_need(model, contacts);
  EXPECT_NO_THROW(require_memory(model, contacts, need, 51, 0.01));
  const std::string message = message_of([&] { require_memory(model, contacts, 0.99 * need, 51, 0.01); });
  for (const char* part : {"at t = 0.51 s (step 51)", "1000 contacts", "\"ball0\" (1000)", "0.0022 GB"}) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  }
}

// 300 balls at one place took 390 MB, 1,000 more than 8 GB; a pile of 310,000 contacts 7.6 GB.
TEST(MemoryNeed, GrowsWithTheCubeOfBodiesAtOnePlace) {
  const auto need_of = [](int count) {
    ContactSet contacts;
    for (int a = 1; a <= count; ++a) {
      for (int b = a + 1; b <= count; ++b) {
        contacts.emplace_back();
        contacts.back().body_a = a;
        contacts.back().body_b = b;
      }
    }
    return memory_need(balls_at_one_place(count), contacts);
  };
  EXPECT_GT(need_of(300), 2e8);
  EXPECT_LT(need_of(300), 3.9e8);
  EXPECT_GT(need_of(1000), 5e9);
  EXPECT_LT(need_of(1000), 8e9);
}

TEST(MemoryNeed, OfAPileGrowsWithItsContacts) {
  constexpr int kBodies = 100000;
  Model model;
  model.bodies.resize(kBodies);
  ContactSet contacts;
  for (int a = 0; a < kBodies; ++a) {
    for (const int b : {a + 1, a + 50, a + 2500}) {
      if (b >= kBodies) continue;
      contacts.emplace_back();
      contacts.back().body_a = a;
      contacts.back().body_b = b;
    }
  }
  EXPECT_GT(contacts.size(), 290000U);
  EXPECT_LT(memory_need(model, contacts), 2e9);
}

TEST(MemoryNeed, TheLimitIsThatOfTheProcess) {
  EXPECT_GT(memory_limit(), 1e8);
  EXPECT_LT(memory_limit(), 1e15);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// A fixed limit, less than the estimate: what earlier tests have left free does not matter.
TEST(MemoryNeed, AStepThatDoesNotFitIntoMemorySaysWhenAndWhere) {
  Simulation simulation(balls_at_one_place(300), 0.01, {});
  const State start = simulation.state();
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  rlimit tight = before;
  tight.rlim_cur = rlim_t{250} << 20U;
  ASSERT_EQ(setrlimit(RLIMIT_AS, &tight), 0);
  const std::string message = message_of([&] { simulation.step(); });
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_NE(message.find("at t = 0.01 s (step 1"), std::string::npos) << message;
  EXPECT_NE(message.find("the last good state is kept"), std::string::npos) << message;
  EXPECT_EQ(simulation.state().step_index, 0);
  EXPECT_EQ(simulation.state().bodies[1].center, start.bodies[1].center);
}
#endif

}  // namespace
}  // namespace stiction
