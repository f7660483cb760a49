// One run at a time writes into a folder. The lock goes with the process, however it ends.
#pragma once

#include <filesystem>

#include "recording/descriptor.h"

namespace stiction {

class FolderLock {
 public:
  // Throws InputError if another process holds the folder. File systems without locks are trusted.
  explicit FolderLock(const std::filesystem::path& folder);

 private:
  Descriptor folder_;
};

}  // namespace stiction
