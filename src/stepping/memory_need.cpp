#include "stepping/memory_need.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/error.h"

namespace stiction {
namespace {

constexpr std::size_t kNamed = 3;
constexpr double kPerContact = 2200, kPerPair = 1600, kPerTriple = 28;  // [bytes]

// No set of so many contacts needs more: e pairs have (2 e)^(3/2) / 6 triples at most.
double largest_need(std::size_t count) {
  const auto contacts = static_cast<double>(count);
  return (kPerContact + kPerPair) * contacts + kPerTriple * std::pow(2 * contacts, 1.5) / 6;
}

// Contacts of a pair stand together.
std::vector<std::array<int, 2>> touching_pairs(const ContactSet& contacts) {
  std::vector<std::array<int, 2>> pairs;
  for (const Contact& contact : contacts) {
    const std::array<int, 2> pair = {contact.body_a, contact.body_b};
    if (pairs.empty() || pairs.back() != pair) pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace

double memory_need(const Model& model, const ContactSet& contacts) {
  const auto pairs = touching_pairs(contacts);
  std::vector<double> neighbours(model.bodies.size(), 0);
  const auto couples = [&](const std::array<int, 2>& pair) {  // fixed bodies do not
    return !model.bodies[pair[0]].fixed && !model.bodies[pair[1]].fixed && pair[0] != pair[1];
  };
  for (const auto& pair : pairs) {
    if (!couples(pair)) continue;
    ++neighbours[pair[0]];
    ++neighbours[pair[1]];
  }
  double triples = 0;  // an upper bound
  for (const auto& pair : pairs) {
    if (couples(pair)) triples += std::min(neighbours[pair[0]], neighbours[pair[1]]) / 3;
  }
  return kPerContact * static_cast<double>(contacts.size()) + kPerPair * static_cast<double>(pairs.size()) +
         kPerTriple * triples;
}

std::string contact_census(const Model& model, const ContactSet& contacts) {
  std::vector<int> count(model.bodies.size(), 0), order(model.bodies.size());
  for (const Contact& contact : contacts) {
    ++count[contact.body_a];
    if (contact.body_b != contact.body_a) ++count[contact.body_b];
  }
  std::iota(order.begin(), order.end(), 0);
  const auto named = order.begin() + static_cast<std::ptrdiff_t>(std::min(kNamed, order.size()));
  std::partial_sort(order.begin(), named, order.end(),
                    [&](int a, int b) { return count[a] > count[b] || (count[a] == count[b] && a < b); });
  std::string text = fmt::format("{} contacts", contacts.size());
  for (auto body = order.begin(); body != named && count[*body] > 0; ++body) {
    text += fmt::format("{}\"{}\" ({})", body == order.begin() ? ", most of them at bodies " : ", ",
                        model.bodies[*body].name, count[*body]);
  }
  return text;
}

std::string moment_text(std::int64_t step, double h) {
  return fmt::format("at t = {:.6g} s (step {})", static_cast<double>(step) * h, step);
}

void require_memory(const Model& model, const ContactSet& contacts, double available, std::int64_t step, double h) {
  if (largest_need(contacts.size()) <= available) return;
  const double needed = memory_need(model, contacts);
  if (needed <= available) return;
  throw SimulationError(fmt::format(
      "too many contacts {}: {}. They need {:.2g} GB or more, and there are {:.2g} GB; the last good state is kept. Do "
      "these bodies overlap?",
      moment_text(step, h), contact_census(model, contacts), 1e-9 * needed, 1e-9 * available));
}

}  // namespace stiction
