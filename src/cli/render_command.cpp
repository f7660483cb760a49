#include <fmt/format.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/files/distinct_files.h"
#include "cli/files/recorded_moments.h"
#include "cli/files/recording_source.h"
#include "cli/running/interrupt.h"
#include "cli/text/notes.h"
#include "cli/text/printable.h"
#include "cli/text/render_progress.h"
#include "cli/text/terminal.h"
#include "recording/output_file.h"
#include "render/contact_overlay.h"
#include "render/framing.h"
#include "render/png.h"
#include "render/video_pipe.h"

namespace stiction {
namespace {

constexpr std::size_t kFramedMoments = 48;  // looked at for the camera

std::string picture_name(std::uint64_t number) {
  return fmt::format("frame-{:05}.png", number);
}

// Pictures of an earlier call would look like part of this one.
void warn_of_older_pictures(const std::string& folder, std::uint64_t made) {
  const std::filesystem::path older = std::filesystem::path(folder) / picture_name(made + 1);
  std::error_code ignored;
  if (!std::filesystem::exists(older, ignored)) return;
  print_note(fmt::format("{} and what follows it are from an earlier call; remove them", printable(older.string())));
}

// What is the same for all pictures.
struct Preparation {
  PictureSetting setting;
  ForceStyle forces;
};

Preparation prepare(RecordedMoments& moments, const std::vector<double>& times, const PictureBodies& bodies,
                    const RenderArguments& arguments) {
  Framing framing(bodies);
  ForceScale forces;
  const std::size_t looks = std::min(times.size(), kFramedMoments);
  for (std::size_t i = 0; i < looks; ++i) {
    const Frame* frame = moments.at(times[looks == 1 ? 0 : i * (times.size() - 1) / (looks - 1)]);
    if (frame == nullptr) continue;
    framing.add(*frame);
    if (arguments.contacts) forces.add(*frame);
  }
  Preparation result;
  result.setting =
      framing.setting({arguments.azimuth, arguments.elevation, arguments.distance, arguments.width, arguments.height},
                      arguments.dark ? Theme::dark() : Theme::light());
  result.forces = forces.style(result.setting.radius);
  return result;
}

// Makes the pictures and takes them where they should go.
class PictureMaker {
 public:
  PictureMaker(RecordedMoments& moments, const PictureBodies& bodies, const Preparation& preparation,
               const RenderArguments& arguments)
      : moments_(moments), preparation_(preparation), arguments_(arguments), renderer_(bodies, preparation.setting) {
    if (!arguments.video.empty()) video_.emplace(arguments.video, arguments.width, arguments.height, arguments.fps);
  }

  // False if the frame is damaged.
  bool make(double time) {
    const Frame* frame = moments_.at(time);
    if (frame == nullptr) return false;
    draw(*frame);
    ++made_;
    if (!arguments_.png.empty()) {
      write_file(std::filesystem::path(arguments_.png) / picture_name(made_), encoder_.encode(*image_));
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
      draw_contacts(frame, preparation_.setting, preparation_.forces, *image_);
      draw_force_legend(preparation_.setting, preparation_.forces, *image_);
    }
    if (arguments_.time) draw_time(frame.time, preparation_.setting, *image_);
  }

  RecordedMoments& moments_;
  const Preparation& preparation_;
  const RenderArguments& arguments_;
  Renderer renderer_;
  std::optional<VideoPipe> video_;
  PngEncoder encoder_;
  Image* image_ = nullptr;
  std::uint64_t made_ = 0;
};

void print_summary(const RenderArguments& arguments, std::uint64_t made) {
  if (arguments.quiet) return;
  const std::string pictures = fmt::format("{} picture{}", made, made == 1 ? "" : "s");
  if (!arguments.png.empty()) fmt::print("{} in {}\n", pictures, printable(arguments.png));
  if (!arguments.video.empty()) fmt::print("{} in {}\n", pictures, printable(arguments.video));
}

// Pictures are wanted to the end of the recording, which damage took.
bool misses_end(const RecordedMoments& moments, const RenderArguments& arguments) {
  const bool wanted = !arguments.at && !(arguments.to && *arguments.to <= moments.end());
  if (!wanted || !moments.end_is_lost()) return false;
  complain("{}: what follows {:.6g} s is damaged and left out", arguments.recording, moments.end());
  return true;
}

int make_pictures(const std::vector<double>& times, PictureMaker& maker, const RenderArguments& arguments) {
  RenderProgress progress(arguments.quiet);
  std::uint64_t lost = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (interrupted()) break;
    if (!maker.make(times[i])) ++lost;
    progress.update(i + 1, times.size());
  }
  if (interrupted()) return kExitInterrupted;
  maker.finish();
  if (lost > 0) {
    complain("{}: {} of {} pictures are left out, their frames are damaged", arguments.recording, lost, times.size());
  }
  return lost > 0 ? kExitFailed : kExitFine;
}

}  // namespace

int render_command(const RenderArguments& given) {
  RenderArguments arguments = given;
  arguments.recording = recording_in(given.recording);
  RecordingReader recording(arguments.recording);
  if (!recording.trouble().empty()) print_note(recording.trouble());
  RecordedMoments moments(recording, arguments.recording);
  const std::vector<double> times = chosen_times(moments, arguments);
  if (!arguments.video.empty()) {
    require_distinct(arguments.video, arguments.recording, "the recording");
    find_ffmpeg();
  }
  const PictureBodies bodies = picture_bodies(recording.info());
  const Preparation preparation = prepare(moments, times, bodies, arguments);
  if (!arguments.png.empty()) prepare_folder(arguments.png);
  watch_interrupts();
  PictureMaker maker(moments, bodies, preparation, arguments);
  int status = kExitFine;
  tbb::task_arena arena(arguments.threads > 0 ? arguments.threads : tbb::task_arena::automatic);
  arena.execute([&] { status = make_pictures(times, maker, arguments); });
  if (status != kExitInterrupted) print_summary(arguments, maker.made());
  if (!arguments.png.empty()) warn_of_older_pictures(arguments.png, maker.made());
  if (status == kExitFine && misses_end(moments, arguments)) status = kExitFailed;
  return status;
}

}  // namespace stiction
