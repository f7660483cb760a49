#include "cli/files/scene_obj.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/error.h"
#include "cli/text/printable.h"
#include "recording/frame_steps.h"
#include "recording/output_file.h"
#include "scenes/scene_reader.h"
#include "scenes/shape_triangles.h"

namespace stiction {
namespace {

class ObjFile {
 public:
  explicit ObjFile(const std::filesystem::path& path) : file_(path) {
    file_.append("# Bodies in world coordinates [m], an object each.\n");
  }
  void add(const std::string& name, const TriangleMesh& mesh, const Pose& pose) {
    if (mesh.triangles.empty()) return;
    std::string text = fmt::format("o {}\n", printable(name));
    const auto to = std::back_inserter(text);
    for (const Vec3& local : mesh.vertices) {
      const Vec3 v = pose.to_world(local);
      fmt::format_to(to, "v {} {} {}\n", v.x(), v.y(), v.z());
    }
    for (const auto& [a, b, c] : mesh.triangles) {
      fmt::format_to(to, "f {} {} {}\n", first_ + a, first_ + b, first_ + c);
    }
    first_ += static_cast<std::int64_t>(mesh.vertices.size());
    file_.append(text);
  }
  void commit() { file_.commit(); }

 private:
  OutputFile file_;
  std::int64_t first_ = 1;  // OBJ counts vertices from 1
};

const Frame& last_frame(RecordingReader& recording, const std::string& origin) {
  const std::optional<std::uint64_t> last = recording.last_readable(recording.frame_count() - 1);
  if (!last) throw InputError(fmt::format("{}: all frames are damaged; run the scene again", origin));
  return recording.frame(*last);
}

const Frame& frame_at_step(RecordingReader& recording, std::optional<std::int64_t> step, const std::string& origin) {
  if (recording.frame_count() == 0) throw InputError(fmt::format("{} has no frame that can be read", origin));
  const std::uint64_t last = recording.frame_count() - 1;
  if (!step) return last_frame(recording, origin);
  const FrameSteps steps(recording);
  if (*step < steps.step(0)) {
    throw InputError(fmt::format("{} begins at step {}, after --steps {}", origin, steps.step(0), *step));
  }
  const std::uint64_t index = steps.frames_up_to(*step) - 1;
  if (index + 1 < last) return recording.frame(index);
  const std::int64_t end = recording.frame(last).step;  // it may come sooner than the beat
  if (*step > end) throw InputError(fmt::format("{} ends at step {}, before --steps {}", origin, end, *step));
  return recording.frame(*step == end ? last : index);
}

// The surface of a body that deforms, as the frame has it; `first`: its first vertex among those of all such bodies.
TriangleMesh deformed_triangles(const ShownSurface& surface, const Frame& frame, std::size_t first) {
  TriangleMesh mesh;
  for (std::size_t v = 0; v < surface.vertex_count(); ++v) {
    const float* place = frame.surface_vertices.data() + 3 * (first + v);
    mesh.vertices.emplace_back(place[0], place[1], place[2]);
  }
  for (std::size_t t = 0; t < surface.triangle_count(); ++t) {
    const std::uint32_t* corners = surface.triangles.data() + 3 * t;
    mesh.triangles.push_back(
        {static_cast<int>(corners[0]), static_cast<int>(corners[1]), static_cast<int>(corners[2])});
  }
  return mesh;
}

}  // namespace

void write_scene_obj(const Scene& scene, const std::filesystem::path& to) {
  const State state = initial_state(scene.model);
  ObjFile file(to);
  for (std::size_t i = 0; i < scene.model.bodies.size(); ++i) {
    const Body& body = scene.model.bodies[i];
    if (state.bodies[i].present) file.add(body.name, body_triangles(body), body_pose(body, state.bodies[i]));
  }
  file.commit();
}

std::int64_t write_recording_obj(RecordingReader& recording, std::optional<std::int64_t> step,
                                 const std::string& origin, const std::filesystem::path& to) {
  const Frame frame = frame_at_step(recording, step, origin);
  const Model model = read_scene_text(recording.info().scene, origin).model;
  ObjFile file(to);
  std::size_t deforming = 0;
  for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
    const RecordedBody& body = recording.info().bodies[i];
    const int index = model.body_index(body.name);  // added bodies come last in scene files
    if (index < 0) throw InputError(fmt::format("{}: its scene has no body \"{}\"", origin, body.name));
    if (frame.bodies[i].present) {
      const TriangleMesh mesh = body.deforming > 0
                                    ? deformed_triangles(recording.info().surfaces[body.surface], frame, deforming)
                                    : body_triangles(model.bodies[index]);
      file.add(body.name, mesh, {frame.bodies[i].position, frame.bodies[i].rotation});
    }
    deforming += body.deforming;
  }
  file.commit();
  return frame.step;
}

}  // namespace stiction
