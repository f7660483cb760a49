// A command must not write over what it reads, nor write two things to one place.
#pragma once

#include <filesystem>
#include <string>

namespace stiction {

// Throws InputError if both paths lead to the same file. `output` is what would be written, `other` what it would
// destroy, which `what` names: "the scene itself".
void require_distinct(const std::filesystem::path& output, const std::filesystem::path& other, const std::string& what);

}  // namespace stiction
