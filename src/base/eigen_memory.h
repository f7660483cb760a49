// Eigen arrays that survive a failed resize().
//
// resize() of Eigen 3.4 frees the old array before it asks for the new one. If there is no memory for it, the exception
// leaves the matrix with the address of the freed array, and its destructor frees that again. Here a freed array lives
// on until the next allocation or release of its thread, and a failed allocation leaves it to its owner for good.
// (Where the owner had released it for good, it is lost: one array for one failure.)
#pragma once

#include <Eigen/Core>
#include <cstddef>

namespace Eigen::internal {

template <>
void* conditional_aligned_malloc<true>(std::size_t size);

template <>
void conditional_aligned_free<true>(void* array);

}  // namespace Eigen::internal
