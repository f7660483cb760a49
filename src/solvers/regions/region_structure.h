// Which contacts of an island, a contact region, meet which others: what stays from step to step while they touch the
// same things.
//
// The six components of a block are cut into two halves of three, and halves that a contact does not touch are left
// out: a mass point is one half, a rigid body two. An entry is a contact's part in a half, 3 x 3.
#pragma once

#include <vector>

#include "contact/island.h"

namespace stiction {

class RegionStructure {
 public:
  // Finds out what the contacts touch, and their parts of A_c. True if they touch what they touched in the last call:
  // then everything else here is as it was.
  bool update(const Island& island);
  // The blocks of A^T A that are not zero, row by row; kept until a call of update() that returns false.
  void find_pattern();

  int contact_count() const { return static_cast<int>(entry_begin.size()) - 1; }
  int entry_count() const { return static_cast<int>(entry_half.size()); }
  int half_count() const { return static_cast<int>(half_begin.size()) - 1; }
  // Blocks of A^T A that are not zero, or the limit as soon as there are more. Without find_pattern().
  long block_count(long limit) const;
  bool has_pattern() const { return !row_begin.empty(); }
  double* part(int entry) { return &parts[9 * static_cast<std::size_t>(entry)]; }
  const double* part(int entry) const { return &parts[9 * static_cast<std::size_t>(entry)]; }

  std::vector<int> entry_begin;    // contact_count + 1: its entries
  std::vector<int> entry_half;     // the half it is about
  std::vector<int> entry_contact;  // whose it is
  std::vector<int> half_begin;     // half_count + 1: the entries of a half, in half_entries, in the order of contacts
  std::vector<int> half_entries;
  std::vector<int> row_begin, column;  // of the pattern: contacts that a contact meets, ascending, itself among them
  std::vector<double> parts;           // entry_count x 9: the contact's three columns, three rows each

 private:
  void collect(const Island& island);
  void find_halves(int half_count);

  std::vector<int> new_begin_, new_half_, half_number_, marked_by_;
};

}  // namespace stiction
