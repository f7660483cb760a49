// What the collide stage of the penalty method costs: against the number of bodies in a heap, and against the number of
// colliding vertices of two bodies. One JSON object on the standard output; a minute.
//
//   build/bench_penalty_collide > bench/results/penalty-collide.json
//
// Processor time of one thread, the least of the rounds, so that a loaded machine disturbs it little.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <string>

#include "base/on_threads.h"
#include "collision_inside/filled_world.h"
#include "machine.h"

namespace stiction::bench {
namespace {

using test::Chance;
using test::FilledPtr;
using test::FilledWorld;

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Measured {
  std::size_t contacts = 0;
  double seconds = 1e30;
};

Measured measure(const FilledWorld& world, int rounds) {
  InsideCollider collider(world.model);
  ContactSet contacts;
  Measured measured;
  test::on_threads(1, [&] {
    for (int i = 0; i < rounds; ++i) {
      const double begin = processor_seconds();
      collider.collide(world.start, world.end, world.places, contacts);
      measured.seconds = std::min(measured.seconds, processor_seconds() - begin);
    }
  });
  measured.contacts = contacts.size();
  return measured;
}

// Blocks in layers, each a little turned and shaken, that overlap with their neighbours by 0 to 2 mm.
FilledWorld heap(int count, int cells) {
  Chance chance(1);
  FilledWorld world;
  world.add_fixed(PlaneShape{});
  const FilledPtr block = test::filled_box({0.2, 0.2, 0.2}, {cells, cells, cells});
  const int side = static_cast<int>(std::ceil(std::cbrt(count)));
  for (int i = 0; i < count; ++i) {
    const Vec3 place(i % side, i / side % side, i / (side * side));
    const Vec3 turn = 0.01 * chance.vector();
    world.add(block, {0.199 * place + 5e-4 * chance.vector() + Vec3(0, 0, 0.0995),
                      Quat(1, turn[0], turn[1], turn[2]).normalized()});
  }
  return world;
}

std::string by_bodies() {
  std::string rows;
  for (const int count : {100, 200, 500, 1000, 2000}) {
    const FilledWorld world = heap(count, 4);
    const Measured m = measure(world, 9);
    const std::size_t vertices = count * world.filled(1).surface().vertices.size();
    rows += fmt::format(
        R"({}  {{"bodies": {}, "tets": {}, "vertices": {}, "contacts": {}, "seconds": {:.4e}, "per_body": {:.3e}, "per_contact": {:.3e}}})",
        rows.empty() ? "" : ",\n", count, count * world.filled(1).filling()->tets.size(), vertices, m.contacts,
        m.seconds, m.seconds / count, m.seconds / static_cast<double>(m.contacts));
  }
  return "[\n" + rows + "\n ]";
}

// A block on another one, both with ever smaller elements.
std::string by_vertices() {
  std::string rows;
  for (const int cells : {4, 8, 12, 16, 24, 32, 48}) {
    FilledWorld world;
    world.add(test::filled_box({0.4, 0.4, 0.2}, {2 * cells, 2 * cells, cells}), {{0, 0, -0.1}, Quat::Identity()});
    world.add(test::filled_box({0.2, 0.2, 0.2}, {cells, cells, cells}), {{0.013, 0.027, 0.1 - 1e-4}, Quat::Identity()});
    const Measured m = measure(world, cells > 16 ? 5 : 15);
    rows += fmt::format(R"({}  {{"cells": {}, "tets": {}, "contacts": {}, "seconds": {:.4e}, "per_contact": {:.3e}}})",
                        rows.empty() ? "" : ",\n", cells,
                        world.filled(0).filling()->tets.size() + world.filled(1).filling()->tets.size(), m.contacts,
                        m.seconds, m.seconds / static_cast<double>(m.contacts));
  }
  return "[\n" + rows + "\n ]";
}

}  // namespace
}  // namespace stiction::bench

int main() {
  using namespace stiction::bench;
  fmt::print("{{\n \"machine\": {},\n \"unit\": \"s\",\n \"heap\": {},\n \"two_blocks\": {}\n}}\n", machine_json(),
             by_bodies(), by_vertices());
}
