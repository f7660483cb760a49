// The keys that the objects of scene files may have; the reader refuses all others.
#pragma once

#include <string>
#include <vector>

#include "model/joint.h"

namespace stiction {

inline const std::vector<std::string> kSceneKeys = {
    "stiction", "name",           "description", "gravity",
    "step",     "duration",       "solver",      "materials",
    "pairs",    "bodies",         "events",      "ignore",
    "expect",   "samples",        "margin",      "restitution_threshold",
    "recovery", "recovery_speed", "joints",      "motions",
    "hands",    "sleep_after",    "sleep_speed"};
inline const std::vector<std::string> kMaterialKeys = {"density", "friction", "restitution"};
inline const std::vector<std::string> kBodyKeys = {"name",     "model",    "shape",    "material",         "fixed",
                                                   "position", "rotation", "velocity", "angular_velocity", "force",
                                                   "torque",   "lock",     "level",    "samples",          "spacing"};
// Beside these: modal and StVK bodies,
inline const std::vector<std::string> kElasticKeys = {
    "mesh", "cell", "young", "poisson", "modes", "strains", "damping", "metric", "deformation", "dofs", "self_contact"};
// and bodies of mass points.
inline const std::vector<std::string> kPointsKeys = {"mesh",    "cell",        "sheet",     "young", "poisson",
                                                     "damping", "integrator",  "thickness", "law",   "volume_stiffness",
                                                     "held",    "self_contact"};

// Keys of a joint, "type" first.
std::vector<std::string> joint_keys(JointKind kind);

}  // namespace stiction
