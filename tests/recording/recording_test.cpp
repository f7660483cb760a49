#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "base/error.h"
#include "recording/frames.h"
#include "recording/output_file.h"
#include "recording/recording_reader.h"
#include "recording/recording_writer.h"
#include "recording/scratch.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;
using test::info_of;
using test::RandomFrames;
using test::same_bits;

class Recording : public ScratchTest {
 protected:
  fs::path path() const { return folder_ / "recording.stic"; }

  // Writes `frames` in chunks of `chunk` frames.
  void write(const std::vector<Frame>& frames, std::size_t body_count, std::size_t chunk, bool finish = true) const {
    RecordingWriter writer(path(), info_of(body_count));
    for (std::size_t i = 0; i < frames.size(); ++i) {
      writer.add(frames[i]);
      if ((i + 1) % chunk == 0) writer.flush();
    }
    writer.flush();
    if (finish) writer.finish();
  }

  // Every frame that the file at `path` gives must be one of the originals, in order from the first.
  static std::uint64_t expect_prefix(const fs::path& path, const std::vector<Frame>& frames) {
    RecordingReader reader(path);
    EXPECT_LE(reader.frame_count(), frames.size());
    for (std::uint64_t i = 0; i < reader.frame_count(); ++i) EXPECT_TRUE(same_bits(reader.frame(i), frames[i])) << i;
    return reader.frame_count();
  }
};

TEST_F(Recording, GivesBackEveryBitOfRandomFramesInAnyOrder) {
  std::mt19937_64 random(1);
  for (const std::size_t body_count : {0, 1, 2, 7}) {
    for (const std::size_t chunk : {1, 3, 50, 1000}) {
      const std::vector<Frame> frames = RandomFrames(body_count + chunk, body_count).several(60);
      write(frames, body_count, chunk);
      RecordingReader reader(path());
      EXPECT_TRUE(reader.complete());
      EXPECT_EQ(reader.trouble(), "");
      ASSERT_EQ(reader.frame_count(), frames.size());
      for (std::size_t i = 0; i < frames.size(); ++i) ASSERT_TRUE(same_bits(reader.frame(i), frames[i]));
      for (int k = 0; k < 100; ++k) {
        const std::size_t i = random() % frames.size();
        ASSERT_TRUE(same_bits(reader.frame(i), frames[i]));
      }
    }
  }
}

TEST_F(Recording, GivesBackDeformingSurfacesAndWallTimes) {
  RecordingInfo info = info_of(3);
  info.bodies[1].deforming = 3;
  info.bodies[2].deforming = 4;
  const std::vector<Frame> frames = RandomFrames(12, 3, 7).several(30);
  {
    RecordingWriter writer(path(), info);
    for (const Frame& frame : frames) writer.add(frame);
    writer.finish();
  }
  RecordingReader reader(path());
  ASSERT_EQ(reader.frame_count(), frames.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    ASSERT_EQ(reader.frame(i).surface_vertices.size(), 21U);
    ASSERT_TRUE(same_bits(reader.frame(i), frames[i])) << i;
    ASSERT_TRUE(test::same_times(reader.frame(i), frames[i])) << i;
  }
}

TEST_F(Recording, SaysWhatItIsARecordingOf) {
  write({}, 3, 1);
  const RecordingReader reader(path());
  const RecordingInfo expected = info_of(3);
  EXPECT_EQ(reader.frame_count(), 0U);
  EXPECT_TRUE(reader.complete());
  EXPECT_EQ(reader.info().name, expected.name);
  EXPECT_EQ(reader.info().step, expected.step);
  EXPECT_EQ(reader.info().frame_interval, 3);
  ASSERT_EQ(reader.info().bodies.size(), 3U);
  EXPECT_EQ(reader.info().bodies[1].name, "body 1");
  EXPECT_FALSE(reader.info().bodies[1].fixed);
  EXPECT_EQ(reader.info().bodies[2].center_of_mass, expected.bodies[2].center_of_mass);
  EXPECT_EQ(reader.info().scene, expected.scene);
}

TEST_F(Recording, FindsTheLastFrameAtOrBeforeATime) {
  const std::vector<Frame> frames = RandomFrames(5, 1).several(100);
  write(frames, 1, 7);
  RecordingReader reader(path());
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> any(-0.1, 1.2);
  for (int k = 0; k < 300; ++k) {
    const double time = k % 2 == 0 ? any(random) : frames[random() % frames.size()].time;
    std::size_t expected = 0;
    for (std::size_t i = 0; i < frames.size(); ++i) {
      if (frames[i].time <= time) expected = i;
    }
    ASSERT_EQ(reader.frame_at(time), expected) << time;
  }
}

