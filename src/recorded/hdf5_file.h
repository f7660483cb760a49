// HDF5 files as named arrays of numbers and texts. The HDF5 library stays behind this header, and is silent: all that
// goes wrong is an InputError that names the file and the place. Files live in memory; reading and writing bytes is
// someone else's work.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "recorded/array_source.h"

namespace stiction {

// Memory that the arrays of a file may take [bytes]: those of a small file may be compressed at any rate, others 8:1.
constexpr std::uint64_t most_array_bytes(std::uint64_t file_size) {
  return (std::uint64_t{16} << 20) + 8 * file_size;
}

// Reads arrays of rank 0 or 1 that the file itself holds, plain or compressed by HDF5's own filters. Refuses links to
// other places and files, external and virtual storage, filters that come as plug-ins, and arrays beyond
// most_array_bytes. Variable-length texts count as empty.
//
// The HDF5 library reads metadata unguarded: a damaged file can crash it or make it take any amount of memory. Files of
// unknown origin belong into read_problem(), which reads them in a child process.
class Hdf5Reader : public ArraySource {
 public:
  // bytes: the whole file. name: what messages call it.
  Hdf5Reader(const std::string& bytes, std::string name);
  ~Hdf5Reader() override;

  bool has(const std::string& place) const override;
  std::vector<int> integers(const std::string& place) const override;
  std::vector<double> numbers(const std::string& place) const override;
  std::string text(const std::string& place) const override;

 private:
  struct File;
  std::unique_ptr<File> file_;
};

class Hdf5Writer {
 public:
  Hdf5Writer();
  ~Hdf5Writer();
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  // Groups on the way are created.
  void integers(const std::string& place, const std::vector<int>& values);
  void numbers(const std::string& place, const std::vector<double>& values);
  void text(const std::string& place, const std::string& value);
  std::string bytes();  // of the whole file

 private:
  struct File;
  std::unique_ptr<File> file_;
};

}  // namespace stiction
