#include "recorded/contact_pattern.h"

#include <iterator>

namespace stiction {
namespace {

// The other way round: rows and columns exchanged. Columns come out in rising order.
ContactPattern transposed(const ContactPattern& pattern) {
  const std::size_t rows = pattern.row_begin.size() - 1;
  ContactPattern other;
  other.row_begin.assign(rows + 1, 0);
  other.column.resize(pattern.column.size());
  for (const int j : pattern.column) ++other.row_begin[j + 1];
  for (std::size_t j = 0; j < rows; ++j) other.row_begin[j + 1] += other.row_begin[j];
  std::vector<int> next(other.row_begin.begin(), other.row_begin.end() - 1);
  for (std::size_t i = 0; i < rows; ++i)
    for (int k = pattern.row_begin[i]; k < pattern.row_begin[i + 1]; ++k)
      other.column[next[pattern.column[k]]++] = static_cast<int>(i);
  return other;
}

ContactPattern united(const ContactPattern& a, const ContactPattern& b) {
  ContactPattern both;
  both.row_begin.push_back(0);
  for (std::size_t i = 0; i + 1 < a.row_begin.size(); ++i) {
    std::set_union(a.column.begin() + a.row_begin[i], a.column.begin() + a.row_begin[i + 1],
                   b.column.begin() + b.row_begin[i], b.column.begin() + b.row_begin[i + 1],
                   std::back_inserter(both.column));
    both.row_begin.push_back(static_cast<int>(both.column.size()));
  }
  return both;
}

}  // namespace

ContactPattern coupled_pattern(const RecordedProblem& problem, const std::vector<int>& contacts,
                               const GroupPlaces& places) {
  const int dimension = problem.dimension, count = static_cast<int>(contacts.size());
  ContactPattern by_columns;
  by_columns.row_begin.push_back(0);
  std::vector<int> seen_in(contacts.size(), -1);
  for (int j = 0; j < count; ++j) {
    const auto add = [&](int i) {
      if (seen_in[i] == j) return;
      seen_in[i] = j;
      by_columns.column.push_back(i);
    };
    add(j);
    for (int k = 0; k < dimension; ++k)
      for (SparseMatrix::InnerIterator it(problem.W, dimension * contacts[j] + k); it; ++it)
        add(places.of(static_cast<int>(it.row()) / dimension));
    by_columns.row_begin.push_back(static_cast<int>(by_columns.column.size()));
  }
  const ContactPattern by_rows = transposed(by_columns);
  return united(by_rows, transposed(by_rows));
}

}  // namespace stiction
