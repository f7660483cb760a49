#include "scenes/gallery.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "scenes/gallery/entries.h"
#include "scenes/words.h"

namespace stiction {
namespace {

double parse_value(const std::string& scene, const GalleryParameter& parameter, const std::string& text) {
  const auto refuse = [&](const std::string& wanted) {
    return InputError(
        fmt::format("scene \"{}\": parameter {} must be {}, got \"{}\"", scene, parameter.name, wanted, text));
  };
  const std::string unit = parameter.unit.empty() ? "" : fmt::format(" [{}]", parameter.unit);
  const std::string range = fmt::format("from {:g} to {:g}{}", parameter.min, parameter.max, unit);
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  const bool is_number = error == std::errc() && rest == end && std::isfinite(value);
  if (!is_number) throw refuse(fmt::format("a number {}", range));
  if (parameter.whole && value != std::floor(value)) throw refuse(fmt::format("a whole number {}", range));
  if (value < parameter.min || value > parameter.max) throw refuse(range);
  return value;
}

}  // namespace

const std::vector<GalleryEntry>& gallery() {
  static const std::vector<GalleryEntry> entries = {
      incline_entry(),
      bounce_entry(),
      slide_to_roll_entry(),
      stack_entry(),
      pinch_entry(),
      wall_entry(),
      arch_entry(),
      arch_keystone_entry(),
      arch_leg_entry(),
      semicircular_arch_entry(),
      card_house_entry(),
      card_house_impact_entry(),
      kapla_tower_entry(),
      domino_entry(),
      log_house_entry(),
      tumble_entry(),
      rocks_on_a_slope_entry(),
      pile_entry(),
      cube_pile_entry(),
      bunny_drop_entry(),
      turntable_entry(),
      conveyor_entry(),
      shaker_entry(),
      ball_bearing_entry(),
      nut_on_bolt_entry(),
      haptic_entry(),
      modal_beam_entry(),
      soft_stack_entry(),
      chairs_entry(),
      hybrid_entry(),
      composites_entry(),
      pegboard_entry(),
      jam_tubes_entry(),
      stvk_beam_entry(),
      bunnies_and_arches_entry(),
      dinosaurs_entry(),
      soft_gripper_entry(),
      four_bar_entry(),
      slider_crank_entry(),
      chain_entry(),
      block_feeder_entry(),
      double_action_jack_entry(),
      painleve_rod_entry(),
      gripper_entry(),
      skittles_entry(),
      bucket_entry(),
      soft_incline_entry(),
      walking_table_entry(),
      penalty_incline_entry(),
      clamped_box_entry(),
      inclined_membrane_entry(),
      soft_pyramid_entry(),
      basket_entry(),
      four_balls_entry(),
  };
  return entries;
}

const GalleryEntry* find_gallery_entry(const std::string& name) {
  const auto& entries = gallery();
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const GalleryEntry& e) { return e.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

Scene describe_gallery_scene(const std::string& name, const std::map<std::string, std::string>& overrides) {
  const GalleryEntry* entry = find_gallery_entry(name);
  if (!entry) {
    std::vector<std::string> names;
    for (const GalleryEntry& known : gallery()) names.push_back(known.name);
    throw InputError(fmt::format("there is no gallery scene \"{}\"{} (known: {}; a scene file ends in .json)", name,
                                 did_you_mean(name, names), joined(names)));
  }
  std::map<std::string, double> values;
  for (const GalleryParameter& parameter : entry->parameters) values[parameter.name] = parameter.default_value;
  for (const auto& [key, text] : overrides) {
    const auto parameter = std::find_if(entry->parameters.begin(), entry->parameters.end(),
                                        [&key = key](const GalleryParameter& p) { return p.name == key; });
    if (parameter == entry->parameters.end()) {
      std::vector<std::string> names;
      names.reserve(entry->parameters.size());
      for (const GalleryParameter& known : entry->parameters) names.push_back(known.name);
      throw InputError(fmt::format("scene \"{}\" has no parameter \"{}\"{} (known: {})", name, key,
                                   did_you_mean(key, names), joined(names)));
    }
    values[key] = parse_value(name, *parameter, text);
  }
  const GalleryValues chosen(std::move(values));
  Scene scene = entry->build(chosen);
  scene.name = entry->name;
  scene.description = entry->summary;
  scene.duration = entry->check_duration;
  if (entry->least_duration) scene.duration = std::max(scene.duration, entry->least_duration(chosen));
  compute_masses(scene.model);
  return scene;
}

Scene build_gallery_scene(const std::string& name, const std::map<std::string, std::string>& overrides,
                          const ReportProgress& progress) {
  Scene scene = describe_gallery_scene(name, overrides);
  prepare(scene, progress);
  return scene;
}

}  // namespace stiction
