#include "server/outgoing.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace stiction {

StreamMessage description_message(const std::string& description) {
  return StreamMessage::text(fmt::format(R"({{"type":"description","description":{}}})", description));
}

StreamMessage refusal_message(const std::string& id, const std::string& error) {
  const std::string text = nlohmann::json(error).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const std::string id_field = id.empty() ? "" : fmt::format(R"("id":{},)", id);
  return StreamMessage::text(fmt::format(R"({{"type":"reply",{}"ok":false,"error":{}}})", id_field, text));
}

}  // namespace stiction
