#include "render/contact_arrows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace stiction {
namespace {

constexpr double kArrowLength = 0.22;  // of the usual large force [radii]
constexpr double kUsual = 0.98;        // share of the forces that are smaller

Vec3 to_vec(const std::array<float, 3>& v) {
  return {v[0], v[1], v[2]};
}

std::vector<ContactArrow> single_arrows(const Frame& frame) {
  std::vector<ContactArrow> arrows;
  for (const FrameContact& contact : frame.contacts) {
    const Vec3 force = to_vec(contact.force_on_b), normal = to_vec(contact.normal);
    const Vec3 pressing = force.dot(normal) * normal;
    if (force.allFinite()) arrows.push_back({to_vec(contact.point), pressing, force - pressing});
  }
  return arrows;
}

// Sums over the contacts of every pair.
std::vector<ContactArrow> paired_arrows(const Frame& frame) {
  std::vector<ContactArrow> arrows;
  std::vector<double> weights;
  std::map<std::pair<int, int>, std::size_t> places;
  for (const FrameContact& contact : frame.contacts) {
    const Vec3 force = to_vec(contact.force_on_b), normal = to_vec(contact.normal);
    const double pressing = force.dot(normal);
    if (!std::isfinite(pressing) || !force.allFinite() || !(force.norm() > 0)) continue;
    const auto [at, is_new] = places.try_emplace({contact.body_a, contact.body_b}, arrows.size());
    if (is_new) {
      arrows.emplace_back();
      weights.push_back(0);
    }
    ContactArrow& arrow = arrows[at->second];
    const double weight = force.norm();
    arrow.point += weight * to_vec(contact.point);
    arrow.normal += pressing * normal;
    arrow.friction += force - pressing * normal;
    weights[at->second] += weight;
  }
  for (std::size_t i = 0; i < arrows.size(); ++i) arrows[i].point /= weights[i];
  return arrows;
}

void add_magnitudes(const std::vector<ContactArrow>& arrows, std::vector<double>& to) {
  for (const ContactArrow& arrow : arrows) {
    const double force = (arrow.normal + arrow.friction).norm();
    if (std::isfinite(force) && force > 0) to.push_back(force);
  }
}

}  // namespace

std::vector<ContactArrow> contact_arrows(const Frame& frame, bool by_pair) {
  return by_pair ? paired_arrows(frame) : single_arrows(frame);
}

void ForceScale::add(const Frame& frame) {
  many_ = many_ || frame.contacts.size() > kMostContactArrows;
  add_magnitudes(single_arrows(frame), single_);
  add_magnitudes(paired_arrows(frame), paired_);
}

ForceStyle ForceScale::style(double radius) const {
  std::vector<double> forces = many_ ? paired_ : single_;
  if (forces.empty()) return {0, many_};
  const auto usual = forces.begin() + static_cast<std::ptrdiff_t>(kUsual * static_cast<double>(forces.size() - 1));
  std::nth_element(forces.begin(), usual, forces.end());
  return {kArrowLength * radius / *usual, many_};
}

}  // namespace stiction
