// Hands that hold free bodies and move them along paths.
#include <fmt/format.h>

#include "scenes/hand_fields.h"
#include "scenes/reader/parts.h"

namespace stiction {
namespace {

void refuse_body(const JsonCursor& place, const Model& model, int index) {
  const Body& body = model.bodies[index];
  if (body.scripted) {
    place.fail(fmt::format("\"{}\" is moved by \"motions\"; a hand holds free bodies, remove the motion", body.name));
  }
  if (body.fixed) place.fail(fmt::format("\"{}\" is fixed; a hand holds free bodies", body.name));
  for (const Hand& other : model.hands) {
    if (other.body == index) place.fail(fmt::format("another hand holds \"{}\" already", body.name));
  }
}

}  // namespace

void read_hands(const JsonCursor& hands, const ReaderContext& context) {
  Model& model = context.model();
  std::vector<std::string> keys = {"body", "path"};
  for (const HandField& field : kHandFields) keys.emplace_back(field.key);
  for (std::size_t i = 0; i < hands.size(); ++i) {
    const JsonCursor cursor = hands.item(i);
    cursor.require_keys(keys);
    Hand hand;
    hand.body = context.body(cursor.at("body"));
    refuse_body(cursor.at("body"), model, hand.body);
    for (const HandField& field : kHandFields) {
      const NumberRule rule = field.limit ? positive_number(field.unit) : not_negative(field.unit);
      cursor.read_number(field.key, hand.coupling.*field.member, rule);
    }
    if (cursor.has("path")) hand.path = read_keys(cursor.at("path"), model.bodies[hand.body].start);
    model.hands.push_back(std::move(hand));
  }
}

}  // namespace stiction
