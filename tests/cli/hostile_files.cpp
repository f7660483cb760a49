#include "cli/hostile_files.h"

#include <fmt/format.h>

#include <cstring>

#include "fuzz/problem_image.h"
#include "recording/checkpoint.h"
#include "recording/chunk.h"
#include "recording/chunk_layout.h"
#include "recording/recording_preamble.h"

namespace stiction::test {
namespace {

using Files = std::map<std::string, std::string>;

constexpr std::size_t kMegabyte = 1'000'000;

// `piece` so often that the text has about `size` bytes; pieces from function get their number.
template <class Piece>
std::string repeated(std::size_t size, const char* separator, const Piece& piece) {
  std::string text;
  for (std::size_t i = 0; text.size() < size; ++i) {
    if (i > 0) text += separator;
    text += piece(i);
  }
  return text;
}
std::string repeated(std::size_t size, const char* separator, const std::string& piece) {
  return repeated(size, separator, [&](std::size_t) { return piece; });
}

HostileFile scene(const std::string& name, const std::function<std::string(std::size_t)>& keys) {
  return {"scene", name, kMegabyte, {"export", "@scene.json", "--out", "@out.json"}, [keys](std::size_t size) {
            return Files{{"scene.json", R"({"stiction": 1, )" + keys(size) + "}"}};
          }};
}

std::vector<HostileFile> scenes() {
  const std::string ball = R"({"name": "a", "shape": {"type": "sphere", "radius": 1}})";
  const auto list = [](const std::string& before, const std::string& piece, const std::string& after) {
    return [=](std::size_t size) { return before + repeated(size, ",", piece) + after; };
  };
  return {
      scene("empty lists", list(R"("bodies": [)", "[]", "]")),
      scene("planes", list(R"("bodies": [)", R"({"fixed":true,"shape":{"type":"plane"}})", "]")),
      scene("parts of a compound", list(R"("bodies": [{"shape": {"type": "compound", "shapes": [)",
                                        R"({"type":"sphere","radius":1})", "]}}]")),
      scene("poses of a motion",
            [=](std::size_t size) {
              const auto key = [](std::size_t i) { return fmt::format(R"({{"time":{}}})", i); };
              return fmt::format(R"("bodies": [{}], "motions": [{{"body": "a", "keyframes": [{}]}}])", ball,
                                 repeated(size, ",", key));
            }),
      scene("balls in a row",
            [](std::size_t size) {
              const auto body = [](std::size_t i) {
                return fmt::format(R"({{"shape":{{"type":"sphere","radius":1}},"position":[{},0,0]}})", 3 * i);
              };
              return R"("bodies": [)" + repeated(size, ",", body) + "]";
            }),
  };
}

constexpr const char* kTetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";

HostileFile mesh(const std::string& name, const std::string& file, bool repair,
                 const std::function<std::string(std::size_t)>& bytes) {
  return {"mesh", name, kMegabyte, {"export", "@scene.json", "--out", "@out.json"}, [=](std::size_t size) {
            const std::string text = fmt::format(
                R"({{"stiction": 1, "bodies": [{{"shape": {{"type": "mesh", "file": "{}", "repair": {}}}}}]}})", file,
                repair);
            return Files{{"scene.json", text}, {file, bytes(size)}};
          }};
}

// Four bytes a triangle, all of them the same.
std::string small_ply(std::size_t size) {
  std::string text = fmt::format(
      "ply\nformat binary_little_endian 1.0\nelement vertex 4\nproperty char x\nproperty char y\nproperty char z\n"
      "element face {}\nproperty list uchar uchar vertex_indices\nend_header\n",
      size / 4);
  text.append("\0\0\0\1\0\0\0\1\0\0\0\1", 12);
  for (std::size_t i = 0; i < size / 4; ++i) text.append("\3\0\1\2", 4);
  return text;
}

std::vector<HostileFile> meshes() {
  std::vector<HostileFile> files;
  for (const bool repair : {false, true}) {
    const std::string how = repair ? ", repaired" : "";
    files.push_back(mesh("a face of many corners" + how, "fan.obj", repair, [](std::size_t size) {
      return kTetrahedron + ("f " + repeated(size, " ", std::string("1 2 3"))) + "\n";
    }));
    files.push_back(mesh("small triangles" + how, "small.ply", repair, small_ply));
    files.push_back(mesh("vertices" + how, "vertices.obj", repair, [](std::size_t size) {
      return kTetrahedron + repeated(size, "\n", std::string("v 1 1 1")) + "\nf 1 2 3\n";
    }));
  }
  return files;
}

HostileFile tetrahedra(const std::string& name, const std::string& file,
                       const std::function<std::string(std::size_t)>& bytes) {
  return {
      "tetrahedra", name, kMegabyte, {"export", "@scene.json", "--out", "@out.json"}, [=](std::size_t size) {
        const std::string text = fmt::format(
            R"({{"stiction": 1, "bodies": [{{"model": "modal", "young": 1e6, "poisson": 0.3, "modes": 6, "mesh": "{}"}}]}})",
            file);
        return Files{{"scene.json", text}, {file, bytes(size)}};
      }};
}

std::vector<HostileFile> all_tetrahedra() {
  const auto msh = [](std::size_t nodes, const std::string& node_text, std::size_t tets, const std::string& tet_text) {
    return fmt::format("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{}\n{}$EndNodes\n$Elements\n{}\n{}$EndElements\n",
                       nodes, node_text, tets, tet_text);
  };
  return {tetrahedra("nodes", "nodes.msh",
                     [=](std::size_t size) {
                       std::string nodes;
                       std::size_t count = 0;
                       while (nodes.size() < size) nodes += fmt::format("{} 0 0 0\n", ++count);
                       return msh(count, nodes, 1, "1 4 0 1 2 3 4\n");
                     }),
          tetrahedra("elements", "elements.msh", [=](std::size_t size) {
            std::string tets;
            std::size_t count = 0;
            while (tets.size() < size) tets += fmt::format("{} 4 0 1 2 3 4\n", ++count);
            return msh(4, "1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n", count, tets);
          })};
}

// `count` elements that were never written, in a file of a few kilobytes.
HostileFile problem(const std::string& name, const char* place) {
  return {"problem", name, 1, {"solve", "@problem.hdf5"}, [place](std::size_t) {
            const std::vector<fuzz::ProblemField> fields = fuzz::sound_problem(false);
            std::vector<fuzz::ProblemChange> changes(fields.size());
            for (std::size_t i = 0; i < fields.size(); ++i)
              if (std::string(fields[i].place).ends_with(place))
                changes[i] = {fuzz::ProblemChange::Kind::kUnwritten, 1, 0, 5'000'000};
            return Files{{"problem.hdf5", fuzz::problem_image(fields, changes)}};
          }};
}

RecordingInfo small_info() {
  RecordingInfo info;
  info.program = "0";
  info.name = info.solver = "x";
  info.step = 1;
  info.materials = {{"m", 1, 1}};
  info.bodies.emplace_back().surface = 0;
  info.surfaces = {{{0, 0, 0, 1, 0, 0, 0, 1, 0}, {0, 1, 2}, false}};
  info.scene = "{}";
  return info;
}

// Zeros deflate to a thousandth.
std::string recording_of_zeros(std::size_t size) {
  const RecordingInfo info = small_info();
  std::string bytes = recording_preamble(info);
  const std::size_t frame = chunk_layout::frame_size(frame_shape(info)), frames = 1000 * size / frame;
  std::string packed;
  Deflater(DeflateEffort::kSmall).compress(std::string(frames * frame, '\0'), packed);
  ChunkHeader header;
  header.frame_count = static_cast<std::uint32_t>(frames);
  header.raw_size = static_cast<std::uint32_t>(frames * frame);
  header.packed_size = static_cast<std::uint32_t>(packed.size());
  header.packed_crc = crc32_of(packed);
  append_chunk_header(header, bytes);
  return bytes + packed;
}

std::string recording_of_vertices(std::size_t size) {
  RecordingInfo info = small_info();
  info.surfaces[0].vertices.resize(1000 * size / 24 * 3);
  info.surfaces[0].triangles.resize(1000 * size / 24 * 3);
  return recording_preamble(info);
}

std::vector<HostileFile> recordings() {
  std::vector<HostileFile> files;
  for (const char* format : {"csv", "obj", "html"}) {
    const std::vector<std::string> arguments = {"export", "@a.stic", "--format", format, "--out", "@out"};
    files.push_back(
        {"recording", std::string("frames of zeros as ") + format, kMegabyte / 20, arguments, [](std::size_t size) {
           return Files{{"a.stic", recording_of_zeros(size)}};
         }});
    files.push_back(
        {"recording", std::string("a surface of zeros as ") + format, kMegabyte / 20, arguments, [](std::size_t size) {
           return Files{{"a.stic", recording_of_vertices(size)}};
         }});
  }
  return files;
}

HostileFile checkpoint() {
  return {"checkpoint",
          "zeros",
          4 * kMegabyte,
          {"run", "incline", "--quiet", "--out", "@run", "--resume"},
          [](std::size_t size) {
            Checkpoint checkpoint;
            checkpoint.session.resize(size);
            return Files{{"run/checkpoint", checkpoint_bytes(checkpoint)}};
          }};
}

}  // namespace

std::vector<HostileFile> hostile_files() {
  std::vector<HostileFile> all = scenes();
  const auto add = [&all](const std::vector<HostileFile>& more) { all.insert(all.end(), more.begin(), more.end()); };
  add(meshes());
  add(all_tetrahedra());
  add({problem("vectors/q", "vectors/q"), problem("W/i", "W/i")});
  add(recordings());
  add({checkpoint()});
  return all;
}

}  // namespace stiction::test
