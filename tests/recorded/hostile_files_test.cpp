// Files that lead to other files, or ask for more than they are, are refused in one line before memory is taken.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/repetitions.h"
#include "recorded/hdf5_handle.h"
#include "recorded/problem_file.h"
#include "recorded/recorded_problems.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

const std::string kX = "/fclib_local/W/x", kI = "/fclib_local/W/i", kQ = "/fclib_local/vectors/q";
const std::string kTitle = "/fclib_local/info/title";

class HostileFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "stiction-hdf5-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  // A good file of one contact after `change`.
  static std::string changed(const std::function<void(hid_t)>& change) {
    RecordedProblem problem = test::one_contact(3, 2, Vec3(-1, 0.2, 0), 0.5);
    problem.info.title = "one contact";
    const std::string good = problem_bytes(problem, SparseLayout::kColumns, nullptr);
    const Hdf5Handle access(hdf5_memory_access(good), H5Pclose);
    const Hdf5Handle file(H5Fopen("in memory", H5F_ACC_RDWR, access.get()), H5Fclose);
    change(file.get());
    H5Fflush(file.get(), H5F_SCOPE_GLOBAL);
    std::string bytes(static_cast<std::size_t>(H5Fget_file_image(file.get(), nullptr, 0)), '\0');
    H5Fget_file_image(file.get(), bytes.data(), bytes.size());
    return bytes;
  }

  static std::string answer(const std::string& bytes) {
    try {
      const AnyProblem problem = parse_foreign_problem(bytes, "some.hdf5");
      return std::visit([](const auto& form) { return "read: " + form.info.title; }, problem);
    } catch (const InputError& error) {
      return error.what();
    }
  }

  fs::path folder_;
};

using Creation = std::function<void(hid_t creation)>;

// Puts another array in the place of the one there, with nothing written to it.
void replace_array(hid_t file, const std::string& place, hid_t type, hsize_t length, const Creation& set_up) {
  H5Ldelete(file, place.c_str(), H5P_DEFAULT);
  const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose),
      space(H5Screate_simple(1, &length, nullptr), H5Sclose);
  set_up(creation.get());
  const Hdf5Handle array(H5Dcreate2(file, place.c_str(), type, space.get(), H5P_DEFAULT, creation.get(), H5P_DEFAULT),
                         H5Dclose);
  ASSERT_TRUE(array.valid()) << place;
}

void replace_title(hid_t file, std::size_t size) {
  const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), size);
  replace_array(file, kTitle, type.get(), 1, [](hid_t) {});
}

Creation chunks(hsize_t length) {
  return [length](hid_t creation) { H5Pset_chunk(creation, 1, &length); };
}

// An array of three numbers in a compressed chunk that stands for 3.2 GB.
void write_vast_chunk(hid_t file) {
  H5Ldelete(file, kQ.c_str(), H5P_DEFAULT);
  const hsize_t length = 3, most = H5S_UNLIMITED, start = 0;
  const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  const Hdf5Handle space(H5Screate_simple(1, &length, &most), H5Sclose);
  chunks(400000000)(creation.get());
  H5Pset_deflate(creation.get(), 9);
  const Hdf5Handle array(
      H5Dcreate2(file, kQ.c_str(), H5T_NATIVE_DOUBLE, space.get(), H5P_DEFAULT, creation.get(), H5P_DEFAULT), H5Dclose);
  const std::string bytes(100, 'z');
  ASSERT_GE(H5Dwrite_chunk(array.get(), H5P_DEFAULT, 0, &start, bytes.size(), bytes.data()), 0);
}

void replace_link(hid_t file, const std::string& place, const std::function<void(const char*)>& link) {
  H5Ldelete(file, place.c_str(), H5P_DEFAULT);
  link(place.c_str());
}

struct Hostile {
  const char* name;
  std::function<void(hid_t)> change;
  const char* mention;
};

