// The least thickness of a semicircular arch without sliding: 0.1075 of the radius for radial joints everywhere
// (Milankovitch). For n blocks with straight edges statics gives another number: the thrust, horizontal H at the height
// z of the crown, m = H z, has to pass every joint between its inner and its outer end. With W the weight from the
// crown to the joint and x where it acts, the moments about both ends ask for
//   max over joints of H z_inner + W (x_inner - x)  <=  m  <=  min over joints of H z_outer + W (x_outer - x),
// for some H: the gap between the two is concave in H.
#include <algorithm>
#include <vector>

#include "known_answers/answers.h"
#include "scenes/gallery.h"

namespace stiction::test {
namespace {

struct Cut {
  Vec2 inner, outer;
  double weight, moment;  // of what lies between the crown and the joint; moment: weight x where it acts
};

double cross(const Vec2& a, const Vec2& b) {
  return a.x() * b.y() - a.y() * b.x();
}

// Joints of the right half for radius 1, weights as areas.
std::vector<Cut> cuts(int blocks, double thickness) {
  std::vector<Cut> all;
  Vec2 inner(0, 0), outer(0, 0);
  double weight = 0, moment = 0;
  for (int k = blocks / 2; k <= blocks; ++k) {
    const double angle = std::numbers::pi * (static_cast<double>(k) / blocks - 0.5);
    if (angle < -1e-9) {  // the keystone counts from its middle, where its edges are level
      const double half = std::abs(angle);
      inner = (1 - thickness / 2) * Vec2(0, std::cos(half));
      outer = (1 + thickness / 2) * Vec2(0, std::cos(half));
      continue;
    }
    const Vec2 direction(std::sin(angle), std::cos(angle));
    const Vec2 corners[4] = {inner, outer, (1 + thickness / 2) * direction, (1 - thickness / 2) * direction};
    if (all.empty() && angle < 1e-9) {
      inner = corners[3];
      outer = corners[2];
      all.push_back({inner, outer, 0, 0});
      continue;
    }
    for (int i = 1; i < 3; ++i) {
      const double area = -cross(corners[i] - corners[0], corners[i + 1] - corners[0]) / 2;
      weight += area;
      moment += area * (corners[0].x() + corners[i].x() + corners[i + 1].x()) / 3;
    }
    inner = corners[3];
    outer = corners[2];
    all.push_back({inner, outer, weight, moment});
  }
  return all;
}

// Room for m at the thrust H.
double room(const std::vector<Cut>& all, double H) {
  double low = -1e9, high = 1e9;
  for (const Cut& c : all) {
    low = std::max(low, H * c.inner.y() + c.weight * c.inner.x() - c.moment);
    high = std::min(high, H * c.outer.y() + c.weight * c.outer.x() - c.moment);
  }
  return high - low;
}

bool carries(int blocks, double thickness) {
  const std::vector<Cut> all = cuts(blocks, thickness);
  double left = 0, right = 2 * thickness;
  for (int i = 0; i < 200; ++i) {
    const double a = left + (right - left) / 3, b = right - (right - left) / 3;
    (room(all, a) < room(all, b) ? left : right) = room(all, a) < room(all, b) ? a : b;
  }
  return room(all, (left + right) / 2) >= 0;
}

double least_thickness(int blocks) {
  return border(0.3, 0.02, 1e-12, [&](double t) { return carries(blocks, t); });
}

Simulation arch(int blocks, double thickness) {
  return simulate(build_gallery_scene("semicircular-arch",
                                      {{"blocks", std::to_string(blocks)}, {"thickness", fmt::format("{}", thickness)}})
                      .model);
}

TEST(KnownAnswers, statics_of_many_blocks_gives_the_published_least_thickness_of_an_arch) {
  EXPECT_NEAR(least_thickness(4001), 0.1075, 5e-5);
}

TEST(KnownAnswers, an_arch_stands_down_to_its_least_thickness) {
  for (const int blocks : {9, 20, 27, 51}) {
    const double expected = least_thickness(blocks);
    const double measured =
        border(1.05 * expected, 0.95 * expected, 2e-6, [&](double t) { return stands(arch(blocks, t)); });
    expect_answer(fmt::format("arch of {} blocks, least thickness / radius", blocks), expected, measured, 1e-4);
  }
}

TEST(KnownAnswers, an_arch_of_27_blocks_stands_at_0_115_and_falls_at_0_10) {
  EXPECT_TRUE(stands(arch(27, 0.115)));
  EXPECT_FALSE(stands(arch(27, 0.10)));
}

}  // namespace
}  // namespace stiction::test
