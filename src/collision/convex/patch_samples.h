// Extra contact points inside face patches and along edge contacts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "collision/manifold.h"

namespace stiction {

// Whether a patch spans an area, and the two corners farthest apart.
struct PatchExtent {
  bool spans_area;
  std::size_t end[2];
};
// `corners` is a convex loop of at least one corner; patches thinner than `tolerance` [m] span no area.
PatchExtent patch_extent(const std::vector<PatchCorner>& corners, double tolerance);

// Adds samples x samples points to a patch that spans an area, samples points to one that is a segment, none to a
// single corner. A patch is cut into strips of equal height along y; the points are the cell centres of the strips'
// mid-lines, so they move continuously with the corners. `patch_code` names the patch.
void add_patch_samples(const std::vector<PatchCorner>& corners, const PatchExtent& extent, int samples,
                       std::uint64_t patch_code, Manifold& manifold);

// Adds `samples` points between two corners, at the centres of as many equal parts.
void add_segment_samples(const PatchCorner& one, const PatchCorner& other, int samples, Manifold& manifold);

}  // namespace stiction
