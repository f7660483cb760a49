// A child process may do what it likes: this one gets an answer, and soon.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/error.h"
#include "recorded/confined_process.h"
#include "recorded/relayed_arrays.h"

namespace stiction {
namespace {

using Write = ConfinedProcess::Write;

constexpr Confinement kLimits{.memory = 64 << 20, .seconds = 1};

void say(const Write& write, char answer) {
  write(&answer, 1);
}

struct Ending {
  const char* name;
  std::function<void(const Write&)> work;
  std::string expected;
};

volatile bool forever = true;

const std::vector<Ending> kEndings = {
    {"Crash", [](const Write&) { std::raise(SIGSEGV); }, "it crashed (signal 11)"},
    {"Abort", [](const Write&) { std::raise(SIGABRT); }, "it crashed (signal 6)"},
    {"Loop",
     [](const Write&) {
       while (forever) {
       }
     },
     "it took more than 1 s of processor time"},
    {"Exception", [](const Write&) { throw std::runtime_error("nobody hears this"); }, "it failed"},
    {"Exit", [](const Write&) { std::_Exit(7); }, "it failed"},
    {"Silence", [](const Write&) {}, "it ended early"},
};

TEST(ConfinedProcess, EveryEndingIsTold) {
  for (const Ending& ending : kEndings) {
    ConfinedProcess child(kLimits, ending.work);
    char answer = 0;
    EXPECT_FALSE(child.read(&answer, 1)) << ending.name;
    EXPECT_EQ(child.ending(), ending.expected) << ending.name;
  }
}

TEST(ConfinedProcess, SendsMoreThanAPipeHolds) {
  const std::vector<double> sent(300000, 1.5);
  ConfinedProcess child(kLimits, [&](const Write& write) { write(sent.data(), sent.size() * sizeof(double)); });
  std::vector<double> got(sent.size());
  ASSERT_TRUE(child.read(got.data(), got.size() * sizeof(double)));
  EXPECT_EQ(got, sent);
}

TEST(ConfinedProcess, OpensNoFileAndSaysNothing) {
  testing::internal::CaptureStderr();
  ConfinedProcess child(kLimits, [](const Write& write) {
    std::fputs("noise\n", stderr);
    say(write, std::ifstream("/dev/zero") || std::tmpfile() != nullptr ? 'y' : 'n');
  });
  char answer = 0;
  ASSERT_TRUE(child.read(&answer, 1)) << child.ending();
  EXPECT_EQ(answer, 'n');
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(ConfinedProcess, MemoryEndsAtTheLimit) {
#ifdef STICTION_SANITIZERS
  GTEST_SKIP() << "the sanitizers need terabytes of address space";
#endif
  const auto takes = [](std::size_t megabytes) {
    ConfinedProcess child(kLimits, [&](const Write& write) {
      // Not malloc: the heap may have free memory of earlier tests.
      const void* block = ::mmap(nullptr, megabytes << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      say(write, block != MAP_FAILED ? 'y' : 'n');
    });
    char answer = 0;
    return child.read(&answer, 1) ? answer : '?';
  };
  EXPECT_EQ(takes(32), 'y');
  EXPECT_EQ(takes(65), 'n');
}

TEST(ConfinedProcess, AChildThatIsNotHeardOutIsEnded) {
  const std::vector<char> flood(1 << 20);
  ConfinedProcess child(kLimits, [&](const Write& write) {
    while (forever) write(flood.data(), flood.size());
  });
  char answer = 0;
  EXPECT_TRUE(child.read(&answer, 1));
}

// What the receiver says to `bytes` as an answer to a question for numbers.
std::string received(const std::string& bytes) {
  std::size_t at = 0;
  const ArrayReceiver arrays("some.hdf5", 1000, [&](void* to, std::size_t size) {
    if (size > bytes.size() - at) throw InputError("some.hdf5: ended");
    bytes.copy(static_cast<char*>(to), size, at);
    at += size;
  });
  try {
    return std::to_string(arrays.numbers("/x").size()) + " numbers";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(RelayedArrays, NoAnswerIsBelieved) {
  const auto answer = [](char kind, std::uint64_t count, std::size_t length) {
    return std::string(1, kind) + std::string(reinterpret_cast<const char*>(&count), sizeof count) +
           std::string(length, 'a');
  };
  const std::string damaged = "some.hdf5: cannot be read; the file is damaged";
  EXPECT_EQ(received(answer(2, 3, 24)), "3 numbers");
  EXPECT_EQ(received(answer(2, 125, 1000)), "125 numbers");
  EXPECT_EQ(received(answer(2, 126, 1008)), damaged);
  EXPECT_EQ(received(answer(2, ~std::uint64_t{0}, 1000)), damaged);
  EXPECT_EQ(received(answer(3, 1, 8)), damaged);
  EXPECT_EQ(received(answer(1, 5, 5)), "aaaaa");
  EXPECT_EQ(received(answer(1, std::uint64_t{1} << 40, 5)), damaged);
  EXPECT_EQ(received(answer(2, 3, 23)), "some.hdf5: ended");
  EXPECT_EQ(received(""), "some.hdf5: ended");
}

}  // namespace
}  // namespace stiction
