#include "geometry/field/field_cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <thread>

#include "base/error.h"
#include "geometry/field/mesh_geometry.h"
#include "geometry/field/sample_meshes.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

class FieldCache : public testing::Test {
 public:
  FieldCache() : folder_(fs::path(testing::TempDir()) / ("field-cache-" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~FieldCache() override { fs::remove_all(folder_); }

 protected:
  static std::string read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static void write(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
  }
  static std::string bytes_of(const DistanceField& field) {
    ByteWriter out;
    field.save(out);
    return out.bytes();
  }
  DistanceField cached() const { return cached_field(mesh_, topology_, kCell, kBand, folder_ / "fields"); }
  fs::path file() const { return field_cache_file(mesh_, kCell, kBand, folder_ / "fields"); }

  static constexpr double kCell = 0.3, kBand = 0.4;  // [m]
  const fs::path folder_;
  const TriangleMesh mesh_ = rock_mesh(1, 9);
  const MeshTopology topology_ = build_topology(mesh_);
  const std::string fresh_ = bytes_of(DistanceField(mesh_, topology_, kCell, kBand));
};

TEST_F(FieldCache, answers_are_the_same_bits_from_the_file) {
  const DistanceField built = cached();
  ASSERT_TRUE(fs::exists(file()));
  const DistanceField loaded = cached();
  EXPECT_TRUE(bytes_of(loaded) == fresh_);
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 p = 1.5 * Vec3(random() / 2147483648.0 - 1, random() / 2147483648.0 - 1, random() / 2147483648.0 - 1);
    NearestSurface a, b;
    const bool found = built.find_nearest(p, a);
    ASSERT_EQ(found, loaded.find_nearest(p, b));
    if (found) {
      EXPECT_EQ(a.distance, b.distance);
      EXPECT_EQ(a.point, b.point);
      EXPECT_EQ(a.index, b.index);
    }
    EXPECT_EQ(built.lower_bound(p), loaded.lower_bound(p));
    EXPECT_EQ(built.interpolated(p), loaded.interpolated(p));
  }
}

TEST_F(FieldCache, the_file_is_really_used) {
  cached();
  const auto before = fs::last_write_time(file());
  cached();
  EXPECT_EQ(fs::last_write_time(file()), before);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "fields"), fs::directory_iterator()), 1)
      << "no temporary files are left";
}

TEST_F(FieldCache, damaged_files_are_replaced) {
  cached();
  const std::string good = read(file());
  std::mt19937 random(2);
  for (int i = 0; i < 90; ++i) {
    std::string bad = good;
    if (i % 3 == 0) {
      bad.resize(random() % good.size());
    } else {
      for (unsigned n = 1 + random() % 3; n > 0; --n)
        bad[random() % bad.size()] ^= static_cast<char>(1 << random() % 8);
    }
    if (i == 1) bad += "more";
    if (bad == good) continue;
    write(file(), bad);
    EXPECT_TRUE(bytes_of(cached()) == fresh_);
    EXPECT_TRUE(read(file()) == good);
  }
}

TEST_F(FieldCache, loading_survives_any_bytes_behind_the_checksum) {
  std::mt19937 random(3);
  int refused = 0;
  for (int i = 0; i < 400; ++i) {
    std::string bad = fresh_;
    const std::size_t header = 16 + 6 * 8 + 12;
    const std::size_t range = i % 2 ? header + 8 : bad.size();
    for (int n = 0; n < 3; ++n) bad[random() % range] = static_cast<char>(random());
    ByteReader in(bad, "bytes");
    try {
      const DistanceField field = DistanceField::load(in, mesh_, topology_);
      NearestSurface nearest;
      for (int k = 0; k < 20; ++k) field.find_nearest(mesh_.vertices[random() % mesh_.vertices.size()], nearest);
    } catch (const InputError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 150);
}

TEST_F(FieldCache, fields_of_other_meshes_are_refused) {
  const TriangleMesh other = rock_mesh(1, 10);
  const MeshTopology topology = build_topology(other);
  ByteReader in(fresh_, "bytes");
  EXPECT_THROW(DistanceField::load(in, other, topology), InputError);
  cached();
  const fs::path theirs = field_cache_file(other, kCell, kBand, folder_ / "fields");
  EXPECT_NE(theirs, file());
  EXPECT_NE(field_cache_file(mesh_, kCell, 2 * kBand, folder_), field_cache_file(mesh_, kCell, kBand, folder_));
  fs::copy_file(file(), theirs);  // a foreign file under the right name
  const DistanceField field = cached_field(other, topology, kCell, kBand, folder_ / "fields");
  EXPECT_TRUE(bytes_of(field) == bytes_of(DistanceField(other, topology, kCell, kBand)));
}

TEST_F(FieldCache, folders_that_cannot_be_written_are_no_error) {
  write(folder_ / "in-the-way", "a file, not a folder");
  const DistanceField field = cached_field(mesh_, topology_, kCell, kBand, folder_ / "in-the-way" / "fields");
  EXPECT_TRUE(bytes_of(field) == fresh_);
  EXPECT_TRUE(bytes_of(cached_field(mesh_, topology_, kCell, kBand, "/proc/nowhere")) == fresh_);
  fs::create_directories(file());  // a folder where the file should be
  EXPECT_TRUE(bytes_of(cached()) == fresh_);
}

TEST_F(FieldCache, many_may_write_at_the_same_time) {
  std::vector<std::thread> threads;
  std::vector<std::string> results(8);
  threads.reserve(results.size());
  for (std::string& result : results) threads.emplace_back([&] { result = bytes_of(cached()); });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& result : results) EXPECT_TRUE(result == fresh_);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "fields"), fs::directory_iterator()), 1);
  EXPECT_TRUE(bytes_of(cached()) == fresh_);
}

TEST_F(FieldCache, default_folder_follows_the_environment) {
  const auto saved = [](const char* name) {
    return std::getenv(name) ? std::string(std::getenv(name)) : std::string();
  };
  const std::string own = saved("STICTION_CACHE"), shared = saved("XDG_CACHE_HOME"), home = saved("HOME");
  ::setenv("STICTION_CACHE", "/a", 1);
  ::setenv("XDG_CACHE_HOME", "/b", 1);
  ::setenv("HOME", "/c", 1);
  EXPECT_EQ(default_cache_folder(), "/a");
  ::unsetenv("STICTION_CACHE");
  EXPECT_EQ(default_cache_folder(), "/b/stiction");
  ::setenv("XDG_CACHE_HOME", "", 1);
  EXPECT_EQ(default_cache_folder(), "/c/.cache/stiction");
  ::unsetenv("HOME");
  EXPECT_EQ(default_cache_folder(), "");
  const auto restore = [](const char* name, const std::string& value) {
    value.empty() ? ::unsetenv(name) : ::setenv(name, value.c_str(), 1);
  };
  restore("STICTION_CACHE", own);
  restore("XDG_CACHE_HOME", shared);
  restore("HOME", home);
}

}  // namespace
}  // namespace stiction
