// Accelerated nonlinear Gauss-Seidel for large heaps of rigid bodies, to loose tolerances: Anderson's method on the
// velocities, with a sweep over the contacts as the map.
//
// A visit solves the exact friction law of one contact with all others held, but where it slides with one step of
// Newton's method only: what it leaves, the next sweep mends. Contacts are packed, all that a visit needs in one place,
// and in an order in which neighbours seldom share a body, so that the processor works at several of them at once.
// Their operator is kept in single precision: velocities, and what natural_map() makes of them, are off by some 1e-7.
// Disks only.
#pragma once

#include <vector>

#include "contact/island.h"
#include "solvers/anderson.h"
#include "solvers/pgs/one_contact.h"

namespace stiction {

class HeapSweeps {
 public:
  // Rigid bodies only. z: 3 per contact, scaled; where to start.
  void start(const Island& island, const std::vector<double>& z);
  // Visits contacts from where the sweeps before it seem to lead. Most contacts near a heap's bodies are open: they are
  // visited only if `all` are, which the first sweep and some of the later ones should ask for. After those impulses
  // are inside their cones; between them, open contacts may hold what is mixed from sweeps before.
  void sweep(bool all);
  // The judge's measure of the present impulses.
  double natural_map();
  // 3 per contact, scaled; of the last look.
  const std::vector<double>& impulse() const { return z_; }

 private:
  struct alignas(64) Contact {
    std::array<float, Island::kContact> A;
    std::int32_t side_a, side_b;  // blocks
    double slowness;              // of the last visit that found it sliding
    Vec3 q, r;                    // r: the impulse
    Mat3 W;
    OneContact law;
  };
  void make_order(const Island& island);
  void pack(const Island& island, const std::vector<double>& z);
  void mix();
  void note_carrying(int place);
  static void sweep_over(const int* begin, const int* end, Contact* contacts, double* x);

  const Island* island_ = nullptr;
  std::vector<int> order_;         // contact of the island at every place
  std::vector<char> taken_;        // groups that have their places
  std::vector<Contact> contacts_;  // by place
  std::vector<double> x_, z_, u_;

  Anderson anderson_;
  std::vector<double> x_before_;                // the last sweep's start; empty: there was none
  std::vector<int> places_;                     // all
  std::vector<int> closed_;                     // places of contacts that carried something when all were visited last,
  std::vector<int> carrying_;                   // and of those that ever did, in the order in which they were found
  std::vector<char> is_carrying_, was_closed_;  // by place
  std::vector<double> carried_;                 // 3 for each of these: their impulses
};

}  // namespace stiction
