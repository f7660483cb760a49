// Measures collision alone on states that a gallery scene passes through, on one thread:
// bench_collide SCENE [key=value ...] [after=SECONDS] [states=COUNT] [rounds=COUNT].
// Prints processor time, best and median of the rounds, and a hash over all bits of all contacts: what a change of
// collision must leave alone.
#include <fmt/format.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <string>
#include <vector>

#include "base/hash.h"
#include "collision/collider.h"
#include "scenes/gallery.h"
#include "stepping/simulation.h"

namespace stiction::bench {
namespace {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void add(const MaterialPoint& point, Hash64& hash) {
  hash.add(static_cast<std::uint64_t>(point.triangle));
  hash.add(point.weight_b);
  hash.add(point.weight_c);
}

void add(const ContactSet& contacts, Hash64& hash) {
  for (const Contact& contact : contacts) {
    hash.add(contact.id);
    hash.add(contact.gap);
    for (int k = 0; k < 3; ++k) {
      hash.add(contact.point[k]);
      hash.add(contact.normal[k]);
    }
    add(contact.material_a, hash);
    add(contact.material_b, hash);
  }
}

int run(const std::string& name, std::map<std::string, std::string> settings) {
  const auto take = [&](const char* key, double value) {
    const auto found = settings.find(key);
    if (found == settings.end()) return value;
    value = std::stod(found->second);
    settings.erase(found);
    return value;
  };
  const double after = take("after", 0.3);  // [s]
  const int states = static_cast<int>(take("states", 20)), rounds = static_cast<int>(take("rounds", 20));
  const Scene scene = build_gallery_scene(name, settings);
  Simulation simulation(scene.model, scene.step, scene.solver, 1);
  while (simulation.state().time < after * (1 - 1e-9)) simulation.step();
  std::vector<State> passed;
  for (int i = 0; i < states; ++i) {
    passed.push_back(simulation.state());
    simulation.step();
  }

  tbb::task_arena arena(1);
  Collider collider(scene.model);
  ContactSet contacts;
  Hash64 hash;
  std::size_t count = 0;
  std::vector<double> times;
  arena.execute([&] {
    for (const State& state : passed) {
      collider.collide(state, scene.step, contacts);
      add(contacts, hash);
      count += contacts.size();
    }
    for (int round = 0; round < rounds; ++round) {
      const double before = processor_seconds();
      for (const State& state : passed) collider.collide(state, scene.step, contacts);
      times.push_back((processor_seconds() - before) / states);
    }
  });
  std::sort(times.begin(), times.end());
  fmt::print("{}: {} states, {:.1f} contacts found a state, {:.1f} us at best, {:.1f} us in the median, hash {:016x}\n",
             name, states, static_cast<double>(count) / states, 1e6 * times.front(), 1e6 * times[times.size() / 2],
             hash.value());
  return 0;
}

}  // namespace
}  // namespace stiction::bench

int main(int count, char** words) {
  std::map<std::string, std::string> settings;
  for (int i = 2; i < count; ++i) {
    const std::string word = words[i];
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos) settings[word.substr(0, equals)] = word.substr(equals + 1);
  }
  if (count < 2) {
    fmt::print(stderr, "usage: bench_collide SCENE [key=value ...] [after=SECONDS] [states=COUNT] [rounds=COUNT]\n");
    return 2;
  }
  return stiction::bench::run(words[1], settings);
}
