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

bool is_json_object(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{' && json::accept(text);
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
