#include "fuzz/problem_image.h"

#include <hdf5.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace stiction::fuzz {
namespace {

using Kind = ProblemChange::Kind;

constexpr hsize_t kMostElements = hsize_t{1} << 33;

hid_t element_type(const ProblemField& field, const ProblemChange& change) {
  if (change.kind == Kind::kFixedText || (field.values.empty() && change.kind != Kind::kType)) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    const bool variable = change.kind == Kind::kVariableText;
    H5Tset_size(type, variable                          ? H5T_VARIABLE
                      : change.kind == Kind::kFixedText ? std::max<hsize_t>(change.large, 1)
                                                        : 8);
    return type;
  }
  if (change.kind == Kind::kVariableText) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    return type;
  }
  const std::array<hid_t, 12> types = {H5T_STD_I8LE,  H5T_STD_U8BE,   H5T_STD_I16BE,   H5T_STD_U32LE,
                                       H5T_STD_I64LE, H5T_STD_U64BE,  H5T_IEEE_F32BE,  H5T_IEEE_F64BE,
                                       H5T_STD_B8LE,  H5T_UNIX_D32LE, H5T_STD_REF_OBJ, H5T_NATIVE_LDOUBLE};
  if (change.kind == Kind::kType && change.a < types.size()) return H5Tcopy(types[change.a]);
  if (change.kind == Kind::kType && change.a % 3 == 0) return H5Tvlen_create(H5T_NATIVE_INT);
  if (change.kind == Kind::kType && change.a % 3 == 1) return H5Tenum_create(H5T_NATIVE_INT);
  if (change.kind == Kind::kType) {
    const hsize_t size = change.b + 1;
    return H5Tarray_create2(H5T_NATIVE_INT, 1, &size);
  }
  return H5Tcopy(field.whole ? H5T_NATIVE_INT : H5T_NATIVE_DOUBLE);
}

hid_t space_of(const ProblemField& field, const ProblemChange& change) {
  std::array<hsize_t, 4> sizes = {std::max<hsize_t>(field.values.size(), 1), 1, 1, 1};
  if (change.kind == Kind::kLength) sizes[0] = change.a;
  if (change.kind == Kind::kUnwritten) sizes[0] = std::min<hsize_t>(change.large, kMostElements);
  if (change.kind != Kind::kRank) return H5Screate_simple(1, sizes.data(), nullptr);
  if (change.a % 5 == 4) return H5Screate(change.b % 2 == 0 ? H5S_SCALAR : H5S_NULL);
  return H5Screate_simple(change.a % 4 + 1, sizes.data(), nullptr);
}

// Where the numbers are: beside the header, in chunks, in another file.
hid_t creation_of(const ProblemField& field, const ProblemChange& change) {
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t chunk = change.b + 1;
  if (change.kind == Kind::kUnwritten && change.a % 2 == 0) H5Pset_chunk(creation, 1, &chunk);
  if (change.kind == Kind::kPacked) {
    H5Pset_chunk(creation, 1, &chunk);
    if (change.a % 2 == 0) H5Pset_shuffle(creation);
    H5Pset_deflate(creation, change.a % 10);
  }
  if (change.kind == Kind::kExternal) H5Pset_external(creation, "/dev/zero", 0, H5F_UNLIMITED);
  if (change.kind == Kind::kVirtual) {
    const hsize_t size = std::max<hsize_t>(field.values.size(), 1);
    const hid_t space = H5Screate_simple(1, &size, nullptr);
    H5Pset_virtual(creation, space, "/dev/zero", "/x", space);
    H5Sclose(space);
  }
  return creation;
}

