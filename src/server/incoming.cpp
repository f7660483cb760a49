#include "server/incoming.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace stiction {
namespace {

using nlohmann::json;

constexpr std::size_t kTypeWithin = 256;  // [bytes] of a large message

json parsed(std::string_view text) {
  return json::parse(text, nullptr, /*allow_exceptions=*/false);
}

// Looks at the grammar and at the type alone. Numbers like 1e999, which no double holds, are grammatical. A key that
// appears twice counts as its last one.
class Grammar final : public json::json_sax_t {
 public:
  bool null() override { return value(""); }
  bool boolean(bool /*value*/) override { return value(""); }
  bool number_integer(json::number_integer_t /*value*/) override { return value(""); }
  bool number_unsigned(json::number_unsigned_t /*value*/) override { return value(""); }
  bool number_float(json::number_float_t /*value*/, const std::string& /*text*/) override { return value(""); }
  bool string(std::string& text) override { return value(text); }
  bool binary(json::binary_t& /*value*/) override { return value(""); }
  bool start_object(std::size_t /*size*/) override { return open(); }
  bool key(std::string& name) override {
    is_type_ = depth_ == 1 && name == "type";
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t /*size*/) override { return open(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t /*place*/, const std::string& /*token*/, const json::exception& error) override {
    stopped_by_number_ = dynamic_cast<const json::out_of_range*>(&error) != nullptr;
    return false;
  }
  bool stopped_by_number() const { return stopped_by_number_; }
  const std::string& type() const { return type_; }

 private:
  bool value(const std::string& text) {
    if (is_type_) type_ = text;
    return true;
  }
  bool open() {
    value("");
    is_type_ = false;
    ++depth_;
    return true;
  }
  bool close() {
    --depth_;
    return true;
  }

  int depth_ = 0;
  bool is_type_ = false;  // what comes is the value of "type"
  std::string type_;
  bool stopped_by_number_ = false;
};

bool has_text(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string();
}

}  // namespace

std::optional<std::string> token_of_hello(std::string_view text) {
  const json message = parsed(text);
  if (!message.is_object() || !has_text(message, "type") || message["type"] != "hello") return std::nullopt;
  if (!has_text(message, "token")) return std::nullopt;
  return message["token"].get<std::string>();
}

std::optional<std::string> message_type(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] != '{') return std::nullopt;
  Grammar grammar;
  if (!json::sax_parse(text, &grammar) && !grammar.stopped_by_number()) return std::nullopt;
  return grammar.type();
}

bool begins_as_load(std::string_view beginning) {
  return beginning.substr(0, kTypeWithin).find("\"load\"") != std::string_view::npos;
}

bool RateLimit::take(Clock::time_point now) {
  left_ = std::min(per_second_, left_ + per_second_ * std::chrono::duration<double>(now - last_).count());
  last_ = now;
  if (left_ < 1) return false;
  left_ -= 1;
  return true;
}

}  // namespace stiction
