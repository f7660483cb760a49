#include "geometry/mesh/mesh_file.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>

#include "base/error.h"
#include "geometry/mesh/mesh_formats.h"
#include "geometry/mesh/mesh_samples.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

class MeshFile : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(::testing::TempDir()) / (std::string("stiction_mesh_file_") + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }
  fs::path folder_;
};

template <typename Function>
std::string message_of(Function function) {
  try {
    function();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

std::string obj_error(const std::string& text) {
  return message_of([&] { parse_obj(text, "m.obj"); });
}
std::string stl_error(const std::string& bytes) {
  return message_of([&] { parse_stl(bytes, "m.stl"); });
}
std::string ply_error(const std::string& bytes) {
  return message_of([&] { parse_ply(bytes, "m.ply"); });
}

void expect_same_bits(const TriangleMesh& a, const TriangleMesh& b) {
  EXPECT_EQ(a.triangles, b.triangles);
  ASSERT_EQ(a.vertices.size(), b.vertices.size());
  for (std::size_t i = 0; i < a.vertices.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(a.vertices[i][axis]), std::bit_cast<std::uint64_t>(b.vertices[i][axis]))
          << "vertex " << i;
    }
  }
}

// STL numbers the vertices in its own order: the same triangles in space.
void expect_same_places(const TriangleMesh& a, const TriangleMesh& b) {
  ASSERT_EQ(a.triangles.size(), b.triangles.size());
  EXPECT_EQ(a.vertices.size(), b.vertices.size());
  for (std::size_t t = 0; t < a.triangles.size(); ++t) {
    for (int i = 0; i < 3; ++i) EXPECT_EQ(a.vertices[a.triangles[t][i]], b.vertices[b.triangles[t][i]]);
  }
}

TEST_F(MeshFile, every_format_gives_the_same_tetrahedron) {
  const TriangleMesh mesh = make_tetrahedron();
  expect_same_bits(read_mesh_file(write("a.obj", write_obj(mesh))), mesh);
  expect_same_bits(read_mesh_file(write("text.PLY", ply_file(mesh, PlyKind::kText))), mesh);
  expect_same_bits(read_mesh_file(write("little.ply", ply_file(mesh, PlyKind::kLittle))), mesh);
  expect_same_bits(read_mesh_file(write("big.ply", ply_file(mesh, PlyKind::kBig))), mesh);
  expect_same_places(read_mesh_file(write("text.stl", stl_text(mesh))), mesh);
  expect_same_places(read_mesh_file(write("binary.Stl", stl_binary(mesh))), mesh);
  expect_same_places(read_mesh_file(write("solid.stl", stl_binary(mesh, "solid but binary"))), mesh);
}

TEST_F(MeshFile, obj_written_and_read_back_has_the_same_bits) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> exponent(-300, 6);
  TriangleMesh mesh = icosphere(0.1, 2);
  for (Vec3& v : mesh.vertices) {
    for (double& x : v) x *= std::pow(10.0, exponent(random));
  }
  mesh.vertices[0] = Vec3(-0.0, 1e6, -1e6);
  mesh.vertices[1] = Vec3(5e-324, 0.1, 1.0 / 3);
  expect_same_bits(read_mesh_file(write("a.obj", write_obj(mesh))), mesh);
}

TEST_F(MeshFile, points_need_no_faces) {
  EXPECT_EQ(read_mesh_points(write("a.obj", "v 0 0 0\nv 1 2 3\n")).size(), 2u);
  EXPECT_EQ(read_mesh_points(write("a.stl", stl_binary(make_tetrahedron()))).size(), 4u);
  const std::string ply =
      "ply\nformat ascii 1.0\nelement vertex 2\nproperty int z\nproperty int y\nproperty int x\nend_header\n1 2 3\n4 5 "
      "6";
  const std::vector<Vec3> points = read_mesh_points(write("a.ply", ply));
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0], Vec3(3, 2, 1));
  const std::string text = message_of([&] { read_mesh_file(folder_ / "a.ply"); });
  EXPECT_NE(text.find("a.ply: has vertices but no faces"), std::string::npos) << text;
}