void write_values(hid_t array, const ProblemField& field, const ProblemChange& change) {
  std::vector<double> values = field.values;
  values.resize(256, change.b);
  if (change.kind == Kind::kValue && change.b % 2 == 0) {
    values[change.a % std::max<std::size_t>(field.values.size(), 1)] =
        static_cast<double>(static_cast<std::int64_t>(change.large)) - 128;
  } else if (change.kind == Kind::kValue) {
    std::memcpy(&values[change.a % std::max<std::size_t>(field.values.size(), 1)], &change.large, sizeof(double));
  }
  const hid_t type = H5Dget_type(array);
  const H5T_class_t kind = H5Tget_class(type);
  if (kind == H5T_INTEGER || kind == H5T_FLOAT)
    H5Dwrite(array, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  const char* text = "title";
  if (H5Tis_variable_str(type) > 0 && H5Tget_class(type) == H5T_STRING) {
    H5Dwrite(array, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, std::vector<const char*>(256, text).data());
  }
  H5Tclose(type);
}

bool write_link(hid_t file, hid_t links, const ProblemField& field, const ProblemChange& change) {
  if (change.kind == Kind::kExternalLink) H5Lcreate_external("/dev/zero", "/x", file, field.place, links, H5P_DEFAULT);
  if (change.kind == Kind::kSoftLink)
    H5Lcreate_soft(change.a % 2 == 0 ? field.place : "/", file, field.place, links, H5P_DEFAULT);
  if (change.kind == Kind::kHardLink) H5Lcreate_hard(file, "/", file, field.place, links, H5P_DEFAULT);
  if (change.kind == Kind::kGroup) H5Gclose(H5Gcreate2(file, field.place, links, H5P_DEFAULT, H5P_DEFAULT));
  return change.kind >= Kind::kExternalLink;
}

void write_field(hid_t file, const ProblemField& field, const ProblemChange& change) {
  if (change.kind == Kind::kMissing) return;
  const hid_t links = H5Pcreate(H5P_LINK_CREATE);
  H5Pset_create_intermediate_group(links, 1);
  if (!write_link(file, links, field, change)) {
    const hid_t type = element_type(field, change), space = space_of(field, change);
    const hid_t creation = creation_of(field, change);
    const hid_t array = H5Dcreate2(file, field.place, type, space, links, creation, H5P_DEFAULT);
    const bool written = change.kind != Kind::kUnwritten && change.kind != Kind::kFixedText &&
                         change.kind != Kind::kExternal && change.kind != Kind::kVirtual;
    if (array >= 0 && written) write_values(array, field, change);
    if (array >= 0) H5Dclose(array);
    H5Pclose(creation);
    H5Sclose(space);
    H5Tclose(type);
  }
  H5Pclose(links);
}

}  // namespace

std::vector<ProblemField> sound_problem(bool global) {
  const std::vector<double> p = {0, 1, 2, 3}, i = {0, 1, 2}, x = {1, 1, 1};
  if (!global) {
    return {{"/fclib_local/spacedim", true, {3}},
            {"/fclib_local/W/m", true, {3}},
            {"/fclib_local/W/n", true, {3}},
            {"/fclib_local/W/nz", true, {-1}},
            {"/fclib_local/W/p", true, p},
            {"/fclib_local/W/i", true, i},
            {"/fclib_local/W/x", false, x},
            {"/fclib_local/vectors/q", false, {-1, 0.5, 0}},
            {"/fclib_local/vectors/mu", false, {0.5}},
            {"/fclib_local/info/title", true, {}}};
  }
  return {{"/fclib_global/spacedim", true, {3}},
          {"/fclib_global/M/m", true, {3}},
          {"/fclib_global/M/n", true, {3}},
          {"/fclib_global/M/nz", true, {-1}},
          {"/fclib_global/M/p", true, p},
          {"/fclib_global/M/i", true, i},
          {"/fclib_global/M/x", false, x},
          {"/fclib_global/H/m", true, {3}},
          {"/fclib_global/H/n", true, {3}},
          {"/fclib_global/H/nz", true, {-2}},
          {"/fclib_global/H/p", true, p},
          {"/fclib_global/H/i", true, i},
          {"/fclib_global/H/x", false, x},
          {"/fclib_global/G/m", true, {3}},
          {"/fclib_global/G/n", true, {1}},
          {"/fclib_global/G/nz", true, {1}},
          {"/fclib_global/G/p", true, {0}},
          {"/fclib_global/G/i", true, {2}},
          {"/fclib_global/G/x", false, {1}},
          {"/fclib_global/vectors/f", false, {0, 1, -1}},
          {"/fclib_global/vectors/w", false, {0, 0, 0}},
          {"/fclib_global/vectors/b", false, {0.1}},
          {"/fclib_global/vectors/mu", false, {0.5}},
          {"/fclib_global/info/title", true, {}}};
}

std::string problem_image(const std::vector<ProblemField>& fields, const std::vector<ProblemChange>& changes) {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_core(access, 1 << 12, 0);
  const hid_t file = H5Fcreate("in memory", H5F_ACC_TRUNC, H5P_DEFAULT, access);
  for (std::size_t i = 0; i < fields.size(); ++i) write_field(file, fields[i], changes[i]);
  H5Fflush(file, H5F_SCOPE_GLOBAL);
  std::string bytes(static_cast<std::size_t>(std::max<ssize_t>(H5Fget_file_image(file, nullptr, 0), 0)), '\0');
  H5Fget_file_image(file, bytes.data(), bytes.size());
  H5Fclose(file);
  H5Pclose(access);
  return bytes;
}

}  // namespace stiction::fuzz
