// Whole files, read with messages for people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stiction {

// The bytes of a file. `what` says in errors what the file stands for ("a scene"). Throws InputError if the file is
// missing, a folder, not a regular file, unreadable, or larger than max_size [bytes]. An empty file is no error here.
std::string read_whole_file(const std::string& path, std::uintmax_t max_size, std::string_view what);

}  // namespace stiction
