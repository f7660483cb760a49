// A recording as the server's source. The page asks for chunks of frames when it needs them; each is packed on request,
// so that memory does not grow with the recording but for the list of chunks.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <thread>

#include "page/frame_packer.h"
#include "page/page_description.h"
#include "page/page_scene.h"
#include "recording/recording_reader.h"
#include "server/figure_samples.h"
#include "server/stream_source.h"

namespace stiction {

class RecordingSource final : public StreamSource {
 public:
  // Throws InputError if it is no recording or has no frame that can be read.
  explicit RecordingSource(const std::filesystem::path& path);
  ~RecordingSource() override;

  void set_sink(StreamSink* sink) override;
  std::vector<StreamMessage> welcome() override;
  // {"type": "chunk", "index": i}: the answer is the chunk itself.
  void submit(int client, std::string json, Reply reply) override;
  bool has_large_answer(std::string_view type) const override { return type == "chunk"; }
  void client_gone(int client) override;

  const std::string& trouble() const { return recording_.trouble(); }  // what is wrong with the file, "" if nothing is
  std::uint64_t frame_count() const { return frame_count_; }
  const std::vector<PageChunk>& chunks() const { return chunks_; }

 private:
  struct Request {
    int client = 0;
    std::string id;  // JSON text
    std::size_t chunk = 0;
    Reply reply;
  };
  void run();
  bool take_request(Request& request);
  void answer(const Request& request);
  void scan_frame();
  bool has_all_figures() const { return samples_.complete() || damaged_; }
  void publish_figures();

  // Of the source's thread, once it runs. One reads what is asked for, the other goes through the frames for the plots.
  RecordingReader recording_, scanned_;
  PageScene scene_;
  FramePacker packer_;

  std::uint64_t frame_count_;
  FigureSamples samples_;
  bool damaged_ = false;  // figures could not be read: there will be no more
  std::vector<PageChunk> chunks_;
  StreamMessage description_;

  std::mutex mutex_;  // for all below
  std::condition_variable changed_;
  std::deque<Request> requests_;
  StreamMessage figures_;  // those known so far; no bytes: not there yet
  StreamSink* sink_ = nullptr;
  bool ending_ = false;

  std::thread thread_;
};

// So that a chunk of so many frames is unpacked in a moment. contacts: about four a body are expected.
std::uint32_t frames_per_chunk(const FrameShape& shape);

}  // namespace stiction
