// Bodies, and the bodies that events add.
#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <sstream>

#include "elastic/elastic_spec.h"
#include "scenes/reader/parts.h"

namespace stiction {
namespace {

const std::vector<std::string> kModels = {"rigid", "modal", "stvk", "points"};
const std::vector<std::string> kDofNames = {"x", "y", "z", "rx", "ry", "rz"};

void lock_dof(const std::string& name, const JsonCursor& cursor, DofLock& lock) {
  const auto found = std::find(kDofNames.begin(), kDofNames.end(), name);
  if (found == kDofNames.end()) {
    cursor.fail(fmt::format("unknown degree of freedom \"{}\" (known: x, y, z, rx, ry, rz)", name));
  }
  bool& held = lock[found - kDofNames.begin()];
  if (held) cursor.fail(fmt::format("\"{}\" is named twice", name));
  held = true;
}

// A list of names, or a text with the names in it.
DofLock read_lock(const JsonCursor& cursor) {
  DofLock lock = {};
  if (cursor.is_string()) {
    std::istringstream words(cursor.text());
    for (std::string word; words >> word;) lock_dof(word, cursor, lock);
  } else {
    for (std::size_t i = 0; i < cursor.size(); ++i) lock_dof(cursor.item(i).text(), cursor.item(i), lock);
  }
  const bool all = std::all_of(lock.begin(), lock.end(), [](bool held) { return held; });
  if (all) cursor.fail("all six degrees of freedom are held; say \"fixed\": true instead");
  return lock;
}

// Density, friction and restitution are often sought here; typing errors included.
void refuse_material_keys(const JsonCursor& body) {
  const auto contains = [](const std::vector<std::string>& list, const std::string& key) {
    return std::find(list.begin(), list.end(), key) != list.end();
  };
  for (const std::string& key : body.keys()) {
    if (contains(kBodyKeys, key) || contains(kElasticKeys, key) || contains(kPointsKeys, key)) continue;
    if (key == "mass") {
      body.at(key).fail(
          "unknown key; mass follows from the shape and its material's density: \"materials\": {\"m\": "
          "{\"density\": ...}}");
    }
    std::vector<std::string> known = kBodyKeys;
    known.insert(known.end(), kMaterialKeys.begin(), kMaterialKeys.end());
    const std::string nearest = nearest_word(key, known);
    if (!contains(kMaterialKeys, nearest)) continue;
    body.at(key).fail(
        fmt::format("unknown key; \"{0}\" belongs to a material: \"materials\": {{\"m\": {{\"{0}\": ...}}}}, "
                    "and \"material\": \"m\" here",
                    nearest));
  }
}

std::string read_name(const JsonCursor& body, const Model& model) {
  std::string name = fmt::format("body{}", model.bodies.size());
  body.read_text("name", name);
  const JsonCursor place = body.has("name") ? body.at("name") : body;
  if (name.empty()) place.fail("must not be empty");
  require_no_hidden_character(name, place);
  if (name.find('*') != std::string::npos) place.fail("must not contain *, which stands for any name in patterns");
  if (model.body_index(name) >= 0) place.fail(fmt::format("there is already a body \"{}\"; names are unique", name));
  return name;
}

void refuse_motion_of_fixed(const JsonCursor& cursor, const Body& body) {
  if (!body.fixed) return;
  const std::pair<const char*, const Vec3&> motions[] = {{"velocity", body.start_velocity},
                                                         {"angular_velocity", body.start_angular_velocity},
                                                         {"force", body.force},
                                                         {"torque", body.torque}};
  for (const auto& [key, value] : motions) {
    if (!value.isZero(0)) cursor.at(key).fail("a fixed body takes none; remove it or \"fixed\"");
  }
}

void check_mass(const JsonCursor& cursor, const Body& body, const Model& model) {
  if (body.fixed) return;
  const MassProperties mass = mass_properties(body.shape, model.materials[body.material].density);
  const bool heavy = std::isfinite(mass.mass) && mass.mass > 0 && mass.inertia.allFinite();
  const auto solver = Eigen::SelfAdjointEigenSolver<Mat3>(heavy ? mass.inertia : Mat3::Zero(), Eigen::EigenvaluesOnly);
  if (!heavy) {
    cursor.at("shape").fail(fmt::format("is too thin or too small to have a mass (it comes to {:g} kg)", mass.mass));
  }
  const Vec3 moments = solver.eigenvalues();
  if (!(moments.minCoeff() > 0)) {
    cursor.at("shape").fail(fmt::format(
        "is too thin for its length: its moments of inertia, up to {:.3g} kg m^2, differ by more than the 16 digits of "
        "a number; make it thicker or shorter",
        moments.maxCoeff()));
  }
}

Shape read_body_shape(const JsonCursor& cursor, const ReaderContext& context) {
  bool uses_spacing = false;
  ShapePlace place;
  place.uses_spacing = &uses_spacing;
  cursor.read_number("spacing", place.spacing, kLength);
  Shape shape = read_shape(cursor.at("shape"), context, place);
  if (cursor.has("spacing") && !uses_spacing) {
    cursor.at("spacing").fail(
        "no mesh of this body takes it (only meshes and solids without a spacing of their own do); remove it");
  }
  return shape;
}

void refuse_keys_of(const std::vector<std::string>& others, const std::vector<std::string>& own,
                    const std::string& remedy, const JsonCursor& cursor) {
  for (const std::string& key : others) {
    if (cursor.has(key) && std::find(own.begin(), own.end(), key) == own.end()) cursor.at(key).fail(remedy);
  }
}

// Keys that the body's model does not have, but others do.
void refuse_keys_of_other_models(const std::string& kind, const std::vector<std::string>& own,
                                 const JsonCursor& cursor) {
  std::vector<std::string> of_modes, of_all;
  for (const std::string& key : kElasticKeys) {
    const bool common = std::find(kPointsKeys.begin(), kPointsKeys.end(), key) != kPointsKeys.end();
    (common ? of_all : of_modes).push_back(key);
  }
  if (kind == "modal" && cursor.has("dofs")) {
    cursor.at("dofs").fail("belongs to \"model\": \"stvk\"; a modal body has its \"modes\" and no others");
  }
  const std::string modes = kind == "points"
                                ? "belongs to \"model\": \"modal\" or \"stvk\"; a body of mass points has no modes"
                                : "belongs to bodies that deform by modes: add \"model\": \"modal\" or \"stvk\"";
  refuse_keys_of(of_modes, own, modes, cursor);
  refuse_keys_of(of_all, own, "belongs to bodies that deform: add \"model\": \"modal\", \"stvk\" or \"points\"",
                 cursor);
  refuse_keys_of(kPointsKeys, own, "belongs to bodies of mass points: \"model\": \"points\"", cursor);
}

// Is the body to deform? The keys must be those of its model.
bool read_deforms(const JsonCursor& cursor) {
  std::string kind = "rigid";
  cursor.read_text("model", kind);
  if (std::find(kModels.begin(), kModels.end(), kind) == kModels.end()) {
    cursor.at("model").fail(
        fmt::format("unknown model \"{}\"{} (known: {})", kind, did_you_mean(kind, kModels), joined(kModels)));
  }
  std::vector<std::string> keys = kBodyKeys;
  const bool deforms = kind != "rigid";
  const std::vector<std::string>& own = kind == "points" ? kPointsKeys : kElasticKeys;
  if (deforms) keys.insert(keys.end(), own.begin(), own.end());
  refuse_keys_of_other_models(kind, keys, cursor);
  cursor.require_keys(keys);
  return deforms;
}

void read_elastic_body(const JsonCursor& cursor, const ReaderContext& context, Body& body) {
  for (const char* key : {"fixed", "lock"}) {
    if (cursor.has(key)) cursor.at(key).fail("a body that deforms cannot be held");
  }
  body.elastic = read_elastic_spec(cursor, context);
  cursor.read_boolean("self_contact", body.self_contact);
  if (cursor.has("shape")) body.shape = read_body_shape(cursor, context);
  if (std::holds_alternative<PlaneShape>(body.shape)) cursor.at("shape").fail("a plane does not deform");
  if (!cursor.has("deformation")) return;
  const std::vector<double> start =
      cursor.at("deformation").numbers(body.elastic->coordinate_count(), any_number("m sqrt(kg)"));
  body.start_deformation = Eigen::Map<const VecX>(start.data(), static_cast<Eigen::Index>(start.size()));
}

}  // namespace

void read_body(const JsonCursor& cursor, const ReaderContext& context, double appears_at) {
  Model& model = context.model();
  refuse_material_keys(cursor);
  const bool deforms = read_deforms(cursor);
  Body body;
  body.name = read_name(cursor, model);
  if (deforms) {
    read_elastic_body(cursor, context, body);
  } else {
    body.shape = read_body_shape(cursor, context);
  }
  cursor.read_boolean("fixed", body.fixed);
  if (std::holds_alternative<PlaneShape>(body.shape) && !body.fixed) {
    cursor.fail("a plane must be fixed: add \"fixed\": true");
  }
  read_pose(cursor, body.start);
  if (cursor.has("lock")) body.lock = read_lock(cursor.at("lock"));
  cursor.read_vector("velocity", body.start_velocity, any_number("m/s"));
  cursor.read_vector("angular_velocity", body.start_angular_velocity, any_number("rad/s"));
  cursor.read_vector("force", body.force, any_number("N"));
  cursor.read_vector("torque", body.torque, any_number("N m"));
  cursor.read_whole("level", body.level, -1000000, 1000000);
  body.samples = context.samples;
  cursor.read_whole("samples", body.samples, 0, 256);
  body.appears_at = appears_at;
  refuse_motion_of_fixed(cursor, body);
  body.material = context.material(cursor);
  if (!deforms) check_mass(cursor, body, model);
  model.bodies.push_back(std::move(body));
}

void read_added_bodies(const JsonCursor& events, const ReaderContext& context) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    const JsonCursor event = events.item(i);
    event.require_keys({"time", "add", "set"});
    if (event.has("add") == event.has("set")) event.fail("give either \"add\" or \"set\"");
    const double time = event.at("time").number(not_negative("s"));
    if (event.has("add")) read_body(event.at("add"), context, time);
  }
}

}  // namespace stiction
