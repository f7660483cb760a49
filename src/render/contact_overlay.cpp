#include "render/contact_overlay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kLongest = 0.8;  // arrows are cut there [radii]

double unit_of(const PictureSetting& setting) {  // one pixel in a picture of 720 rows
  return std::max(setting.camera.height / 720.0, 0.5);
}

Vec3 to_vec(const std::array<float, 3>& v) {
  return {v[0], v[1], v[2]};
}

bool visible(const Vec3& view, const Camera& camera) {
  return view.allFinite() && view.z() > camera.near;
}

class Drawer {
 public:
  Drawer(const PictureSetting& setting, double metres_per_newton, Image& image)
      : setting_(setting), scale_(metres_per_newton), unit_(unit_of(setting)), overlay_(image) {}

  void arrow(const Vec3& from, const Vec3& force, const Color& color) {
    const double length = scale_ * force.norm();
    if (!std::isfinite(length) || !(length > 0)) return;
    const double cut = std::min(1.0, kLongest * setting_.radius / length);
    const Vec3 a = setting_.camera.to_view(from), b = setting_.camera.to_view(from + cut * scale_ * force);
    if (!visible(a, setting_.camera) || !visible(b, setting_.camera)) return;
    overlay_.arrow(setting_.camera.to_picture(a), setting_.camera.to_picture(b), 2.2 * unit_, color);
  }
  // size: 1 for the usual one.
  void point(const Vec3& at, const Color& color, double size) {
    const Vec3 view = setting_.camera.to_view(at);
    if (!visible(view, setting_.camera)) return;
    overlay_.disk(setting_.camera.to_picture(view), 3.4 * size * unit_, setting_.theme.halo, 0.8);
    overlay_.disk(setting_.camera.to_picture(view), 2.4 * size * unit_, color);
  }

 private:
  const PictureSetting& setting_;
  double scale_, unit_;
  Overlay overlay_;
};

// 1, 2 or 5 times a power of ten nearest below.
double round_number(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  const double digits = value / power;
  return power * (digits >= 5 ? 5 : digits >= 2 ? 2 : 1);
}

std::string newtons(double force) {
  if (force >= 1e6) return fmt::format("{:g} MN", force / 1e6);
  if (force >= 1e3) return fmt::format("{:g} kN", force / 1e3);
  if (force >= 1) return fmt::format("{:g} N", force);
  return fmt::format("{:g} mN", force * 1e3);
}

// Points get smaller where there are very many.
double point_size(std::size_t contacts) {
  const double crowd = static_cast<double>(contacts) / static_cast<double>(kMostContactArrows);
  return std::clamp(1 / std::sqrt(std::max(crowd, 1.0)), 0.5, 1.0);
}

}  // namespace

void draw_contacts(const Frame& frame, const PictureSetting& setting, const ForceStyle& style, Image& image) {
  const OverlayColors& colors = setting.theme.overlay;
  Drawer drawer(setting, style.metres_per_newton, image);
  const auto draw_points = [&] {
    const double size = point_size(frame.contacts.size());
    for (const FrameContact& contact : frame.contacts) {
      const Color& color = contact.state == ContactState::kStick   ? colors.stick
                           : contact.state == ContactState::kSlide ? colors.slide
                                                                   : colors.open;
      drawer.point(to_vec(contact.point) - setting.center, color, size);
    }
  };
  if (style.by_pair) draw_points();  // many points would hide the few arrows
  for (const ContactArrow& arrow : contact_arrows(frame, style.by_pair)) {
    drawer.arrow(arrow.point - setting.center, arrow.normal, colors.normal);
    drawer.arrow(arrow.point - setting.center, arrow.friction, colors.friction);
  }
  if (!style.by_pair) draw_points();
}

void draw_time(double time, const PictureSetting& setting, Image& image) {
  const double unit = unit_of(setting);
  Overlay(image).text(fmt::format("t = {:.2f} s", time), Vec2(20 * unit, image.height - 20 * unit), 15 * unit,
                      setting.theme.ink, setting.theme.halo);
}

void draw_force_legend(const PictureSetting& setting, const ForceStyle& style, Image& image) {
  if (!(style.metres_per_newton > 0)) return;
  const OverlayColors& colors = setting.theme.overlay;
  const double unit = unit_of(setting), height = 13 * unit;
  const double depth = setting.camera.to_view(Vec3::Zero()).z();
  if (!(depth > setting.camera.near)) return;
  const double pixels_per_newton = style.metres_per_newton * setting.camera.focal / depth;
  const double force = round_number(110 * unit / pixels_per_newton), length = force * pixels_per_newton;
  Overlay overlay(image);
  const double right = image.width - 20 * unit, base = image.height - 20 * unit;
  const auto entry = [&](int row, const std::string& text, const Color& color) {
    const double y = base - row * 26 * unit;
    overlay.arrow(Vec2(right - 190 * unit - length, y - 0.5 * height), Vec2(right - 190 * unit, y - 0.5 * height),
                  2.6 * unit, color);
    overlay.text(text, Vec2(right - 178 * unit, y), height, setting.theme.ink, setting.theme.halo);
  };
  entry(1, "normal " + newtons(force), colors.normal);
  entry(0, "friction " + newtons(force), colors.friction);
  if (style.by_pair) {
    overlay.text("sum over each pair", Vec2(right - 178 * unit, base - 2 * 26 * unit), height, setting.theme.ink,
                 setting.theme.halo);
  }
}

}  // namespace stiction