TEST_F(Recording, CutOffAtAnyByteItIsReadableUpToTheLastWholeChunk) {
  const std::vector<Frame> frames = RandomFrames(3, 2).several(12);
  write(frames, 2, 4);
  const std::uint64_t first_chunk = recording_preamble(info_of(2)).size();
  std::uint64_t last = frames.size();
  for (std::uint64_t size = fs::file_size(path()); size-- > 0;) {
    fs::resize_file(path(), size);
    if (size < first_chunk) {
      EXPECT_THROW(RecordingReader{path()}, InputError) << size;
      continue;
    }
    const RecordingReader reader(path());
    EXPECT_FALSE(reader.complete());
    EXPECT_NE(reader.trouble(), "");
    const std::uint64_t count = expect_prefix(path(), frames);
    EXPECT_LE(count, last);
    EXPECT_TRUE(count == last || count + 4 == last) << size;
    const bool between_chunks = reader.frames_before(size) == count;
    EXPECT_EQ(reader.lost_end().has_value(), !between_chunks) << size;
    last = count;
  }
  EXPECT_EQ(last, 0U);
}

TEST_F(Recording, CutWithinAChunkItSaysWhichFramesAreLost) {
  const std::vector<Frame> frames = RandomFrames(3, 2).several(12);
  write(frames, 2, 4);
  const std::uint64_t whole = fs::file_size(path());
  fs::resize_file(path(), whole - 50);  // the last head has 48 bytes: two bytes of frames 8 to 11 are gone
  const RecordingReader reader(path());
  EXPECT_EQ(reader.frame_count(), 8U);
  EXPECT_NE(reader.trouble().find("cut off within the chunk of frames 8 to 11 ("), std::string::npos)
      << reader.trouble();
  EXPECT_NE(reader.trouble().find("lost with 2 of its "), std::string::npos) << reader.trouble();
  EXPECT_NE(reader.trouble().find("8 frames, up to "), std::string::npos) << reader.trouble();
  ASSERT_TRUE(reader.lost_end().has_value());
  EXPECT_EQ(reader.lost_end()->begin, 8U);
  EXPECT_EQ(reader.lost_end()->end, 12U);
  fs::resize_file(path(), recording_preamble(info_of(2)).size() + 60);
  EXPECT_NE(RecordingReader(path()).trouble().find("no frame can be read"), std::string::npos);
}

TEST_F(Recording, NoFlippedBitIsTakenForData) {
  const std::vector<Frame> frames = RandomFrames(4, 2).several(9);
  write(frames, 2, 3);
  const std::string whole = text_of(path());
  std::fstream damaged(path(), std::ios::in | std::ios::out | std::ios::binary);
  const auto put = [&damaged](std::size_t byte, int value) {
    damaged.seekp(static_cast<std::streamoff>(byte));
    damaged.put(static_cast<char>(value));
    damaged.flush();
  };
  for (std::size_t byte = 0; byte < whole.size(); ++byte) {
    put(byte, whole[byte] ^ (1 << (byte % 8)));
    bool noticed = false;
    try {
      RecordingReader reader(path());
      noticed = !reader.trouble().empty();
      for (std::uint64_t i = 0; i < reader.frame_count(); ++i) {
        try {
          ASSERT_TRUE(same_bits(reader.frame(i), frames[i])) << byte;
        } catch (const InputError&) {
          noticed = true;
        }
      }
    } catch (const InputError&) {
      noticed = true;
    }
    ASSERT_TRUE(noticed) << byte;
    put(byte, whole[byte]);
  }
}

TEST_F(Recording, DamageCostsTheFramesOfItsChunkOnly) {
  const std::vector<Frame> frames = RandomFrames(5, 2).several(12);
  write(frames, 2, 3);
  const std::string whole = text_of(path());
  std::vector<std::size_t> heads;
  for (std::size_t at = whole.find("FRMS"); at != std::string::npos; at = whole.find("FRMS", at + 1))
    heads.push_back(at);
  ASSERT_EQ(heads.size(), 4U);
  for (std::size_t chunk = 0; chunk < 4; ++chunk) {
    for (const std::size_t byte : {heads[chunk] + 9, heads[chunk] + 60}) {  // in its head, in its frames
      std::string damaged = whole;
      damaged[byte] = static_cast<char>(damaged[byte] ^ 4);
      RecordingReader reader(file("damaged", damaged));
      EXPECT_TRUE(reader.complete());
      ASSERT_EQ(reader.frame_count(), 12U);
      const std::uint64_t first = 3 * chunk, behind = first + 3;
      for (std::uint64_t i = 0; i < 12; ++i) {
        if (i >= first && i < behind) {
          EXPECT_THROW(reader.frame(i), InputError) << i;
          EXPECT_EQ(reader.next_readable(i), behind);
        } else {
          EXPECT_TRUE(same_bits(reader.frame(i), frames[i])) << i;
          EXPECT_EQ(reader.next_readable(i), i);
        }
      }
    }
  }
}

