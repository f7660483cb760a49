// What meshes and solids of scene files share. Internal to the reader.
#pragma once

#include "scenes/reader/parts.h"

namespace stiction {

// The shape's own `spacing`, else that of its place; with the folder for distance fields, and progress that names the
// shape.
MeshOptions read_mesh_options(const JsonCursor& shape, const ReaderContext& context, const ShapePlace& place);

// "features" (where it says nothing) or "samples".
MeshContactKind read_mesh_contacts(const JsonCursor& shape);

// What `make` returned for an equal shape of this scene, or returns for this one.
MeshShape remembered_mesh(const JsonCursor& shape, const ReaderContext& context, const ShapePlace& place,
                          MeshShape (*make)(const JsonCursor&, const ReaderContext&, const ShapePlace&));

}  // namespace stiction
