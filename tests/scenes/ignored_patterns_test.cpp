// Patterns in "ignore": what they take does not grow with the number of pairs that they stand for.
#include <gtest/gtest.h>

#include "base/peak_memory.h"
#include "collision/collider.h"
#include "scenes/scene_reader.h"
#include "scenes/scene_writer.h"

namespace stiction {
namespace {

std::string balls(int count) {
  std::string text = R"({"stiction": 1, "bodies": [)";
  for (int i = 0; i < count; ++i) {
    text += std::string(i == 0 ? "" : ", ") + R"({"name": "b)" + std::to_string(i) +
            R"(", "shape": {"type": "sphere", "radius": 1}})";
  }
  return text + "]";
}

// 5e8 pairs.
TEST(IgnoredPatterns, ManyPatternsOverManyBodiesTakeLittle) {
  constexpr int kBodies = 1000, kPatterns = 1000;
  std::string text = balls(kBodies) + R"(, "ignore": [["*", "*"])";
  for (int i = 1; i < kPatterns; ++i) text += R"(, ["b*", "*"])";
  const std::int64_t before = peak_memory();
  const Scene scene = read_scene_text(text + "]}", "s.json");
  EXPECT_LT(peak_memory() - before, 100 << 20);
  EXPECT_TRUE(scene.model.ignored_pairs.contains(0, kBodies - 1));
  EXPECT_TRUE(scene.model.ignored_pairs.pairs().empty());
}

TEST(IgnoredPatterns, AreWrittenAsTheyWereRead) {
  const Scene scene =
      read_scene_text(balls(12) + R"(, "ignore": [["b1*", "*"], ["b2", "b3"], ["b0", "b1"]]})", "s.json");
  const std::string text = write_scene(scene);
  const Scene again = read_scene_text(text, "t.json");
  EXPECT_EQ(again.model.ignored_pairs, scene.model.ignored_pairs);
  EXPECT_EQ(write_scene(again), text);
}

TEST(IgnoredPatterns, BodiesOfAPatternDoNotCollide) {
  const Scene scene = read_scene_text(balls(12) + R"(, "ignore": [["b1*", "*"]]})", "s.json");
  Collider collider(scene.model);
  ContactSet contacts;
  collider.collide(initial_state(scene.model), 0.01, contacts);
  EXPECT_EQ(contacts.size(), 9U * 8 / 2);  // b0 and b2 to b9
  for (const Contact& contact : contacts) {
    EXPECT_TRUE(contact.body_a != 1 && contact.body_b != 1 && contact.body_b < 10);
  }
}

}  // namespace
}  // namespace stiction
