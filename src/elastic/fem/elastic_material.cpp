#include "elastic/fem/elastic_material.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace stiction {

void require_elastic(const ElasticMaterial& material) {
  if (!std::isfinite(material.young) || material.young <= 0) {
    throw InputError(fmt::format(
        "Young's modulus is {} Pa: it must be positive (rubber 1e6 to 1e8, wood 1e10, steel 2e11)", material.young));
  }
  if (!std::isfinite(material.poisson) || material.poisson <= -1 || material.poisson >= 0.5) {
    throw InputError(
        fmt::format("Poisson's ratio is {}: it must be above -1 and below 0.5 (0.3 for most solids; 0.49 for rubber, "
                    "as 0.5 would be "
                    "incompressible)",
                    material.poisson));
  }
  if (!std::isfinite(material.density) || material.density <= 0) {
    throw InputError(fmt::format("the density is {} kg/m^3: it must be positive (wood 700, water 1000, steel 7800)",
                                 material.density));
  }
}

}  // namespace stiction
