// From the text of a scene file to a JSON tree. For this room, commands of the room live, and recordings.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace stiction {

// Parses strictly: syntax errors are told with line and column; duplicate keys and absurd nesting are errors.
// Throws InputError that starts with `origin`.
std::unique_ptr<nlohmann::ordered_json> parse_json(const std::string& text, const std::string& origin);

// The whole file as text. Throws InputError if it is missing, not a regular file or larger than 512 MB.
std::string read_text_file(const std::string& path);

}  // namespace stiction
