// Nonlinear Gauss-Seidel on the exact friction law: each contact in turn is solved exactly with all others held.
//
// Cheap and good at local errors, slow at those that reach through the island. Disks only: polygons have no such
// closed one-contact solution here.
//
// Accelerated, for heaps: Anderson's method on the velocities, with a sweep as the map.
#pragma once

#include <vector>

#include "contact/island.h"
#include "solvers/anderson.h"
#include "solvers/pgs/one_contact.h"

namespace stiction {

// Which of a contact's bodies take part; the others are held as if their mass were infinite.
struct Movable {
  bool a = true, b = true;
  bool wide = true;  // all wide ones
};

// One contact with its own Delassus block, as far as its movable bodies make it up.
class ContactRow {
 public:
  void prepare(const Island& island, int contact, Movable movable = {});
  // Solves the contact for the velocity x of all bodies; updates its impulse z (3 per contact) and its movable bodies.
  void visit(const Island& island, double* x, double* z);

 private:
  int contact_ = 0;
  Movable movable_;
  const WideRun* run_ = nullptr;  // its wide parts
  Mat3 W_ = Mat3::Zero();
  OneContact law_;
  double slowness_ = 0;  // of the last visit that found the contact sliding
};

class GaussSeidelSweeps {
 public:
  // z: 3 per contact, scaled; where to start.
  void start(const Island& island, const std::vector<double>& z);
  // Visits every contact once, in the island's order.
  void sweep();
  // The same, from where the sweeps before it seem to lead. Most contacts near a heap's bodies are open:
  // they are visited only if `all` are, which the first sweep and some of the later ones should ask for. After those
  // impulses are inside their cones; between them, open contacts may hold what is mixed from sweeps before.
  void sweep_accelerated(bool all);
  // The judge's measure of the present impulses.
  double natural_map();

  const std::vector<double>& impulse() const { return z_; }
  const std::vector<double>& velocity() const { return x_; }  // A z

 private:
  const Island* island_ = nullptr;
  std::vector<ContactRow> rows_;
  std::vector<double> x_, z_, u_;
  void mix();
  void note_carrying(int contact);

  // Of sweep_accelerated():
  Anderson anderson_;
  std::vector<double> x_before_;  // its last sweep's start; empty: there was none
  std::vector<int> closed_;       // contacts that carried something when all were visited last,
  std::vector<int> carrying_;     // and those that ever did, in the order in which they were found
  std::vector<char> is_carrying_;
  std::vector<double> carried_;  // 3 for each of these: their impulses
};

}  // namespace stiction
