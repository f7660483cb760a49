#include "scenes/words.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/error.h"
#include "scenes/gallery.h"

namespace stiction {
namespace {

TEST(EditDistance, CountsInsertionsRemovalsReplacementsAndSwaps) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("arch", ""), 4U);
  EXPECT_EQ(edit_distance("arch", "arc"), 1U);
  EXPECT_EQ(edit_distance("arch", "arsh"), 1U);
  EXPECT_EQ(edit_distance("arhc", "arch"), 1U);
  EXPECT_EQ(edit_distance("ca", "abc"), 3U);  // restricted: nothing goes between swapped neighbours
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

RC_GTEST_PROP(EditDistance, IsSymmetricAndOneForASwap, (const std::string& a, const std::string& b)) {
  RC_ASSERT(edit_distance(a, b) == edit_distance(b, a));
  RC_ASSERT(edit_distance(a, b) <= std::max(a.size(), b.size()));
  RC_PRE(a.size() >= 2);
  const auto i = *rc::gen::inRange<std::size_t>(0, a.size() - 1);
  std::string swapped = a;
  std::swap(swapped[i], swapped[i + 1]);
  RC_ASSERT(edit_distance(a, swapped) == (a[i] == a[i + 1] ? 0U : 1U));
}

TEST(NearestWord, ForgivesSwappedLettersAndUpperCase) {
  const std::vector<std::string> names = {"arch", "stack", "card-house", "pile"};
  EXPECT_EQ(nearest_word("acrh", names), "arch");
  EXPECT_EQ(nearest_word("sTACK", names), "stack");
  EXPECT_EQ(nearest_word("CARD-HOUSE", names), "card-house");
  EXPECT_EQ(nearest_word("Cadr-house", names), "card-house");
  EXPECT_EQ(nearest_word("plie", names), "pile");
  EXPECT_EQ(nearest_word("zebra", names), "");
}

TEST(NearestWord, KnowsWordsOfOtherProgramsWhereOursIsACandidate) {
  EXPECT_EQ(nearest_word("timestep", {"gravity", "step"}), "step");
  EXPECT_EQ(nearest_word("--dt", {"--step", "--set"}), "--step");
  EXPECT_EQ(nearest_word("Revolute", {"ball", "hinge"}), "hinge");
  EXPECT_EQ(nearest_word("ball", {"box", "sphere"}), "sphere");
  EXPECT_EQ(nearest_word("timestep", {"gravity", "mass"}), "");
}

TEST(NearestWord, IsOfferedForUnknownScenes) {
  for (const char* typed : {"ARCH", "Arch", "acrh", "arhc"}) {
    try {
      build_gallery_scene(typed, {});
      FAIL() << typed;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("did you mean \"arch\"?"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace stiction
