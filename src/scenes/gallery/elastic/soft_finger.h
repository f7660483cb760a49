// A soft finger like a claw, and the socket that holds its foot. Internal to the gallery.
//
// Both in the finger's own coordinates: the middle of its upper end is the origin, the foot goes straight down (-z),
// below the socket the finger bends towards +x, where the object is. The foot is wider than the finger (along y) and
// tapers to it: shoulders on which it hangs. Nothing but contact holds it in its socket.
#pragma once

#include "geometry/shape.h"
#include "geometry/tetra/tet_mesh.h"

namespace stiction::building {

struct SoftFinger {
  double thickness = 0.02, width = 0.03;  // along x, y [m]
  double foot_width = 0.05;               // along y [m]
  double foot = 0.012;                    // height of the wide part [m]
  double shoulder = 0.008;                // height of the part that tapers [m]
  double neck = 0.025;                    // straight part below, most of it in the socket [m]
  double length = 0.12;                   // of the curved part [m]
  double turn = 0.6;                      // by which it turns towards the object [rad]
  int cells = 8;                          // along the curved part

  double root() const { return foot + shoulder + neck; }  // height of all that is straight [m]
  Vec3 tip() const;                                       // the middle of the lower end [m]
  // The edges of the lower end, on the object's side and on the other; they run along y [m].
  Vec3 inner_edge() const;
  Vec3 outer_edge() const;
};

TetMesh finger_mesh(const SoftFinger& finger);

// Walls, lid and ledges, `clearance` [m] away from the foot on all sides.
Shape socket_shape(const SoftFinger& finger, double clearance);

}  // namespace stiction::building