// Frames with checksums that are right and numbers that no run has: their chunk is damaged, the others are whole.
TEST_F(Recording, FramesThatNoRunHasAreDamaged) {
  using Damage = std::function<void(Frame&)>;
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();
  constexpr auto kNoFloat = std::numeric_limits<float>::quiet_NaN();
  const std::pair<const char*, Damage> damages[] = {
      {"position", [=](Frame& f) { f.bodies[1].position.y() = kNaN; }},
      {"velocity", [=](Frame& f) { f.bodies[0].velocity.x() = kInfinity; }},
      {"angular velocity", [=](Frame& f) { f.bodies[0].angular_velocity.z() = -kInfinity; }},
      {"rotation", [=](Frame& f) { f.bodies[1].rotation.coeffs().setZero(); }},
      {"rotation", [=](Frame& f) { f.bodies[1].rotation.w() = kNaN; }},
      {"vertex", [=](Frame& f) { f.surface_vertices[20] = kNoFloat; }},
      {"contact's body", [](Frame& f) { f.contacts[0].body_b = 3; }},
      {"contact's body", [](Frame& f) { f.contacts[0].body_a = -1; }},
      {"contact's point", [=](Frame& f) { f.contacts[0].point[0] = kNoFloat; }},
      {"contact's normal", [=](Frame& f) { f.contacts[0].normal[2] = kNoFloat; }},
      {"contact's force", [=](Frame& f) { f.contacts[0].force_on_b[1] = kNoFloat; }},
      {"contact's gap", [=](Frame& f) { f.contacts[0].gap = kNoFloat; }},
      {"contact's state", [](Frame& f) { f.contacts[0].state = static_cast<ContactState>(3); }},
      {"time", [=](Frame& f) { f.time = kNaN; }},
      {"time", [=](Frame& f) { f.time = 1e9; }},
      {"step", [](Frame& f) { f.step += 1; }},
      {"step", [](Frame& f) { f.step = -1; }},
      {"step", [](Frame& f) { f.step = std::numeric_limits<std::int64_t>::max(); }},
  };
  RecordingInfo info = info_of(3);
  info.bodies[1].deforming = 3;
  info.bodies[2].deforming = 4;
  for (const auto& [what, damage] : damages) {
    std::vector<Frame> frames = RandomFrames(3, 3, 7).several(12);
    frames[5].contacts.resize(1);
    damage(frames[5]);
    RecordingWriter writer(path(), info);
    for (std::size_t i = 0; i < frames.size(); ++i) {
      writer.add(frames[i]);
      if (i % 4 == 3) writer.flush();
    }
    writer.finish();
    RecordingReader reader(path());
    ASSERT_EQ(reader.frame_count(), 12U) << what;
    EXPECT_EQ(reader.next_readable(4), 8U) << what;
    EXPECT_EQ(reader.last_readable(7), 3U) << what;
    EXPECT_THROW(reader.frame(4), InputError) << what;
    EXPECT_TRUE(same_bits(reader.frame(3), frames[3]) && same_bits(reader.frame(8), frames[8])) << what;
  }
}

// Times of a chunk's head that are not those of its frames would lead to frames before the first.
TEST_F(Recording, HeadsWithTimesOfTheirOwnAreDamaged) {
  write(RandomFrames(1, 2).several(4), 2, 4, /*finish=*/false);
  std::string bytes = text_of(path());
  const std::size_t head = bytes.find("FRMS");
  ChunkHeader header;
  ASSERT_TRUE(read_chunk_header(std::string_view(bytes).substr(head), header));
  header.first_time -= 1;
  std::string changed;
  append_chunk_header(header, changed);
  bytes.replace(head, ChunkHeader::kSize, changed);
  RecordingReader reader(file("recording.stic", bytes));
  EXPECT_EQ(reader.frame_at(header.first_time + 0.5), 0U);
  EXPECT_THROW(reader.frame(0), InputError);
  header.first_time = -std::numeric_limits<double>::infinity();
  changed.clear();
  append_chunk_header(header, changed);
  EXPECT_FALSE(read_chunk_header(changed, header));
}

RC_GTEST_PROP(Chunk, BytesThatAreNoChunkAreRefused, ()) {
  const auto bytes = *rc::gen::arbitrary<std::string>();
  ChunkHeader header;
  RC_ASSERT(!read_chunk_header(bytes, header));
  header.frame_count = *rc::gen::inRange(1, 100);
  header.raw_size = *rc::gen::inRange(0, 1 << 20);
  header.packed_crc = crc32_of(bytes);
  std::vector<Frame> frames;
  RC_ASSERT(!unpack_chunk(header, bytes, {2, 1}, frames));
}

