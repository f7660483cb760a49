// Triangulation of a loop in the plane by cutting ears. Internal to this folder.
//
// Ears are looked for around the loop, again and again; after one was cut, its successor stays for the next time round:
// fans would grow thin. A corner that is no ear keeps the reason, a point in its triangle, and is looked at again only
// when that point or a neighbour is gone. Points are found by the cells of a grid. So the time is about linear in the
// corners for rims as they occur; how often corners are looked at is bounded, which a spiral may exceed.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "base/types.h"

namespace stiction {

class EarCutter {
 public:
  // points: of the corners, in order. may_join(i, k): may an edge join these corners?
  EarCutter(std::vector<Vec2> points, std::function<bool(int, int)> may_join);

  // Triangles of corners, counter-clockwise; empty if there is no ear left before the end, or too much to look at.
  std::vector<std::array<int, 3>> cut();
  long long looks() const { return looks_; }  // at corners and at points in their triangles

 private:
  bool is_ear(int corner);
  bool is_blocked(int corner);  // by the point that was found the last time
  int find_blocker(int a, int b, int c);
  double turn(int a, int b, int c) const;
  bool is_in_triangle(int i, int a, int b, int c) const;
  void fill_grid();
  std::array<int, 2> cell_of(const Vec2& p) const;
  void remove(int corner);

  struct Corner {
    int before, after;  // neighbours in what is left
    int blocker = -1;   // a point in the triangle with these neighbours, or itself: no ear while they stay
    bool is_left = true;
    int next_in_cell = -1;  // of the grid
  };
  std::vector<Vec2> points_;
  std::function<bool(int, int)> may_join_;
  std::vector<Corner> corners_;
  double squared_size_ = 0;  // [m^2]
  double on_line_;           // turns up to this count as none
  Vec2 low_, cell_size_;     // [m]
  int cells_ = 1;            // along each axis
  std::vector<int> first_in_cell_;
  long long looks_ = 0;
};

}  // namespace stiction
