#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "recorded/hdf5_file.h"
#include "recorded/hdf5_handle.h"

namespace stiction {
namespace {

constexpr std::size_t kMaxText = 1 << 16;       // [bytes]
constexpr std::size_t kMaxNumber = 16;          // [bytes]: long double is the longest
constexpr std::uint64_t kMostExpansion = 1032;  // of deflate [bytes per byte]; a longer array is not in the file

hid_t open_image(const std::string& bytes) {
  const Hdf5Silence silence;
  if (bytes.empty()) return -1;
  H5PLset_loading_state(0);  // no code from the folders of HDF5_PLUGIN_PATH
  const Hdf5Handle access(hdf5_memory_access(bytes), H5Pclose);
  return H5Fopen("in memory", H5F_ACC_RDONLY, access.get());
}

const char* class_name(H5T_class_t type) {
  return type == H5T_INTEGER ? "whole numbers" : type == H5T_FLOAT ? "numbers" : "a text";
}

bool is_own_filter(H5Z_filter_t filter) {
  return filter == H5Z_FILTER_DEFLATE || filter == H5Z_FILTER_SHUFFLE || filter == H5Z_FILTER_FLETCHER32;
}

using Refuse = std::function<void(const std::string&)>;  // throws

// Storage inside of the file that the library can read without code from elsewhere.
void require_own_storage(hid_t creation, const std::string& place, const Refuse& refuse) {
  const H5D_layout_t layout = H5Pget_layout(creation);
  if (layout == H5D_VIRTUAL || H5Pget_external_count(creation) != 0)
    refuse(fmt::format("{} is stored in other files; copy it into this one (h5repack)", place));
  if (layout != H5D_COMPACT && layout != H5D_CONTIGUOUS && layout != H5D_CHUNKED)
    refuse(fmt::format("{} is stored in an unknown way", place));
  for (int i = 0; i < H5Pget_nfilters(creation); ++i) {
    unsigned flags = 0;
    std::size_t values = 0;
    const H5Z_filter_t filter =
        H5Pget_filter2(creation, static_cast<unsigned>(i), &flags, &values, nullptr, 0, nullptr, nullptr);
    if (!is_own_filter(filter))
      refuse(fmt::format("{} is compressed by filter {}; deflate, shuffle and fletcher32 are read (h5repack)", place,
                         static_cast<int>(filter)));
  }
}

}  // namespace

struct Hdf5Reader::File {
  Hdf5Handle handle;
  std::uint64_t size;    // [bytes]
  std::uint64_t budget;  // what arrays may still take [bytes]
};

namespace {

// One array of a file, checked before anything is allocated for it. refuse: is told what is wrong.
class StoredArray {
 public:
  // type: of the elements.
  StoredArray(hid_t file, const std::string& place, H5T_class_t type, const Refuse& refuse)
      : place_(place), refuse_(refuse), array_(H5Dopen2(file, place.c_str(), H5P_DEFAULT), H5Dclose) {
    if (!array_.valid()) refuse(fmt::format("{} is not an array", place));
    const Hdf5Handle creation(H5Dget_create_plist(array_.get()), H5Pclose);
    if (!creation.valid()) refuse_as_damaged();
    require_own_storage(creation.get(), place, refuse);
    require_type(type);
    find_length();
    if (H5Pget_layout(creation.get()) == H5D_CHUNKED) find_chunk(creation.get());
  }

  std::size_t length() const { return length_; }
  std::size_t element_size() const { return element_size_; }
  bool variable_text() const { return variable_text_; }

  // Takes the memory of the array, as stored and as `wanted_size` bytes per element, from the budget.
  void reserve(std::size_t wanted_size, std::uint64_t file_size, std::uint64_t& budget) const {
    const std::uint64_t stored = length_ * element_size_, bytes = length_ * std::max(wanted_size, element_size_);
    if (length_ > 0 && H5Dget_storage_size(array_.get()) < (stored + kMostExpansion - 1) / kMostExpansion)
      refuse_(fmt::format("{} has {} elements, which are not in the file", place_, length_));
    if (bytes > budget || chunk_bytes_ > most_array_bytes(file_size))
      refuse_(
          fmt::format("{} has {} elements, and {} bytes in one piece: too much for a file of {} bytes; if it is "
                      "right, store it without compression (h5repack -f NONE)",
                      place_, length_, std::max(chunk_bytes_, bytes), file_size));
    budget -= bytes;
  }

