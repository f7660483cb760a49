// A video through ffmpeg, a program of its own that reads pictures from a pipe.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

#include "recording/descriptor.h"
#include "render/image.h"

namespace stiction {

// The program's path; throws InputError, naming the package, if it is not installed.
std::string find_ffmpeg();

// The file appears when it is complete. ffmpeg chooses the format by the file's name.
class VideoPipe {
 public:
  // Throws InputError if ffmpeg is missing or cannot be started, or the file could not be written.
  VideoPipe(const std::filesystem::path& file, int width, int height, double frames_per_second);
  ~VideoPipe();  // ends ffmpeg and leaves nothing behind unless finished
  VideoPipe(const VideoPipe&) = delete;
  VideoPipe& operator=(const VideoPipe&) = delete;

  // Both throw OutputLost, with the first line that ffmpeg said, if it does not take the pictures or loses them.
  void add(const Image& image);
  void finish();

 private:
  void start(int width, int height, double frames_per_second);
  int wait();  // ffmpeg's exit status, or -1
  [[noreturn]] void fail();

  std::filesystem::path file_, temporary_, messages_;
  std::string program_;
  Descriptor pipe_;
  pid_t process_ = -1;
};

}  // namespace stiction
