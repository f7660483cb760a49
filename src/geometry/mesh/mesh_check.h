// Is a triangle mesh the surface of a solid? If not, why not, and can it be mended?
#pragma once

#include <string>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

enum class MeshDefect {
  kDegenerateTriangle,  // two corners the same, or no area
  kUnusedVertex,        // harmless, dropped on repair
  kOpenEdge,            // an edge with one triangle: the mesh has a hole
  kCrowdedEdge,         // an edge with more than two triangles
  kFlippedTriangle,     // neighbours disagree about the outside
  kSplitVertex,         // the triangles around a vertex do not form one fan
  kInsideOut,           // the volume is negative (or no volume at all)
  kSelfIntersection,    // two triangles that are not neighbours cross or touch
};

struct MeshFinding {
  MeshDefect defect;
  int count = 0;      // how many
  std::string where;  // the first of them: "triangles 12 and 90", "edge between vertices 3 and 7 (0.1, 0.2, 0.3) m"
};

// Nothing found: the mesh is closed, oriented outward, free of self-intersections. Unused vertices are not reported.
std::vector<MeshFinding> check_mesh(const TriangleMesh& mesh);

// One line for people, with the remedy: `not closed: 3 edges have one triangle only (first: ...); close the holes in a
// mesh editor, or ask for "repair": true`. Empty if there are no findings.
std::string findings_text(const std::vector<MeshFinding>& findings);

struct MeshRepair {
  TriangleMesh mesh;
  std::vector<std::string> changes;  // "welded 12 vertices", "filled 1 hole with 4 triangles"; empty if it was fine
};

// Welds vertices nearer than 1e-9 of the extent, drops degenerate and repeated triangles and unused vertices, makes
// orientations agree and point outward, fills holes. What cannot be mended that way (self-intersections, crowded
// edges) throws InputError with the findings.
MeshRepair repair_mesh(const TriangleMesh& mesh);

}  // namespace stiction
