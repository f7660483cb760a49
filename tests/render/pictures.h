// Scenes and pictures that tests of this room share.
#pragma once

#include <tbb/task_arena.h>

#include <array>
#include <utility>

#include "render/renderer.h"
#include "scenes/shape_triangles.h"

namespace stiction::test {

inline SurfaceMesh mesh_of(const Shape& shape, int segments) {
  const bool flat = std::holds_alternative<ConvexShape>(shape);
  return surface_mesh(shape_triangles(shape, segments), flat ? kFlatCrease : kRoundCrease);
}

// Bodies placed by hand, with a colour each.
class Staging {
 public:
  void add(const Shape& shape, const Pose& pose, const Color& color) {
    PictureBody body;
    body.color = color;
    body.mesh = mesh_of(shape, 128);
    place(std::move(body), pose);
  }
  void add_mesh(const TriangleMesh& mesh, const Pose& pose, const Color& color) {
    PictureBody body;
    body.color = color;
    body.mesh = surface_mesh(mesh, 0.5);
    place(std::move(body), pose);
  }
  void add_plane(const PlaneShape& plane) {
    PictureBody body;
    body.is_plane = true;
    body.plane = plane;
    body.fixed = true;
    place(std::move(body), {});
  }
  Image draw(const PictureSetting& setting, int threads = 1) const {
    Image image;
    tbb::task_arena arena(threads);
    arena.execute([&] { image = Renderer(bodies, setting).draw(frame); });
    return image;
  }

  PictureBodies bodies;
  Frame frame;

 private:
  void place(PictureBody body, const Pose& pose) {
    bodies.bodies.push_back(std::move(body));
    FrameBody at;
    at.position = pose.position;
    at.rotation = pose.rotation;
    frame.bodies.push_back(at);
  }
};

// From `distance` [m] on the negative y axis along y, with z up.
inline PictureSetting from_the_front(double distance, int width, int height) {
  PictureSetting setting;
  setting.camera = camera_at(Vec3::Zero(), distance, {-90, 0, 1}, Vec3::UnitZ(), width, height);
  setting.radius = 1;
  return setting;
}

inline bool same_pixel(const Image& a, const Image& b, int x, int y) {
  const std::uint8_t *p = a.pixel(x, y), *q = b.pixel(x, y);
  return p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
}

// Sum of a pixel's bytes: how bright it is, 0 to 765.
inline int brightness(const Image& image, int x, int y) {
  const std::uint8_t* p = image.pixel(x, y);
  return p[0] + p[1] + p[2];
}

inline const Color kRed(0.6F, 0.05F, 0.05F), kBlue(0.05F, 0.05F, 0.6F);
inline bool reddish(const Image& image, int x, int y) {
  return image.pixel(x, y)[0] > image.pixel(x, y)[2] + 20;
}
inline bool bluish(const Image& image, int x, int y) {
  return image.pixel(x, y)[2] > image.pixel(x, y)[0] + 20;
}

}  // namespace stiction::test
