// Recordings chunk by chunk.
#include "server/recording_source.h"

#include <atomic>
#include <future>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "recording/frames.h"
#include "recording/recording_writer.h"
#include "recording/scratch.h"
#include "server/server_test.h"

namespace stiction {
namespace {

using nlohmann::json;

template <class Number>
[[gnu::noinline]] Number number_at(const std::string& bytes, std::size_t at) {
  Number number = 0;
  if (bytes.size() < at + sizeof number) throw std::runtime_error("the chunk is too short");
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

class RecordingSourceTest : public ScratchTest {
 protected:
  static constexpr std::size_t kBodies = 3;

  // Frames a beat apart, the last one sooner.
  std::filesystem::path recording(std::size_t frame_count) {
    const RecordingInfo info = test::info_of(kBodies);
    const double beat = info.step * static_cast<double>(info.frame_interval);
    RecordingWriter writer(folder_ / "recording.stic", info);
    test::RandomFrames random(1, kBodies);
    for (std::size_t i = 0; i < frame_count; ++i) {
      Frame frame = random.next();
      frame.time = beat * static_cast<double>(i) - (i + 1 == frame_count && i > 0 ? 0.1 : 0);
      frame.step = static_cast<std::int64_t>(i) * info.frame_interval;
      for (FrameBody& body : frame.bodies) body.position = Vec3(0, 0, static_cast<double>(i % 7));
      frames_.push_back(frame);
      writer.add(frame);
      if (i % 100 == 99) writer.flush();  // a chunk
    }
    writer.finish();
    return folder_ / "recording.stic";
  }

  std::vector<Frame> frames_;
};

TEST_F(RecordingSourceTest, DescribesItsChunksAndServesThemOnRequest) {
  RecordingSource source(recording(123));
  const StreamServer server(test_options(), source);
  WebSocket client(server.port());
  client.send(hello());
  const json description = json::parse(client.next_text("description").payload)["description"];
  EXPECT_EQ(description["frame_count"], 123);
  ASSERT_EQ(description["chunks"].size(), 3U);
  const std::string figures = client.next(Opcode::kBinary).payload;
  EXPECT_EQ(number_at<std::uint32_t>(figures, 4), 123U);  // frames
  EXPECT_EQ(number_at<std::uint32_t>(figures, 12), 0U);   // bodies
  for (const std::size_t i : {2, 0, 1, 1}) {
    const json& chunk = description["chunks"][i];
    client.send(json{{"type", "chunk"}, {"index", i}, {"id", 5}}.dump());
    const std::string bytes = client.next(Opcode::kBinary).payload;
    EXPECT_EQ(bytes.substr(0, 4), "SPG1");
    EXPECT_EQ(number_at<std::uint32_t>(bytes, 4), chunk["frames"]);
    EXPECT_EQ(number_at<std::uint32_t>(bytes, 8), chunk["first"]);
    EXPECT_EQ(number_at<std::uint32_t>(bytes, 12), kBodies);
    EXPECT_NEAR(number_at<double>(bytes, 24), chunk["begin"].get<double>(), 1e-9);
    EXPECT_NEAR(number_at<double>(bytes, 32), chunk["end"].get<double>(), 1e-9);
  }
}

TEST_F(RecordingSourceTest, AnswersWhatItDoesNotUnderstand) {
  RecordingSource source(recording(60));
  const StreamServer server(test_options(), source);
  WebSocket client = welcomed_client(server.port());
  for (const char* text : {R"({"type":"play","id":1})", R"({"id":1})", R"({"type":"chunk","id":1})",
                           R"({"type":"chunk","index":2,"id":1})", R"({"type":"chunk","index":-1,"id":1})",
                           R"({"type":"chunk","index":0.5,"id":1})", R"({"type":"chunk","index":"0","id":1})",
                           R"({"type":["chunk"],"index":0,"id":1})", R"({"type":"chunk","index":1e300,"id":1})",
                           R"({"type":"chunk","index":18446744073709551615,"id":1})"}) {
    client.send(text);
    const json reply = json::parse(client.next_text("reply").payload);
    EXPECT_EQ(reply["ok"], false) << text;
    EXPECT_EQ(reply["id"], 1) << text;
    EXPECT_NE(reply["error"], "") << text;
  }
  client.send(R"({"type":"play","id":{"a":1}})");  // no number
  EXPECT_FALSE(json::parse(client.next_text("reply").payload).contains("id"));
}

TEST_F(RecordingSourceTest, RequestsOfThoseWhoAreGoneAreForgotten) {
  RecordingSource source(recording(200));
  ServerOptions options = test_options();
  options.close_timeout = std::chrono::milliseconds(100);
  const StreamServer server(options, source);
  const auto has_room = [&] { return server.figures().clients < options.max_clients; };
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(eventually(has_room));
    WebSocket client = welcomed_client(server.port());
    for (int k = 0; k < 50; ++k) client.send(R"({"type":"chunk","index":3,"id":1})");
  }
  ASSERT_TRUE(eventually(has_room));
  WebSocket client = welcomed_client(server.port());
  client.send(R"({"type":"chunk","index":3,"id":1})");
  EXPECT_FALSE(client.next(Opcode::kBinary).payload.empty());
}

TEST_F(RecordingSourceTest, DamageCostsItsFramesOnly) {
  const std::filesystem::path path = recording(500);
  std::string bytes = text_of(path);
  for (std::size_t i = bytes.size() / 2; i < bytes.size() / 2 + 200; ++i) bytes[i] = static_cast<char>(~bytes[i]);
  file("recording.stic", bytes);
  RecordingSource source(path);
  const StreamServer server(test_options(), source);
  WebSocket client = welcomed_client(server.port());
  for (std::size_t i = 0; i < source.chunks().size(); ++i) {
    client.send(json{{"type", "chunk"}, {"index", i}, {"id", 5}}.dump());
  }
  std::size_t served = 0;
  while (served < source.chunks().size()) {
    const std::string chunk = client.next(Opcode::kBinary).payload;
    ASSERT_FALSE(chunk.empty());
    if (number_at<std::uint32_t>(chunk, 12) == 0) continue;  // figures
    EXPECT_EQ(number_at<std::uint32_t>(chunk, 4), source.chunks()[served].frames);
    ++served;
  }
}

TEST_F(RecordingSourceTest, FiguresOfLongRecordingsGrowUntilTheyAreWhole) {
  RecordingSource source(recording(1500));
  const StreamServer server(test_options(), source);
  WebSocket client = welcomed_client(server.port());
  std::uint32_t known = 0;
  while (known < 1500) {
    const std::string figures = client.next(Opcode::kBinary).payload;
    ASSERT_EQ(number_at<std::uint32_t>(figures, 12), 0U);  // bodies
    const auto frames = number_at<std::uint32_t>(figures, 4);
    EXPECT_GE(frames, known);  // a client that has just come may get the same figures with its welcome and with all
    EXPECT_EQ(number_at<double>(figures, 32), frames_.back().time);
    known = frames;
  }
  EXPECT_EQ(known, 1500U);
}

// Remembers how many frames the last figures had.
class FiguresSink final : public StreamSink {
 public:
  void send_frame(SharedBytes /*chunk*/) override {}
  void send_status(SharedBytes /*json*/) override {}
  void send_to_all(StreamMessage message) override { known = number_at<std::uint32_t>(*message.bytes, 4); }
  std::atomic<std::uint32_t> known = 0;
};

TEST_F(RecordingSourceTest, FiguresComeAlsoWhileChunksAreAskedForWithoutAPause) {
  RecordingSource source(recording(1500));
  FiguresSink sink;
  source.set_sink(&sink);
  std::promise<std::uint32_t> known;
  int replies = 0;
  // Every answer asks again: there is always a request that waits.
  const StreamSource::Reply again = [&](const StreamMessage& /*chunk*/) {
    if (++replies < 2000) source.submit(1, R"({"type":"chunk","index":0,"id":1})", again);
    if (replies == 2000) known.set_value(sink.known);
  };
  again({});
  EXPECT_EQ(known.get_future().get(), 1500U);
  source.set_sink(nullptr);
}

TEST_F(RecordingSourceTest, AFileThatIsCutMeanwhileIsTold) {
  const std::filesystem::path path = recording(500);
  RecordingSource source(path);
  const StreamServer server(test_options(), source);
  std::filesystem::resize_file(path, 100);
  WebSocket client = welcomed_client(server.port());
  client.send(R"({"type":"chunk","index":0,"id":1})");
  const json reply = json::parse(client.next_text("reply").payload);
  EXPECT_EQ(reply["ok"], false);
  EXPECT_NE(reply["error"].get<std::string>().find("cannot be read any more"), std::string::npos) << reply;
}

TEST_F(RecordingSourceTest, RefusesWhatHasNoFrames) {
  EXPECT_THROW(RecordingSource(recording(0)), InputError);
  EXPECT_THROW(RecordingSource(file("text", "no recording")), InputError);
  EXPECT_THROW(RecordingSource(folder_ / "missing"), InputError);
}

TEST(RecordingSource, ChunksAreSmallWhereFramesAreLarge) {
  EXPECT_EQ(frames_per_chunk({30, 0}), 50U);
  EXPECT_LE(frames_per_chunk({2001, 0}), 20U);
  EXPECT_GE(frames_per_chunk({1000000, 1000000}), 1U);
}

}  // namespace
}  // namespace stiction
