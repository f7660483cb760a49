#include "bench/peers/engines/engines.h"

namespace stiction::bench {

PeerEngines built_engines() {
  PeerEngines all;
  const auto add = [&all](std::vector<PeerEngine> engines) {
    for (PeerEngine& engine : engines) all.engines.push_back(std::move(engine));
  };
  add(stiction_engines());
#ifdef STICTION_WITH_ODE
  add(ode_engines());
#else
  all.missing.push_back({"ODE", "libode-dev"});
#endif
#ifdef STICTION_WITH_BULLET
  add(bullet_engines());
#else
  all.missing.push_back({"Bullet", "libbullet-dev"});
#endif
#ifdef STICTION_WITH_MUJOCO
  add(mujoco_engines());
#else
  all.missing.push_back({"MuJoCo", "libmujoco-dev"});
#endif
#ifdef STICTION_WITH_DART
  add(dart_engines());
#else
  all.missing.push_back({"DART", "libdart-dev"});
#endif
  return all;
}

}  // namespace stiction::bench
