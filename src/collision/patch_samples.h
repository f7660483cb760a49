// Extra contact points inside face patches and along edge contacts.
#pragma once

#include <cstdint>
#include <vector>

#include "collision/manifold.h"

namespace stiction {

// Adds samples x samples points to a patch that spans an area, samples points to one that is a segment, none to a
// single corner. A patch is cut into strips of equal height along y; the points are the cell centres of the strips'
// mid-lines, so they move continuously with the corners. `corners` is a convex loop; `patch_code` names the patch;
// patches thinner than `tolerance` [m] are segments.
void add_patch_samples(const std::vector<PatchCorner>& corners, int samples, double tolerance, std::uint64_t patch_code,
                       Manifold& manifold);

}  // namespace stiction
