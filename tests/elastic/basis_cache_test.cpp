// Bases on disk: found again, never mistaken.
#include "elastic/modal/basis_cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "base/error.h"
#include "base/file.h"
#include "elastic/bodies.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

class BasisCache : public ::testing::Test {
 protected:
  void SetUp() override { fs::remove_all(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  // Says whether it was computed.
  bool computes(const TetMesh& mesh, double poisson, int modes, ModalBasis& basis) {
    notes_.clear();
    bool computed = false;
    basis = cached_basis(mesh, quadratic_mesh(mesh), {poisson, modes}, folder_, [&](const std::string& doing, double) {
      if (doing.find("modal basis") != std::string::npos) notes_ += doing;
      computed = computed || doing == "elastic modes";
    });
    return computed;
  }
  fs::path file(const TetMesh& mesh) const { return basis_cache_file(basis_key(mesh, {0.3, 5}), folder_); }
  std::string refusal(const fs::path& path, const TetMesh& mesh) const {
    try {
      read_basis(path, basis_key(mesh, {0.3, 5}), quadratic_mesh(mesh).node_count(), 5);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
  void overwrite(const fs::path& path, const std::string& bytes) const {
    std::ofstream(path, std::ios::binary) << bytes;
  }

  const fs::path folder_ = fs::temp_directory_path() / ("stiction-basis-" + std::to_string(::getpid()));
  std::string notes_;
  const TetMesh box_ = test::brick_mesh({1, 0.5, 0.3}, {1, 1, 1});
};

TEST_F(BasisCache, KeepsABasisBitByBit) {
  ModalBasis first, second;
  EXPECT_TRUE(computes(box_, 0.3, 5, first));
  EXPECT_FALSE(computes(box_, 0.3, 5, second));
  EXPECT_EQ(first.eigenvalues, second.eigenvalues);
  EXPECT_EQ(first.shapes, second.shapes);
  EXPECT_EQ(notes_, "");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);  // nothing left over
}

TEST_F(BasisCache, ServesBodiesOfAnyStiffnessAndDensity) {
  ModalOptions soft, hard;
  soft.modes = hard.modes = 5;
  soft.material = {1e5, 0.3, 500};
  hard.material = {2e11, 0.3, 8000};
  const auto a = make_modal_body(box_, soft, folder_), b = make_modal_body(box_, hard, folder_);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
  EXPECT_NEAR(b->stiffness()[0] / a->stiffness()[0], 2e6 * 500 / 8000, 1e-6);
  EXPECT_NE(a->fingerprint(), b->fingerprint());
}

TEST_F(BasisCache, TellsMeshesAndSettingsApart) {
  ModalBasis basis;
  EXPECT_TRUE(computes(box_, 0.3, 5, basis));
  EXPECT_TRUE(computes(box_, 0.31, 5, basis));
  EXPECT_TRUE(computes(box_, 0.3, 6, basis));
  EXPECT_FALSE(basis_key(box_, {0.3, 12}) == basis_key(box_, {0.3, 12, true}));
  TetMesh moved = box_;
  moved.vertices[0][0] = std::nextafter(moved.vertices[0][0], 1.0);
  EXPECT_TRUE(computes(moved, 0.3, 5, basis));
  EXPECT_FALSE(computes(box_, 0.3, 5, basis));
}

TEST_F(BasisCache, RefusesTheBasisOfAnotherMeshAndComputesAnew) {
  const TetMesh other = test::brick_mesh({1, 0.5, 0.4}, {1, 1, 1});
  ModalBasis basis, expected;
  EXPECT_TRUE(computes(other, 0.3, 5, basis));
  fs::copy_file(file(other), file(box_));
  EXPECT_NE(refusal(file(box_), box_).find("belongs to another mesh"), std::string::npos);
  EXPECT_TRUE(computes(box_, 0.3, 5, basis));
  EXPECT_NE(notes_.find("belongs to another mesh"), std::string::npos);
  EXPECT_EQ(basis.eigenvalues, modal_basis(quadratic_mesh(box_), {0.3, 5}).eigenvalues);
  EXPECT_FALSE(computes(box_, 0.3, 5, expected));  // replaced
  EXPECT_EQ(basis.shapes, expected.shapes);
}

TEST_F(BasisCache, RefusesDamageAnywhere) {
  ModalBasis basis;
  computes(box_, 0.3, 5, basis);
  const std::string whole = read_whole_file(file(box_).string(), 1 << 20, "a basis");
  EXPECT_EQ(refusal(file(box_), box_), "");
  for (std::size_t at = 0; at < whole.size(); at += at < 80 ? 1 : 97) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
    overwrite(file(box_), bytes);
    EXPECT_NE(refusal(file(box_), box_), "") << at;
    overwrite(file(box_), whole.substr(0, at));
    EXPECT_NE(refusal(file(box_), box_), "") << at;
  }
  overwrite(file(box_), whole + "x");
  EXPECT_NE(refusal(file(box_), box_), "");
  EXPECT_TRUE(computes(box_, 0.3, 5, basis));
  EXPECT_FALSE(computes(box_, 0.3, 5, basis));
}

TEST_F(BasisCache, WithoutAFolderThatCanBeWrittenComputesAndSaysSo) {
  overwrite(folder_, "a file, not a folder");
  ModalBasis basis;
  EXPECT_TRUE(computes(box_, 0.3, 5, basis));
  EXPECT_NE(notes_.find("could not be kept"), std::string::npos);
}

}  // namespace
}  // namespace stiction
