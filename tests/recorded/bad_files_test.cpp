// Every bad file is answered in one line that names the file and the place.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <random>

#include "base/error.h"
#include "base/repetitions.h"
#include "recorded/global_reduction.h"
#include "recorded/hdf5_file.h"
#include "recorded/problem_file.h"
#include "recorded/recorded_problems.h"

namespace stiction {
namespace {

struct RawFile {
  std::map<std::string, std::vector<int>> integers;
  std::map<std::string, std::vector<double>> numbers;
  std::map<std::string, std::string> texts;

  std::string bytes() const {
    Hdf5Writer file;
    for (const auto& [place, values] : integers) file.integers(place, values);
    for (const auto& [place, values] : numbers) file.numbers(place, values);
    for (const auto& [place, value] : texts) file.text(place, value);
    return file.bytes();
  }
  void matrix(const std::string& place, int m, int n, int nz, std::vector<int> p, std::vector<int> i,
              std::vector<double> x) {
    integers[place + "/m"] = {m};
    integers[place + "/n"] = {n};
    integers[place + "/nz"] = {nz};
    integers[place + "/nzmax"] = {static_cast<int>(x.size())};
    integers[place + "/p"] = std::move(p);
    integers[place + "/i"] = std::move(i);
    numbers[place + "/x"] = std::move(x);
  }
};

// One contact in space, W = identity.
RawFile good_local() {
  RawFile file;
  file.integers["/fclib_local/spacedim"] = {3};
  file.matrix("/fclib_local/W", 3, 3, -1, {0, 1, 2, 3}, {0, 1, 2}, {1, 1, 1});
  file.numbers["/fclib_local/vectors/q"] = {-1, 0, 0};
  file.numbers["/fclib_local/vectors/mu"] = {0.5};
  return file;
}

RawFile good_global() {
  RawFile file;
  file.integers["/fclib_global/spacedim"] = {3};
  file.matrix("/fclib_global/M", 3, 3, -1, {0, 1, 2, 3}, {0, 1, 2}, {1, 1, 1});
  file.matrix("/fclib_global/H", 3, 3, -2, {0, 1, 2, 3}, {0, 1, 2}, {1, 1, 1});
  file.numbers["/fclib_global/vectors/f"] = {0, 0, 0};
  file.numbers["/fclib_global/vectors/w"] = {-1, 0, 0};
  file.numbers["/fclib_global/vectors/mu"] = {0.5};
  return file;
}

struct BadFile {
  const char* name;
  std::function<void(RawFile&)> spoil;
  const char* mention;
};

std::string message_of(const std::string& bytes) {
  try {
    local_form(parse_problem(bytes, "some.hdf5"), "some.hdf5");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

void expect_refused(const std::string& bytes, const BadFile& bad) {
  testing::internal::CaptureStderr();
  const std::string message = message_of(bytes);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << bad.name;
  EXPECT_EQ(message.rfind("some.hdf5: ", 0), 0U) << bad.name << ": " << message;
  EXPECT_NE(message.find(bad.mention), std::string::npos) << bad.name << ": " << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << bad.name;
}

const std::string kW = "/fclib_local/W", kVectors = "/fclib_local/vectors";

const std::vector<BadFile> kBadLocals = {
    {"SpaceOfFour", [](RawFile& f) { f.integers["/fclib_local/spacedim"] = {4}; }, "spacedim = 4"},
    {"NoSpace", [](RawFile& f) { f.integers.erase("/fclib_local/spacedim"); }, "/fclib_local/spacedim is missing"},
    {"TwoSpaces",
     [](RawFile& f) {
       f.integers["/fclib_local/spacedim"] = {3, 3};
     },
     "2 elements instead of one"},
    {"NoValues", [](RawFile& f) { f.numbers.erase(kW + "/x"); }, "/W/x is missing"},
    {"NoMu", [](RawFile& f) { f.numbers.erase(kVectors + "/mu"); }, "/vectors/mu is missing"},
    {"NotSquare",
     [](RawFile& f) {
       f.matrix(kW, 3, 2, -1, {0, 1, 2}, {0, 1}, {1, 1});
     },
     "not square"},
    {"NegativeSize", [](RawFile& f) { f.integers[kW + "/m"] = {-3}; }, "/W/m = -3"},
    {"VastSize", [](RawFile& f) { f.integers[kW + "/m"] = f.integers[kW + "/n"] = {2000000000}; }, "2000000000 rows"},
    {"VastColumns", [](RawFile& f) { f.matrix(kW, 3, 2000000000, 1, {0}, {0}, {1}); }, "not square"},
    {"UnknownLayout", [](RawFile& f) { f.integers[kW + "/nz"] = {-3}; }, "/W/nz = -3"},
    {"RowsOutOfRange",
     [](RawFile& f) {
       f.integers[kW + "/i"] = {0, 1, 3};
     },
     "index 3"},
    {"RowsBelowZero",
     [](RawFile& f) {
       f.integers[kW + "/i"] = {0, -1, 2};
     },
     "index -1"},
    {"ColumnsOutOfRange",
     [](RawFile& f) {
       f.matrix(kW, 3, 3, 2, {0, 7}, {0, 1}, {1, 1});
     },
     "index 7"},
    {"TooFewTriplets",
     [](RawFile& f) {
       f.matrix(kW, 3, 3, 5, {0, 1}, {0, 1}, {1, 1});
     },
     "5 are needed"},
    {"ColumnsThatFall",
     [](RawFile& f) {
       f.integers[kW + "/p"] = {0, 2, 1, 3};
     },
     "does not rise"},
    {"ColumnsOfAnotherSize",
     [](RawFile& f) {
       f.integers[kW + "/p"] = {0, 1, 3};
     },
     "4 are needed"},
    {"MoreThanThereIs",
     [](RawFile& f) {
       f.integers[kW + "/p"] = {0, 1, 2, 9};
     },
     "9 are needed"},
    {"NotANumber",
     [](RawFile& f) {
       f.numbers[kW + "/x"] = {1, NAN, 1};
     },
     "/W/x[1] is not a finite"},
    {"InfiniteLoad",
     [](RawFile& f) {
       f.numbers[kVectors + "/q"] = {0, 0, -INFINITY};
     },
     "/q[2] is not a finite"},
    {"ShortLoad",
     [](RawFile& f) {
       f.numbers[kVectors + "/q"] = {0, 0};
     },
     "/W has 3 rows, /fclib_local/vectors/q has 2 elements"},
    {"LongMu",
     [](RawFile& f) {
       f.numbers[kVectors + "/mu"] = {0, 0};
     },
     "/mu has 2 elements, 1 are needed"},
    {"NegativeMu", [](RawFile& f) { f.numbers[kVectors + "/mu"] = {-0.1}; }, "/mu[0] = -0.1 is negative"},
    {"PlaneOfThreeRows", [](RawFile& f) { f.integers["/fclib_local/spacedim"] = {2}; }, "no multiple of spacedim"},
    {"TextForNumbers",
     [](RawFile& f) {
       f.numbers.erase(kVectors + "/q");
       f.texts[kVectors + "/q"] = "none";
     },
     "/q does not hold numbers"},
    {"NumbersForIndices",
     [](RawFile& f) {
       f.integers.erase(kW + "/i");
       f.numbers[kW + "/i"] = {0, 1, 2};
     },
     "/i does not hold whole numbers"},
    {"NumbersForATitle", [](RawFile& f) { f.numbers["/fclib_local/info/title"] = {1}; }, "does not hold a text"},
    {"GroupForAList",
     [](RawFile& f) {
       f.numbers.erase(kVectors + "/q");
       f.integers[kVectors + "/q/deep"] = {1};
     },
     "/q is not an array"},
    {"Constraints", [](RawFile& f) { f.matrix("/fclib_local/V", 3, 0, -1, {0}, {}, {}); }, "not supported"},
};

const std::vector<BadFile> kBadGlobals = {
    {"MassNotSquare",
     [](RawFile& f) {
       f.matrix("/fclib_global/M", 3, 2, -1, {0, 1, 2}, {0, 1}, {1, 1});
     },
     "not square"},
    {"NoMass", [](RawFile& f) { f.integers.erase("/fclib_global/M/m"); }, "/fclib_global/M/m is missing"},
    {"RowsOfH",
     [](RawFile& f) {
       f.matrix("/fclib_global/H", 2, 3, -2, {0, 1, 2}, {0, 1}, {1, 1});
     },
     "has 2 rows"},
    {"VastH", [](RawFile& f) { f.matrix("/fclib_global/H", 3, 2000000000, 0, {}, {}, {}); }, "2000000000 columns"},
    {"ShortForce", [](RawFile& f) { f.numbers["/fclib_global/vectors/f"] = {1}; },
     "/M has 3 rows, /fclib_global/vectors/f has 1 elements"},
    {"NoFreeTerm", [](RawFile& f) { f.numbers.erase("/fclib_global/vectors/w"); }, "/w is missing"},
    {"NoB", [](RawFile& f) { f.matrix("/fclib_global/G", 3, 1, 1, {0}, {0}, {1}); }, "/vectors/b is missing"},
    {"SingularMass",
     [](RawFile& f) {
       f.numbers["/fclib_global/M/x"] = {1, 0, 1};
     },
     "singular"},
    {"TwoEqualConstraints",
     [](RawFile& f) {
       f.matrix("/fclib_global/G", 3, 2, 2, {0, 1}, {0, 0}, {1, 1});
       f.numbers["/fclib_global/vectors/b"] = {0, 0};
     },
     "singular"},
};

TEST(BadFiles, TheGoodOnesAreAccepted) {
  EXPECT_EQ(message_of(good_local().bytes()), "accepted");
  EXPECT_EQ(message_of(good_global().bytes()), "accepted");
}

TEST(BadFiles, LocalProblemsAreRefusedWithThePlace) {
  for (const BadFile& bad : kBadLocals) {
    RawFile file = good_local();
    bad.spoil(file);
    expect_refused(file.bytes(), bad);
  }
}

TEST(BadFiles, GlobalProblemsAreRefusedWithThePlace) {
  for (const BadFile& bad : kBadGlobals) {
    RawFile file = good_global();
    bad.spoil(file);
    expect_refused(file.bytes(), bad);
  }
}

TEST(BadFiles, WhatIsNoHdf5IsSaidToBeNone) {
  const BadFile bad{"NotHdf5", {}, "not an HDF5 file"};
  expect_refused("", bad);
  expect_refused("{\"stiction\": 1}", bad);
  expect_refused(good_local().bytes().substr(0, 300), bad);
  RawFile other;
  other.integers["/something/else"] = {1};
  expect_refused(other.bytes(), {"NoProblem", {}, "neither /fclib_local nor /fclib_global"});
}

TEST(BadFiles, MissingFilesAndFoldersAreNamed) {
  const auto message = [](const std::string& path) -> std::string {
    try {
      read_problem(path);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  const std::string folder = std::filesystem::temp_directory_path().string();
  EXPECT_NE(message("no/such/problem.hdf5").find("no/such/problem.hdf5"), std::string::npos);
  EXPECT_NE(message(folder).find(folder), std::string::npos);
}

}  // namespace
}  // namespace stiction
