// Tetrahedra on disk: found again, never mistaken.
#include "geometry/tetra/tet_cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <fstream>

#include "base/file.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

class TetCache : public ::testing::Test {
 protected:
  void SetUp() override { fs::remove_all(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  // Says whether it was made.
  bool makes(const Shape& shape, double cell, TetMesh& mesh) {
    notes_.clear();
    bool made = false;
    mesh = cached_shape_tets(shape, cell, folder_, [&](const std::string& doing, double share) {
      if (share == kProgressNote) notes_ += doing;
      made = made || doing == "filling the shape with tetrahedra";
    });
    return made;
  }
  fs::path file() const { return shape_tets_file(shape_tets_key(ball_, 0.2), folder_); }

  const fs::path folder_ = fs::temp_directory_path() / ("stiction-tets-" + std::to_string(::getpid()));
  std::string notes_;
  const Shape ball_ = SphereShape{0.5};
};

TEST_F(TetCache, KeepsAMeshBitByBit) {
  TetMesh first, second;
  EXPECT_TRUE(makes(ball_, 0.2, first));
  EXPECT_FALSE(makes(ball_, 0.2, second));
  EXPECT_EQ(first.vertices, second.vertices);
  EXPECT_EQ(first.tets, second.tets);
  EXPECT_EQ(notes_, "");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(TetCache, TellsShapesAndCellsApart) {
  const std::vector<CompoundPart> two = {{SphereShape{0.5}, Pose{}},
                                         {SphereShape{0.3}, Pose{Vec3(0.5, 0, 0), Quat::Identity()}}};
  std::vector<CompoundPart> moved = two;
  moved[1].pose.position.x() = std::nextafter(0.5, 1.0);
  const Solid peg("peg");
  const std::vector<Shape> shapes = {SphereShape{0.5},
                                     SphereShape{std::nextafter(0.5, 1.0)},
                                     make_capsule_shape(0.5, 1),
                                     make_cylinder_shape(0.5, 1),
                                     make_cylinder_shape(0.5, 1.1),
                                     make_convex_shape({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
                                     make_convex_shape({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 2}}),
                                     make_solid_shape(peg, 0.02, {}),
                                     make_solid_shape(peg, 0.03, {}),
                                     make_compound_shape(two),
                                     make_compound_shape(moved)};
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    EXPECT_EQ(shape_tets_key(shapes[i], 0.2), shape_tets_key(shapes[i], 0.2));
    EXPECT_FALSE(shape_tets_key(shapes[i], 0.2) == shape_tets_key(shapes[i], 0.1)) << i;
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_FALSE(shape_tets_key(shapes[i], 0.2) == shape_tets_key(shapes[j], 0.2)) << i << " " << j;
    }
  }
}

TEST_F(TetCache, RefusesDamageAndTheMeshOfAnotherShapeAndMakesItAnew) {
  TetMesh mesh, again;
  makes(ball_, 0.2, mesh);
  const std::string whole = read_whole_file(file().string(), 1 << 24, "a mesh");
  for (const std::size_t at : {std::size_t{3}, std::size_t{30}, whole.size() / 2, whole.size() - 1}) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
    std::ofstream(file(), std::ios::binary) << bytes;
    EXPECT_TRUE(makes(ball_, 0.2, again)) << at;
    EXPECT_NE(notes_.find("made anew"), std::string::npos) << at;
    EXPECT_EQ(again.tets, mesh.tets);
  }
  EXPECT_TRUE(makes(SphereShape{0.6}, 0.2, again));
  fs::copy_file(shape_tets_file(shape_tets_key(SphereShape{0.6}, 0.2), folder_), file(),
                fs::copy_options::overwrite_existing);
  EXPECT_TRUE(makes(ball_, 0.2, again));
  EXPECT_NE(notes_.find("belongs to another shape or cell"), std::string::npos) << notes_;
  EXPECT_EQ(again.vertices, mesh.vertices);
}

TEST_F(TetCache, WithoutAFolderThatCanBeWrittenMakesAndSaysSo) {
  std::ofstream(folder_) << "a file, not a folder";
  TetMesh mesh;
  EXPECT_TRUE(makes(ball_, 0.2, mesh));
  EXPECT_NE(notes_.find("could not be kept"), std::string::npos);
}

}  // namespace
}  // namespace stiction
