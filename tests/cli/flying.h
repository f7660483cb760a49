// A scene that tests of runs share.
#pragma once

#include "scenes/scene.h"

namespace stiction {

// A ball without gravity that flies along x; at 2e307 m/s it leaves the range of numbers on its way.
inline Scene flying(double speed) {
  Scene scene;
  scene.name = "flying";
  scene.step = 0.5;
  scene.duration = 20;
  scene.model.gravity.setZero();
  Body ball;
  ball.name = "ball";
  ball.start_velocity = Vec3(speed, 0, 0);
  scene.model.bodies.push_back(ball);
  compute_masses(scene.model);
  return scene;
}

}  // namespace stiction
