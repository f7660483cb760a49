#include "geometry/tetra/mesher/lost_parts.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace stiction {
namespace {

constexpr int kSamples = 2;  // along an edge of a cell
constexpr int kReach = 2;    // cells

// Which cells of a grid over the box, with a margin around, have a vertex.
class VertexGrid {
 public:
  VertexGrid(const Aabb& box, double cell, const std::vector<Vec3>& vertices)
      : low_(box.min - Vec3::Constant(kReach * cell)), cell_(cell) {
    const Vec3 cells = ((box.max - box.min) / cell).array().ceil() + 2 * kReach + 1;
    for (int axis = 0; axis < 3; ++axis) size_[axis] = static_cast<int>(cells[axis]);
    filled_.resize(static_cast<std::size_t>(size_[0]) * size_[1] * size_[2]);
    for (const Vec3& v : vertices) {
      int index[3];
      if (locate(v, index)) filled_[number(index[0], index[1], index[2])] = 1;
    }
  }

  // In the point's cell or up to kReach cells away. Points beyond the grid have none.
  bool has_vertex_near(const Vec3& point) const {
    int index[3];
    if (!locate(point, index)) return false;
    const auto& [x, y, z] = index;
    if (filled_[number(x, y, z)]) return true;
    const auto low = [](int i) { return std::max(i - kReach, 0); };
    const auto high = [&](int i, int axis) { return std::min(i + kReach, size_[axis] - 1); };
    for (int k = low(z); k <= high(z, 2); ++k) {
      for (int j = low(y); j <= high(y, 1); ++j) {
        for (int i = low(x); i <= high(x, 0); ++i) {
          if (filled_[number(i, j, k)]) return true;
        }
      }
    }
    return false;
  }

 private:
  bool locate(const Vec3& point, int (&index)[3]) const {
    for (int axis = 0; axis < 3; ++axis) {
      const double place = std::floor((point[axis] - low_[axis]) / cell_);
      if (!(place >= 0 && place < size_[axis])) return false;
      index[axis] = static_cast<int>(place);
    }
    return true;
  }
  std::size_t number(int x, int y, int z) const { return (static_cast<std::size_t>(z) * size_[1] + y) * size_[0] + x; }

  Vec3 low_;
  double cell_;
  int size_[3];
  std::vector<char> filled_;
};

}  // namespace

std::optional<Vec3> find_lost_part(const LevelSet& surface, const Aabb& box, const TetMesh& mesh) {
  const double cell = surface.cell();
  const VertexGrid grid(box, cell, mesh.vertices);
  const Vec3 count = ((box.max - box.min) / cell).array().ceil();
  for (int z = 0; z < count.z(); ++z) {
    for (int y = 0; y < count.y(); ++y) {
      for (int x = 0; x < count.x(); ++x) {
        const Vec3 low = box.min + cell * Vec3(x, y, z), middle = low + Vec3::Constant(0.5 * cell);
        // Farther than half the diagonal of a cell: nothing of the solid is in it.
        if (grid.has_vertex_near(middle) || surface.value(middle) > 0.867 * cell) continue;
        for (int k = 0; k < kSamples * kSamples * kSamples; ++k) {
          const int column = k % kSamples, row = k / kSamples % kSamples, layer = k / kSamples / kSamples;
          const Vec3 index(column, row, layer);
          auto found = surface.projected(low + cell / kSamples * (index + Vec3::Constant(0.5)));
          if (found && !grid.has_vertex_near(*found)) return found;
        }
      }
    }
  }
  return std::nullopt;
}

}  // namespace stiction
