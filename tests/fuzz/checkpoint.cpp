// Checkpoints, and the saved simulation within them: read, restored, stepped on, reported.
#include <random>

#include "base/byte_stream.h"
#include "base/hash.h"
#include "fuzz/fuzz_target.h"
#include "fuzz/tiny_scene.h"
#include "recording/checkpoint.h"
#include "recording/deflate.h"
#include "recording/run_report.h"
#include "recording/run_statistics.h"
#include "scenes/verdict.h"
#include "stepping/simulation.h"

namespace stiction::fuzz {
namespace {

constexpr int kSteps = 3;
constexpr std::size_t kHead = 16;  // of a checkpoint [bytes]: the CRC-32 of what follows is its last word

using Monitors = std::vector<std::unique_ptr<ExpectationMonitor>>;

// The order of `run --resume`.
void restore(const std::string& session, Simulation& simulation, RunStatistics& statistics, const Monitors& monitors) {
  ByteReader bytes(session, "saved run");
  simulation.restore(bytes.get_text());
  statistics.load(bytes);
  if (bytes.get<std::uint64_t>() != monitors.size()) throw InputError("expectations");
  for (const auto& monitor : monitors) monitor->load(bytes);
}

Monitors monitors_of(const Scene& scene, const Simulation& simulation) {
  Monitors monitors;
  for (const Expectation& expectation : scene.expectations) {
    monitors.push_back(make_monitor(expectation, simulation.model()));
    monitors.back()->start(simulation);
  }
  return monitors;
}

void take_step(Simulation& simulation, RunStatistics& statistics, const Monitors& monitors) {
  const StepReport& step = simulation.step();
  statistics.add(step, simulation.state(), simulation.contacts());
  for (const auto& monitor : monitors) monitor->observe(simulation);
}

void run(std::string_view input) {
  static const Scene scene = tiny_scene();
  accepted([&] {
    const Checkpoint checkpoint = read_checkpoint(input, "checkpoint");
    Simulation simulation(scene.model, scene.step, scene.solver);
    RunStatistics statistics(simulation.model(), simulation.state());
    const Monitors monitors = monitors_of(scene, simulation);
    restore(checkpoint.session, simulation, statistics, monitors);
    require(accepted([&] { simulation.restore(simulation.save()); }), "a restored state can be saved and restored");
    accepted([&] {
      for (int i = 0; i < kSteps; ++i) take_step(simulation, statistics, monitors);
    });
    RunReport report;
    statistics.write_into(report, simulation.state());
    require(is_report(report_json(report)), "a report can be written");
  });
}

std::vector<std::string> seeds() {
  const Scene scene = tiny_scene();
  std::vector<std::string> all;
  for (const int steps : {0, 8}) {
    Simulation simulation(scene.model, scene.step, scene.solver);
    RunStatistics statistics(simulation.model(), simulation.state());
    const Monitors monitors = monitors_of(scene, simulation);
    for (int i = 0; i < steps; ++i) take_step(simulation, statistics, monitors);
    ByteWriter session;
    session.put(std::string_view(simulation.save()));
    statistics.save(session);
    session.put(static_cast<std::uint64_t>(monitors.size()));
    for (const auto& monitor : monitors) monitor->save(session);
    Checkpoint checkpoint;
    checkpoint.identity = {"tiny", "staggered", scene.step, 1};
    checkpoint.steps = steps;
    if (steps > 0) checkpoint.recording.emplace();
    checkpoint.session = session.bytes();
    all.push_back(checkpoint_bytes(checkpoint));
  }
  return all;
}

// The saved simulation ends with a checksum of its own.
void seal_state(std::string& state) {
  if (state.size() < sizeof(std::uint64_t)) return;
  state.resize(state.size() - sizeof(std::uint64_t));
  Hash64 hash;
  for (const char c : state) hash.add_byte(static_cast<std::uint8_t>(c));
  const std::uint64_t sum = hash.value();
  state.append(reinterpret_cast<const char*>(&sum), sizeof sum);
}

std::string with_crc(std::string bytes) {
  if (bytes.size() < kHead) return bytes;
  const std::uint32_t crc = crc32_of(std::string_view(bytes).substr(kHead));
  std::memcpy(bytes.data() + kHead - sizeof crc, &crc, sizeof crc);
  return bytes;
}

std::string mutate(std::string input, std::size_t most, unsigned seed, const Change& change) {
  Checkpoint checkpoint;
  const bool whole = accepted([&] { checkpoint = read_checkpoint(input, ""); });
  std::string state, rest;
  const bool parted = whole && accepted([&] {
                        ByteReader bytes(checkpoint.session, "");
                        state = bytes.get_text();
                        rest = checkpoint.session.substr(checkpoint.session.size() - bytes.remaining());
                      });
  std::mt19937 random(seed);
  const unsigned choice = random() % 8;
  if (!parted || choice == 0) {
    change(input, most);
    return choice < 6 ? with_crc(std::move(input)) : input;
  }
  if (choice < 3) {
    change(rest, most);
  } else {
    change(state, most);
    seal_state(state);
  }
  ByteWriter session;
  session.put(std::string_view(state));
  session.append(rest.data(), rest.size());
  checkpoint.session = session.bytes();
  return checkpoint_bytes(checkpoint);
}

}  // namespace
}  // namespace stiction::fuzz

STICTION_FUZZ_TARGET(checkpoint, .run = stiction::fuzz::run, .mutate = stiction::fuzz::mutate,
                     .seeds = stiction::fuzz::seeds)
