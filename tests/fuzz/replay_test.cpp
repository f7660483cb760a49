// Every target on all of its seeds, and on some mutations of each, the same in every run.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <vector>

#include "base/peak_memory.h"
#include "fuzz/fuzz_target.h"

namespace stiction::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMutations = 20;                          // of each seed
constexpr std::size_t kMostBytes = 64 << 10;                 // of a mutation
constexpr std::int64_t kMostMemory = std::int64_t{1} << 30;  // of all targets [bytes]

std::map<std::string, Target>& table() {
  static std::map<std::string, Target> targets;
  return targets;
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const auto& [name, target] : table()) names.push_back(name);
  return names;
}

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Of the target itself and of its folder, with their names.
std::map<std::string, std::string> seeds_of(const std::string& name, const Target& target) {
  std::map<std::string, std::string> seeds;
  const std::vector<std::string> own = target.seeds != nullptr ? target.seeds() : std::vector<std::string>();
  for (std::size_t i = 0; i < own.size(); ++i) seeds["own-" + std::to_string(i)] = own[i];
  const fs::path folder = fs::path(STICTION_FUZZ_SEEDS) / name;
  if (!fs::exists(folder)) return seeds;
  for (const auto& entry : fs::directory_iterator(folder)) seeds[entry.path().filename()] = bytes_of(entry.path());
  return seeds;
}

// Bytes changed (every other time), taken out or put in.
void damage(std::string& bytes, std::size_t most, std::mt19937& random) {
  const std::size_t at = bytes.empty() ? 0 : random() % bytes.size();
  const std::size_t length = std::min<std::size_t>(bytes.size() - at, 1 + random() % 8);
  const unsigned choice = random() % 6;
  if (choice == 0) bytes.erase(at, length);
  if (choice == 1) bytes.insert(at, bytes.substr(at, length));
  if (choice == 2) bytes.insert(at, 1, static_cast<char>(random()));
  if (choice > 2 && !bytes.empty()) bytes[at] = static_cast<char>(random());
  if (bytes.size() > most) bytes.resize(most);
}

std::string mutation(const Target& target, std::string bytes, unsigned seed) {
  std::mt19937 random(seed);
  const Change change = [&random](std::string& part, std::size_t most) {
    for (unsigned i = random() % 3; i < 3; ++i) damage(part, most, random);
  };
  if (target.mutate != nullptr) return target.mutate(std::move(bytes), kMostBytes, seed, change);
  change(bytes, kMostBytes);
  return bytes;
}

class Replay : public testing::TestWithParam<std::string> {};

TEST_P(Replay, SurvivesItsSeedsAndMutationsOfThem) {
  const Target& target = table().at(GetParam());
  const std::map<std::string, std::string> seeds = seeds_of(GetParam(), target);
  ASSERT_FALSE(seeds.empty());
  for (const auto& [name, seed] : seeds) {
    SCOPED_TRACE(name);
    target.run(seed);
    for (unsigned i = 0; i < kMutations; ++i) target.run(mutation(target, seed, i));
    ASSERT_LT(peak_memory(), kMostMemory);
  }
}

// A mutation that changes nothing gives back the same file: checksums are sealed as the program seals them.
TEST(Mutations, KeepChecksums) {
  const Change nothing = [](std::string&, std::size_t) {};
  for (const char* name : {"cache", "checkpoint"}) {
    const Target& target = table().at(name);
    for (const std::string& seed : target.seeds())
      for (unsigned i = 0; i < kMutations; ++i) EXPECT_EQ(target.mutate(seed, kMostBytes, i, nothing), seed) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, Replay, testing::ValuesIn(names()), [](const auto& target) { return target.param; });

}  // namespace

bool enter(const char* name, const Target& target) {
  return table().emplace(name, target).second;
}

}  // namespace stiction::fuzz
