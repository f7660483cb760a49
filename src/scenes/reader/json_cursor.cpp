#include "scenes/reader/json_cursor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/number_text.h"

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

const char* type_words(const Json& value) {
  switch (value.type()) {
    case Json::value_t::null:
      return "null";
    case Json::value_t::object:
      return "an object";
    case Json::value_t::array:
      return "a list";
    case Json::value_t::string:
      return "a text";
    case Json::value_t::boolean:
      return "true or false";
    default:
      return "a number";
  }
}

std::string unit_text(const NumberRule& rule) {
  return *rule.unit == 0 ? "" : fmt::format(" [{}]", rule.unit);
}

std::string rule_words(const NumberRule& rule, double value) {
  if (rule.positive && value <= 0) return "positive";
  if (rule.min == 0 && value < 0) return "zero or positive";
  return fmt::format("from {:g} to {:g}", rule.min, rule.max);
}

}  // namespace

void JsonCursor::fail(const std::string& message) const {
  const std::string text = readable_message(message);
  throw InputError(place_.empty() ? fmt::format("{}: {}", *origin_, text)
                                  : fmt::format("{}: {}: {}", *origin_, place_, text));
}

void JsonCursor::fail_type(const std::string& wanted) const {
  fail(fmt::format("must be {}, got {}", wanted, type_words(*value_)));
}

void JsonCursor::require_object() const {
  if (!value_->is_object()) fail_type("an object");
}

void JsonCursor::require_keys(const std::vector<std::string>& allowed,
                              const std::vector<std::string>& unsupported) const {
  require_object();
  const auto contains = [](const std::vector<std::string>& list, const std::string& key) {
    return std::find(list.begin(), list.end(), key) != list.end();
  };
  for (const auto& [key, value] : value_->items()) {
    if (contains(allowed, key)) continue;
    const JsonCursor member = at(key);
    if (contains(unsupported, key)) member.fail("not supported in this version");
    member.fail(fmt::format("unknown key{} (allowed: {})", did_you_mean(key, allowed), joined(allowed)));
  }
}

bool JsonCursor::has(const std::string& key) const {
  require_object();
  return value_->contains(key);
}

JsonCursor JsonCursor::at(const std::string& key) const {
  require_object();
  const auto found = value_->find(key);
  if (found == value_->end()) fail(fmt::format("the key \"{}\" is missing", key));
  const std::string name = readable_message(shortened(key));
  return {&*found, origin_, place_.empty() ? name : fmt::format("{}.{}", place_, name)};
}

std::vector<std::string> JsonCursor::keys() const {
  require_object();
  std::vector<std::string> names;
  for (const auto& [key, value] : value_->items()) names.push_back(key);
  return names;
}

std::size_t JsonCursor::size() const {
  if (!value_->is_array()) fail_type("a list");
  return value_->size();
}

JsonCursor JsonCursor::item(std::size_t index) const {
  return {&value_->at(index), origin_, fmt::format("{}[{}]", place_, index)};
}

bool JsonCursor::is_object() const {
  return value_->is_object();
}
bool JsonCursor::is_string() const {
  return value_->is_string();
}
bool JsonCursor::is_boolean() const {
  return value_->is_boolean();
}
bool JsonCursor::is_number() const {
  return value_->is_number();
}

std::string JsonCursor::dump_without(const std::vector<std::string>& without) const {
  require_object();
  std::string text;
  for (const auto& [key, value] : value_->items()) {
    if (std::find(without.begin(), without.end(), key) == without.end())
      text += Json(key).dump() + ":" + value.dump() + ",";
  }
  return text;
}

double JsonCursor::number(const NumberRule& rule) const {
  if (!value_->is_number()) fail_type(fmt::format("a number{}", unit_text(rule)));
  const double value = value_->get<double>();
  if (!(value >= rule.min && value <= rule.max)) {
    const std::string got = number_text(value, value < rule.min ? rule.min : rule.max);
    fail(fmt::format("must be {}, got {}{}", rule_words(rule, value), got, unit_text(rule)));
  }
  return value;
}

std::int64_t JsonCursor::whole(std::int64_t min, std::int64_t max) const {
  if (!value_->is_number()) fail_type("a whole number");
  const double value = value_->get<double>();
  if (value != std::floor(value) || value < static_cast<double>(min) || value > static_cast<double>(max)) {
    fail(fmt::format("must be a whole number from {} to {}, got {}", min, max, value));
  }
  return static_cast<std::int64_t>(value);
}

std::string JsonCursor::text() const {
  if (!value_->is_string()) fail_type("a text");
  return value_->get<std::string>();
}

bool JsonCursor::boolean() const {
  if (!value_->is_boolean()) fail_type("true or false");
  return value_->get<bool>();
}

std::vector<double> JsonCursor::numbers(std::size_t count, const NumberRule& rule) const {
  if (!value_->is_array()) fail_type(fmt::format("a list of {} numbers{}", count, unit_text(rule)));
  if (value_->size() != count) {
    fail(fmt::format("must be a list of {} numbers{}, got {}", count, unit_text(rule), value_->size()));
  }
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(item(i).number(rule));
  return values;
}

Vec3 JsonCursor::vector(const NumberRule& rule) const {
  const std::vector<double> values = numbers(3, rule);
  return {values[0], values[1], values[2]};
}

void JsonCursor::read_number(const std::string& key, double& target, const NumberRule& rule) const {
  if (has(key)) target = at(key).number(rule);
}
void JsonCursor::read_whole(const std::string& key, int& target, int min, int max) const {
  if (has(key)) target = static_cast<int>(at(key).whole(min, max));
}
void JsonCursor::read_text(const std::string& key, std::string& target) const {
  if (has(key)) target = at(key).text();
}
void JsonCursor::read_boolean(const std::string& key, bool& target) const {
  if (has(key)) target = at(key).boolean();
}
void JsonCursor::read_vector(const std::string& key, Vec3& target, const NumberRule& rule) const {
  if (has(key)) target = at(key).vector(rule);
}

}  // namespace stiction