TEST_F(MeshFile, trouble_with_the_file_itself_has_a_message_of_its_own) {
  const auto error = [](const fs::path& path) { return message_of([&] { read_mesh_file(path); }); };
  EXPECT_EQ(error(folder_ / "none.obj"), (folder_ / "none.obj").string() + ": no such file");
  fs::create_directories(folder_ / "dir.stl");
  EXPECT_EQ(error(folder_ / "dir.stl"), (folder_ / "dir.stl").string() + ": is a folder, not a file");
  for (const char* name : {"e.obj", "e.stl", "e.ply"}) {
    EXPECT_EQ(error(write(name, "")), (folder_ / name).string() + ": the file is empty");
  }
  EXPECT_NE(error(write("a.fbx", "x")).find("known are .obj, .stl and .ply"), std::string::npos);
}

TEST(ObjFile, reads_all_forms_of_faces) {
  const std::string vertices = "# box\nv 0 0 0\nv 1 0 0 1.0\r\nv 1 1 0 0.5 0.5 0.5\nv +0 1e0 0\nvn 0 0 1\nvt 0 0\n";
  const std::string rest = "mtllib a b.mtl\nusemtl x\no thing\ng a b\ns off\n\n   \n";
  const std::vector<std::array<int, 3>> wanted = {{0, 1, 2}, {0, 2, 3}};
  for (const char* face : {"f 1 2 3 4", "f 1/1 2/1 3/1 4/1", "f 1//1 2//1 3//1 4//1", "f 1/1/1 2/1/1 3/1/1 4/1/1",
                           "f -4 -3 -2 -1", "f -4/-1/-1 2 3 4 # c", "f 1 2 \\\n 3 \\\r\n4", "f 1 2 3\nf 1 3 4\r"}) {
    EXPECT_EQ(parse_obj(vertices + rest + face, "m.obj").triangles, wanted) << face;
  }
  EXPECT_EQ(parse_obj("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0", "m.obj").triangles.size(), 1u) << "faces first";
}

TEST(ObjFile, fans_avoid_triangles_without_area_and_dents) {
  // Corner 2 lies in the middle of a straight side: a fan around corner 1 would start with no area.
  const TriangleMesh straight = parse_obj("v 0 0 0\nv 1 0 0\nv 2 0 0\nv 1 1 0\nf 1 2 3 4", "m.obj");
  EXPECT_EQ(straight.triangles, (std::vector<std::array<int, 3>>{{1, 2, 3}, {1, 3, 0}}));
  // An arrow head: only the dent and its opposite see the whole of it.
  const TriangleMesh dented = parse_obj("v 2 0 0\nv 0 1 0\nv 0.5 0 0\nv 0 -1 0\nf 2 3 4 1", "m.obj");
  EXPECT_EQ(dented.triangles, (std::vector<std::array<int, 3>>{{2, 3, 0}, {2, 0, 1}}));
}

TEST(ObjFile, errors_name_the_line_and_the_fault) {
  const std::string v = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  const std::pair<std::string, std::string> cases[] = {
      {"v 0 0\n", "m.obj: line 1: a coordinate is missing"},
      {"\nv 0 zero 0\n", "m.obj: line 2: a coordinate must be a number, got \"zero\""},
      {"v 0 nan 0\n", "m.obj: line 1: coordinates must be finite, got nan"},
      {"v 0 inf 0\n", "m.obj: line 1: coordinates must be finite, got inf"},
      {"v 0 1e400 0\n", "m.obj: line 1: a coordinate must be a number"},
      {"v 0 1.1e6 0\n", "m.obj: line 1: coordinates are metres of at most 1e+06 m either way, got 1.1e+06"},
      {"v 0 0x10 0\n", "m.obj: line 1: a coordinate must be a number"},
      {"v 0 0 0 1 2\n", "m.obj: line 1: \"v\" has 5 numbers"},
      {"v 0 0 0 x\n", "m.obj: line 1: \"x\" is not a number"},
      {v + "f 1 2\n", "m.obj: line 4: a face needs at least three corners, got 2"},
      {v + "f 1 2 4\n", "m.obj: line 4: names vertex 4, but the file has 3; is it cut off?"},
      {v + "f 1 2 -4\n", "m.obj: line 4: vertex -4 counts back before the first: only 3 precede"},
      {v + "f 0 1 2\n", "m.obj: line 4: \"0\" is no corner"},
      {v + "f 1 2 3/\n", "m.obj: line 4: \"3/\" is no corner"},
      {v + "f 1 2 3/1/\n", "m.obj: line 4: \"3/1/\" is no corner"},
      {v + "f 1 2 3//\n", "m.obj: line 4: \"3//\" is no corner"},
      {v + "f 1 2 3/1/1/1\n", "m.obj: line 4: \"3/1/1/1\" is no corner"},
      {v + "f 1 2 3.0\n", "m.obj: line 4: \"3.0\" is no corner"},
      {v + "f 1 2 99999999999\n", "m.obj: line 4: names vertex 99999999999; at most"},
      {v + "f 1 \\\n2 x\n", "m.obj: line 5: \"x\" is no corner"},
      {v + "curv 0 1\n", "m.obj: line 4: unknown keyword \"curv\""},
      {"f 1 2 3\n", "m.obj: has no vertices (lines that start with v)"},
      {std::string("v 0 0 0\0\n", 9), "m.obj: line 1: a coordinate must be a number, got \"0?\""},
  };
  for (const auto& [text, wanted] : cases) {
    const std::string got = obj_error(text);
    EXPECT_EQ(got.rfind(wanted, 0), 0u) << "got: " << got << "\nfor: " << text;
  }
}

