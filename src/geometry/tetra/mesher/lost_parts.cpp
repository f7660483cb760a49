#include "geometry/tetra/mesher/lost_parts.h"

#include <cmath>

#include "geometry/solids/polygonise/region.h"

namespace stiction {
namespace {

constexpr int kSamples = 4;  // along an edge of a cell

}  // namespace

std::optional<Vec3> find_lost_part(const LevelSet& surface, const Aabb& box, const TetMesh& mesh) {
  const double cell = surface.cell();
  Region near(cell);
  for (const Vec3& v : mesh.vertices) near.add(v, 1.5 * cell);
  double deepest = -0.05 * cell;
  std::optional<Vec3> found;
  const Vec3 count = ((box.max - box.min) / cell).array().ceil();
  for (int z = 0; z < count.z(); ++z) {
    for (int y = 0; y < count.y(); ++y) {
      for (int x = 0; x < count.x(); ++x) {
        const Vec3 low = box.min + cell * Vec3(x, y, z), middle = low + Vec3::Constant(0.5 * cell);
        // Half the diagonal of a cell: nothing of the solid is in it, or so much that lattice points are, too.
        if (near.contains(middle) || surface.value(middle) > 0.867 * cell) continue;
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
