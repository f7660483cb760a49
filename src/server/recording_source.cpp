#include "server/recording_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"
#include "server/outgoing.h"

namespace stiction {
namespace {

using nlohmann::json;

constexpr std::size_t kChunkBytes = std::size_t{8} << 20;  // unpacked, about
constexpr std::size_t kMaxFrames = 50;                     // of a chunk
constexpr std::size_t kMinFrames = 5;
constexpr std::size_t kRecordBytes = 13 * 4;  // of a body or a contact
constexpr std::size_t kContactsPerBody = 4;
constexpr std::size_t kMaxRequests = 64;  // that wait

PageScene scene_of(RecordingReader& recording, const std::filesystem::path& path) {
  const std::uint64_t first = recording.next_readable(0);
  if (first >= recording.frame_count()) {
    throw InputError(recording.trouble().empty()
                         ? fmt::format("{}: there is no frame in it that can be read", path.string())
                         : recording.trouble());
  }
  return page_scene(recording.info(), recording.frame(first));
}

// Frames are a beat apart but for the last, which may come sooner: no chunk needs to be unpacked to know when it is.
std::vector<PageChunk> page_chunks(RecordingReader& recording) {
  const std::uint64_t count = recording.frame_count();
  const std::uint64_t first_readable = recording.next_readable(0);
  const double beat = static_cast<double>(recording.info().frame_interval) * recording.info().step;
  const double start = recording.frame(first_readable).time - static_cast<double>(first_readable) * beat;
  const std::uint32_t size = frames_per_chunk(frame_shape(recording.info()));
  std::vector<PageChunk> chunks;
  for (std::uint64_t first = 0; first < count; first += size) {
    const std::uint64_t frames = std::min<std::uint64_t>(size, count - first);
    chunks.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(frames),
                      start + static_cast<double>(first) * beat,
                      start + static_cast<double>(first + frames - 1) * beat});
  }
  if (recording.next_readable(count - 1) == count - 1) chunks.back().end = recording.frame(count - 1).time;
  return chunks;
}

// The frame, or the next one that is not damaged, or else the last one that is not.
const Frame& nearest_frame(RecordingReader& recording, std::uint64_t index) {
  const std::uint64_t next = recording.next_readable(index);
  if (next < recording.frame_count()) return recording.frame(next);
  const std::optional<std::uint64_t> last = recording.last_readable(index);
  if (!last) throw InputError("the recording cannot be read any more: was its file changed?");
  return recording.frame(*last);
}

}  // namespace

std::uint32_t frames_per_chunk(const FrameShape& shape) {
  const std::size_t bytes = shape.bodies * (1 + kContactsPerBody) * kRecordBytes + shape.deforming_vertices * 12 + 1;
  return static_cast<std::uint32_t>(std::clamp(kChunkBytes / bytes, kMinFrames, kMaxFrames));
}

RecordingSource::RecordingSource(const std::filesystem::path& path)
    : recording_(path),
      scanned_(path),
      scene_(scene_of(recording_, path)),
      packer_(scene_.units, frame_shape(scene_.info)),
      frame_count_(recording_.frame_count()),  // scanned_ has as many, or more: it may still be written
      samples_(frame_count_),
      chunks_(page_chunks(recording_)),
      description_(description_message(page_description(scene_, chunks_))) {
  thread_ = std::thread([this] { run(); });
}

RecordingSource::~RecordingSource() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
  for (const Request& request : requests_) request.reply({});
}

void RecordingSource::set_sink(StreamSink* sink) {
  const std::lock_guard lock(mutex_);
  sink_ = sink;
}

std::vector<StreamMessage> RecordingSource::welcome() {
  const std::lock_guard lock(mutex_);
  if (figures_.bytes == nullptr) return {description_};  // they follow when they are there
  return {description_, figures_};
}

void RecordingSource::submit(int client, std::string text, Reply reply) {
  const json message = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!message.is_object()) return reply(refusal_message("", "the message is not a JSON object"));
  const std::string id = message.contains("id") && message["id"].is_number() ? message["id"].dump() : "";
  const json type = message.value("type", json());
  if (type != "chunk") {
    return reply(refusal_message(id, "this is a recording: the one message it understands is \"chunk\""));
  }
  const json index = message.value("index", json());
  if (!index.is_number_unsigned() || index.get<std::uint64_t>() >= chunks_.size()) {
    return reply(refusal_message(id, fmt::format("\"index\" must be a whole number from 0 to {}", chunks_.size() - 1)));
  }
  {
    const std::lock_guard lock(mutex_);
    if (requests_.size() < kMaxRequests) {
      requests_.push_back({client, id, index.get<std::size_t>(), std::move(reply)});
      changed_.notify_all();
      return;
    }
  }
  reply(refusal_message(id, "too many chunks are asked for at once; wait for some of them"));
}

void RecordingSource::client_gone(int client) {
  const std::lock_guard lock(mutex_);
  const auto of_client = [client](const Request& request) { return request.client == client; };
  const auto kept = std::stable_partition(requests_.begin(), requests_.end(), std::not_fn(of_client));
  for (auto request = kept; request != requests_.end(); ++request) request->reply({});
  requests_.erase(kept, requests_.end());
}

void RecordingSource::run() {
  Request request;
  for (;;) {
    if (take_request(request)) answer(request);
    if (!has_all_figures()) scan_frame();  // also while somebody asks without a pause
    const std::lock_guard lock(mutex_);
    if (ending_) return;
  }
}

// Waits for one once there is nothing else to do.
bool RecordingSource::take_request(Request& request) {
  std::unique_lock lock(mutex_);
  if (has_all_figures()) changed_.wait(lock, [this] { return ending_ || !requests_.empty(); });
  if (ending_ || requests_.empty()) return false;
  request = std::move(requests_.front());
  requests_.pop_front();
  return true;
}

void RecordingSource::answer(const Request& request) {
  try {
    const PageChunk& chunk = chunks_[request.chunk];
    for (std::uint32_t i = 0; i < chunk.frames; ++i) packer_.add(nearest_frame(recording_, chunk.first + i));
    request.reply(StreamMessage::chunk(packer_.pack(chunk.first, /*deflate=*/false)));
  } catch (const std::exception& error) {
    if (packer_.frame_count() > 0) packer_.pack(0, /*deflate=*/false);  // starts afresh
    request.reply(refusal_message(request.id, error.what()));
  }
}

void RecordingSource::scan_frame() {
  try {
    if (samples_.add(nearest_frame(scanned_, samples_.wanted()))) publish_figures();
  } catch (const std::exception&) {  // plots end here then; the rest is there
    damaged_ = true;
  }
}

void RecordingSource::publish_figures() {
  StreamMessage figures = StreamMessage::chunk(samples_.pack());
  const std::lock_guard lock(mutex_);
  figures_ = std::move(figures);
  if (sink_ != nullptr) sink_->send_to_all(figures_);
}

}  // namespace stiction
