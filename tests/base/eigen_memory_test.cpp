#include "base/eigen_memory.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <new>
#include <thread>

#include "base/types.h"

namespace stiction {
namespace {

constexpr Eigen::Index kTooMuch = std::numeric_limits<Eigen::Index>::max() / 16;

TEST(EigenMemory, AFailedResizeLeavesTheVectorWhole) {
  VecX v = VecX::Constant(100, 3.0);
  EXPECT_THROW(v.resize(kTooMuch), std::bad_alloc);
  ASSERT_EQ(v.size(), 100);
  EXPECT_EQ(v, VecX::Constant(100, 3.0));
  v.resize(200);
  v.setOnes();
  EXPECT_EQ(v.sum(), 200);
}

TEST(EigenMemory, AFailedResizeLeavesTheMatrixWhole) {
  MatX m = MatX::Constant(20, 30, 2.0);
  Eigen::VectorXi n = Eigen::VectorXi::Constant(50, 7);
  EXPECT_THROW(m.resize(kTooMuch / 2, 2), std::bad_alloc);
  EXPECT_THROW(n.resize(2 * kTooMuch), std::bad_alloc);
  EXPECT_EQ(m, MatX::Constant(20, 30, 2.0));
  EXPECT_EQ(n.sum(), 350);
}

// The sanitizers would see the array that a thread released last, were it lost.
TEST(EigenMemory, AThreadThatEndsFreesWhatItReleased) {
  std::thread([] {
    VecX v = VecX::Constant(1000, 2.0);
    v.resize(2000);
    EXPECT_EQ(v.size(), 2000);
  }).join();
}

TEST(EigenMemory, AVectorThatIsGoneDoesNoHarmToOneThatCannotBeMade) {
  { VecX gone = VecX::Ones(100); }
  VecX v;
  EXPECT_THROW(v.resize(kTooMuch), std::bad_alloc);
  EXPECT_EQ(v.size(), 0);
}

// Static arrays are freed after the data of the main thread.
TEST(EigenMemoryDeathTest, StaticVectorsAreFreedOnceWhenTheProgramEnds) {
  const auto end_with_static_vectors = [] {
    static const VecX first = VecX::Ones(10), second = VecX::Ones(20);
    const VecX gone = VecX::Ones(first.size() + second.size());
    std::exit(gone.sum() > 0 ? 0 : 1);
  };
  EXPECT_EXIT(end_with_static_vectors(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace stiction
