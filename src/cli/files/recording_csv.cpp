#include "cli/files/recording_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "recording/output_file.h"

namespace stiction {
namespace {

// In quotes where commas, quotes or line ends would be misread.
std::string quoted(const std::string& name) {
  if (name.find_first_of(",\"\r\n") == std::string::npos) return name;
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\"";
}

std::vector<std::string> quoted_names(const RecordingInfo& info) {
  std::vector<std::string> names;
  names.reserve(info.bodies.size());
  for (const RecordedBody& body : info.bodies) names.push_back(quoted(body.name));
  return names;
}

void append_bodies(const Frame& frame, const std::vector<std::string>& names, std::string& text) {
  const auto to = std::back_inserter(text);
  for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
    const FrameBody& b = frame.bodies[i];
    if (!b.present) continue;
    const Vec3 &p = b.position, &v = b.velocity, &w = b.angular_velocity;
    const Quat& q = b.rotation;
    fmt::format_to(to, "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", frame.step, frame.time, names[i], p.x(),
                   p.y(), p.z(), q.w(), q.x(), q.y(), q.z(), v.x(), v.y(), v.z(), w.x(), w.y(), w.z());
  }
}

void append_contacts(const Frame& frame, const std::vector<std::string>& names, std::string& text) {
  const auto to = std::back_inserter(text);
  for (const FrameContact& c : frame.contacts) {
    const auto &p = c.point, &n = c.normal, &f = c.force_on_b;
    fmt::format_to(to, "{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", frame.step, frame.time, names[c.body_a],
                   names[c.body_b], p[0], p[1], p[2], n[0], n[1], n[2], c.gap, f[0], f[1], f[2]);
  }
}

template <typename Append>
CsvResult write_csv(RecordingReader& recording, const StepRange& steps, const std::filesystem::path& to,
                    const char* columns, const Append& append) {
  const std::vector<std::string> names = quoted_names(recording.info());
  const FrameSteps frames(recording);
  CsvResult result;
  OutputFile file(to);
  file.append(columns);
  std::string text;
  std::uint64_t i = frames.frames_before(steps.first);
  while (i < frames.count() && frames.may_be_in(steps, i)) {
    if (const std::uint64_t next = recording.next_readable(i); next != i) {
      result.lost.push_back(frames.part(steps, i, next));
      i = next;
      continue;
    }
    const Frame& frame = recording.frame(i++);
    if (!steps.contains(frame.step)) continue;
    text.clear();
    append(frame, names, text);
    file.append(text);
    ++result.frames;
    result.lines += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  }
  if (const auto lost = frames.lost_at_end(steps)) result.lost.push_back(*lost);
  if (result.frames > 0) file.commit();
  return result;
}

}  // namespace

CsvResult write_bodies_csv(RecordingReader& recording, const StepRange& steps, const std::filesystem::path& to) {
  return write_csv(recording, steps, to, "step,time,body,px,py,pz,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz\n", append_bodies);
}

CsvResult write_contacts_csv(RecordingReader& recording, const StepRange& steps, const std::filesystem::path& to) {
  return write_csv(recording, steps, to, "step,time,body_a,body_b,px,py,pz,nx,ny,nz,gap,fx,fy,fz\n", append_contacts);
}

}  // namespace stiction
