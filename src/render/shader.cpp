#include "render/shader.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr float kLineWidth = 1.1F;  // of a crease, on each of its faces, in a picture of 720 rows [pixels]
constexpr float kFadeBegin = 1.6F, kFadeEnd = 5.5F;  // of planes, from the centre, in radii of what is framed

float smooth_step(float from, float to, float at) {
  const float t = std::clamp((at - from) / (to - from), 0.0F, 1.0F);
  return t * t * (3 - 2 * t);
}

Color mixed(const Color& a, const Color& b, float share) {
  return a + share * (b - a);
}

}  // namespace

Color Shader::background(float y) const {
  return mixed(theme.sky_top, theme.sky_bottom, smooth_step(0, 0.75F, y / static_cast<float>(camera.height)));
}

SurfacePoint Shader::locate(std::uint32_t source, float x, float y, float inverse_depth) const {
  const float depth = 1 / inverse_depth;
  SurfacePoint at;
  at.source = source;
  at.point = (camera.eye + static_cast<double>(depth) * camera.ray(x, y)).cast<float>();
  at.pixel = depth / static_cast<float>(camera.focal);
  if ((source & kPlaneFlag) != 0) {
    at.normal = soup.planes[source & ~kPlaneFlag].normal;
  } else {
    locate_on(soup.triangles[source], at);
  }
  return at;
}

Color Shader::color(const SurfacePoint& at, float x, float y, const SkyLight& sky) const {
  if ((at.source & kPlaneFlag) != 0) return plane(soup.planes[at.source & ~kPlaneFlag], x, y, at, sky);
  const Color lit = bodies.bodies[soup.triangles[at.source].body].color * lighting.at(at.point, at.normal, sky);
  return lit * (1 - at.line * (1 - theme.line));
}

void Shader::locate_on(const Soup::Triangle& triangle, SurfacePoint& at) const {
  const auto& [i, j, k] = triangle.vertex;
  const Vec3f &a = soup.positions[i], &b = soup.positions[j], &c = soup.positions[k];
  const Vec3f across = (b - a).cross(c - a);
  const float size = across.squaredNorm();
  // Shares of the corners, from the areas opposite them.
  const float u = std::clamp((c - b).cross(at.point - b).dot(across) / size, 0.0F, 1.0F);
  const float v = std::clamp((a - c).cross(at.point - c).dot(across) / size, 0.0F, 1.0F);
  const float w = std::clamp(1 - u - v, 0.0F, 1.0F);
  const Vec3f normal = u * soup.normals[i] + v * soup.normals[j] + w * soup.normals[k];
  const float length = normal.norm();
  at.normal = length > 0.1F ? Vec3f(normal / length) : Vec3f(across / std::sqrt(size));

  if (triangle.creases != 0) {
    const float width = kLineWidth * std::max(static_cast<float>(camera.height) / 720.0F, 0.6F) * at.pixel;
    const float area = std::sqrt(size);
    const float height_a = u * area / (c - b).norm(), height_b = v * area / (a - c).norm(),
                height_c = w * area / (b - a).norm();
    const auto drawn = [&](int bit, float distance) {
      if ((triangle.creases & (1U << static_cast<unsigned>(bit))) != 0) {
        at.line = std::max(at.line, 1 - smooth_step(0.4F * width, 1.4F * width, distance));
      }
    };
    drawn(0, height_a);
    drawn(1, height_b);
    drawn(2, height_c);
  }
}

// A grid whose lines are about a pixel wide and go where they would be too close.
float Shader::grid_line(const Soup::Plane& plane, float x, float y, const Vec3f& point) const {
  const auto on_plane = [&](float px, float py) {
    const Vec3f ray = camera.ray(px, py).cast<float>(), eye = camera.eye.cast<float>();
    return Vec3f(eye + ray * ((plane.offset - plane.normal.dot(eye)) / plane.normal.dot(ray)));
  };
  const Vec3f beside = on_plane(x + 1, y), below = on_plane(x, y + 1);
  float strongest = 0;
  for (const Vec3f& axis : {plane.across, plane.along}) {
    const float at = axis.dot(point) / grid;
    const float step = (std::abs(axis.dot(beside - point)) + std::abs(axis.dot(below - point))) / grid;
    const float away = std::abs(at - std::round(at)) / std::max(step, 1e-6F);
    const float line = (1 - smooth_step(0.3F, 1.2F, away)) * (1 - smooth_step(0.12F, 0.35F, step));
    strongest = std::max(strongest, std::isfinite(line) ? line : 0);
  }
  return strongest;
}

bool Shader::faded(const SurfacePoint& at) const {
  return (at.source & kPlaneFlag) != 0 && at.point.norm() >= kFadeEnd * radius;
}

Color Shader::plane(const Soup::Plane& plane, float x, float y, const SurfacePoint& at, const SkyLight& sky) const {
  Color behind = background(y);
  const float share = 1 - smooth_step(kFadeBegin, kFadeEnd, at.point.norm() / radius);
  if (!(share > 0)) return behind;
  const Color base = mixed(theme.ground, theme.grid, 0.55F * grid_line(plane, x, y, at.point));
  return mixed(behind, base * lighting.at(at.point, plane.normal, sky), share);
}

}  // namespace stiction
