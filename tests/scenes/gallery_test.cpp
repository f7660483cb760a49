// Gallery: parameters, sizes, and errors that list what is known.
#include "scenes/gallery.h"

#include <gtest/gtest.h>

#include <set>

#include "base/error.h"
#include "scenes/expectation.h"

namespace stiction {
namespace {

std::string message_of(const std::string& scene, const std::map<std::string, std::string>& overrides) {
  try {
    build_gallery_scene(scene, overrides);
  } catch (const InputError& error) {
    return error.what();
  }
  return "(no error)";
}

int free_bodies(const Scene& scene) {
  return static_cast<int>(select_free_bodies("*", scene.model).size());
}

TEST(Gallery, EverySceneBuildsStatesExpectationsAndHasItsMonitors) {
  std::set<std::string> names;
  for (const GalleryEntry& entry : gallery()) {
    SCOPED_TRACE(entry.name);
    EXPECT_TRUE(names.insert(entry.name).second);
    EXPECT_FALSE(entry.summary.empty());
    EXPECT_GT(entry.check_duration, 0);
    EXPECT_GE(entry.soak_duration, entry.check_duration);
    const Scene scene = build_gallery_scene(entry.name);
    EXPECT_EQ(scene.name, entry.name);
    EXPECT_EQ(scene.duration, entry.check_duration);
    EXPECT_FALSE(scene.expectations.empty());
    for (const Expectation& expectation : scene.expectations) {
      EXPECT_NE(make_monitor(expectation, scene.model), nullptr);
      EXPECT_LE(expectation.from, scene.duration);
    }
  }
}

TEST(Gallery, EveryParameterHasAnOriginAHelpAndADefaultInItsRange) {
  for (const GalleryEntry& entry : gallery()) {
    for (const GalleryParameter& parameter : entry.parameters) {
      SCOPED_TRACE(entry.name + "." + parameter.name);
      EXPECT_TRUE((std::set<std::string>{kStated, kInferred, kChosen}.count(parameter.origin)));
      EXPECT_FALSE(parameter.help.empty());
      EXPECT_GE(parameter.default_value, parameter.min);
      EXPECT_LE(parameter.default_value, parameter.max);
    }
  }
}

TEST(Gallery, ScenesUseTheDefaultSolverSettings) {
  for (const GalleryEntry& entry : gallery()) {
    Scene scene = build_gallery_scene(entry.name);
    if (entry.claims.starts_with("PF-")) {  // of that method, with its own defaults
      EXPECT_EQ(scene.solver.name, "penalty") << entry.name;
      scene.solver.name = SolverOptions{}.name;
    }
    if (entry.name ==
        std::string("card-house-impact")) {  // chaotic: solved more exactly (docs/reference/gallery-scenes.md)
      EXPECT_EQ(scene.solver.tolerance, 1e-7);
      scene.solver.tolerance = SolverOptions{}.tolerance;
    }
    for (const OptionField& field : solver_option_fields()) {
      EXPECT_EQ(field.get(scene.solver), field.get(SolverOptions{})) << entry.name << " " << field.key;
    }
  }
}

TEST(Gallery, ManyBunniesAreSolvedToALooserToleranceThanFew) {
  EXPECT_EQ(build_gallery_scene("bunny-drop", {{"count", "60"}}).solver.tolerance, SolverOptions{}.tolerance);
  EXPECT_EQ(build_gallery_scene("bunny-drop", {{"count", "61"}}).solver.tolerance, 1e-3);
}

TEST(Gallery, UnknownScenesAndParametersListTheKnownOnes) {
  EXPECT_NE(message_of("ach", {}).find("did you mean \"arch\"?"), std::string::npos);
  EXPECT_NE(message_of("nothing", {}).find("incline, bounce"), std::string::npos);
  EXPECT_NE(message_of("arch", {{"block", "3"}}).find("did you mean \"blocks\"? (known: blocks, mu, samples"),
            std::string::npos);
}

TEST(Gallery, ImpossibleValuesAreRefusedWithTheirRange) {
  EXPECT_NE(message_of("arch", {{"blocks", "2.5"}}).find("a whole number from 3 to 1001, got \"2.5\""),
            std::string::npos);
  EXPECT_NE(message_of("arch", {{"blocks", "2"}}).find("from 3 to 1001"), std::string::npos);
  EXPECT_NE(message_of("arch", {{"mu", "much"}}).find("must be a number"), std::string::npos);
  EXPECT_NE(message_of("arch", {{"mu", ""}}).find("must be a number"), std::string::npos);
  EXPECT_NE(message_of("arch", {{"mu", "nan"}}).find("must be a number"), std::string::npos);
  EXPECT_NE(message_of("arch", {{"mu", "0.5x"}}).find("must be a number"), std::string::npos);
  EXPECT_NE(message_of("incline", {{"angle", "90"}}).find("from 0 to 89 [degrees]"), std::string::npos);
}

TEST(Gallery, OverridesReplaceDefaults) {
  const Scene scene = build_gallery_scene("stack", {{"count", "3"}, {"size", "0.5"}});
  EXPECT_EQ(free_bodies(scene), 3);
  EXPECT_DOUBLE_EQ(scene.model.bodies[3].start.position.z(), 1.25);
}

TEST(Gallery, TheInclineExpectsWhatCoulombSays) {
  EXPECT_EQ(build_gallery_scene("incline").expectations[0].kind, ExpectationKind::kAtRest);
  const Scene steep = build_gallery_scene("incline", {{"angle", "27"}, {"heading", "45"}});
  EXPECT_EQ(steep.expectations[0].kind, ExpectationKind::kMoved);
}

TEST(Gallery, SizesAreThoseOfThePapers) {
  const Scene arch = build_gallery_scene("arch");
  EXPECT_EQ(6 * free_bodies(arch), 162);
  EXPECT_EQ(arch.model.bodies.size(), 29u);
  EXPECT_EQ(arch.step, 0.01);
  const Scene house = build_gallery_scene("card-house");
  EXPECT_EQ(free_bodies(house), 57);
  EXPECT_EQ(6 * free_bodies(house), 342);
  EXPECT_EQ(house.step, 1e-3);
  EXPECT_EQ(free_bodies(build_gallery_scene("card-house", {{"levels", "5"}})), 40);
  EXPECT_EQ(free_bodies(build_gallery_scene("card-house", {{"levels", "10"}})), 155);
}

}  // namespace
}  // namespace stiction
