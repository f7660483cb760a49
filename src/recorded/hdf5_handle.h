// What reader and writer of HDF5 files share: handles that close themselves, silence, files in memory.
#pragma once

#include <hdf5.h>

#include <string>

namespace stiction {

// The library prints a stack of its own errors unless told not to; what it did before is restored.
class Hdf5Silence {
 public:
  Hdf5Silence() {
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Hdf5Silence() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }
  Hdf5Silence(const Hdf5Silence&) = delete;
  Hdf5Silence& operator=(const Hdf5Silence&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Hdf5Handle(hid_t id, Close close) : id_(id), close_(close) {}
  ~Hdf5Handle() {
    if (id_ >= 0) close_(id_);
  }
  Hdf5Handle(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(const Hdf5Handle&) = delete;
  bool valid() const { return id_ >= 0; }
  hid_t get() const { return id_; }

 private:
  hid_t id_;
  Close close_;
};

// Access to a file that lives in memory alone. bytes: its contents, empty for a new one.
inline hid_t hdf5_memory_access(const std::string& bytes) {
  constexpr std::size_t kGrowth = 1 << 16;  // of a file in memory [bytes]
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_core(access, kGrowth, 0);
  if (!bytes.empty()) H5Pset_file_image(access, const_cast<char*>(bytes.data()), bytes.size());  // it copies them
  return access;
}

}  // namespace stiction
