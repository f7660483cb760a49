// Nonlinear Gauss-Seidel on the exact friction law: each contact in turn is solved exactly with all others held.
//
// Cheap and good at local errors, slow at those that reach through the island. Disks only: polygons have no such
// closed one-contact solution here.
// For large heaps there is a quicker one: heap_sweeps.h.
#pragma once

#include <vector>

#include "contact/island.h"
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
  // The judge's measure of the present impulses.
  double natural_map();

  const std::vector<double>& impulse() const { return z_; }
  const std::vector<double>& velocity() const { return x_; }  // A z

 private:
  const Island* island_ = nullptr;
  std::vector<ContactRow> rows_;
  std::vector<double> x_, z_, u_;
};

}  // namespace stiction
