#include "scenes/gallery/elastic/weave.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "scenes/gallery/building.h"

namespace stiction::building {
namespace {

// A wave that passes over one crossing strand and under the next. Flat strands meet first at the corners of their
// crossings, where both waves have fallen to cos(pi width / (2 pitch)) of their height.
std::shared_ptr<const ElasticSpec> strand_spec(const Weave& weave, double sign) {
  auto spec = std::make_shared<ElasticSpec>();
  spec->cell = weave.cell;
  spec->modal = weave.modal;
  const double wave = std::numbers::pi / weave.pitch;
  const double height = sign * weave.thickness / (2 * std::cos(wave * weave.width / 2));
  const double phase = weave.strands % 2 == 0 ? 0 : std::numbers::pi / 2;
  spec->bend = [=](const Vec3& p) { return Vec3(0, 0, height * std::sin(wave * p.x() + phase)); };
  return spec;
}

Quat axes(const Vec3& x, const Vec3& z) {
  Mat3 rotation;
  rotation << x, z.cross(x), z;
  return Quat(rotation);
}

}  // namespace

void add_weave(Model& model, const std::string& prefix, int material, const Weave& weave, const Vec3& top) {
  const std::shared_ptr<const ElasticSpec> specs[] = {strand_spec(weave, 1), strand_spec(weave, -1)};
  const Vec3 size(weave.length(), weave.width, weave.thickness);
  const double middle = (weave.strands - 1) / 2.0;
  const Quat across = axes(Vec3::UnitX(), Vec3::UnitY()), down = axes(-Vec3::UnitZ(), Vec3::UnitY());
  for (int i = 0; i < weave.strands; ++i) {
    const Vec3 place = top - Vec3(0, 0, i * weave.pitch);
    make_elastic(add_box(model, fmt::format("{}-across{}", prefix, i), material, size, place, across), specs[i % 2]);
  }
  for (int i = 0; i < weave.strands; ++i) {
    const Vec3 place = top + Vec3((i - middle) * weave.pitch, 0, -middle * weave.pitch);
    make_elastic(add_box(model, fmt::format("{}-down{}", prefix, i), material, size, place, down), specs[1 - i % 2]);
  }
}

void add_pegs(Model& model, const std::string& prefix, int material, const Weave& weave, const Vec3& top,
              double radius) {
  const Quat along_y(Eigen::AngleAxisd(radians(90), Vec3::UnitX()));
  const double outermost = (weave.strands - 2) / 2.0 * weave.pitch;
  for (const int side : {-1, 1}) {
    const Vec3 place = top + Vec3(side * outermost, 0, -weave.width / 2 - radius);
    Shape peg = make_cylinder_shape(radius, 10 * weave.thickness + 0.02);
    add_shape(model, fmt::format("{}-peg{}", prefix, side < 0 ? 0 : 1), material, std::move(peg), {place, along_y})
        .fixed = true;
  }
}

}  // namespace stiction::building
