#include "geometry/tetra/mesher/lost_parts.h"

#include <cmath>
#include <vector>

namespace stiction {
namespace {

constexpr int kSamples = 4;  // along an edge of a cell
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
      const Vec3 index = ((v - low_) / cell_).array().floor();
      if (!((index.array() >= 0).all() && index.x() < size_[0] && index.y() < size_[1] && index.z() < size_[2]))
        continue;
      filled_[number(static_cast<int>(index.x()), static_cast<int>(index.y()), static_cast<int>(index.z()))] = 1;
    }
  }

  // Cells are counted from the corner of the box.
  bool has_vertex_near(int x, int y, int z) const {
    if (filled_[number(x + kReach, y + kReach, z + kReach)]) return true;
    for (int dz = 0; dz <= 2 * kReach; ++dz) {
      for (int dy = 0; dy <= 2 * kReach; ++dy) {
        for (int dx = 0; dx <= 2 * kReach; ++dx) {
          if (filled_[number(x + dx, y + dy, z + dz)]) return true;
        }
      }
    }
    return false;
  }

 private:
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
  double deepest = -0.05 * cell;
  std::optional<Vec3> found;
  const Vec3 count = ((box.max - box.min) / cell).array().ceil();
  for (int z = 0; z < count.z(); ++z) {
    for (int y = 0; y < count.y(); ++y) {
      for (int x = 0; x < count.x(); ++x) {
        const Vec3 low = box.min + cell * Vec3(x, y, z), middle = low + Vec3::Constant(0.5 * cell);
        // Farther than half the diagonal of a cell: nothing of the solid is in it.
        if (grid.has_vertex_near(x, y, z) || surface.value(middle) > 0.867 * cell) continue;
        for (int k = 0; k < kSamples * kSamples * kSamples; ++k) {
          const Vec3 index(k % kSamples, k / kSamples % kSamples, k / kSamples / kSamples);
          const Vec3 sample = low + cell / kSamples * (index + Vec3::Constant(0.5));
          const double value = surface.value(sample);
          if (value < deepest) {
            deepest = value;
            found = sample;
          }
        }
      }
    }
  }
  return found;
}

}  // namespace stiction
