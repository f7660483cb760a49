// What is remembered of two shapes from one search to the next: which of their items may touch while the shapes hardly
// move. It says where to look, never what is found: results are the same bits with it, without it and with one of any
// age.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "collision/mesh/feature_pairs.h"

namespace stiction {

class FeatureMemory {
 public:
  // Do the items still hold all that can touch within this margin [m]?
  bool covers(const FeatureFrame& frame, double margin) const;
  // Is it worth while to look for items anew, since the shapes hardly move from one search to the next? Remembers this
  // search. Further searches of one step, where shapes stay in their places, do not make them calm.
  bool is_calm(const FeatureFrame& frame, double margin);

  // How far the shapes may move before the items are out of date, a small part of their size [m].
  static double slack(const FeatureShape& first, const FeatureShape& second);

  // To be filled anew, in the order of the tree: items of first and second.
  std::vector<std::array<int, 2>>& start(const FeatureFrame& frame, double margin);
  const std::vector<std::array<int, 2>>& items() const { return items_; }

 private:
  // Where shapes were in a search, and how far it looked.
  struct Look {
    Mat3 rotation = Mat3::Identity();
    Vec3 shift = Vec3::Zero();
    double margin = -std::numeric_limits<double>::infinity();  // none so far
  };
  static double motion(const Look& look, const FeatureFrame& frame, double margin);

  Look built_, last_;
  bool calm_ = false;
  std::vector<std::array<int, 2>> items_;
};

}  // namespace stiction
