// Files that appear whole or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"
#include "recording/descriptor.h"

namespace stiction {

// What was written so far is valid; what should follow did not reach its file (disk full, folder gone).
class OutputLost : public SimulationError {
 public:
  explicit OutputLost(const std::string& what) : SimulationError("output lost: " + what) {}
};

// Throws InputError, naming `path` and the reason, if a file could not be written there. Leaves nothing behind.
// Called before a run, so that hours of simulation are not lost to a mistyped folder.
void require_writable(const std::filesystem::path& path);

// Creates the folder and its parents. Throws InputError if that is impossible or if nothing can be written into it.
void prepare_folder(const std::filesystem::path& folder);

// A file that appears when it is complete: a temporary file beside `path`, renamed at the end, so that readers see the
// old text or the new one. Devices, pipes and standard output, whose path is "-", are written directly. Everything
// throws OutputLost if the text does not reach the file.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& path);
  ~OutputFile();  // leaves nothing behind unless committed
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void append(std::string_view text);
  void commit();  // waits until the disk has it

 private:
  std::filesystem::path path_, target_, temporary_;  // temporary_ is empty for devices
  Descriptor file_;
};

// The whole of an OutputFile at once.
void write_file(const std::filesystem::path& path, std::string_view text);

// Removes what a killed program left of `path`: temporary files beside it. To be called only when no one else writes
// it.
void remove_leftovers(const std::filesystem::path& path);

}  // namespace stiction
