#include <fmt/format.h>
#include <hdf5.h>

#include "base/error.h"
#include "recorded/hdf5_file.h"
#include "recorded/hdf5_handle.h"

namespace stiction {
namespace {

hid_t create_image() {
  const Hdf5Silence silence;
  const Hdf5Handle access(hdf5_memory_access(""), H5Pclose);
  return H5Fcreate("in memory", H5F_ACC_TRUNC, H5P_DEFAULT, access.get());
}

// A write into memory fails only when there is none left, or by a mistake of ours.
void require_written(bool fine, const std::string& place) {
  if (!fine) throw SimulationError(fmt::format("cannot write {} of an HDF5 file", place));
}

}  // namespace

struct Hdf5Writer::File {
  Hdf5Handle handle;
};

Hdf5Writer::Hdf5Writer() : file_(new File{Hdf5Handle(create_image(), H5Fclose)}) {
  require_written(file_->handle.valid(), "the beginning");
}

Hdf5Writer::~Hdf5Writer() = default;

namespace {

// One array with its contents; `space` is consumed.
void write_array(hid_t file, const std::string& place, hid_t type, hid_t space_id, const void* values) {
  const Hdf5Silence silence;
  const Hdf5Handle space(space_id, H5Sclose), links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(links.get(), 1);
  H5Pset_obj_track_times(creation.get(), false);  // the same bytes whenever they are written
  const Hdf5Handle array(H5Dcreate2(file, place.c_str(), type, space.get(), links.get(), creation.get(), H5P_DEFAULT),
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
  const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), value.size() + 1);
  write_array(file_->handle.get(), place, type.get(), H5Screate(H5S_SCALAR), value.c_str());
}

std::string Hdf5Writer::bytes() {
  const Hdf5Silence silence;
  H5Fflush(file_->handle.get(), H5F_SCOPE_GLOBAL);
  const ssize_t size = H5Fget_file_image(file_->handle.get(), nullptr, 0);
  require_written(size > 0, "the whole");
  std::string image(static_cast<std::size_t>(size), '\0');
  require_written(H5Fget_file_image(file_->handle.get(), image.data(), image.size()) == size, "the whole");
  return image;
}

}  // namespace stiction
