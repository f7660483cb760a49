// Messages that the server's sources send.
#pragma once

#include <string>

#include "server/stream_source.h"

namespace stiction {

// {"type": "description", "description": ...}. description: a JSON object.
StreamMessage description_message(const std::string& description);

// {"type": "reply", "id": ..., "ok": false, "error": ...}. id: JSON text; "" if the message had none.
StreamMessage refusal_message(const std::string& id, const std::string& error);

}  // namespace stiction
