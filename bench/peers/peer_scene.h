// A scene as every engine gets it: boxes, convex hulls and closed meshes with exact masses, one coefficient of
// friction.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"
#include "solvers/solver_options.h"

namespace stiction::bench {

// What a run is judged by.
enum class Judge {
  kMoved,    // fell once a centre is farther than `limit` from where it started
  kDropped,  // fell once a centre is lower by more than `limit`; drift is measured sideways
  kPoured,   // is poured and comes to rest: never falls
};

struct PeerScene {
  std::string family;    // "stack"
  std::string name;      // "stack-10"
  int size = 0;          // what the name counts: cubes, levels, blocks, bunnies
  Model model;           // masses computed; shapes as above, origins at the centres of mass
  SolverOptions solver;  // of our own engine
  double friction = 0;   // of all contacts
  double step = 0.01;    // [s]
  double duration = 10;  // [s]
  double settle = 1;     // steps from this time on count as settled [s]
  Judge judge = Judge::kMoved;
  double limit = 0;  // [m], see Judge
  double box = 0;    // what is poured stays above z = 0 and within so much of the middle, along x and y [m]

  int free_bodies() const;
};

// The families: incline, stack, cards, arch, arch-fine, kapla-tower, pile, bunnies.
std::vector<std::string> scene_families();
// What is run unless sizes are given.
std::vector<PeerScene> default_scenes();
// "stack": all of its default sizes; "stack-50": that one. Throws InputError.
std::vector<PeerScene> scenes_named(const std::string& name);

PeerScene stack_scene(int cubes);
PeerScene cards_scene(int levels);
PeerScene arch_scene(int blocks);
PeerScene fine_arch_scene(int blocks);    // the same in steps of a millisecond
PeerScene kapla_tower_scene(int layers);  // of two planks each, crosswise
PeerScene pile_scene(int cubes);
PeerScene bunnies_scene(int bunnies);
// A unit cube on a slab; angle and heading [degrees]. It has no size and no end of its own: see incline_trial.h.
PeerScene incline_scene(double angle, double heading);

// Centre of mass in the body's own coordinates is at most a rounding error from its origin; throws InputError
// otherwise, for shapes other than boxes, hulls, meshes and planes, and for planes where there is no mesh. Adapters
// rely on all of it.
void require_simple_bodies(const PeerScene& scene);

// Of a body of a scene: null if it is none.
const MeshShape* mesh_shape(const Body& body);
const PlaneShape* plane_shape(const Body& body);  // the body has no other placement than the world's
// Of a body that is neither.
const ConvexShape& convex_shape(const Body& body);
bool has_meshes(const PeerScene& scene);

}  // namespace stiction::bench
