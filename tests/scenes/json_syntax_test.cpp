// What people read when the JSON itself is broken: our words, with line and column.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/error.h"
#include "scenes/scene_reader.h"

namespace stiction {
namespace {

std::string message(const std::string& text) {
  try {
    read_scene_text(text, "bad.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

struct Fault {
  std::string text;
  std::string said;  // after "bad.json: "
};

const std::vector<Fault> kFaults = {
    {"{\"a\": [1,\n 2", "line 2, column 3: the file ends here, but the list \"a\" is not closed; is it cut off?"},
    {"{\"a\": {\"b\": [{",
     "line 1, column 15: the file ends here, but the object \"a.b[0]\" is not closed; is it cut off?"},
    {"{\"a\": 1,", "line 1, column 9: the file ends here, but the scene is not closed; is it cut off?"},
    {"{\"a\": \"x", "line 1, column 9: the file ends here, but the scene is not closed; is it cut off?"},
    {"{\"a\": tr", "line 1, column 9: the file ends here, but the scene is not closed; is it cut off?"},
    {"\"x", "line 1, column 3: the file ends here, but something is not closed; is it cut off?"},
    {"{\"a\": 1e999}", "line 1, column 7: the number 1e999 is too large (at most 1.8e308)"},
    {"{\"a\": [-1e400]}", "line 1, column 8: the number -1e400 is too large (at most 1.8e308)"},
    {"{\"a\": -Infinity}", "line 1, column 7: numbers must be finite, got -Infinity"},
    {"{\"a\": 1 \"b\": 2}", "line 1, column 9: expected , or }, got \"b\""},
    {"{\"a\": [1 2]}", "line 1, column 10: expected , or ], got 2"},
    {"{\"a\" 1}", "line 1, column 6: expected : after the key, got 1"},
    {"{a: 1}", "line 1, column 2: expected a key in double quotes, got a"},
    {"{'a': 1}", "line 1, column 2: expected a key in double quotes, got '"},
    {"{\"a\": 1,}", "line 1, column 9: remove the comma before }"},
    {"[1,]", "line 1, column 4: expected a value, got ]; is there a comma too many?"},
    {"{\"a\": tru}",
     "line 1, column 7: tru is no value; texts stand in double quotes, numbers begin with a digit or -"},
    {"{\"a\": .5}", "line 1, column 7: .5 is no value; texts stand in double quotes, numbers begin with a digit or -"},
    {"{\"a\": -x}", "line 1, column 7: -x is no value; texts stand in double quotes, numbers begin with a digit or -"},
    {"{\"a\": 1} x", "line 1, column 10: the scene has ended before; remove x"},
    {"{\n // why\n}", "line 2, column 2: JSON has no comments; remove this one"},
    {"{\"a\": \"x\ny\"}", "line 1, column 9: a text ends on its line; close it with \", or write \\n, \\t, \\u001f"},
    {"{\"a\": \"\\q\"}",
     "line 1, column 9: after \\ in a text comes one of \" \\ / b f n r t, or u with four hexadecimal digits"},
    {"{\"a\": \"\xff\"}", "line 1, column 8: this text is not UTF-8; save the file as UTF-8"},
    {"{\"a\": \"\\ud800\"}", "line 1, column 14: \\ud800 to \\udfff come in pairs only"},
    {"\xef\xbb{}", "line 1, column 1: the file begins with a broken byte order mark; save it as UTF-8"},
};

TEST(JsonSyntax, FaultsAreToldInOurWordsWithTheirPlace) {
  for (const Fault& fault : kFaults) EXPECT_EQ(message(fault.text), "bad.json: " + fault.said) << fault.text;
}

bool is_library_text(const std::string& text) {
  for (const char* words : {"json.exception", "syntax error", "last read", "literal", "unexpected", "parsing"}) {
    if (text.find(words) != std::string::npos) return true;
  }
  return false;
}

const std::string kScene = R"({"stiction": 1, "gravity": [0, 0, -9.81], "materials": {"w": {"density": 6e2}},
  "bodies": [{"name": "\u00e4 \"b\"", "fixed": true, "material": "w", "shape": {"type": "plane"}}]})";

TEST(JsonSyntax, ASceneCutOffAnywhereIsSaidToEndThere) {
  ASSERT_EQ(message(kScene), "");
  for (std::size_t size = 1; size < kScene.size(); ++size) {
    const std::string said = message(kScene.substr(0, size));
    EXPECT_NE(said.find("the file ends here, but "), std::string::npos) << size << ": " << said;
    EXPECT_FALSE(is_library_text(said)) << said;
  }
}

RC_GTEST_PROP(JsonSyntax, OfDamagedScenesIsOneLineOfOurOwn, ()) {
  std::string text = kScene;
  const auto place = *rc::gen::inRange<std::size_t>(0, text.size());
  text[place] = *rc::gen::arbitrary<char>();
  const std::string said = message(text);
  RC_ASSERT(!is_library_text(said));
}

}  // namespace
}  // namespace stiction
