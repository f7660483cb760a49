// The closed parts of a mesh: volume, area, and how deep one lies inside others. Internal to this folder.
#pragma once

#include <vector>

#include "geometry/mesh/mesh_edges.h"

namespace stiction {

struct MeshPart {
  int first_triangle = -1;
  double volume = 0;  // with the triangles' own orientation [m^3]
  double area = 0;    // [m^2]
  int depth = 0;      // number of other parts that contain this one; even: it faces outward, odd: inward
};

// Less than this times area times extent is no volume.
constexpr double kNoVolume = 1e-12;

// Every part must be closed; for the depths no two of them may cross or touch. Depths do not depend on orientation.
// tests: if not null, receives how many triangles were held against rays.
std::vector<MeshPart> measure_parts(const TriangleMesh& mesh, const Orientation& orientation,
                                    long long* tests = nullptr);

}  // namespace stiction
