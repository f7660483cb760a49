// Tests and words that check and repair share. Internal to geometry.
#pragma once

#include <string>

#include "geometry/mesh/mesh_check.h"

namespace stiction {

// A triangle lower than this times the extent has no area.
constexpr double kNoHeight = 1e-12;

// Diagonal of the box around the used vertices [m].
double mesh_extent(const TriangleMesh& mesh);
// Two corners the same, or the height over the longest side at most kNoHeight x extent.
bool has_no_area(const TriangleMesh& mesh, const std::array<int, 3>& triangle, double extent);

// Throws InputError if a triangle names a missing vertex or a coordinate is not finite.
void require_sound(const TriangleMesh& mesh);

// "(0.1, 0.2, 0.3) m"
std::string position_text(const Vec3& p);
// What is wrong, without a remedy.
std::string faults_text(const std::vector<MeshFinding>& findings);

}  // namespace stiction
