#include "scenes/start_overlaps.h"

#include <gtest/gtest.h>

#include "scenes/gallery.h"
#include "scenes/scene_reader.h"

namespace stiction {
namespace {

Body ball(const std::string& name, double radius, const Vec3& at) {
  Body body;
  body.name = name;
  body.shape = SphereShape{radius};
  body.start.position = at;
  return body;
}

Model model_of(std::vector<Body> bodies) {
  Model model;
  model.bodies = std::move(bodies);
  compute_masses(model);
  return model;
}

TEST(StartOverlaps, AreFoundWithTheirDepth) {
  const Model model = model_of({ball("a", 0.5, {0, 0, 0}), ball("b", 0.3, {0.75, 0, 0}), ball("c", 0.2, {5, 0, 0})});
  const std::vector<StartOverlap> overlaps = start_overlaps(model);
  ASSERT_EQ(overlaps.size(), 1U);
  EXPECT_EQ(overlaps[0].body_a, 0);
  EXPECT_EQ(overlaps[0].body_b, 1);
  EXPECT_NEAR(overlaps[0].depth, 0.05, 1e-12);
  const std::vector<std::string> notes = start_overlap_notes(model);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].rfind("\"a\" and \"b\" overlap by 50 mm at the start", 0), 0U) << notes[0];
}

TEST(StartOverlaps, TouchingAndNearlyTouchingAreNone) {
  for (const double depth : {-0.1, 0.0, 1e-4, 1.9e-3}) {
    EXPECT_TRUE(start_overlaps(model_of({ball("a", 0.5, {0, 0, 0}), ball("b", 0.5, {1 - depth, 0, 0})})).empty())
        << depth;
  }
}

TEST(StartOverlaps, OfPairsThatDoNotCollideAreNone) {
  Model model = model_of({ball("a", 0.5, {0, 0, 0}), ball("b", 0.5, {0.5, 0, 0})});
  model.ignored_pairs = {{0, 1}};
  EXPECT_TRUE(start_overlaps(model).empty());
  Model later = model_of({ball("a", 0.5, {0, 0, 0}), ball("b", 0.5, {0.5, 0, 0})});
  later.bodies[1].appears_at = 1;
  EXPECT_TRUE(start_overlaps(later).empty());
}

TEST(StartOverlaps, AreNamedThreeAtMostTheDeepestFirst) {
  std::vector<Body> bodies;
  bodies.reserve(6);
  for (int i = 0; i < 6; ++i) bodies.push_back(ball("ball " + std::to_string(i), 0.5, {i * (0.5 + 0.05 * i), 0, 0}));
  const Model model = model_of(bodies);
  const std::vector<StartOverlap> overlaps = start_overlaps(model);
  for (std::size_t i = 1; i < overlaps.size(); ++i) EXPECT_GE(overlaps[i - 1].depth, overlaps[i].depth);
  const std::vector<std::string> notes = start_overlap_notes(model);
  ASSERT_EQ(notes.size(), 4U);
  ASSERT_GT(overlaps.size(), 3U);
  EXPECT_EQ(notes[3].rfind(std::to_string(overlaps.size() - 3) + " more pair", 0), 0U) << notes[3];
}

TEST(StartOverlaps, NoSceneOfTheGalleryHasAny) {
  for (const GalleryEntry& entry : gallery()) {
    for (const std::string& note : start_overlap_notes(build_gallery_scene(entry.name, {}).model)) {
      ADD_FAILURE() << entry.name << ": " << note;
    }
  }
}

}  // namespace
}  // namespace stiction