TEST_F(HostileFiles, ThatLeadElsewhereAreRefused) {
  const std::string secret = (folder_ / "secret").string(), pipe = (folder_ / "pipe").string();
  std::ofstream(secret) << std::string(1000, 's');
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const auto external = [](const std::string& file) {
    return [file](hid_t creation) { H5Pset_external(creation, file.c_str(), 0, 24); };
  };
  const std::string other = (folder_ / "other.hdf5").string();
  std::ofstream(other, std::ios::binary) << changed([](hid_t) {});
  const auto mapped = [&](hid_t creation) {
    const hsize_t length = 3;
    const Hdf5Handle space(H5Screate_simple(1, &length, nullptr), H5Sclose);
    H5Pset_virtual(creation, space.get(), other.c_str(), kX.c_str(), space.get());
  };
  const auto number = [](const Creation& set_up) {
    return [set_up](hid_t f) { replace_array(f, kX, H5T_NATIVE_DOUBLE, 3, set_up); };
  };
  const auto to_other = [&](const std::string& place) {
    return [&other, place](hid_t f) {
      replace_link(f, place, [&](const char* at) {
        H5Lcreate_external(other.c_str(), place.c_str(), f, at, H5P_DEFAULT, H5P_DEFAULT);
      });
    };
  };
  const auto soft = [](const std::string& place, const std::string& target) {
    return [place, target](hid_t f) {
      replace_link(f, place, [&](const char* at) { H5Lcreate_soft(target.c_str(), f, at, H5P_DEFAULT, H5P_DEFAULT); });
    };
  };
  const std::vector<Hostile> files = {
      {"File", number(external(secret)), "/fclib_local/W/x is stored in other files"},
      {"Pipe", number(external(pipe)), "/fclib_local/W/x is stored in other files"},
      {"Virtual", number(mapped), "/fclib_local/W/x is stored in other files"},
      {"Array", to_other(kI), "/fclib_local/W/i is a link to another place"},
      {"Group", to_other("/fclib_local/W"), "/fclib_local/W is a link to another place"},
      {"Root", to_other("/fclib_local"), "/fclib_local is a link to another place"},
      {"Soft", soft(kI, "/fclib_local/W/p"), "/fclib_local/W/i is a link to another place"},
      {"Loop", soft("/fclib_local/W", "/fclib_local/W"), "/fclib_local/W is a link to another place"},
  };
  for (const Hostile& hostile : files) {
    const std::string message = answer(changed(hostile.change));
    EXPECT_EQ(message.find(std::string("some.hdf5: ") + hostile.mention), 0U) << hostile.name << ": " << message;
  }
}

TEST_F(HostileFiles, ThatAskForMoreThanTheyAreAreRefused) {
  const auto number = [](hsize_t length, const Creation& set_up) {
    return [=](hid_t f) { replace_array(f, kQ, H5T_NATIVE_DOUBLE, length, set_up); };
  };
  const auto filtered = [](hid_t creation) {
    chunks(3)(creation);
    H5Pset_filter(creation, 32015, H5Z_FLAG_OPTIONAL, 0, nullptr);
  };
  const auto wide = [](hid_t f) {
    const Hdf5Handle type(H5Tcopy(H5T_NATIVE_INT), H5Tclose);
    H5Tset_size(type.get(), 1 << 20);
    replace_array(f, kI, type.get(), 3, [](hid_t) {});
  };
  const std::vector<Hostile> files = {
      {"Title", [](hid_t f) { replace_title(f, 2000000000); },
       "info/title has elements of 2000000000 bytes; at most 65536"},
      {"JustTooLong", [](hid_t f) { replace_title(f, 65537); }, "info/title has elements of 65537 bytes"},
      {"NotInTheFile", number(200000000, chunks(1000)), "vectors/q has 200000000 elements, which are not in the file"},
      {"NeverWritten", number(3, [](hid_t) {}), "vectors/q has 3 elements, which are not in the file"},
      {"Filter", number(3, filtered), "vectors/q is compressed by filter 32015"},
      {"WideNumbers", wide, "W/i has elements of 1048576 bytes; at most 16"},
      {"Chunk", write_vast_chunk, "vectors/q has 3 elements, and 3200000000 bytes in one piece"},
  };
  for (const Hostile& hostile : files) {
    const std::string message = answer(changed(hostile.change));
    EXPECT_EQ(message.find("some.hdf5: /fclib_local/"), 0U) << hostile.name << ": " << message;
    EXPECT_NE(message.find(hostile.mention), std::string::npos) << hostile.name << ": " << message;
  }
}

