// The files of each kind that are known to cost most for their size.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace stiction::test {

struct HostileFile {
  std::string kind;                    // row of the table in docs/security.md
  std::string name;                    // of the case
  std::size_t size = 0;                // to begin with, about [bytes]
  std::vector<std::string> arguments;  // of the program; "@name" is a path in the scratch folder
  std::function<std::map<std::string, std::string>(std::size_t size)> files;  // by name; the largest one counts
};

std::vector<HostileFile> hostile_files();

}  // namespace stiction::test
