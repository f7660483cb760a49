// A strict reader of a JSON tree that knows its place in the document. For this room, commands of
// the room live, and recordings.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/types.h"
#include "scenes/words.h"

namespace stiction {

// What a number must satisfy, and the unit its error message shows ("" for pure numbers). The default bounds are far
// beyond anything sensible and keep squares and cubes from overflowing.
struct NumberRule {
  double min = -1e12;
  double max = 1e12;
  const char* unit = "";
  bool positive = false;  // zero and negative numbers are refused in these words, whatever min is
};
inline constexpr NumberRule any_number(const char* unit) {
  return {.unit = unit};
}
inline constexpr NumberRule not_negative(const char* unit) {
  return {.min = 0, .unit = unit};
}
inline constexpr NumberRule positive_number(const char* unit) {
  return {.min = 1e-12, .unit = unit, .positive = true};
}
inline constexpr NumberRule kLength = {.min = 1e-9, .max = 1e9, .unit = "m", .positive = true};
inline constexpr NumberRule kCoordinate = {.min = -1e9, .max = 1e9, .unit = "m"};

class JsonCursor {
 public:
  // Both must outlive the cursor and its descendants.
  JsonCursor(const nlohmann::ordered_json& value, const std::string& origin) : value_(&value), origin_(&origin) {}

  const std::string& origin() const { return *origin_; }
  const std::string& place() const { return place_; }  // "bodies[2].shape"; "" for the document
  // An object's members, but those named, as compact JSON: equal texts are equal values.
  std::string dump_without(const std::vector<std::string>& keys) const;
  // Throws InputError: "origin: place: message".
  [[noreturn]] void fail(const std::string& message) const;

  // Objects. `require_keys` refuses keys outside `allowed` (with the nearest as a suggestion) and, with their own
  // message, the `unsupported` ones.
  void require_keys(const std::vector<std::string>& allowed, const std::vector<std::string>& unsupported = {}) const;
  bool has(const std::string& key) const;
  JsonCursor at(const std::string& key) const;  // an error if it is missing
  std::vector<std::string> keys() const;        // in the document's order

  // Arrays.
  std::size_t size() const;
  JsonCursor item(std::size_t index) const;

  // Values; a wrong type is an error.
  bool is_object() const;
  bool is_string() const;
  bool is_boolean() const;
  bool is_number() const;
  double number(const NumberRule& rule) const;
  std::int64_t whole(std::int64_t min, std::int64_t max) const;
  std::string text() const;
  bool boolean() const;
  Vec3 vector(const NumberRule& rule) const;
  std::vector<double> numbers(std::size_t count, const NumberRule& rule) const;

  // Optional members of an object: the target keeps its value if the key is missing.
  void read_number(const std::string& key, double& target, const NumberRule& rule) const;
  void read_whole(const std::string& key, int& target, int min, int max) const;
  void read_text(const std::string& key, std::string& target) const;
  void read_boolean(const std::string& key, bool& target) const;
  void read_vector(const std::string& key, Vec3& target, const NumberRule& rule) const;

 private:
  JsonCursor(const nlohmann::ordered_json* value, const std::string* origin, std::string place)
      : value_(value), origin_(origin), place_(std::move(place)) {}
  [[noreturn]] void fail_type(const std::string& wanted) const;
  void require_object() const;

  const nlohmann::ordered_json* value_;
  const std::string* origin_;
  std::string place_;
};

}  // namespace stiction
