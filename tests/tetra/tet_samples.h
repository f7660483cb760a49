// Small tetrahedral meshes and their texts, for tests.
#pragma once

#include <string>

#include "geometry/tetra/tet_mesh.h"

namespace stiction {

// Two tetrahedra on the two sides of the triangle (1, 2, 3).
inline TetMesh two_tets() {
  return {{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, 1, 1)}, {{0, 1, 2, 3}, {1, 2, 3, 4}}};
}

inline const std::string kMsh2 =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"wood\"\n$EndPhysicalNames\n$Nodes\n5\n"
    "1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n7 1 1 1\n$EndNodes\n$Elements\n4\n1 15 2 0 1 1\n2 2 2 1 1 1 2 3\n"
    "3 4 2 1 1 1 2 3 4\n4 4 2 1 1 2 3 4 7\n$EndElements\n";
inline const std::string kMsh4 =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 0 1\n1 0 0 0 1 1 1 0 0\n$EndEntities\n$Nodes\n2 5 1 7\n"
    "2 1 1 2\n1\n2\n0 0 0 0.5 0.5\n1 0 0 0.5 0.5\n3 1 0 3\n3\n4\n7\n0 1 0\n0 0 1\n1 1 1\n$EndNodes\n$Elements\n"
    "2 3 1 3\n2 1 2 1\n1 1 2 3\n3 1 4 2\n2 1 2 3 4\n3 2 3 4 7\n$EndElements\n";
// Triangles alone, of both orders, a node that none of them uses, and a line.
inline const std::string kMshTriangles =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n8\n9 5 5 5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 1 1 0\n5 1 0.5 0\n"
    "6 0.5 1 0\n7 0.5 0.5 0\n$EndNodes\n$Elements\n3\n1 1 2 0 1 1 2\n2 2 2 1 1 1 2 3\n3 9 2 1 1 2 4 3 5 6 7\n"
    "$EndElements\n";
inline const std::string kVtk =
    "# vtk DataFile Version 3.0\ntwo tets\nASCII\nDATASET UNSTRUCTURED_GRID\nFIELD FieldData 1\nTIME 1 1 double\n0\n"
    "POINTS 5 double\n0 0 0 1 0 0\n0 1 0\n0 0 1 1 1 1\nMETADATA\nINFORMATION 0\n\nCELLS 3 14\n3 0 1 2\n4 0 1 2 3\n"
    "4 1 2 3 4\n\nCELL_TYPES 3\n5\n10\n10\nCELL_DATA 3\nSCALARS x int 1\nLOOKUP_TABLE default\n1 2 3\n";
inline const std::string kVtk5 =
    "# vtk DataFile Version 5.1\ntwo tets\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 float\n0 0 0 1 0 0 0 1 0\n"
    "0 0 1 1 1 1\nCELLS 3 8\nOFFSETS vtktypeint64\n0 4 8\nCONNECTIVITY vtktypeint64\n0 1 2 3 1 2 3 4\n\nCELL_TYPES "
    "2\n10\n10\n";
inline const std::string kNode =
    "# points\n5 3 1 1\n\n1 0 0 0 0.5 1\n2 1 0 0 0.5 1 # here\n3 0 1 0 0.5 1\n4 0 0 1 0.5 1\n5 1 1 1 0.5 0\n# end\n";
inline const std::string kEle = "2 4 1\n1 1 2 3 4 7\n2 2 3 4 5 7\n# made by hand\n";

}  // namespace stiction
