#include "recording/folder_lock.h"

#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>

#include "base/error.h"

namespace stiction {

FolderLock::FolderLock(const std::filesystem::path& folder) : folder_(folder, O_RDONLY | O_DIRECTORY) {
  if (folder_.is_open() && ::flock(folder_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw InputError(
        fmt::format("another run is writing into {}; wait for it or choose another folder", folder.string()));
  }
}

}  // namespace stiction
