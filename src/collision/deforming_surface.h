// Surfaces that deform: where their vertices are, and contacts of these with rigid parts.
#pragma once

#include <cstddef>
#include <vector>

#include "collision/narrow_phase.h"
#include "collision/placed_shapes.h"

namespace stiction {

// Two deforming surfaces do not collide. Better said than found out: throws InputError if two may touch.
void refuse_deforming_pairs(const Model& model);

// Every vertex as a point of one of its triangles.
std::vector<MaterialPoint> vertices_as_material(const TriangleMesh& mesh);

// Vertices in the world, bounds and speed of a body with `deformable`.
void place_surface(const Body& body, const BodyState& state, const Pose& pose, PlacedBody& placed);

// Replaces the points by those of the surface's vertices with all parts of the other body, gap <= margin [m]; normals
// lead from the surface to the other. `vertices`: which one each point belongs to.
void collide_surface(const PlacedBody& surface, const PlacedBody& other, double margin, NarrowPhase& narrow_phase,
                     std::vector<PairPoint>& points, std::vector<std::size_t>& vertices);

}  // namespace stiction
