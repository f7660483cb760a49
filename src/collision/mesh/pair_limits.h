// Tolerances of contacts between feature shapes. Internal to this folder.
#pragma once

namespace stiction::pair_limits {

constexpr double kTouching = 1e-4;      // of the smaller shape's size: lengths below count as touching
constexpr double kTouchingEdge = 1e-2;  // of the shortest sharp edge: the same, for finely meshed shapes
constexpr double kParallel = 1e-6;      // sine: edges nearer to parallel have no crossing; vertices cover that case
constexpr double kSnap = 1e-3;          // [rad] edge normals nearer to a face's are the face's
constexpr double kFlush = 1 - 5e-7;     // cosine of 1 mrad: faces that lie flush on each other
constexpr double kDistinct = 0.995;     // cosine of 0.1 rad: normals nearer than this are no alternatives

// Sines by which a direction may be outside of a normal cone:
constexpr double kLookVertex = 0.5;  // of a vertex over a face: its neighbour is lower, it may come next
constexpr double kLookEdge = 0.3;    // of an edge across the border of a face
constexpr double kLocal = 0.1;       // of a vertex apart from an edge or vertex
constexpr double kInCone = 0.02;     // counts as inside
constexpr double kDeep = 0.9;        // of a vertex deep inside the other body

enum Kind { kVertexFace = 100, kVertexEdge, kVertexVertex, kEdgeEdge, kBorderEdge, kBorderVertex, kDeepVertex };

}  // namespace stiction::pair_limits
