// Damaged files give a mesh with finite coordinates and valid indices, or an InputError; nothing else.
#include <gtest/gtest.h>

#include <random>

#include "base/error.h"
#include "geometry/mesh/mesh_file.h"
#include "geometry/mesh/mesh_formats.h"
#include "geometry/mesh/mesh_samples.h"

namespace stiction {
namespace {

using Parser = TriangleMesh (*)(std::string_view, const std::string&);

struct Sample {
  const char* name;
  Parser parse;
  std::string bytes;
};

std::vector<Sample> samples() {
  const TriangleMesh mesh = make_tetrahedron();
  const std::string obj = "# c\nv 0 0 0 1\nv 1e0 0 0\nv 0 1 0\nv 0 0 1\nvn 0 0 1\nf 1//1 3//1 -3//1\nf 1 2 \\\n4 3\n";
  return {{"obj", parse_obj, obj},
          {"stl text", parse_stl, stl_text(mesh)},
          {"stl binary", parse_stl, stl_binary(mesh)},
          {"stl binary solid", parse_stl, stl_binary(mesh, "solid")},
          {"ply text", parse_ply, ply_file(mesh, PlyKind::kText)},
          {"ply little", parse_ply, ply_file(mesh, PlyKind::kLittle)},
          {"ply big", parse_ply, ply_file(mesh, PlyKind::kBig)}};
}

// True if the bytes were accepted.
bool parse_safely(const Sample& sample, const std::string& bytes) {
  TriangleMesh mesh;
  try {
    mesh = sample.parse(bytes, "file");
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.rfind("file: ", 0), 0u) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return false;
  }
  for (const Vec3& v : mesh.vertices) EXPECT_TRUE(v.allFinite() && v.cwiseAbs().maxCoeff() <= kMaxCoordinate);
  for (const auto& t : mesh.triangles) {
    for (const int v : t) EXPECT_TRUE(v >= 0 && v < static_cast<int>(mesh.vertices.size()));
  }
  return true;
}

TEST(MeshFileFuzz, whole_files_are_accepted) {
  for (const Sample& sample : samples()) EXPECT_TRUE(parse_safely(sample, sample.bytes)) << sample.name;
}

TEST(MeshFileFuzz, truncation_at_every_byte_is_harmless) {
  for (const Sample& sample : samples()) {
    int accepted = 0;
    for (std::size_t size = 0; size < sample.bytes.size(); ++size) {
      accepted += parse_safely(sample, sample.bytes.substr(0, size));
    }
    // OBJ has no end mark, and text may lose its last name or line end; all else must be noticed.
    const bool is_obj = std::string(sample.name) == "obj";
    const bool is_binary = sample.parse == parse_stl ? std::string(sample.name) != "stl text"
                                                     : !is_obj && std::string(sample.name) != "ply text";
    EXPECT_LE(accepted, is_binary ? 0 : is_obj ? 1000 : 20) << sample.name;
  }
}

TEST(MeshFileFuzz, flipped_bytes_are_harmless) {
  std::mt19937 random(11);
  for (const Sample& sample : samples()) {
    for (int trial = 0; trial < 20000; ++trial) {
      std::string bytes = sample.bytes;
      const int flips = 1 + static_cast<int>(random() % 4);
      for (int i = 0; i < flips; ++i) bytes[random() % bytes.size()] = static_cast<char>(random());
      parse_safely(sample, bytes);
    }
  }
}

TEST(MeshFileFuzz, shuffled_words_are_harmless) {
  std::mt19937 random(12);
  for (const Sample& sample : samples()) {
    for (int trial = 0; trial < 5000; ++trial) {
      std::string bytes = sample.bytes;
      const std::size_t from = random() % bytes.size(), to = random() % bytes.size();
      const std::string piece = bytes.substr(from, random() % 20);
      if (trial % 2) bytes.erase(from, piece.size());
      bytes.insert(std::min(to, bytes.size()), piece);
      parse_safely(sample, bytes);
    }
  }
}

}  // namespace
}  // namespace stiction
