#include "recording/output_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/error.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

class OutputFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "stiction-output-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  static std::string text_of(const fs::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder_)) found.push_back(entry.path().filename().string());
    return found;
  }

  fs::path folder_;
};

TEST_F(OutputFile, WritesTheTextAndLeavesNoTemporaryFile) {
  write_file(folder_ / "a.json", "one");
  EXPECT_EQ(text_of(folder_ / "a.json"), "one");
  EXPECT_EQ(names(), std::vector<std::string>{"a.json"});
}

TEST_F(OutputFile, ReplacesTheFileByRenamingSoThatAnOpenReaderKeepsTheOldText) {
  write_file(folder_ / "a.json", "old");
  std::ifstream reader(folder_ / "a.json");
  write_file(folder_ / "a.json", "new");
  std::string seen;
  reader >> seen;
  EXPECT_EQ(seen, "old");
  EXPECT_EQ(text_of(folder_ / "a.json"), "new");
}

TEST_F(OutputFile, WritesBehindASymbolicLinkAndKeepsTheLink) {
  write_file(folder_ / "target.json", "old");
  fs::create_symlink("target.json", folder_ / "link.json");
  write_file(folder_ / "link.json", "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.json"));
  EXPECT_EQ(text_of(folder_ / "target.json"), "new");
}

TEST_F(OutputFile, GivesTheFileTheUsersDefaultPermissions) {
  const mode_t mask = ::umask(022);
  write_file(folder_ / "a.json", "text");
  ::umask(mask);
  struct stat status {};
  ASSERT_EQ(::stat((folder_ / "a.json").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0644U);
}

TEST_F(OutputFile, ReportsOutputThatIsLostWhileWriting) {
  EXPECT_THROW(write_file("/dev/full", "text"), SimulationError);
  EXPECT_THROW(write_file(folder_ / "gone" / "a.json", "text"), SimulationError);
}

TEST_F(OutputFile, KeepsTheOldFileWhenTheNewOneCannotReplaceIt) {
  fs::create_directories(folder_ / "a.json" / "child");  // a folder that is not empty cannot be renamed over
  EXPECT_THROW(write_file(folder_ / "a.json", "text"), SimulationError);
  EXPECT_TRUE(fs::is_directory(folder_ / "a.json" / "child"));
  EXPECT_EQ(names(), std::vector<std::string>{"a.json"});
}

TEST_F(OutputFile, RefusesImpossiblePlacesBeforeTheRun) {
  write_file(folder_ / "file", "text");
  EXPECT_THROW(require_writable(""), InputError);
  EXPECT_THROW(require_writable(folder_), InputError);
  EXPECT_THROW(require_writable(folder_ / ""), InputError);
  EXPECT_THROW(require_writable(folder_ / "missing" / "a.json"), InputError);
  EXPECT_THROW(require_writable(folder_ / "file" / "a.json"), InputError);
  EXPECT_THROW(prepare_folder(folder_ / "file"), InputError);
  EXPECT_THROW(prepare_folder(folder_ / "file" / "out"), InputError);
}

TEST_F(OutputFile, AcceptsPossiblePlacesAndLeavesThemUntouched) {
  write_file(folder_ / "a.json", "old");
  require_writable(folder_ / "a.json");
  require_writable(folder_ / "b.json");
  require_writable("/dev/null");
  EXPECT_EQ(names(), std::vector<std::string>{"a.json"});
  EXPECT_EQ(text_of(folder_ / "a.json"), "old");
}

TEST_F(OutputFile, PreparesAFolderWithItsParents) {
  prepare_folder(folder_ / "x" / "y");
  prepare_folder(folder_ / "x" / "y");
  EXPECT_TRUE(fs::is_directory(folder_ / "x" / "y"));
  EXPECT_TRUE(fs::is_empty(folder_ / "x" / "y"));
}

}  // namespace
}  // namespace stiction
