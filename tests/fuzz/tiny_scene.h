// A small world with something of everything that runs keep: a joint, a hand, an event, expectations.
#pragma once

#include "scenes/scene_reader.h"

namespace stiction::fuzz {

inline Scene tiny_scene() {
  return read_scene_text(R"({"stiction": 1, "step": 0.01, "duration": 1,
    "materials": {"stone": {"friction": 0.5, "restitution": 0.1}},
    "bodies": [
      {"name": "ground", "fixed": true, "material": "stone", "shape": {"type": "plane"}},
      {"name": "box", "material": "stone", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 0, 0.5]},
      {"name": "ball", "material": "stone", "shape": {"type": "sphere", "radius": 0.2}, "position": [0, 0, 1.2]},
      {"name": "tool", "material": "stone", "shape": {"type": "box", "size": [0.1, 0.1, 0.1]}, "position": [3, 0, 1]}],
    "joints": [{"type": "hinge", "bodies": ["box", "ground"], "anchor": [0.5, 0, 0],
                "axis": [0, 1, 0], "motor": {"velocity": 0.1, "max_torque": 10}}],
    "hands": [{"body": "tool", "stiffness": 1000, "damping": 10, "angular_stiffness": 10, "angular_damping": 0.1}],
    "events": [{"time": 0.05, "add": {"name": "late", "material": "stone", "shape": {"type": "sphere", "radius": 0.1},
                                      "position": [-2, 0, 0.1]}}],
    "expect": [{"penetration": {"max": 0.01}}, {"at_rest": {"bodies": "ball", "max_displacement": 0.1}}]})",
                         "tiny");
}

}  // namespace stiction::fuzz
