// TetGen files: the .node file, a line of three equal signs, the .ele file.
#include "fuzz/tet_use.h"
#include "tetra/tet_samples.h"

namespace stiction::fuzz {
namespace {

constexpr std::string_view kBetween = "===\n";

void run(std::string_view input) {
  const std::size_t middle = input.find(kBetween);
  if (middle == std::string_view::npos) return;
  const std::string node = "mesh.node", ele = "mesh.ele";
  accepted([&] {
    use_tets(parse_tetgen({input.substr(0, middle), node}, {input.substr(middle + kBetween.size()), ele}));
  });
}

std::vector<std::string> seeds() {
  return {kNode + std::string(kBetween) + kEle};
}

}  // namespace
}  // namespace stiction::fuzz

STICTION_FUZZ_TARGET(tetgen, .run = stiction::fuzz::run, .seeds = stiction::fuzz::seeds)
