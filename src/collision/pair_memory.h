// What collision remembers of pairs of bodies from step to step. It says where to look first, never what is found:
// contacts are the same bits with it and without.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "collision/convex/convex_sat.h"
#include "collision/mesh/feature_memory.h"
#include "collision/pair_courses.h"

namespace stiction {

// Where the contacts of a pair are in a set, and of which placings, margin and course they are.
struct PairContacts {
  std::array<std::int64_t, 2> placings{-1, -1};
  double margin = 0;  // [m]
  double near = 0;    // [m]
  int course_count = 0;
  PairCourse course;  // the first, if there is one
  int begin = 0, count = 0;

  // Of several courses only the first is kept.
  bool same_search(const PairContacts& other) const {
    return placings == other.placings && margin == other.margin && near == other.near && course_count <= 1 &&
           course_count == other.course_count && course == other.course;
  }
};

struct PairMemory {
  PairContacts contacts;                    // of the last search
  SeparatingFace separating;                // of two convex polyhedra
  std::unique_ptr<FeatureMemory> features;  // of a mesh and what has features; made when first asked for
};

class PairMemories {
 public:
  // Keeps what is known of these pairs, sorted, and forgets the others.
  void keep(const std::vector<std::array<int, 2>>& pairs);
  PairMemory& operator[](std::size_t pair) { return memories_[pair]; }  // by its place in the list

 private:
  std::vector<std::array<int, 2>> pairs_;
  std::vector<PairMemory> memories_, last_;
};

}  // namespace stiction