TEST(StlFile, text_may_be_in_any_case_and_hold_several_solids) {
  std::string text = stl_text(make_tetrahedron());
  for (char& c : text) c = static_cast<char>(std::toupper(c));
  EXPECT_EQ(parse_stl(" \n" + text + text + "\n", "m.stl").triangles.size(), 8u);
  EXPECT_EQ(parse_stl(text + text, "m.stl").vertices.size(), 4u);
}

TEST(StlFile, zero_and_minus_zero_are_one_place) {
  const std::string text =
      "solid\nfacet normal nan nan nan outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet\n"
      "facet normal 0 0 1 outer loop vertex -0 0 -0 vertex 0 1 0 vertex 1 -0 0 endloop endfacet endsolid";
  EXPECT_EQ(parse_stl(text, "m.stl").vertices.size(), 3u);
}

TEST(StlFile, errors_name_the_place_and_the_fault) {
  const std::string facet = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n";
  const std::string binary = stl_binary(make_tetrahedron());
  std::string nan = binary;
  nan.replace(84 + 50 + 12, 4, "\xff\xff\xff\xff");
  const std::pair<std::string, std::string> cases[] = {
      {facet, "m.stl: line 6: the file ends where \"vertex\" should follow: it is cut off"},
      {facet + "vertex 0 x", "m.stl: line 6: a coordinate must be a number, got \"x\""},
      {facet + "vertex 0 1", "m.stl: line 6: the file ends where a coordinate should follow: it is cut off"},
      {facet + "vertex 0 1e7 0", "m.stl: line 6: coordinates are metres of at most 1e+06 m"},
      {facet + "vertex 0 1 0\nvertex", "m.stl: line 7: a facet has more than three vertices"},
      {facet + "vertex 0 1 0\nendloop\nendsolid", "m.stl: line 8: expected \"endfacet\", got \"endsolid\""},
      {"solid a\nfact", "m.stl: line 2: expected \"facet\" or \"endsolid\", got \"fact\""},
      {"hello", "m.stl: 5 bytes are neither STL text"},
      {binary.substr(0, binary.size() - 1),
       "m.stl: byte 80 promises 4 triangles, that is 284 bytes, but the file has "
       "283: it is cut off"},
      {binary + "x", "m.stl: byte 80 promises 4 triangles, that is 284 bytes, but the file has 285: it is damaged"},
      {nan, "m.stl: byte 134 (triangle 2): coordinates must be finite, got"},
  };
  for (const auto& [bytes, wanted] : cases) {
    const std::string got = stl_error(bytes);
    EXPECT_EQ(got.rfind(wanted, 0), 0u) << "got: " << got << "\nwanted: " << wanted;
  }
  const std::string cut = stl_error(stl_binary(make_tetrahedron(), "solid binary").substr(0, 200));
  EXPECT_NE(cut.find("cut off"), std::string::npos) << cut;
}

TEST(PlyFile, reads_any_scalar_type_and_polygons) {
  const std::string header =
      "ply\r\nformat ascii 1.0\r\nobj_info x\r\nelement vertex 4\r\nproperty list uchar int tags\r\n"
      "property float32 x\r\nproperty int8 y\r\nproperty uint16 z\r\nelement face 1\r\n"
      "property list uint32 ushort vertex_index\r\nend_header\r\n";
  const TriangleMesh mesh =
      parse_ply(header + "0 0 0 0\r\n1 7 1 0 0\r\n\r\n2 1 1 1 1 0\r\n0 0.5 1 2\r\n4 0 1 2 3\r\n\r\n", "m.ply");
  EXPECT_EQ(mesh.vertices[3], Vec3(0.5, 1, 2));
  EXPECT_EQ(mesh.triangles, (std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}}));
}