TEST_F(HostileFiles, TextsOfVariableLengthAreNotTouched) {
  const std::string bytes = changed([](hid_t f) {
    const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type.get(), H5T_VARIABLE);
    replace_array(f, kTitle, type.get(), 1, [](hid_t) {});
    const Hdf5Handle array(H5Dopen2(f, kTitle.c_str(), H5P_DEFAULT), H5Dclose);
    const char* text = "a text in the global heap";
    ASSERT_GE(H5Dwrite(array.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, &text), 0);
  });
  const std::size_t heap = bytes.find("GCOL");
  ASSERT_NE(heap, std::string::npos);
  EXPECT_EQ(answer(bytes), "read: ");
  for (const std::uint64_t size : {std::uint64_t{100000}, ~std::uint64_t{0}}) {
    std::string damaged = bytes;
    damaged.replace(heap + 24, sizeof size, reinterpret_cast<const char*>(&size), sizeof size);
    EXPECT_EQ(answer(damaged), "read: ");
  }
}

TEST_F(HostileFiles, CompressedArraysAreRead) {
  const std::string bytes = changed([](hid_t f) {
    replace_array(f, kQ, H5T_NATIVE_DOUBLE, 3, [](hid_t creation) {
      chunks(2)(creation);
      H5Pset_shuffle(creation);
      H5Pset_deflate(creation, 9);
      H5Pset_fletcher32(creation);
    });
    const Hdf5Handle array(H5Dopen2(f, kQ.c_str(), H5P_DEFAULT), H5Dclose);
    const double q[] = {-3, 1, 2};
    ASSERT_GE(H5Dwrite(array.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, q), 0);
  });
  const auto problem = std::get<RecordedProblem>(parse_foreign_problem(bytes, "some.hdf5"));
  EXPECT_EQ(problem.q, VecX(Vec3(-3, 1, 2)));
}

// Damages some bytes; most hurt in what the library reads as sizes and addresses.
std::string damaged(std::string bytes, std::mt19937& rng) {
  constexpr unsigned char kValues[] = {0, 1, 2, 0x7f, 0x80, 0xff};
  for (unsigned count = 1 + rng() % 4; count > 0; --count) {
    const std::size_t at = rng() % bytes.size(), length = 1 + rng() % 4;
    const unsigned kind = rng() % 7;
    for (std::size_t i = at; i < std::min(at + length, bytes.size()); ++i)
      bytes[i] = static_cast<char>(kind < 6 ? kValues[kind] : rng());
  }
  return bytes;
}

TEST_F(HostileFiles, DamagedOnesAreReadOrRefused) {
  std::mt19937 rng(7);
  const std::string local = changed([](hid_t) {});
  const std::string global = problem_bytes(test::random_global(1, 1, 3, 1), SparseLayout::kTriplet, nullptr);
  int refused = 0;
  for (int k = 0; k < test::repetitions(200); ++k) {
    const std::string message = answer(damaged(k % 2 == 0 ? local : global, rng));
    if (message.rfind("read: ", 0) == 0) continue;
    EXPECT_EQ(message.rfind("some.hdf5: ", 0), 0U) << k << ": " << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << k << ": " << message;
    ++refused;
  }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace stiction
