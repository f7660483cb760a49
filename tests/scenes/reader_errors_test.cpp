// Every malformed scene is answered by one line that names the place and the remedy.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "scenes/scene_reader.h"

namespace stiction {
namespace {

struct BadScene {
  std::string text;
  std::string expected;  // part of the message
};

std::string message_of(const std::string& text) {
  try {
    read_scene_text(text, "s.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "(no error)";
}

void expect_messages(const std::vector<BadScene>& scenes) {
  for (const BadScene& scene : scenes) {
    const std::string message = message_of(scene.text);
    EXPECT_NE(message.find(scene.expected), std::string::npos)
        << "scene:    " << scene.text << "\nexpected: " << scene.expected << "\ngot:      " << message;
    EXPECT_EQ(message.rfind("s.json: ", 0), 0u) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

// A scene with one good body "a" and `more` top-level members.
std::string with(const std::string& more) {
  return R"({"stiction": 1, "bodies": [{"name": "a", "shape": {"type": "sphere", "radius": 1}}], )" + more + "}";
}
// A scene whose one body has these members besides its shape.
std::string with_body(const std::string& members) {
  return R"({"stiction": 1, "bodies": [{"shape": {"type": "box", "size": [1, 1, 1]}, )" + members + "}]}";
}
std::string with_shape(const std::string& shape) {
  return R"({"stiction": 1, "bodies": [{"name": "a", "shape": )" + shape + "}]}";
}
std::string with_expectation(const std::string& expectation) {
  return with("\"expect\": [" + expectation + "]");
}

TEST(ReaderErrors, SyntaxErrorsNameLineAndColumn) {
  expect_messages({
      {"", "the file is empty"},
      {"  \n\t", "the file is empty"},
      {"{\"stiction\": 1,\n \"bodies\": [}", "line 2, column 13"},
      {"{\"stiction\": 1, \"bodies\": []} x", "line 1, column 31"},
      {"{\"stiction\": 1", "line 1, column 15: the file ends here, but the scene is not closed"},
      {"{\"stiction\": NaN}", "line 1, column 14: numbers must be finite, got NaN"},
      {"{\"stiction\": nan}", "numbers must be finite, got nan"},
      {"{\"stiction\": -Infinity}", "numbers must be finite, got -Infinity"},
      {"{\"stiction\": inf", "numbers must be finite, got inf"},
      {"{\"stiction\": nine}", "nine is no value"},
      {"{\"stiction\": \"\\inf\"}", "after \\ in a text"},
      {"{\"stiction\": 1e999}", "the number 1e999 is too large"},
      {"{\"name\": \"\xff\"}", "not UTF-8"},
      {"{'stiction': 1}", "line 1, column 2"},
      {"// comment\n{}", "line 1"},
      {std::string(20, '\0'), "line 1, column 1: a byte of value 0x00, which no text has; is this a scene file?"},
      {"{\"stiction\": 1}" + std::string(3, '\0'), "line 1, column 16: a byte of value 0x00"},
      {"{\x1b\"stiction\": 1}", "line 1, column 2: a byte of value 0x1b"},
  });
}

TEST(ReaderErrors, DuplicateKeysAreRefusedWithTheirPlace) {
  expect_messages({
      {R"({"stiction": 1, "stiction": 1, "bodies": []})", "stiction: this key appears twice"},
      {R"({"bodies": [{}, {"name": "a", "name": "b"}]})", "bodies[1].name: this key appears twice"},
      {R"({"a": [[1, 2], [3, {"x": 1, "x": 2}]]})", "a[1][1].x: this key appears twice"},
  });
}

TEST(ReaderErrors, AbsurdNestingAndSizeAreRefusedWithoutACrash) {
  expect_messages({
      {std::string(1000000, '['), "nested deeper than 64 levels"},
      {R"({"stiction": 1, "bodies": )" + std::string(100, '[') + std::string(100, ']') + "}", "nested deeper"},
  });
  std::string many = "{\"stiction\": 1";
  for (int i = 0; i < 20000; ++i) many += ", \"k" + std::to_string(i) + "\": 0";
  expect_messages({{many + "}", "more than 10000 keys"}});
}

TEST(ReaderErrors, TheFrameOfTheDocumentIsChecked) {
  expect_messages({
      {"[]", "a scene is an object"},
      {"3", "a scene is an object"},
      {R"({"bodies": []})", "the key \"stiction\" is missing"},
      {R"({"stiction": 2, "bodies": []})", "stiction: this version reads format 1, got 2"},
      {R"({"stiction": "1", "bodies": []})", "stiction: must be a number, got a text"},
      {R"({"stiction": 1})", "the key \"bodies\" is missing"},
      {R"({"stiction": 1, "bodies": {}})", "bodies: must be a list, got an object"},
      {R"({"stiction": 1, "bodies": []})", "bodies: there is no body"},
      {with(R"("gravitiy": [0, 0, -1])"), "gravitiy: unknown key; did you mean \"gravity\"?"},
      {with(R"("dt": 0.01)"), "dt: unknown key; did you mean \"step\"?"},
      {with_body(R"("static": true)"), "static: unknown key; did you mean \"fixed\"?"},
      {with_body(R"("rotation": [0, 0, 1])"), "rotation: must be an object, such as {\"axis\""},
      {with_shape(R"({"type": "cube", "size": [1, 1, 1]})"), "unknown shape \"cube\"; did you mean \"box\"?"},
      {with_shape(R"({"type": "box", "half_extents": [1, 1, 1]})"), "did you mean \"size\" (whole edge lengths)?"},
  });
}

TEST(ReaderErrors, SettingsMustBePossible) {
  expect_messages({
      {with(R"("gravity": 9.81)"), "gravity: must be a list of 3 numbers [m/s^2], got a number; write [0, 0, -9.81]"},
      {with(R"("gravity": [0, -9.81])"), "gravity: must be a list of 3 numbers [m/s^2], got 2"},
      {with(R"("gravity": [0, 0, "down"])"), "gravity[2]: must be a number [m/s^2], got a text"},
      {with(R"("step": 0)"), "step: must be positive, got 0 [s]"},
      {with(R"("step": -0.01)"), "step: must be positive, got -0.01 [s]"},
      {with(R"("step": null)"), "step: must be a number [s], got null"},
      {with(R"("duration": -1)"), "duration: must be zero or positive, got -1 [s]"},
      {with(R"("samples": 2.5)"), "samples: must be a whole number from 0 to 256, got 2.5"},
      {with(R"("margin": -1)"), "margin: must be zero or positive, got -1 [m]"},
      {with(R"("recovery": 2)"), "recovery: must be from 0 to 1, got 2"},
      {with(R"("restitution_threshold": -1)"), "restitution_threshold: must be zero or positive"},
      {with(R"("name": 3)"), "name: must be a text, got a number"},
  });
}

TEST(ReaderErrors, SolverOptionsNameTheirKey) {
  expect_messages({
      {with(R"("solver": "staggered")"), "solver: must be an object, got a text"},
      {with(R"("solver": {"tolerence": 1e-6})"), "solver.tolerence: unknown key; did you mean \"tolerance\"?"},
      {with(R"("solver": {"tolerance": -1})"), "solver.tolerance: "},
      {with(R"("solver": {"tolerance": "small"})"), "solver.tolerance: must be a number"},
      {with(R"("solver": {"warm_start": 1})"), "solver.warm_start: must be true or false"},
      {with(R"("solver": {"max_iterations": 0})"), "solver.max_iterations: "},
      {with(R"("solver": {"tangents": "polygon7"})"), "solver.tangents: "},
      {with(R"("solver": {"name": "magic"})"), "solver"},
      {with(R"("solver": {"eps": [1]})"), "solver.eps: must be a number, got a list"},
  });
}

TEST(ReaderErrors, MaterialsAndPairsMustBePossible) {
  expect_messages({
      {with(R"("materials": [])"), "materials: must be an object, got a list"},
      {with(R"("materials": {"m": {"density": 0}})"), "materials.m.density: must be positive, got 0 [kg/m^3]"},
      {with(R"("materials": {"m": {"density": -5}})"), "materials.m.density: must be positive, got -5 [kg/m^3]"},
      {with(R"("materials": {"m": {"friction": -0.1}})"), "materials.m.friction: must be zero or positive, got -0.1"},
      {with(R"("materials": {"m": {"restitution": 1.5}})"), "materials.m.restitution: must be from 0 to 1, got 1.5"},
      {with(R"("materials": {"m": {"restitution": -0.5}})"), "materials.m.restitution: must be zero or positive"},
      {with(R"("materials": {"m": {"fricton": 1}})"), "did you mean \"friction\"?"},
      {with(R"("pairs": [{"materials": ["default"]}])"), "pairs[0].materials: must be a list of two materials, got 1"},
      {with(R"("materials": {"ice": {}}, "pairs": [{"materials": ["ice", "ise"]}])"),
       "pairs[0].materials[1]: there is no material \"ise\"; did you mean \"ice\"?"},
      {with(R"("materials": {"a": {}, "b": {}}, "pairs": [{"materials": ["a", "b"]}, {"materials": ["b", "a"]}])"),
       "pairs[1]: this pair of materials has an entry already"},
      {with(R"("pairs": [{"friction": 1}])"), "pairs[0]: the key \"materials\" is missing"},
  });
}

TEST(ReaderErrors, FrictionHasALimit) {
  const std::string limit = "must be from 0 to 1000, which holds on every slope up to 89.9 degrees, got ";
  expect_messages({
      {with(R"("materials": {"m": {"friction": 1e5}})"), "materials.m.friction: " + limit + "100000"},
      {with(R"("materials": {"m": {"friction": 1000.0000001}})"), limit + "1000.0000001"},
      {with(R"("pairs": [{"materials": ["default", "default"], "friction": 1e12}])"), "pairs[0].friction: " + limit},
      {with(R"("materials": {"m": {"friction": "much"}})"), "materials.m.friction: must be a number, got a text"},
  });
}

// Two balls of these densities, the second one with these further members.
std::string two_balls(const std::string& first, const std::string& second, const std::string& more = "") {
  return R"({"stiction": 1, "materials": {"one": {"density": )" + first + R"(}, "two": {"density": )" + second +
         R"(}}, "bodies": [{"name": "a", "material": "one", "shape": {"type": "sphere", "radius": 1}},
         {"name": "b", "material": "two", "shape": {"type": "sphere", "radius": 1})" +
         more + "}]}";
}

TEST(ReaderErrors, MassesOfBodiesThatCanTouchHaveALargestRatio) {
  expect_messages({
      {two_balls("1e12", "1e-6"), "body \"a\" (4.189e+12 kg) has 1e+18 times the mass of body \"b\" (4.189e-06 kg)"},
      {two_balls("1e-2", "1e10"), "body \"b\" (4.189e+10 kg) has 1e+12 times the mass of body \"a\""},
  });
  for (const std::string& text : {two_balls("1e9", "1"), two_balls("1e12", "1e-6", R"(, "fixed": true)"),
                                  two_balls("1e12", "1e-6", R"(, "level": 1)")}) {
    EXPECT_EQ(message_of(text), "(no error)") << text;
  }
}

TEST(ReaderErrors, NamesAndPathsAreWhatTheyLookLike) {
  const std::pair<const char*, const char*> hidden[] = {{"\\u202e", "U+202E"}, {"\\u0000", "U+0000"},
                                                        {"\\u001b", "U+001B"}, {"\\u0085", "U+0085"},
                                                        {"\\u2067", "U+2067"}, {"\\u200f", "U+200F"}};
  for (const auto& [escape, code] : hidden) {
    const std::string text = std::string("cube") + escape + ".obj\"",
                      expected = std::string("must not contain ") + code;
    expect_messages({
        {with_body("\"name\": \"" + text), "bodies[0].name: " + expected},
        {with("\"materials\": {\"" + text + ": {}}"), expected},
        {with_shape(R"({"type": "mesh", "file": ")" + text + "}"), "bodies[0].shape.file: " + expected},
        {with_shape(R"({"type": "convex", "file": ")" + text + "}"), "bodies[0].shape.file: " + expected},
        {R"({"stiction": 1, "bodies": [{"model": "modal", "young": 1e6, "poisson": 0.3, "modes": 4, "mesh": ")" + text +
             "}]}",
         "bodies[0].mesh: " + expected},
    });
  }
  EXPECT_EQ(message_of(with_body("\"name\": \"W\u00fcrfel \u7bb1 \\ud83e\\uddf1\"")), "(no error)");
}

TEST(ReaderErrors, LongWordsAreCut) {
  const std::string word(1000000, 'k');
  for (const std::string& text :
       {with("\"" + word + "\": 1"), with_body("\"" + word + "\": 1"), with_body("\"material\": \"" + word + "\""),
        with_body("\"model\": \"" + word + "\""), with("\"ignore\": [[\"a\", \"" + word + "\"]]"),
        with("\"" + word + "\": 1, \"" + word + "\": 2"), with("\"materials\": {\"" + word + "\": 3}"),
        with_shape(R"({"type": "mesh", "file": ")" + word + "\"}"), with_shape("{\"type\": \"" + word + "\"}")}) {
    const std::string message = message_of(text);
    EXPECT_LT(message.size(), 1500u) << text.substr(0, 100);
    EXPECT_NE(message.find(std::string(38, 'k')), std::string::npos) << message.substr(0, 1500);
  }
}

TEST(ReaderErrors, NumbersJustBeyondALimitShowThatTheyAre) {
  expect_messages({
      {with(R"("gravity": [0, 0, -1000000.001])"), "must be from -1e+06 to 1e+06, got -1000000.001 [m/s^2]"},
      {with_body(R"("position": [1000000000.5, 0, 0])"), "got 1000000000.5 [m]"},
      {with(R"("recovery": 1.0000000001)"), "must be from 0 to 1, got 1.0000000001"},
      {with(R"("samples": 256.0000001)"), "must be a whole number from 0 to 256, got 256.0000001"},
  });
}

TEST(ReaderErrors, BodiesThatCannotBeMadeAreNamedWithTheirFile) {
  const std::string elastic = R"("name": "jelly", "model": "modal", "cell": 0.5, "young": 1e6, )";
  expect_messages({
      {with_body(elastic + R"("poisson": 0.3, "modes": 10000)"), "s.json: body \"jelly\": "},
      {with_body(elastic + R"("poisson": 0.4999999999999, "modes": 6)"),
       "s.json: body \"jelly\": the stiffness matrix could not be factorised"},
      {with_body(elastic + R"("poisson": 0.5, "modes": 6)"), "s.json: body \"jelly\": Poisson's ratio is 0.5"},
      {with_shape(R"({"type": "box", "size": [1e6, 1e-3, 1e-3]})"), "bodies[0].shape: is too thin for its length"},
  });
}

TEST(ReaderErrors, ShapesMustBePossible) {
  expect_messages({
      {R"({"stiction": 1, "bodies": [{"name": "a"}]})", "bodies[0]: the key \"shape\" is missing"},
      {with_shape("3"), "bodies[0].shape: must be an object, got a number"},
      {with_shape("{}"), "bodies[0].shape: the key \"type\" is missing"},
      {with_shape(R"({"type": "boxx", "size": [1, 1, 1]})"), "unknown shape \"boxx\"; did you mean \"box\"?"},
      {with_shape(R"({"type": "box"})"), "bodies[0].shape: the key \"size\" is missing"},
      {with_shape(R"({"type": "box", "size": [1, -1, 1]})"), "bodies[0].shape.size[1]: must be positive, got -1 [m]"},
      {with_shape(R"({"type": "box", "size": [1, 1e300, 1]})"), "bodies[0].shape.size[1]: must be from 1e-09 to 1e+09"},
      {with_shape(R"({"type": "box", "size": [1, 1]})"),
       "bodies[0].shape.size: must be a list of 3 numbers [m], got 2"},
      {with_shape(R"({"type": "box", "size": 1})"), "bodies[0].shape.size: must be a list of 3 numbers [m]"},
      {with_shape(R"({"type": "box", "size": [1, 1, 1], "radius": 1})"), "bodies[0].shape.radius: unknown key"},
      {with_shape(R"({"type": "sphere", "radius": 0})"), "bodies[0].shape.radius: must be positive, got 0 [m]"},
      {with_shape(R"({"type": "plane"})"), "bodies[0]: a plane must be fixed: add \"fixed\": true"},
      {with_shape(R"({"type": "plane", "normal": [0, 0, 0]})"), "bodies[0].shape.normal: must not be zero"},
      {with_shape(R"({"type": "convex"})"), "give either \"vertices\" or \"file\""},
      {with_shape(R"({"type": "convex", "vertices": [], "file": "a.obj"})"), "give either \"vertices\" or \"file\""},
      {with_shape(R"({"type": "convex", "vertices": [[0,0,0],[1,0,0],[0,1,0]]})"), "bodies[0].shape: "},
      {with_shape(R"({"type": "convex", "vertices": [[0,0,0],[1,0,0],[0,1,0],[1,1,0]]})"), "one plane"},
      {with_shape(R"({"type": "convex", "vertices": [[0,0,0],[1,0]]})"),
       "bodies[0].shape.vertices[1]: must be a list of 3"},
      {with_shape(R"({"type": "convex", "file": "/etc/passwd"})"), "stays below the scene file's folder"},
      {with_shape(R"({"type": "convex", "file": "../x.obj"})"), "stays below the scene file's folder"},
      {with_shape(R"({"type": "convex", "file": "a/../../x.obj"})"), "stays below the scene file's folder"},
      {with_shape(R"({"type": "convex", "file": "no-such.obj"})"), "bodies[0].shape.file: "},
  });
}

TEST(ReaderErrors, BodiesMustBePossible) {
  expect_messages({
      {with_body(R"("name": "")"), "bodies[0].name: must not be empty"},
      {with_body(R"("name": "a*")"), "bodies[0].name: must not contain *"},
      {with_body(R"("nme": "a")"), "bodies[0].nme: unknown key; did you mean \"name\"?"},
      {with_body(R"("frction": 0.5)"), "bodies[0].frction: unknown key; \"friction\" belongs to a material"},
      {with_body(R"("mass": 2)"),
       "bodies[0].mass: unknown key; mass follows from the shape and its material's density"},
      {with_body(R"("restitution": 0.5)"), "bodies[0].restitution: unknown key; \"restitution\" belongs to a material"},
      {R"({"stiction": 1, "bodies": [{"name": "a", "shape": {"type": "sphere", "radius": 1}},
          {"name": "a", "shape": {"type": "sphere", "radius": 1}}]})",
       "bodies[1].name: there is already a body \"a\""},
      {with_body(R"("material": "wod")"), "bodies[0].material: there is no material \"wod\""},
      {with_body(R"("fixed": 1)"), "bodies[0].fixed: must be true or false, got a number"},
      {with_body(R"("position": [0, 0])"), "bodies[0].position: must be a list of 3 numbers [m], got 2"},
      {with_body(R"("velocity": [0, 0, true])"), "bodies[0].velocity[2]: must be a number [m/s], got true or false"},
      {with_body(R"("fixed": true, "velocity": [1, 0, 0])"), "bodies[0].velocity: a fixed body takes none"},
      {with_body(R"("fixed": true, "force": [1, 0, 0])"), "bodies[0].force: a fixed body takes none"},
      {with_body(R"("lock": ["q"])"), "bodies[0].lock[0]: unknown degree of freedom \"q\""},
      {with_body(R"("lock": ["x", "x"])"), "bodies[0].lock[1]: \"x\" is named twice"},
      {with_body(R"("lock": "x y z rx ry rz")"), "say \"fixed\": true instead"},
      {with_body(R"("level": 1.5)"), "bodies[0].level: must be a whole number"},
      {with_body(R"("samples": -1)"), "bodies[0].samples: must be a whole number from 0 to 256, got -1"},
      {with_body(R"("model": "modl")"), "bodies[0].model: unknown model \"modl\"; did you mean \"modal\"?"},
      {with_body(R"("model": "stvc")"), "bodies[0].model: unknown model \"stvc\"; did you mean \"stvk\"?"},
      {with_body(R"("model": "stvk", "cell": 0.5, "young": 1e6, "poisson": 0.3, "modes": 4, "dofs": 3)"),
       "bodies[0].dofs: must be from 4 (the modes) to 14 (with all their derivatives), got 3"},
      {with_body(R"("model": "modal", "cell": 0.5, "young": 1e6, "poisson": 0.3, "modes": 4, "dofs": 6)"),
       "bodies[0].dofs: belongs to \"model\": \"stvk\""},
      {with_body(R"("model": "points", "cell": 0.5, "poisson": 0.3)"), "the key \"young\" is missing"},
      {with_body(R"("model": "points", "cell": 0.5, "young": 1e6, "poisson": 0.3, "modes": 4)"),
       "bodies[0].modes: belongs to \"model\": \"modal\" or \"stvk\"; a body of mass points has no modes"},
      {with_body(R"("model": "points", "cell": 0.5, "young": 1e6, "poisson": 0.3, "metric": "mass")"),
       "bodies[0].metric: belongs to \"model\": \"modal\" or \"stvk\""},
      {with_body(R"("model": "modal", "cell": 0.5, "young": 1e6, "poisson": 0.3, "modes": 4, "held": [])"),
       "bodies[0].held: belongs to bodies of mass points: \"model\": \"points\""},
      {with_body(R"("modes": 4)"), "bodies[0].modes: belongs to bodies that deform by modes: add \"model\": \"modal\""},
      {with_body(R"("self_contact": true)"), "bodies[0].self_contact: belongs to bodies that deform: add \"model\""},
      {with_body(R"("model": "points", "cell": 0.5, "young": 1e6, "poisson": 0.3, "law": "hooke")"),
       "bodies[0].law: unknown law \"hooke\" (known: corotated, stvk)"},
      {with_body(R"("model": "points", "cell": 0.5, "young": 1e6, "poisson": 0.3, "integrator": "rk4")"),
       "bodies[0].integrator: unknown integrator \"rk4\" (known: implicit, explicit)"},
      {with_body(R"("model": "points", "cell": 0.5, "young": 1e6, "poisson": 0.3, "volume_stiffness": -1)"),
       "bodies[0].volume_stiffness: must be"},
      {with_body(R"("model": "points", "cell": 0.5, "young": 1e6, "poisson": 0.3, "thickness": 0.1)"),
       "bodies[0]: a membrane has a \"thickness\""},
      {with_body(R"("model": "points", "cell": 0.5, "young": 1e6, "poisson": 0.3, "sheet": [1, 1])"),
       "bodies[0].sheet: goes without"},
      {with_body(R"("model": "points", "cell": 0.5, "young": 1e6, "poisson": 0.3, "held": [[[0, 0, 1], [1, 1, 0]]])"),
       "bodies[0].held[0]: the first corner must be the lower one"},
      {with_body(R"("thickness": 0.1)"), "bodies[0].thickness: belongs to bodies of mass points"},
      {with_body(R"("young": 1e6)"),
       "bodies[0].young: belongs to bodies that deform: add \"model\": \"modal\", \"stvk\" or \"points\""},
      {with_body(R"("mesh": "a.msh")"), "bodies[0].mesh: belongs to bodies that deform"},
  });
}

TEST(ReaderErrors, RotationsMustBePossible) {
  expect_messages({
      {with_body(R"("rotation": 20)"), "bodies[0].rotation: must be an object"},
      {with_body(R"("rotation": {})"), "bodies[0].rotation: give one of"},
      {with_body(R"("rotation": {"axis": [0, 0, 1]})"), "bodies[0].rotation: the key \"degrees\" is missing"},
      {with_body(R"("rotation": {"degrees": 3})"), "bodies[0].rotation: the key \"axis\" is missing"},
      {with_body(R"("rotation": {"axis": [0, 0, 0], "degrees": 3})"), "bodies[0].rotation.axis: must not be zero"},
      {with_body(R"("rotation": {"quaternion": [0, 0, 0, 0]})"), "bodies[0].rotation.quaternion: must not be zero"},
      {with_body(R"("rotation": {"quaternion": [1, 0, 0]})"), "bodies[0].rotation.quaternion: must be a list of 4"},
      {with_body(R"("rotation": {"quaternion": [1, 0, 0, 0], "euler_degrees": [0, 0, 0]})"), "give one of"},
      {with_body(R"("rotation": {"radians": 1})"), "bodies[0].rotation.radians: unknown key"},
  });
}

TEST(ReaderErrors, EventsAndIgnoredPairsMustNameBodies) {
  expect_messages({
      {with(R"("events": {})"), "events: must be a list, got an object"},
      {with(R"("events": [{"time": 1}])"), "events[0]: give either \"add\" or \"set\""},
      {with(R"("events": [{"set": {"body": "a", "velocity": [0, 0, 0]}}])"), "events[0]: the key \"time\" is missing"},
      {with(R"("events": [{"time": -1, "set": {"body": "a"}}])"), "events[0].time: must be zero or positive"},
      {with(R"("events": [{"time": 1, "set": {"body": "b", "velocity": [0, 0, 0]}}])"),
       "events[0].set.body: no body is called \"b\""},
      {with(R"("events": [{"time": 1, "set": {"body": "a*", "velocity": [0, 0, 0]}}])"), "must name one body"},
      {with(R"("events": [{"time": 1, "set": {"body": "a"}}])"), "give \"velocity\" or \"angular_velocity\""},
      {with(R"("events": [{"time": 1, "add": {"name": "a", "shape": {"type": "sphere", "radius": 1}}}])"),
       "events[0].add.name: there is already a body \"a\""},
      {with(R"("events": [{"time": 2, "add": {"name": "b", "shape": {"type": "sphere", "radius": 1}}},
                          {"time": 1, "set": {"body": "b", "velocity": [0, 0, 0]}}])"),
       "events[1].time: \"b\" is added only at 2 s"},
      {with(R"("ignore": [["a"]])"), "ignore[0]: must be a list of two bodies or patterns, got 1"},
      {with(R"("ignore": [["a", "b*"]])"), "ignore[0][1]: no body matches \"b*\""},
  });
}