TEST(PlyFile, errors_name_the_place_and_the_fault) {
  const std::string head = "ply\nformat ascii 1.0\n";
  const std::string xyz = "element vertex 3\nproperty float x\nproperty float y\nproperty float z\n";
  const std::string face = "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
  const std::string good = head + xyz + face + "0 0 0\n1 0 0\n0 1 0\n";
  const std::string binary = ply_file(make_tetrahedron(), PlyKind::kLittle);
  const std::pair<std::string, std::string> cases[] = {
      {"plx\n", "m.ply: line 1: a PLY file starts with the line \"ply\""},
      {"ply\nformat ascii 2.0\n", "m.ply: line 2: version \"2.0\" is not known"},
      {"ply\nformat text 1.0\n", "m.ply: line 2: unknown format \"text\""},
      {"ply\nformat ascii 1.0\nformat ascii 1.0\n", "m.ply: line 3: a second \"format\" line"},
      {"ply\n" + xyz + face, "m.ply: line 8: the header has no \"format\" line"},
      {head + "stuff\n", "m.ply: line 3: unknown word \"stuff\" in the header"},
      {head + "property int x\n", "m.ply: line 3: a property before the first element"},
      {head + "element vertex\n", "m.ply: line 3: the number of elements must be 0 or more, got \"\""},
      {head + "element vertex -1\n", "m.ply: line 3: the number of elements must be 0 or more"},
      {head + "element vertex 1\nproperty real x\n", "m.ply: line 4: unknown type \"real\""},
      {head + "element vertex 1\nproperty list float int x\n",
       "m.ply: line 4: the length of a list must be an integer"},
      {head + "element vertex 1\nproperty int x\nproperty int x\n", "m.ply: line 5: a second property \"x\""},
      {head + "element a 1\nproperty int x\nelement a 1\n", "m.ply: line 5: a second element \"a\""},
      {head + "element a 1\nend_header\n", "m.ply: line 4: element \"a\" has no properties"},
      {head + "end_header\n", "m.ply: line 3: the header has no element \"vertex\""},
      {head + "element vertex 1\nproperty int x\nproperty int z\nend_header\n",
       "m.ply: line 6: the vertices have no "
       "coordinate \"y\""},
      {head + xyz, "m.ply: line 7: the header has no \"end_header\": the file is cut off"},
      {head + xyz + "element face 1\nproperty int flag\nend_header\n0 0 0\n1 0 0\n0 1 0\n1\n",
       "m.ply: the faces have no list of integers \"vertex_indices\""},
      {good, "m.ply: line 13: the file ends before face 1 of 1: it is cut off"},
      {good + "3 0 1\n", "m.ply: line 13: a value is missing"},
      {good + "3 0 1 3\n", "m.ply: line 13: names vertex 3, but there are 3 (from 0)"},
      {good + "3 0 1 -1\n", "m.ply: line 13: names vertex -1"},
      {good + "3 0 1 0.5\n", "m.ply: line 13: \"0.5\" is not whole"},
      {good + "2 0 1\n", "m.ply: line 13: a face needs at least three corners, got 2"},
      {good + "3 0 1 2 9\n", "m.ply: line 13: \"9\" is one word too many"},
      {good + "300 0 1 2 9\n", "m.ply: line 13: a list of 300 items does not fit"},
      {good + "3 0 1 2\n3 0 1 2\n", "m.ply: line 14: the file goes on after its last element"},
      {head + xyz + face + "0 0 inf\n", "m.ply: line 10: coordinates must be finite, got inf"},
      {head + "element vertex 99999999999\nproperty int x\nproperty int y\nproperty int z\nend_header\n",
       "m.ply: more than 60000000 vertices"},
      {binary.substr(0, binary.size() - 1), "m.ply: byte "},
      {binary + "x", "m.ply: byte "},
  };
  for (const auto& [bytes, wanted] : cases) {
    const std::string got = ply_error(bytes);
    EXPECT_EQ(got.rfind(wanted, 0), 0u) << "got: " << got << "\nwanted: " << wanted;
  }
  EXPECT_NE(ply_error(binary.substr(0, binary.size() - 1)).find("(face 4 of 4): the file ends here: it is cut off"),
            std::string::npos);
  EXPECT_NE(ply_error(binary + "x").find("1 bytes follow the last element"), std::string::npos);
}

}  // namespace
}  // namespace stiction
