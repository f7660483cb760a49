// What a child process says that reads a recorded contact problem: the HDF5 library in it may have been taken over.
#include "base/error.h"
#include "fuzz/problem_use.h"
#include "recorded/hdf5_file.h"
#include "recorded/recorded_problems.h"
#include "recorded/relayed_arrays.h"

namespace stiction::fuzz {
namespace {

constexpr std::uint64_t kMostBytes = 1 << 20;  // of all arrays

void run(std::string_view input) {
  const ArrayReceiver arrays("problem", kMostBytes, [&input](void* bytes, std::size_t size) {
    if (size > input.size()) throw InputError("the child has ended");
    if (size > 0) std::memcpy(bytes, input.data(), size);
    input.remove_prefix(size);
  });
  use_problem([&] { return problem_of(arrays); });
}

std::string answers(const std::string& bytes) {
  std::string sent;
  const ArraySender::Write write = [&sent](const void* data, std::size_t size) {
    sent.append(static_cast<const char*>(data), size);
  };
  const Hdf5Reader file(bytes, "problem");
  problem_of(ArraySender(file, write));
  return sent;
}

std::vector<std::string> seeds() {
  std::string refusal;
  send_refusal([&refusal](const void* data, std::size_t size) { refusal.append(static_cast<const char*>(data), size); },
               "refused");
  return {answers(problem_bytes(test::one_contact(3, 1, Vec3(-1, 0.2, 0), 0.5), SparseLayout::kTriplet, nullptr)),
          answers(problem_bytes(test::random_global(2, 1, 4, 1), SparseLayout::kRows, nullptr)), refusal};
}

}  // namespace
}  // namespace stiction::fuzz

STICTION_FUZZ_TARGET(fclib_relay, .run = stiction::fuzz::run, .seeds = stiction::fuzz::seeds)
