#include "recorded/hdf5_file.h"

#include <fmt/format.h>
#include <hdf5.h>

#include <limits>
#include <utility>

#include "base/error.h"

namespace stiction {
namespace {

constexpr std::size_t kGrowth = 1 << 16;      // of a file in memory [bytes]
constexpr std::uint64_t kCompression = 1000;  // no file holds more elements per byte: a longer array is a damaged one

// The library prints a stack of its own errors unless told not to; what it did before is restored.
class Silence {
 public:
  Silence() {
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Silence() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  bool valid() const { return id_ >= 0; }
  hid_t get() const { return id_; }

 private:
  hid_t id_;
  Close close_;
};

// Access to a file that lives in memory alone. bytes: its contents, empty for a new one.
hid_t memory_access(const std::string& bytes) {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_core(access, kGrowth, 0);
  if (!bytes.empty()) H5Pset_file_image(access, const_cast<char*>(bytes.data()), bytes.size());  // it copies them
  return access;
}

hid_t open_image(const std::string& bytes) {
  const Silence silence;
  if (bytes.empty()) return -1;
  const Handle access(memory_access(bytes), H5Pclose);
  return H5Fopen("in memory", H5F_ACC_RDONLY, access.get());
}

hid_t create_image() {
  const Silence silence;
  const Handle access(memory_access(""), H5Pclose);
  return H5Fcreate("in memory", H5F_ACC_TRUNC, H5P_DEFAULT, access.get());
}

const char* class_name(H5T_class_t type) {
  return type == H5T_INTEGER ? "whole numbers" : type == H5T_FLOAT ? "numbers" : "a text";
}

// A write into memory fails only when there is none left, or by a mistake of ours.
void require_written(bool fine, const std::string& place) {
  if (!fine) throw SimulationError(fmt::format("cannot write {} of an HDF5 file", place));
}

}  // namespace

struct Hdf5Reader::File {
  Handle handle;
  std::uint64_t most_elements;
};

struct Hdf5Writer::File {
  Handle handle;
};

Hdf5Reader::Hdf5Reader(const std::string& bytes, std::string name)
    : file_(new File{Handle(open_image(bytes), H5Fclose), kCompression * bytes.size()}), name_(std::move(name)) {
  if (!file_->handle.valid()) refuse("not an HDF5 file, or damaged; a recorded problem in FCLib's layout is needed");
}

Hdf5Reader::~Hdf5Reader() = default;

void Hdf5Reader::refuse(const std::string& why) const {
  throw InputError(fmt::format("{}: {}", name_, why));
}

bool Hdf5Reader::has(const std::string& place) const {
  const Silence silence;
  for (std::size_t end = place.find('/', 1);; end = place.find('/', end + 1)) {
    if (H5Lexists(file_->handle.get(), place.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
    if (end == std::string::npos) return H5Oexists_by_name(file_->handle.get(), place.c_str(), H5P_DEFAULT) > 0;
  }
}

namespace {

// Opens an array and finds its length, at most `most`; calls `refuse` with what is wrong. type: of its elements.
template <class Refuse>
hid_t open_array(hid_t file, const std::string& place, H5T_class_t type, std::uint64_t most, std::size_t& length,
                 const Refuse& refuse) {
  const hid_t id = H5Dopen2(file, place.c_str(), H5P_DEFAULT);
  if (id < 0) refuse(fmt::format("{} is not an array", place));
  const Handle space(H5Dget_space(id), H5Sclose), element(H5Dget_type(id), H5Tclose);
  const H5T_class_t found = H5Tget_class(element.get());
  const bool fits = found == type || (type == H5T_FLOAT && found == H5T_INTEGER);
  const int rank = H5Sget_simple_extent_ndims(space.get());
  const hssize_t count = H5Sget_simple_extent_npoints(space.get());
  const bool vast = count < 0 || count > std::numeric_limits<int>::max() || static_cast<std::uint64_t>(count) > most;
  if (!fits || rank > 1 || rank < 0 || vast) {
    H5Dclose(id);
    if (!fits) refuse(fmt::format("{} does not hold {}", place, class_name(type)));
    refuse(vast ? fmt::format("{} has {} elements, more than the file can hold or than can be read", place, count)
                : fmt::format("{} has {} dimensions; a plain list is needed", place, rank));
  }
  length = static_cast<std::size_t>(count);
  return id;
}

}  // namespace

std::vector<int> Hdf5Reader::integers(const std::string& place) const {
  if (!has(place)) refuse(fmt::format("{} is missing", place));
  const Silence silence;
  std::size_t length = 0;
  const auto complain = [this](const std::string& why) { refuse(why); };
  const Handle array(open_array(file_->handle.get(), place, H5T_INTEGER, file_->most_elements, length, complain),
                     H5Dclose);
  std::vector<std::int64_t> wide(length);
  if (length > 0 && H5Dread(array.get(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, wide.data()) < 0) {
    refuse(fmt::format("{} cannot be read; the file is damaged", place));
  }
  std::vector<int> values(length);
  for (std::size_t i = 0; i < length; ++i) {
    if (wide[i] != static_cast<int>(wide[i])) refuse(fmt::format("{}[{}] = {} is out of range", place, i, wide[i]));
    values[i] = static_cast<int>(wide[i]);
  }
  return values;
}

std::vector<double> Hdf5Reader::numbers(const std::string& place) const {
  if (!has(place)) refuse(fmt::format("{} is missing", place));
  const Silence silence;
  std::size_t length = 0;
  const auto complain = [this](const std::string& why) { refuse(why); };
  const Handle array(open_array(file_->handle.get(), place, H5T_FLOAT, file_->most_elements, length, complain),
                     H5Dclose);
  std::vector<double> values(length);
  if (length > 0 && H5Dread(array.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
    refuse(fmt::format("{} cannot be read; the file is damaged", place));
  }
  return values;
}

int Hdf5Reader::integer(const std::string& place) const {
  const std::vector<int> values = integers(place);
  if (values.size() != 1) refuse(fmt::format("{} has {} elements instead of one", place, values.size()));
  return values.front();
}

std::string Hdf5Reader::text(const std::string& place) const {
  if (!has(place)) return "";
  const Silence silence;
  std::size_t length = 0;
  const auto complain = [this](const std::string& why) { refuse(why); };
  const Handle array(open_array(file_->handle.get(), place, H5T_STRING, file_->most_elements, length, complain),
                     H5Dclose);
  if (length == 0) return "";
  if (length > 1) refuse(fmt::format("{} has {} texts instead of one", place, length));
  const Handle type(H5Dget_type(array.get()), H5Tclose);
  if (H5Tis_variable_str(type.get()) > 0) {
    char* characters = nullptr;
    const Handle memory(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(memory.get(), H5T_VARIABLE);
    H5Tset_cset(memory.get(), H5Tget_cset(type.get()));
    if (H5Dread(array.get(), memory.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, &characters) < 0 || characters == nullptr) {
      refuse(fmt::format("{} cannot be read; the file is damaged", place));
    }
    const std::string value = characters;
    H5free_memory(characters);
    return value;
  }
  std::string value(H5Tget_size(type.get()), '\0');
  if (H5Dread(array.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, value.data()) < 0) {
    refuse(fmt::format("{} cannot be read; the file is damaged", place));
  }
  return value.substr(0, value.find('\0'));
}

Hdf5Writer::Hdf5Writer() : file_(new File{Handle(create_image(), H5Fclose)}) {
  require_written(file_->handle.valid(), "the beginning");
}

Hdf5Writer::~Hdf5Writer() = default;

namespace {

// One array with its contents; `space` is consumed.
void write_array(hid_t file, const std::string& place, hid_t type, hid_t space_id, const void* values) {
  const Silence silence;
  const Handle space(space_id, H5Sclose), links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(links.get(), 1);
  H5Pset_obj_track_times(creation.get(), false);  // the same bytes whenever they are written
  const Handle array(H5Dcreate2(file, place.c_str(), type, space.get(), links.get(), creation.get(), H5P_DEFAULT),
                     H5Dclose);
  require_written(array.valid(), place);
  if (H5Sget_simple_extent_npoints(space.get()) == 0) return;
  require_written(H5Dwrite(array.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0, place);
}

hid_t list_space(std::size_t length) {
  const hsize_t size = length;
  return H5Screate_simple(1, &size, nullptr);
}

}  // namespace

void Hdf5Writer::integers(const std::string& place, const std::vector<int>& values) {
  write_array(file_->handle.get(), place, H5T_NATIVE_INT, list_space(values.size()), values.data());
}

void Hdf5Writer::numbers(const std::string& place, const std::vector<double>& values) {
  write_array(file_->handle.get(), place, H5T_NATIVE_DOUBLE, list_space(values.size()), values.data());
}

void Hdf5Writer::text(const std::string& place, const std::string& value) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), value.size() + 1);
  write_array(file_->handle.get(), place, type.get(), H5Screate(H5S_SCALAR), value.c_str());
}

std::string Hdf5Writer::bytes() {
  const Silence silence;
  H5Fflush(file_->handle.get(), H5F_SCOPE_GLOBAL);
  const ssize_t size = H5Fget_file_image(file_->handle.get(), nullptr, 0);
  require_written(size > 0, "the whole");
  std::string image(static_cast<std::size_t>(size), '\0');
  require_written(H5Fget_file_image(file_->handle.get(), image.data(), image.size()) == size, "the whole");
  return image;
}

}  // namespace stiction
