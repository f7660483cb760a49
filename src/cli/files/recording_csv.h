// A recording as tables for other programs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "recording/frame_steps.h"
#include "recording/recording_reader.h"

namespace stiction {

// What became of a table.
struct CsvResult {
  std::uint64_t frames = 0;     // written
  std::uint64_t lines = 0;      // without the head
  std::vector<StepRange> lost;  // steps of the range whose frames are damaged or cut off
};

// One line per frame and body that is there: step, time [s], body, position of its origin [m], rotation (w x y z),
// velocity of its centre of mass [m/s], angular velocity [rad/s]. Numbers come back unchanged when they are read.
// Nothing is written, not even the head, if no frame of the range can be read. Throws OutputLost.
CsvResult write_bodies_csv(RecordingReader& recording, const StepRange& steps, const std::filesystem::path& to);

// One line per frame and contact: step, time, the two bodies, point [m], normal, gap [m], force on the second body [N].
CsvResult write_contacts_csv(RecordingReader& recording, const StepRange& steps, const std::filesystem::path& to);

}  // namespace stiction
