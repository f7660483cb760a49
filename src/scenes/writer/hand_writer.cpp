// Hands.
#include <cmath>

#include "scenes/hand_fields.h"
#include "scenes/writer/json_values.h"

namespace stiction {

Json to_json(const Hand& hand, const Model& model) {
  Json json = {{"body", model.bodies[hand.body].name}};
  for (const HandField& field : kHandFields) {
    const double value = hand.coupling.*field.member;
    if (std::isfinite(value)) json[field.key] = to_json(value);
  }
  if (!hand.path.empty()) json["path"] = keys_to_json(hand.path);
  return json;
}

}  // namespace stiction
