// Damaged files give a mesh with finite vertices and valid corners, or an InputError; nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/error.h"
#include "base/repetitions.h"
#include "geometry/tetra/tet_formats.h"
#include "tetra/tet_samples.h"

namespace stiction {
namespace {

const std::string kOrigin = "file";

struct Sample {
  const char* name;
  TetMesh (*parse)(std::string_view);
  std::string text;
};

std::vector<Sample> samples() {
  const auto msh = [](std::string_view text) { return parse_msh(text, kOrigin); };
  const auto surface = [](std::string_view text) {
    const TriangleMesh sheet = parse_msh_triangles(text, kOrigin);
    TetMesh mesh{sheet.vertices, {}};
    for (const auto& [a, b, c] : sheet.triangles) mesh.tets.push_back({a, b, c, a});
    return mesh;
  };
  const auto vtk = [](std::string_view text) { return parse_vtk(text, kOrigin); };
  const auto node = [](std::string_view text) { return parse_tetgen({text, kOrigin}, {kEle, kOrigin}); };
  const auto ele = [](std::string_view text) { return parse_tetgen({kNode, kOrigin}, {text, kOrigin}); };
  return {{"msh 2.2", msh, kMsh2}, {"msh 4.1", msh, kMsh4}, {"msh of triangles", surface, kMshTriangles},
          {"vtk 3", vtk, kVtk},    {"vtk 5", vtk, kVtk5},   {"node", node, kNode},
          {"ele", ele, kEle}};
}

bool parse_safely(const Sample& sample, const std::string& text) {
  TetMesh mesh;
  try {
    mesh = sample.parse(text);
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.rfind("file: ", 0), 0u) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return false;
  }
  for (const Vec3& v : mesh.vertices) EXPECT_TRUE(v.allFinite());
  for (const auto& tet : mesh.tets) {
    for (const int v : tet) EXPECT_TRUE(v >= 0 && v < static_cast<int>(mesh.vertices.size()));
  }
  return true;
}

TEST(TetFileFuzz, whole_files_are_accepted) {
  for (const Sample& sample : samples()) EXPECT_TRUE(parse_safely(sample, sample.text)) << sample.name;
}

TEST(TetFileFuzz, files_cut_off_anywhere_before_their_data_ends_are_refused) {
  for (const Sample& sample : samples()) {
    // What may be missing without a loss: a last line end, comments, data of cells, digits of the last number.
    const std::size_t end = sample.text.find(std::string(sample.name) == "vtk 3" ? "CELL_DATA" : "# end");
    const std::size_t needed = std::min(end, sample.text.size());
    int accepted = 0;
    for (std::size_t size = 0; size < sample.text.size(); ++size) {
      const bool whole = parse_safely(sample, sample.text.substr(0, size));
      accepted += whole ? 1 : 0;
      EXPECT_TRUE(!whole || size + 20 >= needed) << sample.name << " cut at " << size;
    }
    EXPECT_LE(accepted, static_cast<int>(sample.text.size() - needed) + 20) << sample.name;
  }
}

TEST(TetFileFuzz, flipped_bytes_are_harmless) {
  std::mt19937 random(21);
  for (const Sample& sample : samples()) {
    for (int trial = 0; trial < test::repetitions(10000); ++trial) {
      std::string text = sample.text;
      const int flips = 1 + static_cast<int>(random() % 4);
      for (int i = 0; i < flips; ++i) text[random() % text.size()] = static_cast<char>(random());
      parse_safely(sample, text);
    }
  }
}

TEST(TetFileFuzz, other_numbers_and_moved_words_are_harmless) {
  std::mt19937 random(22);
  const char* words[] = {"-1", "0", "1", "99999999999", "1e400", "nan", "2147483648", "$EndNodes", "OFFSETS", "", "#"};
  for (const Sample& sample : samples()) {
    for (int trial = 0; trial < test::repetitions(6000); ++trial) {
      std::string text = sample.text;
      const std::size_t from = random() % text.size(), size = random() % 12;
      if (trial % 2 == 0) {
        text.replace(from, std::min(size, text.size() - from), words[random() % std::size(words)]);
      } else {
        const std::string piece = text.substr(from, size);
        text.erase(from, piece.size());
        text.insert(random() % (text.size() + 1), piece);
      }
      parse_safely(sample, text);
    }
  }
}

}  // namespace
}  // namespace stiction
