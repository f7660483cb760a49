// What a recording says about itself, once, at its beginning: enough to show it without the files of its scene.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/types.h"
#include "geometry/shape.h"
#include "scenes/scene.h"
#include "scenes/shown_surfaces.h"

namespace stiction {

struct RecordedBody {
  std::string name;
  bool fixed = false;
  bool scripted = false;
  int material = 0;                    // index in `materials`
  double mass = 0;                     // [kg]; 0: fixed
  Vec3 center_of_mass = Vec3::Zero();  // in the body's own coordinates [m]
  int surface = -1;                    // index in `surfaces`, -1: none
  std::optional<PlaneShape> plane;     // in the body's own coordinates, for bodies that are one
  std::uint32_t deforming = 0;         // surface vertices that every frame has of this body; 0: it is rigid
};

struct RecordedMaterial {
  std::string name;
  double density = 0;  // [kg/m^3]
  double friction = 0;
};

struct RecordingInfo {
  std::string program;              // version of the program that wrote it
  std::string name;                 // of the scene
  std::string description;          // of the scene
  double step = 0;                  // [s]
  std::int64_t frame_interval = 1;  // steps from one frame to the next; the last frame may come sooner
  Vec3 gravity = Vec3::Zero();      // at the start [m/s^2]
  std::string solver;               // name
  double tolerance = 0;             // residual up to which a step counts as converged
  std::vector<RecordedMaterial> materials;
  std::vector<RecordedBody> bodies;    // in scene order
  std::vector<int> hands;              // bodies that hands hold
  std::vector<ShownSurface> surfaces;  // each different one once
  std::string scene;                   // the whole scene as a scene file (JSON text)

  std::size_t deforming_vertices() const;  // of all bodies
};

// `text`: the scene as its file has it.
RecordingInfo recording_info(const Scene& scene, std::int64_t frame_interval, const std::string& text);

}  // namespace stiction
