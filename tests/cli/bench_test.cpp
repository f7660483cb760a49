// `stiction bench` hands over to the program beside it, or says how to get it.
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>

#include "cli/program.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

class BenchTest : public ProgramTest {
 protected:
  // A copy of the program in a folder of its own, so that what is built beside the other one does not matter.
  void SetUp() override {
    ProgramTest::SetUp();
    fs::copy_file(STICTION_PROGRAM, folder_ / "stiction");
  }
  int run_copy(const std::string& arguments) const {
    const std::string command =
        path("stiction") + " " + arguments + " > " + path("copy-out") + " 2> " + path("copy-err");
    return WEXITSTATUS(std::system(command.c_str()));
  }
};

TEST_F(BenchTest, SaysHowToBuildWhatIsMissing) {
  EXPECT_EQ(run_copy("bench stack"), 2);
  EXPECT_NE(text_of(folder_ / "copy-err").find("-DSTICTION_BUILD_BENCH=ON"), std::string::npos);
}

TEST_F(BenchTest, PassesEverythingOn) {
  std::ofstream(folder_ / "stiction-bench") << "#!/bin/sh\nfor word in \"$@\"; do echo \"[$word]\"; done\nexit 5\n";
  fs::permissions(folder_ / "stiction-bench", fs::perms::owner_all);
  EXPECT_EQ(run_copy("bench stack-10 --engines 'ode direct' --json x.json --help"), 5);
  EXPECT_EQ(text_of(folder_ / "copy-out"), "[stack-10]\n[--engines]\n[ode direct]\n[--json]\n[x.json]\n[--help]\n");
}

TEST_F(BenchTest, IsAmongTheCommands) {
  EXPECT_NE(run({"--help"}).out.find("bench"), std::string::npos);
}

}  // namespace
}  // namespace stiction