  void read(hid_t memory_type, void* values) const {
    if (length_ > 0 && H5Dread(array_.get(), memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)
      refuse_as_damaged();
  }
  void read_as_stored(void* values) const {
    const Hdf5Handle type(H5Dget_type(array_.get()), H5Tclose);
    read(type.get(), values);
  }

 private:
  void refuse_as_damaged() const { refuse_(fmt::format("{} cannot be read; the file is damaged", place_)); }

  void require_type(H5T_class_t type) {
    const Hdf5Handle element(H5Dget_type(array_.get()), H5Tclose);
    const H5T_class_t found = H5Tget_class(element.get());
    const bool fits = found == type || (type == H5T_FLOAT && found == H5T_INTEGER);
    if (!fits) refuse_(fmt::format("{} does not hold {}", place_, class_name(type)));
    variable_text_ = type == H5T_STRING && H5Tis_variable_str(element.get()) != 0;
    element_size_ = H5Tget_size(element.get());
    const std::size_t most = type == H5T_STRING ? kMaxText : kMaxNumber;
    if (element_size_ == 0 || element_size_ > most)
      refuse_(fmt::format("{} has elements of {} bytes; at most {} are read", place_, element_size_, most));
  }

  void find_length() {
    const Hdf5Handle space(H5Dget_space(array_.get()), H5Sclose);
    const int rank = H5Sget_simple_extent_ndims(space.get());
    const hssize_t count = H5Sget_simple_extent_npoints(space.get());
    if (rank > 1 || rank < 0) refuse_(fmt::format("{} has {} dimensions; a plain list is needed", place_, rank));
    if (count < 0 || count > std::numeric_limits<int>::max())
      refuse_(fmt::format("{} has {} elements, more than can be read", place_, count));
    length_ = static_cast<std::size_t>(count);
  }

  // The library holds a chunk in memory as a whole.
  void find_chunk(hid_t creation) {
    hsize_t chunk = 0;
    const Hdf5Handle space(H5Dget_space(array_.get()), H5Sclose);
    if (H5Pget_chunk(creation, 1, &chunk) != H5Sget_simple_extent_ndims(space.get())) refuse_as_damaged();
    chunk_bytes_ = std::min<std::uint64_t>(chunk, std::uint64_t{1} << 40) * element_size_;
  }

  const std::string& place_;
  const Refuse& refuse_;
  Hdf5Handle array_;
  std::size_t length_ = 0, element_size_ = 0;
  std::uint64_t chunk_bytes_ = 0;
  bool variable_text_ = false;
};

}  // namespace

Hdf5Reader::Hdf5Reader(const std::string& bytes, std::string name)
    : ArraySource(std::move(name)),
      file_(new File{Hdf5Handle(open_image(bytes), H5Fclose), bytes.size(), most_array_bytes(bytes.size())}) {
  if (!file_->handle.valid()) refuse("not an HDF5 file, or damaged; a recorded problem in FCLib's layout is needed");
}

Hdf5Reader::~Hdf5Reader() = default;

// Every part of the way must be a plain ("hard") link: others lead elsewhere, also to other files.
bool Hdf5Reader::has(const std::string& place) const {
  const Hdf5Silence silence;
  for (std::size_t end = place.find('/', 1);; end = place.find('/', end + 1)) {
    const std::string part = place.substr(0, end);
    if (H5Lexists(file_->handle.get(), part.c_str(), H5P_DEFAULT) <= 0) return false;
    H5L_info_t link;
    if (H5Lget_info(file_->handle.get(), part.c_str(), &link, H5P_DEFAULT) < 0 || link.type != H5L_TYPE_HARD)
      refuse(fmt::format("{} is a link to another place; copy what it stands for into this file", part));
    if (end == std::string::npos) return H5Oexists_by_name(file_->handle.get(), place.c_str(), H5P_DEFAULT) > 0;
  }
}

std::vector<int> Hdf5Reader::integers(const std::string& place) const {
  if (!has(place)) refuse(fmt::format("{} is missing", place));
  const Hdf5Silence silence;
  const Refuse complain = [this](const std::string& why) { refuse(why); };
  const StoredArray array(file_->handle.get(), place, H5T_INTEGER, complain);
  array.reserve(sizeof(int), file_->size, file_->budget);
  std::vector<std::int64_t> wide(array.length());
  array.read(H5T_NATIVE_INT64, wide.data());
  std::vector<int> values(wide.size());
  for (std::size_t i = 0; i < wide.size(); ++i) {
    if (wide[i] != static_cast<int>(wide[i])) refuse(fmt::format("{}[{}] = {} is out of range", place, i, wide[i]));
    values[i] = static_cast<int>(wide[i]);
  }
  return values;
}

std::vector<double> Hdf5Reader::numbers(const std::string& place) const {
  if (!has(place)) refuse(fmt::format("{} is missing", place));
  const Hdf5Silence silence;
  const Refuse complain = [this](const std::string& why) { refuse(why); };
  const StoredArray array(file_->handle.get(), place, H5T_FLOAT, complain);
  array.reserve(sizeof(double), file_->size, file_->budget);
  std::vector<double> values(array.length());
  array.read(H5T_NATIVE_DOUBLE, values.data());
  return values;
}

std::string Hdf5Reader::text(const std::string& place) const {
  if (!has(place)) return "";
  const Hdf5Silence silence;
  const Refuse complain = [this](const std::string& why) { refuse(why); };
  const StoredArray array(file_->handle.get(), place, H5T_STRING, complain);
  if (array.length() == 0 || array.variable_text()) return "";
  if (array.length() > 1) refuse(fmt::format("{} has {} texts instead of one", place, array.length()));
  array.reserve(1, file_->size, file_->budget);
  std::string value(array.element_size(), '\0');
  array.read_as_stored(value.data());
  return value.substr(0, value.find('\0'));
}

}  // namespace stiction
