// Files of the cache, told apart by their mark: distance fields, modal bases, tetrahedra of shapes.
#include <algorithm>
#include <random>

#include "base/byte_stream.h"
#include "base/cache_file.h"
#include "base/file.h"
#include "elastic/fem/quadratic_mesh.h"
#include "elastic/modal/basis_cache.h"
#include "fuzz/fuzz_target.h"
#include "fuzz/scratch_file.h"
#include "geometry/field/field_cache.h"
#include "geometry/shape.h"
#include "geometry/tetra/structured_tets.h"
#include "geometry/tetra/tet_cache.h"
#include "geometry/tetra/tet_check.h"
#include "geometry/tetra/tet_surface.h"

namespace stiction::fuzz {
namespace {

constexpr double kCell = 0.5;  // [m]: files are made again in no time

void put_file(const std::filesystem::path& path, std::string_view bytes) {
  require(write_cache_file(path, bytes), "a cache file can be written");
}

void read_field(std::string_view input) {
  static const TriangleMesh mesh = tet_surface(box_tet_mesh(Vec3::Ones(), {1, 1, 1})).mesh;
  static const MeshTopology topology = build_topology(mesh);
  put_file(field_cache_file(mesh, kCell, kCell, scratch_folder()), input);
  const DistanceField field = cached_field(mesh, topology, kCell, kCell, scratch_folder());
  NearestSurface nearest;
  for (int i = 0; i < 27; ++i) {
    const Vec3 point = 0.7 * Vec3(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
    field.find_nearest(point, nearest);
    field.interpolated(point);
    field.is_beyond(point, 0.1);
  }
}

// What is refused would be made again, which takes long: the note about it comes first.
void stop_at_notes(const std::string& note, double progress) {
  if (progress == kProgressNote) throw InputError(note);
}

// input: null for none, which makes a sound file.
void read_modes(const std::string_view* input) {
  static const TetMesh mesh = box_tet_mesh(Vec3::Ones(), {1, 1, 1});
  static const QuadraticMesh quadratic = quadratic_mesh(mesh);
  const BasisOptions options = {.modes = 2};
  if (input != nullptr) put_file(basis_cache_file(basis_key(mesh, options), scratch_folder()), *input);
  accepted([&] {
    const ModalBasis basis = cached_basis(mesh, quadratic, options, scratch_folder(), stop_at_notes);
    require(basis.mode_count() == options.modes && basis.shapes.rows() == 3 * quadratic.node_count(),
            "a basis has the size of its mesh");
  });
}

void read_tets(const std::string_view* input) {
  static const Shape sphere = SphereShape{0.5};
  if (input != nullptr) put_file(shape_tets_file(shape_tets_key(sphere, kCell), scratch_folder()), *input);
  accepted([&] {
    const TetMesh mesh = cached_shape_tets(sphere, kCell, scratch_folder(), stop_at_notes);
    if (tet_fault(mesh).empty()) quadratic_mesh(mesh);
  });
}

std::vector<std::string> seeds() {
  for (const auto& entry : std::filesystem::directory_iterator(scratch_folder())) std::filesystem::remove(entry.path());
  read_field("");
  read_modes(nullptr);
  read_tets(nullptr);
  std::vector<std::string> all;
  for (const auto& entry : std::filesystem::directory_iterator(scratch_folder())) {
    if (entry.path().extension() != ".bin") continue;
    all.push_back(read_whole_file(entry.path().string(), 1 << 20, "a cache file"));
  }
  std::sort(all.begin(), all.end());
  return all;
}

bool has_mark(std::string_view bytes, std::string_view mark) {
  return bytes.size() > 8 && bytes.substr(8).starts_with(mark);
}

void run(std::string_view input) {
  if (has_mark(input, "stiction distance field")) read_field(input);
  if (has_mark(input, "stiction modal basis")) read_modes(&input);
  if (has_mark(input, "stiction tetrahedral mesh")) read_tets(&input);
}

// Mark, format, key (but for fields), checksum and length of the content, the content.
std::string mutate(std::string input, std::size_t most, unsigned seed, const Change& change) {
  std::size_t head = 0;  // up to the checksum
  std::string content;
  const bool whole = accepted([&] {
    ByteReader file(input, "");
    const std::string mark = file.get_text();
    file.get<std::uint32_t>();
    if (mark != "stiction distance field") file.get<std::uint64_t>(), file.get<std::uint64_t>();
    head = input.size() - file.remaining();
    file.get<std::uint64_t>();
    content = file.get_text();
  });
  std::mt19937 random(seed);
  if (!whole || random() % 8 == 0) {
    change(input, most);
    return input;
  }
  change(content, most);
  ByteWriter bytes;
  bytes.append(input.data(), head);
  bytes.put(checksum(content));
  bytes.put(std::string_view(content));
  return bytes.bytes();
}

}  // namespace
}  // namespace stiction::fuzz

STICTION_FUZZ_TARGET(cache, .run = stiction::fuzz::run, .mutate = stiction::fuzz::mutate,
                     .seeds = stiction::fuzz::seeds)
