// The first mesh of a level set: marching tetrahedra on a body-centred cubic lattice.
//
// Every tetrahedron with corners inside (value < 0) and outside is cut by one triangle or two. Cuts of neighbours agree
// on the shared face, since each vertex belongs to an edge of the lattice and its place depends on that edge alone. So
// the mesh is closed, each edge has exactly two triangles, the triangles around a vertex form one fan (the
// tetrahedra around a lattice edge form one ring), and triangles of different tetrahedra meet only in shared faces: the
// mesh is a manifold without self-intersections, whatever the function. Triangles may be thin; improve.h mends that.
#pragma once

#include "geometry/mesh/triangle_mesh.h"
#include "geometry/solids/polygonise/level_set.h"

namespace stiction {

// box: holds the level set [m]. Blocks of cells that the level set cannot reach are skipped: the function must be
// 1-Lipschitz. Vertices are ordered by the lattice's traversal.
TriangleMesh march_lattice(const LevelSet& surface, const Aabb& box);

}  // namespace stiction
