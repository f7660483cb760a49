#include "base/cache_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace stiction {
namespace {

namespace fs = std::filesystem;

class CacheFile : public ::testing::Test {
 protected:
  void SetUp() override { fs::remove_all(folder); }
  void TearDown() override { fs::remove_all(folder); }
  std::string content() const {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder), fs::directory_iterator()); }

  // Cases run side by side, each in a process of its own.
  const fs::path folder = fs::path(::testing::TempDir()) / ("stiction_cache_file_test-" + std::to_string(::getpid()));
  const fs::path path = folder / "deep" / "thing.bin";
};

TEST_F(CacheFile, IsWrittenWithItsFolderAndReplacedWhole) {
  ASSERT_TRUE(write_cache_file(path, std::string("a\0b", 3)));
  EXPECT_EQ(content(), std::string("a\0b", 3));
  ASSERT_TRUE(write_cache_file(path, "other"));
  EXPECT_EQ(content(), "other");
  EXPECT_EQ(files(), 1);
}

TEST_F(CacheFile, WhatCannotBeWrittenIsToldAndLeavesNothingBehind) {
  fs::create_directories(path);  // a folder of that name is in the way
  EXPECT_FALSE(write_cache_file(path, "x"));
  EXPECT_TRUE(fs::is_directory(path));
  EXPECT_EQ(std::distance(fs::directory_iterator(path.parent_path()), fs::directory_iterator()), 1);
}

TEST_F(CacheFile, SeenByManyThreadsIsAlwaysWhole) {
  const std::string texts[] = {std::string(100000, 'a'), std::string(100000, 'b')};
  std::vector<std::thread> writers;
  writers.reserve(2);
  for (const std::string& text : texts) {
    writers.emplace_back([&] {
      for (int i = 0; i < 50; ++i) write_cache_file(path, text);
    });
  }
  for (std::thread& writer : writers) writer.join();
  const std::string found = content();
  EXPECT_TRUE(found == texts[0] || found == texts[1]);
}

TEST(Checksum, SeesAnySingleFlippedBit) {
  const std::string bytes = "what is kept in a file of the cache";
  for (std::size_t i = 0; i < 8 * bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i / 8] = static_cast<char>(damaged[i / 8] ^ (1 << (i % 8)));
    EXPECT_NE(checksum(damaged), checksum(bytes)) << i;
  }
  EXPECT_NE(checksum(std::string("a")), checksum(std::string("a\0", 2)));
}

}  // namespace
}  // namespace stiction
