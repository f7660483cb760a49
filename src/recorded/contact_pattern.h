// Which contacts of a group are coupled, from the entries of the recorded Delassus matrix.
#pragma once

#include <algorithm>
#include <vector>

#include "recorded/recorded_problem.h"

namespace stiction {

// Places of contacts within their group.
class GroupPlaces {
 public:
  explicit GroupPlaces(const std::vector<int>& contacts)
      : contacts_(contacts), gapless_(contacts.back() - contacts.front() + 1 == static_cast<int>(contacts.size())) {}
  int of(int contact) const {
    if (gapless_) return contact - contacts_.front();
    return static_cast<int>(std::lower_bound(contacts_.begin(), contacts_.end(), contact) - contacts_.begin());
  }

 private:
  const std::vector<int>& contacts_;
  bool gapless_;
};

// Row by row: the contacts a contact is coupled to, itself among them, in rising order. If i is coupled to j, j is to
// i, even where the matrix has entries on one side of its diagonal only.
struct ContactPattern {
  std::vector<int> row_begin, column;
};

ContactPattern coupled_pattern(const RecordedProblem& problem, const std::vector<int>& contacts,
                               const GroupPlaces& places);

}  // namespace stiction
