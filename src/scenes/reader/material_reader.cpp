// Materials and their pairs, those of the scene and those of the table of common ones.
#include <fmt/format.h>

#include <algorithm>

#include "model/common_materials.h"
#include "scenes/reader/parts.h"

namespace stiction {
namespace {

constexpr NumberRule kDensity = {.min = 1e-6, .max = 1e12, .unit = "kg/m^3", .positive = true};
constexpr NumberRule kRestitution = {.min = 0, .max = 1};

void read_friction(const JsonCursor& cursor, double& friction) {
  if (!cursor.has("friction")) return;
  const JsonCursor place = cursor.at("friction");
  friction = place.number({.min = -1e300, .max = 1e300});
  if (const std::string fault = friction_fault(friction); !fault.empty()) place.fail(fault);
}

int find_material(const Model& model, const std::string& name) {
  const auto& list = model.materials;
  const auto found = std::find_if(list.begin(), list.end(), [&](const Material& m) { return m.name == name; });
  return found == list.end() ? -1 : static_cast<int>(found - list.begin());
}

[[noreturn]] void fail_unknown_material(const Model& model, const std::string& name, const JsonCursor& cursor) {
  std::vector<std::string> own;
  own.reserve(model.materials.size());
  for (const Material& material : model.materials) own.push_back(material.name);
  std::vector<std::string> all = own;
  for (const CommonMaterial& common : common_materials()) {
    if (find_material(model, common.material.name) < 0) all.push_back(common.material.name);
  }
  cursor.fail(fmt::format("there is no material \"{}\"{} (known: {}, and the common ones: {})", name,
                          did_you_mean(name, all), own.empty() ? "default" : joined(own),
                          joined({all.begin() + static_cast<std::ptrdiff_t>(own.size()), all.end()})));
}

// Index of a material by name; "default" and common ones come into being when first needed.
int need_material(const ReaderContext& context, const std::string& name, const JsonCursor& cursor) {
  Model& model = context.model();
  const int index = find_material(model, name);
  if (index >= 0) return index;
  const int added = static_cast<int>(model.materials.size());
  if (name == Material{}.name) {
    model.materials.emplace_back();
  } else if (const CommonMaterial* common = find_common_material(name)) {
    model.materials.push_back(common->material);
    context.memory.common_materials.insert(added);
  } else {
    fail_unknown_material(model, name, cursor);
  }
  return added;
}

// The table's entry if both materials are common ones, else nullptr.
const CommonPair* common_pair(const ReaderContext& context, int a, int b) {
  const auto& common = context.memory.common_materials;
  if (!common.contains(a) || !common.contains(b)) return nullptr;
  return find_common_pair(context.model().materials[a].name, context.model().materials[b].name);
}

bool has_pair(const Model& model, int a, int b) {
  return std::any_of(model.pairs.begin(), model.pairs.end(), [&](const MaterialPair& pair) {
    return std::minmax(pair.material_a, pair.material_b) == std::minmax(a, b);
  });
}

}  // namespace

int ReaderContext::material(const JsonCursor& body) const {
  if (!body.has("material")) return need_material(*this, Material{}.name, body);
  return need_material(*this, body.at("material").text(), body.at("material"));
}

void read_materials(const JsonCursor& materials, Model& model) {
  for (const std::string& name : materials.keys()) {
    const JsonCursor cursor = materials.at(name);
    cursor.require_keys(kMaterialKeys);
    if (name.empty()) cursor.fail("a material needs a name");
    require_no_hidden_character(name, cursor);
    Material material;
    material.name = name;
    cursor.read_number("density", material.density, kDensity);
    read_friction(cursor, material.friction);
    cursor.read_number("restitution", material.restitution, kRestitution);
    model.materials.push_back(material);
  }
}

void read_pairs(const JsonCursor& pairs, const ReaderContext& context) {
  Model& model = context.model();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const JsonCursor cursor = pairs.item(i);
    cursor.require_keys({"materials", "friction", "restitution"});
    const JsonCursor names = cursor.at("materials");
    if (names.size() != 2) names.fail(fmt::format("must be a list of two materials, got {}", names.size()));
    MaterialPair pair;
    pair.material_a = need_material(context, names.item(0).text(), names.item(0));
    pair.material_b = need_material(context, names.item(1).text(), names.item(1));
    if (has_pair(model, pair.material_a, pair.material_b)) cursor.fail("this pair of materials has an entry already");
    const Model::Surface combined = model.surface(pair.material_a, pair.material_b);
    pair.friction = combined.friction;
    pair.restitution = combined.restitution;
    if (const CommonPair* common = common_pair(context, pair.material_a, pair.material_b)) {
      pair.friction = common->friction;
    }
    read_friction(cursor, pair.friction);
    cursor.read_number("restitution", pair.restitution, kRestitution);
    model.pairs.push_back(pair);
  }
}

void add_common_pairs(const ReaderContext& context) {
  Model& model = context.model();
  for (int a : context.memory.common_materials) {
    for (int b : context.memory.common_materials) {
      const CommonPair* common = b > a ? common_pair(context, a, b) : nullptr;
      if (common && !has_pair(model, a, b)) model.pairs.push_back({a, b, common->friction, 0});
    }
  }
}

}  // namespace stiction
