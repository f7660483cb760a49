// Hands as bytes, and back. Internal to this room.
#pragma once

#include <vector>

#include "base/byte_stream.h"
#include "stepping/simulation_impl.h"

namespace stiction {

struct SavedHands {
  std::vector<Hand> hands;
  std::vector<HandState> states;
};

void put_hands(const std::vector<Hand>& hands, const std::vector<HandState>& states, ByteWriter& out);
// False if the bytes make no sense for this model.
bool get_hands(ByteReader& in, const Model& model, SavedHands& saved);

}  // namespace stiction
