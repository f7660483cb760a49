#include "recording/checkpoint.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "recording/scratch.h"

namespace stiction {
namespace {

Checkpoint example() {
  Checkpoint checkpoint;
  checkpoint.identity = {"arch", "staggered", 0.01, 0x1234567890abcdefULL};
  checkpoint.steps = 42;
  checkpoint.sim_seconds = 0.42;
  checkpoint.wall_seconds = 7.5;
  checkpoint.recording = {{1000, 42}, 3, 0xdeadbeef};
  checkpoint.session = std::string("state\0bytes", 11);
  return checkpoint;
}

std::string message_of(const std::string& bytes) {
  try {
    read_checkpoint(bytes, "out/checkpoint");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(CheckpointBytes, ComeBackUnchanged) {
  const Checkpoint expected = example();
  const Checkpoint checkpoint = read_checkpoint(checkpoint_bytes(expected), "file");
  EXPECT_EQ(checkpoint.identity.scene, "arch");
  EXPECT_EQ(checkpoint.identity.solver, "staggered");
  EXPECT_EQ(checkpoint.identity.step, 0.01);
  EXPECT_EQ(checkpoint.identity.scene_hash, expected.identity.scene_hash);
  EXPECT_EQ(checkpoint.steps, 42);
  EXPECT_EQ(checkpoint.sim_seconds, 0.42);
  EXPECT_EQ(checkpoint.wall_seconds, 7.5);
  ASSERT_TRUE(checkpoint.recording.has_value());
  EXPECT_EQ(checkpoint.recording->position, expected.recording->position);
  EXPECT_EQ(checkpoint.recording->frame_interval, 3);
  EXPECT_EQ(checkpoint.recording->info_crc, 0xdeadbeefU);
  EXPECT_EQ(checkpoint.session, expected.session);
  Checkpoint bare = example();
  bare.recording.reset();
  EXPECT_FALSE(read_checkpoint(checkpoint_bytes(bare), "file").recording.has_value());
}

TEST(CheckpointBytes, AreRefusedWhenCutOffAnywhereOrDamagedInAnyByte) {
  const std::string whole = checkpoint_bytes(example());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_NE(message_of(whole.substr(0, i)).find("out/checkpoint"), std::string::npos) << i;
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    EXPECT_NE(message_of(damaged).find("--resume"), std::string::npos) << i;
  }
  EXPECT_NE(message_of(whole + "x"), "");
}

// The format follows the eight characters that all checkpoints begin with.
TEST(CheckpointBytes, OfAnEarlierFormatAreRefusedByItsNumber) {
  std::string bytes = checkpoint_bytes(example());
  ASSERT_EQ(bytes[8], 4);
  bytes[8] = 2;  // statistics without bodies turned inside out
  EXPECT_NE(message_of(bytes).find("a checkpoint of format 2, this program reads format 4"), std::string::npos)
      << message_of(bytes);
}

class CheckpointFile : public ScratchTest {};

TEST_F(CheckpointFile, ThatIsNotThereNamesTheRemedy) {
  try {
    load_checkpoint(folder_ / "checkpoint");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("without --resume"), std::string::npos) << error.what();
  }
  EXPECT_EQ(load_checkpoint(file("checkpoint", checkpoint_bytes(example()))).steps, 42);
  EXPECT_THROW(load_checkpoint(file("empty", "")), InputError);
  EXPECT_THROW(load_checkpoint(folder_), InputError);
}

TEST(RunIdentities, SayWhatDiffers) {
  const RunIdentity saved = example().identity;
  EXPECT_NO_THROW(require_same_run(saved, saved, "file"));
  const auto message = [&saved](const RunIdentity& wanted) {
    try {
      require_same_run(saved, wanted, "file");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  RunIdentity other = saved;
  other.scene = "stack";
  EXPECT_NE(message(other).find("scene \"arch\", not \"stack\""), std::string::npos) << message(other);
  other = saved;
  other.solver = "pgs";
  EXPECT_NE(message(other).find("solver staggered, not pgs"), std::string::npos) << message(other);
  other = saved;
  other.step = 0.02;
  EXPECT_NE(message(other).find("0.01 s, not 0.02 s"), std::string::npos) << message(other);
  other = saved;
  other.scene_hash = 1;
  EXPECT_NE(message(other).find("parameters"), std::string::npos) << message(other);
}

}  // namespace
}  // namespace stiction
