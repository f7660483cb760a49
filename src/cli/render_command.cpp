#include <fmt/format.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/distinct_files.h"
#include "cli/interrupt.h"
#include "cli/notes.h"
#include "cli/printable.h"
#include "cli/render_progress.h"
#include "recording/output_file.h"
#include "recording/recording_reader.h"
#include "render/contact_overlay.h"
#include "render/framing.h"
#include "render/png.h"
#include "render/video_pipe.h"

namespace stiction {
namespace {

constexpr std::size_t kMostPictures = 1'000'000;
constexpr std::size_t kFramedFrames = 48;  // looked at for the camera
constexpr double kSameTime = 1e-9;         // [s]

// The pictures to be made: frames of the recording, one a picture.
std::vector<std::uint64_t> chosen_frames(RecordingReader& recording, const RenderArguments& arguments) {
  if (recording.frame_count() == 0) throw InputError(fmt::format("{} has no frames yet", arguments.recording));
  const std::uint64_t last = recording.frame_count() - 1;
  const double begin = recording.frame(recording.next_readable(0)).time;
  std::uint64_t readable = last;
  while (readable > 0 && recording.next_readable(readable) != readable) --readable;
  const double end = recording.frame(readable).time;
  const double from = arguments.at ? *arguments.at : arguments.from.value_or(begin);
  const double to = arguments.at ? *arguments.at : std::min(arguments.to.value_or(end), end);
  if (from > end + kSameTime || to < begin - kSameTime) {
    throw InputError(fmt::format("{} has nothing at {} s: it is from {:g} to {:g} s", arguments.recording,
                                 from > end ? from : to, begin, end));
  }
  const double count = arguments.at ? 1 : std::floor((to - from) * arguments.fps + 1e-6) + 1;
  if (!(count <= static_cast<double>(kMostPictures))) {
    throw InputError(fmt::format("{} pictures are too many; choose --from, --to or a lower --fps", count));
  }
  std::vector<std::uint64_t> frames;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    frames.push_back(recording.frame_at(from + static_cast<double>(i) / arguments.fps + kSameTime));
  }
  return frames;
}

// What is the same for all pictures.
struct Preparation {
  PictureSetting setting;
  double metres_per_newton = 0;
};

Preparation prepare(RecordingReader& recording, const std::vector<std::uint64_t>& frames, const PictureBodies& bodies,
                    const RenderArguments& arguments) {
  Framing framing(bodies);
  ForceScale forces;
  const std::size_t looks = std::min(frames.size(), kFramedFrames);
  for (std::size_t i = 0; i < looks; ++i) {
    const std::uint64_t index = frames[looks == 1 ? 0 : i * (frames.size() - 1) / (looks - 1)];
    if (recording.next_readable(index) != index) continue;
    const Frame& frame = recording.frame(index);
    framing.add(frame);
    if (arguments.contacts) forces.add(frame);
  }
  Preparation result;
  result.setting =
      framing.setting({arguments.azimuth, arguments.elevation, arguments.distance, arguments.width, arguments.height},
                      arguments.dark ? Theme::dark() : Theme::light());
  result.metres_per_newton = forces.metres_per_newton(result.setting.radius);
  return result;
}

// Makes the pictures and takes them where they should go.
class PictureMaker {
 public:
  PictureMaker(RecordingReader& recording, const PictureBodies& bodies, const Preparation& preparation,
               const RenderArguments& arguments)
      : recording_(recording),
        preparation_(preparation),
        arguments_(arguments),
        renderer_(bodies, preparation.setting) {
    if (!arguments.video.empty()) video_.emplace(arguments.video, arguments.width, arguments.height, arguments.fps);
  }

  // False if the frame is damaged.
  bool make(std::uint64_t frame) {
    if (frame != drawn_) {
      if (recording_.next_readable(frame) != frame) return false;
      draw(recording_.frame(frame));
      drawn_ = frame;
    }
    ++made_;
    if (!arguments_.png.empty()) {
      write_file(std::filesystem::path(arguments_.png) / fmt::format("frame-{:05}.png", made_),
                 encoder_.encode(*image_));
    }
    if (video_) video_->add(*image_);
    return true;
  }
  void finish() {
    if (video_ && made_ > 0) video_->finish();
  }
  std::uint64_t made() const { return made_; }

 private:
  void draw(const Frame& frame) {
    image_ = &renderer_.draw(frame);
    if (arguments_.contacts) {
      draw_contacts(frame, preparation_.setting, preparation_.metres_per_newton, *image_);
      draw_force_legend(preparation_.setting, preparation_.metres_per_newton, *image_);
    }
    if (arguments_.time) draw_time(frame.time, preparation_.setting, *image_);
  }

  RecordingReader& recording_;
  const Preparation& preparation_;
  const RenderArguments& arguments_;
  Renderer renderer_;
  std::optional<VideoPipe> video_;
  PngEncoder encoder_;
  Image* image_ = nullptr;
  std::uint64_t drawn_ = ~std::uint64_t{0};
  std::uint64_t made_ = 0;
};

void print_summary(const RenderArguments& arguments, std::uint64_t made) {
  if (arguments.quiet) return;
  const std::string pictures = fmt::format("{} picture{}", made, made == 1 ? "" : "s");
  if (!arguments.png.empty()) fmt::print("{} in {}\n", pictures, printable(arguments.png));
  if (!arguments.video.empty()) fmt::print("{} in {}\n", pictures, printable(arguments.video));
}

int make_pictures(const std::vector<std::uint64_t>& frames, PictureMaker& maker, const RenderArguments& arguments) {
  RenderProgress progress(arguments.quiet);
  std::uint64_t lost = 0;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (interrupted()) break;
    if (!maker.make(frames[i])) ++lost;
    progress.update(i + 1, frames.size());
  }
  if (interrupted()) return kExitInterrupted;
  maker.finish();
  if (lost > 0) {
    fmt::print(stderr, "stiction: {}: {} of {} pictures are left out, their frames are damaged\n",
               printable(arguments.recording), lost, frames.size());
  }
  return lost > 0 ? kExitFailed : kExitFine;
}

}  // namespace

int render_command(const RenderArguments& arguments) {
  RecordingReader recording(arguments.recording);
  if (!recording.trouble().empty()) print_note(recording.trouble());
  const std::vector<std::uint64_t> frames = chosen_frames(recording, arguments);
  if (!arguments.video.empty()) {
    require_distinct(arguments.video, arguments.recording, "the recording");
    find_ffmpeg();
  }
  const PictureBodies bodies = picture_bodies(recording.info());
  const Preparation preparation = prepare(recording, frames, bodies, arguments);
  if (!arguments.png.empty()) prepare_folder(arguments.png);
  watch_interrupts();
  PictureMaker maker(recording, bodies, preparation, arguments);
  int status = kExitFine;
  tbb::task_arena arena(arguments.threads > 0 ? arguments.threads : tbb::task_arena::automatic);
  arena.execute([&] { status = make_pictures(frames, maker, arguments); });
  if (status != kExitInterrupted) print_summary(arguments, maker.made());
  return status;
}

}  // namespace stiction
