#include "scenes/gallery/elastic/weave.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scenes/gallery/building.h"

namespace stiction::building {
namespace {

constexpr double kClearance = 1.01;  // of the waves at the start, over those that touch

// The height of a strand's middle line along it: a wave that passes over one crossing strand and under the next, and
// straight ends beyond the last contact. Flat strands meet at the corners of their crossings, where both waves have
// fallen to cos(pi width / (2 pitch)) of their height.
struct Profile {
  double height, wave, phase, reach;  // [m], [1/m], [rad], half the length of the wavy part [m]

  explicit Profile(const Weave& weave)
      : height(kClearance * weave.thickness / 2 / std::cos(std::numbers::pi / 2 * weave.width / weave.pitch)),
        wave(std::numbers::pi / weave.pitch),
        phase(weave.strands % 2 == 0 ? 0 : std::numbers::pi / 2),
        reach(weave.half_span() - weave.width / 2) {}

  double at(double x) const {
    const double bent = std::clamp(x, -reach, reach), angle = wave * bent + phase;
    return height * (std::sin(angle) + wave * std::cos(angle) * (x - bent));
  }
};

// The profile is the sum of what a rigid strand can do, which goes into its place, and its bending.
struct StrandStart {
  double rise = 0, tilt = 0;  // [m], [1]
  std::shared_ptr<const ElasticSpec> spec;
};

StrandStart strand_start(const Weave& weave, double sign) {
  const Profile profile(weave);
  StrandStart start;
  const int count = 400;
  double squares = 0;
  for (int i = 0; i < count; ++i) {
    const double x = ((i + 0.5) / count - 0.5) * weave.length(), f = sign * profile.at(x);
    start.rise += f / count;
    start.tilt += x * f;
    squares += x * x;
  }
  start.tilt /= squares;
  auto spec = std::make_shared<ElasticSpec>();
  spec->cell = weave.cell;
  spec->modal = weave.modal;
  spec->bend = [=, rise = start.rise, tilt = start.tilt](const Vec3& p) {
    return Vec3(0, 0, sign * profile.at(p.x()) - rise - tilt * p.x());
  };
  start.spec = spec;
  return start;
}

// A strand's own axes: x along it, z across its thickness.
void add_strand(Model& model, const std::string& name, int material, const Weave& weave, const StrandStart& start,
                const Pose& place) {
  const Quat tilt(Eigen::AngleAxisd(-start.tilt, Vec3::UnitY()));
  const Vec3 size(weave.length(), weave.width, weave.thickness);
  add_box(model, name, material, size, place.to_world(Vec3(0, 0, start.rise)), place.rotation * tilt).elastic =
      start.spec;
}

Quat axes(const Vec3& x, const Vec3& z) {
  Mat3 rotation;
  rotation << x, z.cross(x), z;
  return Quat(rotation);
}

// Of the crossing strand `i`, in the piece's and in a strand's own order: down and to the right.
double offset(const WovenPiece& piece, int i) {
  return (i - (piece.strands - 1) / 2.0) * piece.pitch;
}

}  // namespace

WovenPiece add_weave(Model& model, const std::string& prefix, int material, const Weave& weave, const Pose& place) {
  const WovenPiece piece{static_cast<int>(model.bodies.size()), weave.strands, weave.pitch};
  const StrandStart starts[] = {strand_start(weave, 1), strand_start(weave, -1)};
  const Quat across = axes(Vec3::UnitX(), Vec3::UnitY()), down = axes(-Vec3::UnitZ(), Vec3::UnitY());
  for (int i = 0; i < weave.strands; ++i) {
    add_strand(model, fmt::format("{}-across{}", prefix, i), material, weave, starts[i % 2],
               {place.to_world(Vec3(0, 0, -offset(piece, i))), place.rotation * across});
  }
  for (int i = 0; i < weave.strands; ++i) {
    add_strand(model, fmt::format("{}-down{}", prefix, i), material, weave, starts[1 - i % 2],
               {place.to_world(Vec3(offset(piece, i), 0, 0)), place.rotation * down});
  }
  return piece;
}

void add_pegs(Model& model, const std::string& prefix, int material, const Weave& weave, const Vec3& middle,
              const Pegs& pegs) {
  const Quat along_y(Eigen::AngleAxisd(radians(90), Vec3::UnitX()));
  const double outermost = weave.half_span() - weave.pitch / 2;
  for (int row = 0; row < pegs.rows; ++row) {
    const double height = weave.half_span() - row * weave.pitch - weave.width / 2 - pegs.radius;
    for (const int side : {-1, 1}) {
      Shape peg = make_cylinder_shape(pegs.radius, 2 * weave.pitch);
      add_shape(model, fmt::format("{}-peg{}{}", prefix, row, side < 0 ? "left" : "right"), material, std::move(peg),
                {middle + Vec3(side * outermost, 0, height), along_y})
          .fixed = true;
    }
  }
}

double largest_slip(const Moment& moment, const WovenPiece& piece) {
  const auto apart = [&](int across, int down, const auto& place) {
    const Pose one = place(piece.first_body + across), other = place(piece.first_body + piece.strands + down);
    const Vec3 between =
        one.to_world(Vec3(offset(piece, down), 0, 0)) - other.to_world(Vec3(offset(piece, across), 0, 0));
    return between.cross(one.rotation * Vec3::UnitZ()).norm();
  };
  const auto now = [&](int body) { return body_pose(moment.model.bodies[body], moment.state.bodies[body]); };
  const auto before = [&](int body) { return moment.model.bodies[body].start; };
  double largest = 0;
  for (int i = 0; i < piece.strands; ++i) {
    for (int j = 0; j < piece.strands; ++j) largest = std::max(largest, apart(i, j, now) - apart(i, j, before));
  }
  return largest;
}

}  // namespace stiction::building
