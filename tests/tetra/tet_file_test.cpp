#include "geometry/tetra/tet_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "geometry/solids/solid_samples.h"
#include "geometry/tetra/structured_tets.h"
#include "geometry/tetra/tet_formats.h"
#include "tetra/tet_samples.h"

namespace stiction {
namespace {

class TetFileTest : public testing::Test {
 protected:
  TetFileTest() { std::filesystem::create_directories(folder_); }
  ~TetFileTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path put(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  std::string refusal(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = put(name, text);
    try {
      read_tet_mesh(path);
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_EQ(message.rfind(path.parent_path().string(), 0), 0u) << message;
      return message.substr(path.parent_path().string().size() + 1);
    }
    return "";
  }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() /
      (std::string("stiction-tets-") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

void expect_two_tets(const TetMesh& mesh) {
  EXPECT_EQ(mesh.vertices, two_tets().vertices);
  EXPECT_EQ(mesh.tets, two_tets().tets);
}

TEST_F(TetFileTest, every_format_gives_the_same_mesh) {
  expect_two_tets(read_tet_mesh(put("a.msh", kMsh2)));
  expect_two_tets(read_tet_mesh(put("b.MSH", kMsh4)));
  expect_two_tets(read_tet_mesh(put("a.vtk", kVtk)));
  expect_two_tets(read_tet_mesh(put("b.vtk", kVtk5)));
  put("a.node", kNode);
  expect_two_tets(read_tet_mesh(put("a.ele", kEle)));
  expect_two_tets(read_tet_mesh(folder_ / "a.node"));
}

TEST_F(TetFileTest, windows_line_ends_make_no_difference) {
  const auto windows = [](const std::string& text) {
    std::string result;
    for (const char c : text) result += c == '\n' ? std::string("\r\n") : std::string(1, c);
    return result;
  };
  expect_two_tets(read_tet_mesh(put("a.msh", windows(kMsh2))));
  expect_two_tets(read_tet_mesh(put("b.msh", windows(kMsh4))));
  expect_two_tets(read_tet_mesh(put("a.vtk", windows(kVtk))));
  put("a.node", windows(kNode));
  expect_two_tets(read_tet_mesh(put("a.ele", windows(kEle))));
}

TEST_F(TetFileTest, tetgen_may_count_from_0) {
  put("a.node", "5 3\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n4 1 1 1\n");
  expect_two_tets(read_tet_mesh(put("a.ele", "2 4 0\n0 0 1 2 3\n1 1 2 3 4\n")));
}

// A bit-by-bit copy, whatever the numbers.
TEST_F(TetFileTest, msh_round_trip_keeps_every_bit) {
  TetMesh mesh = box_tet_mesh({0.3, 0.2, 0.1}, {3, 2, 2});
  RandomPoints random({Vec3(-1, -1, -1), Vec3(1, 1, 1)}, 5);
  for (Vec3& v : mesh.vertices) v = 1.2345e-3 * (v + 1e-3 * random.next());
  const TetFile back = read_tet_file(put("a.msh", write_msh(mesh)));
  EXPECT_EQ(back.mesh.vertices, mesh.vertices);
  EXPECT_EQ(back.mesh.tets, mesh.tets);
  EXPECT_TRUE(back.notes.empty());
}

TEST_F(TetFileTest, of_quadratic_tetrahedra_the_corners_are_taken) {
  std::string msh = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n10\n";
  std::string vtk = "# vtk DataFile Version 3.0\n\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 10 double\n";
  std::string node = "10 3 0 0\n";
  const char* points[] = {"0 0 0",     "1 0 0",   "0 1 0",   "0 0 1",     "0.5 0 0",
                          "0.5 0.5 0", "0 0.5 0", "0 0 0.5", "0 0.5 0.5", "0.5 0 0.5"};
  for (int i = 0; i < 10; ++i) {
    msh += std::to_string(i + 1) + " " + points[i] + "\n";
    vtk += std::string(points[i]) + "\n";
    node += std::to_string(i + 1) + " " + points[i] + "\n";
  }
  msh += "$EndNodes\n$Elements\n1\n1 11 2 1 1 1 2 3 4 5 6 7 8 9 10\n$EndElements\n";
  vtk += "CELLS 1 11\n10 0 1 2 3 4 5 6 7 8 9\nCELL_TYPES 1\n24\n";
  put("a.node", node);
  for (const auto& path : {put("a.msh", msh), put("a.vtk", vtk), put("a.ele", "1 10 0\n1 1 2 3 4 5 6 7 8 9 10\n")}) {
    const TetFile file = read_tet_file(path);
    EXPECT_EQ(file.mesh.tets, (std::vector<std::array<int, 4>>{{0, 1, 2, 3}}));
    ASSERT_EQ(file.notes.size(), 1u);
    EXPECT_EQ(file.notes[0], "6 vertices that no tetrahedron uses have been dropped");
  }
}

TEST_F(TetFileTest, refusals_of_msh_name_line_and_remedy) {
  EXPECT_EQ(refusal("a.msh", replaced(kMsh2, "2.2 0 8", "2.2 1 8")),
            "a.msh: line 2: the file is binary; save it as text (gmsh -bin 0, or Mesh.Binary = 0)");
  EXPECT_EQ(refusal("a.msh", replaced(kMsh2, "2.2 0 8", "3 0 8")),
            "a.msh: line 2: version \"3\" is not known; save it as version 4.1 or 2.2");
  EXPECT_EQ(refusal("a.msh", replaced(kMsh2, "3 0 1 0\n", "3 0 nan 0\n")),
            "a.msh: line 12: coordinates must be finite, got nan");
  EXPECT_EQ(refusal("a.msh", replaced(kMsh2, "3 0 1 0\n", "2 0 1 0\n")), "a.msh: line 12: node 2 is given twice");
  EXPECT_EQ(refusal("a.msh", replaced(kMsh2, "1 1 2 3 4 7", "1 1 2 3 4 5")),
            "a.msh: line 21: names node 5, which the file does not have");
  EXPECT_EQ(refusal("a.msh", replaced(kMsh2, "4 4 2 1 1 2 3 4 7", "4 5 2 1 1 2 3 4 7 1 2 3 4")),
            "a.msh: line 21: element type 5 (hexahedron) is not a tetrahedron of first or second order (4, 11); mesh "
            "the volume with tetrahedra only");
  EXPECT_EQ(refusal("a.msh", replaced(kMsh2, "$Nodes\n5\n", "$Nodes\n6\n")),
            "a.msh: line 15: the number of a node must be a whole number, got \"$EndNodes\"");
  EXPECT_EQ(refusal("a.msh", replaced(kMsh2, "$Nodes\n5\n", "$Nodes\n4\n")),
            "a.msh: line 14: expected $EndNodes, got \"7\"");
  EXPECT_EQ(refusal("a.msh", kMsh2.substr(0, kMsh2.find("$Elements"))),
            "a.msh: has no $Elements section; is it cut off?");
  EXPECT_EQ(refusal("a.msh", replaced(kMsh4, "2 5 1 7", "2 6 1 7")),
            "a.msh: line 21: the blocks have 5 nodes together; 6 were announced");
  EXPECT_EQ(refusal("a.msh", "solid\n"), "a.msh: line 1: a .msh file begins with $MeshFormat; is it Gmsh's?");
  EXPECT_EQ(refusal("a.msh", ""), "a.msh: the file is empty");
  EXPECT_EQ(
      refusal("a.stl", "solid"),
      "a.stl: .stl files have triangles and no tetrahedra; fill the surface (a \"shape\" of \"type\": \"mesh\" with "
      "a \"cell\"), or make a membrane of the body: \"model\": \"points\" with a \"thickness\"");
  EXPECT_EQ(refusal("a.step", "solid"),
            "a.step: unknown kind of tetrahedral mesh \".step\"; known are .msh (Gmsh), .vtk (legacy), .node and .ele "
            "(TetGen)");
}

TEST_F(TetFileTest, refusals_of_vtk_name_line_and_remedy) {
  EXPECT_EQ(refusal("a.vtk", replaced(kVtk, "ASCII", "BINARY")),
            "a.vtk: line 3: the file is binary; save it as text (ASCII)");
  EXPECT_NE(refusal("a.vtk", replaced(kVtk, "UNSTRUCTURED_GRID", "POLYDATA")).find("line 4: expected \"DATASET"),
            std::string::npos);
  EXPECT_NE(refusal("a.vtk", "<VTKFile>\n").find("line 1: a legacy .vtk file begins with"), std::string::npos);
  EXPECT_EQ(refusal("a.vtk", replaced(kVtk, "5\n10\n10\n", "5\n10\n12\n")),
            "a.vtk: line 23: cell type 12 (hexahedron) is not a tetrahedron (10, 24); mesh the volume with tetrahedra "
            "only");
  EXPECT_EQ(refusal("a.vtk", replaced(kVtk, "4 1 2 3 4\n", "4 1 2 3 5\n")),
            "a.vtk: cell 2 names point 5; there are 0 to 4");
  EXPECT_EQ(refusal("a.vtk", replaced(kVtk, "CELLS 3 14", "CELLS 3 15")),
            "a.vtk: line 18: the cells have 14 numbers; 15 were announced");
  EXPECT_EQ(refusal("a.vtk", replaced(kVtk, "CELL_TYPES 3\n5\n", "CELL_TYPES 2\n")),
            "a.vtk: has 3 cells but 2 cell types");
  EXPECT_EQ(refusal("a.vtk", replaced(kVtk, "CELL_TYPES 3\n5\n10\n10\n", "")),
            "a.vtk: has no CELL_TYPES section; is it cut off?");
  EXPECT_NE(refusal("a.vtk", replaced(kVtk5, "0 4 8", "0 4 7")).find("the last offset is not"), std::string::npos);
}

TEST_F(TetFileTest, refusals_of_tetgen_name_line_and_remedy) {
  put("a.ele", kEle);
  EXPECT_EQ(refusal("a.node", replaced(kNode, "5 3 1 1", "5 2 1 1")),
            "a.node: line 2: the dimension is 2; permitted are 3 to 3");
  EXPECT_EQ(refusal("a.node", replaced(kNode, "5 3 1 1", "6 3 1 1")),
            "a.node: line 10: the file ends where a point was expected; is it cut off?");
  EXPECT_EQ(refusal("a.node", replaced(kNode, "3 0 1 0", "4 0 1 0")),
            "a.node: line 6: the number of a point is 4; permitted are 3 to 3");
  put("a.node", kNode);
  EXPECT_EQ(refusal("a.ele", replaced(kEle, "2 3 4 5 7", "2 3 4 6 7")),
            "a.ele: line 3: a corner is 6; permitted are 1 to 5");
  EXPECT_EQ(refusal("a.ele", replaced(kEle, "2 4 1\n", "1 4 1\n")),
            "a.ele: line 3: \"2\" is one word too many in this line");
  std::filesystem::remove(folder_ / "a.node");
  EXPECT_NE(refusal("a.ele", kEle).find("a.node"), std::string::npos);
}

TEST_F(TetFileTest, what_the_check_finds_is_refused_with_the_file) {
  EXPECT_EQ(refusal("a.msh", replaced(kMsh2, "1 1 2 3 4 7", "1 1 3 2 4 7")),
            "a.msh: 1 of 2 tetrahedra are inverted: tetrahedron 1 at (0, 1, 0) m, counted from 0; untangle the mesh or "
            "make it again");
  EXPECT_EQ(
      refusal("a.msh",
              "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\n1 0 0 0\n$EndNodes\n$Elements\n0\n$EndElements\n"),
      "a.msh: the mesh has no tetrahedra; export the volume mesh, not the surface alone");
}

TEST_F(TetFileTest, triangles_alone_are_a_surface) {
  const TriangleMesh sheet = read_msh_triangles(put("a.msh", kMshTriangles));
  EXPECT_EQ(sheet.vertices, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}));
  EXPECT_EQ(sheet.triangles, (std::vector<std::array<int, 3>>{{0, 1, 2}, {1, 3, 2}}));
  EXPECT_EQ(refusal("a.msh", kMshTriangles),
            "a.msh: has 2 triangles and no tetrahedra; mesh the volume too (gmsh -3), or make a membrane of the body: "
            "\"model\": \"points\" with a \"thickness\"");
}

TEST_F(TetFileTest, surfaces_have_no_tetrahedra_and_known_nodes) {
  const auto surface_refusal = [&](const std::string& text) {
    try {
      read_msh_triangles(put("a.msh", text));
    } catch (const InputError& error) {
      return std::string(error.what()).substr(folder_.string().size() + 1);
    }
    return std::string();
  };
  EXPECT_EQ(
      surface_refusal(kMsh2),
      "a.msh: has 2 tetrahedra; a membrane is made of triangles alone: leave \"thickness\" out for a solid, or save "
      "the surface mesh (gmsh -2)");
  EXPECT_EQ(surface_refusal(kMsh4).rfind("a.msh: has 2 tetrahedra", 0), 0U);
  EXPECT_EQ(surface_refusal(replaced(kMshTriangles, "1 1 1 2 3", "1 1 1 2 8")),
            "a.msh: line 18: names node 8, which the file does not have");
  EXPECT_EQ(surface_refusal(
                "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\n1 0 0 0\n$EndNodes\n$Elements\n0\n$EndElements\n"),
            "a.msh: has no triangles");
}

}  // namespace
}  // namespace stiction