TEST(ReaderErrors, ExpectationsMustBePossible) {
  expect_messages({
      {with_expectation("{}"), "expect[0]: must have one key"},
      {with_expectation(R"({"at_rst": {}})"), "expect[0]: unknown expectation \"at_rst\"; did you mean \"at_rest\"?"},
      {with_expectation(R"({"at_rest": {"bodies": "a"}})"), "expect[0].at_rest: states no limit"},
      {with_expectation(R"({"at_rest": {"bodies": "b", "max_speed": 1}})"),
       "expect[0].at_rest.bodies: no body is called \"b\""},
      {with_expectation(R"({"at_rest": {"bodies": "a", "max_sped": 1}})"), "did you mean \"max_speed\"?"},
      {with_expectation(R"({"at_rest": {"bodies": "a", "max_speed": -1}})"), "must be zero or positive, got -1 [m/s]"},
      {with_expectation(R"({"moved": {"bodies": "a"}})"), "expect[0].moved: states no limit; give more_than"},
      {with_expectation(R"({"position": {"bodies": "a", "min": 0}})"),
       "expect[0].position: the key \"axis\" is missing"},
      {with_expectation(R"({"position": {"bodies": "a", "axis": "w", "min": 0}})"), "must be \"x\", \"y\" or \"z\""},
      {with_expectation(R"({"speed": {"bodies": "a", "min": 2, "max": 1}})"), "min is larger than max"},
      {with_expectation(R"({"distance": {"bodies": ["a"], "max": 1}})"), "must be a list of two bodies, got 1"},
      {with_expectation(R"({"distance": {"bodies": ["a", "a"], "max": 1}})"), "must be two different bodies"},
      {with_expectation(R"({"converged": {"fraction": 2}})"),
       "expect[0].converged.fraction: must be from 0 to 1, got 2"},
      {with_expectation(R"({"penetration": {}})"), "states no limit; give max"},
      {with_expectation(R"({"penetration": {"max": 1, "bodies": "a"}})"), "expect[0].penetration.bodies: unknown key"},
      {with_expectation(R"({"energy": {"max": 1, "from": 3, "to": 2}})"), "from is later than to"},
      {with_expectation(R"({"energy": {"max": 1, "from": 30}})"), "after the end of the scene (10 s)"},
      {R"({"stiction": 1, "bodies": [{"name": "g", "fixed": true, "shape": {"type": "plane"}}],
          "expect": [{"moved": {"bodies": "g", "more_than": 1}}]})",
       "expect[0].moved.bodies: no free body matches \"g\""},
  });
}

}  // namespace
}  // namespace stiction