// With checksums that fit: not damage, but what somebody made.
TEST_F(Recording, ChunksThatClaimMoreFramesThanThereIsRoomForAreNotBelieved) {
  write(RandomFrames(1, 2).several(10), 2, 10, /*finish=*/false);
  const std::string honest = text_of(path());
  const auto frames_with = [&](ChunkHeader header) {
    std::string bytes = honest;
    header.first_time = header.last_time = 1e9;
    append_chunk_header(header, bytes);
    bytes.append(header.packed_size, 'x');
    file("recording.stic", bytes);
    return RecordingReader(path()).frame_count();
  };
  ChunkHeader header;
  header.kind = ChunkHeader::Kind::kFrames;
  header.frame_count = 1;
  header.packed_size = 1000;
  header.raw_size = 100000;
  header.first_frame = std::uint64_t{1} << 60;  // all before it lost
  EXPECT_EQ(frames_with(header), 10u);
  header.first_frame = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(frames_with(header), 10u);
  header.first_frame = 10;
  header.frame_count = std::numeric_limits<std::uint32_t>::max();
  EXPECT_EQ(frames_with(header), 10u);
  header.raw_size = std::numeric_limits<std::uint32_t>::max();
  EXPECT_EQ(frames_with(header), 10u);
  header = {};
  header.kind = ChunkHeader::Kind::kEnd;
  header.first_frame = std::uint64_t{1} << 60;
  EXPECT_EQ(frames_with(header), 10u);
}

TEST_F(Recording, GoesOnWhereItWasCut) {
  const std::vector<Frame> frames = RandomFrames(6, 2).several(40);
  RecordingPosition position;
  std::uint32_t crc = 0;
  {
    RecordingWriter writer(path(), info_of(2));
    for (int i = 0; i < 17; ++i) writer.add(frames[i]);
    writer.sync();
    position = writer.position();
    crc = writer.info_crc();
    for (const Frame& frame : RandomFrames(7, 2).several(9)) writer.add(frame);  // lost when it is cut
    writer.finish();
  }
  EXPECT_EQ(position.frames, 17U);
  {
    const RecordingReader reader(path());
    EXPECT_EQ(reader.info_crc(), crc);
    EXPECT_EQ(reader.frames_before(position.bytes), 17U);
    EXPECT_EQ(reader.frames_before(position.bytes + 1), std::nullopt);
  }
  RecordingWriter writer(path(), frame_shape(info_of(2)), position, crc);
  for (int i = 17; i < 40; ++i) writer.add(frames[i]);
  writer.finish();
  EXPECT_EQ(expect_prefix(path(), frames), frames.size());
  EXPECT_TRUE(RecordingReader(path()).complete());
}

TEST_F(Recording, IsReadableWhileItIsBeingWritten) {
  const std::vector<Frame> frames = RandomFrames(8, 1).several(30);
  RecordingWriter writer(path(), info_of(1));
  EXPECT_EQ(expect_prefix(path(), frames), 0U);
  for (int i = 0; i < 20; ++i) writer.add(frames[i]);
  writer.flush();
  for (int i = 20; i < 30; ++i) writer.add(frames[i]);
  EXPECT_EQ(expect_prefix(path(), frames), 20U);
  EXPECT_FALSE(RecordingReader(path()).complete());
}

TEST_F(Recording, BodiesAtRestCostNextToNothing) {
  Frame frame = RandomFrames(9, 100).next();
  RecordingWriter writer(path(), info_of(100));
  writer.add(frame);
  writer.flush();
  const std::uint64_t one = writer.position().bytes;
  for (int i = 0; i < 900; ++i) {
    frame.time += 0.01;
    frame.step += 3;
    writer.add(frame);
  }
  writer.flush();
  const double per_frame = static_cast<double>(writer.position().bytes - 2 * one) / 900;
  EXPECT_LT(per_frame, 100);  // [bytes]; more than 10 kB as they are
}

TEST_F(Recording, AFileThatIsGoneIsNoticed) {
  RecordingWriter writer(path(), info_of(1));
  fs::remove(path());
  writer.add(RandomFrames(1, 1).next());
  EXPECT_THROW(writer.flush(), OutputLost);
}

TEST_F(Recording, OtherFilesAreRefusedWithTheirName) {
  for (const std::string bytes : {"", "text", "STICREC", "STICREC\n", "STICREC\n\x02\0\0\0", "STICREC\n\x01\0\0\0"}) {
    const fs::path other = file("other", bytes);
    try {
      RecordingReader reader(other);
      FAIL() << bytes;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(other.string()), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW(RecordingReader(folder_ / "missing"), InputError);
  EXPECT_THROW(RecordingReader{folder_}, InputError);
  EXPECT_FALSE(is_recording(folder_));
  EXPECT_FALSE(is_recording(folder_ / "missing"));
  write({}, 1, 1);
  EXPECT_TRUE(is_recording(path()));
}

}  // namespace
}  // namespace stiction
