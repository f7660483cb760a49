// HDF5 files as named arrays of numbers and texts. The HDF5 library stays behind this header, and is silent: all that
// goes wrong is an InputError that names the file and the place. Files live in memory; reading and writing bytes is
// someone else's work.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stiction {

class Hdf5Reader {
 public:
  // bytes: the whole file. name: what messages call it.
  Hdf5Reader(const std::string& bytes, std::string name);
  ~Hdf5Reader();
  Hdf5Reader(const Hdf5Reader&) = delete;
  Hdf5Reader& operator=(const Hdf5Reader&) = delete;

  bool has(const std::string& place) const;  // a group or an array, like "/fclib_local/W"
  // Arrays of rank 0 or 1.
  std::vector<int> integers(const std::string& place) const;
  std::vector<double> numbers(const std::string& place) const;
  int integer(const std::string& place) const;             // an array of length 1
  std::string text(const std::string& place) const;        // "" where there is none
  [[noreturn]] void refuse(const std::string& why) const;  // InputError with the file's name in front

 private:
  struct File;
  std::unique_ptr<File> file_;
  std::string name_;
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
