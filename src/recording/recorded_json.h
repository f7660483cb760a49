// Parts of a recording's info as JSON, for the recording itself and for pages that show it.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "recording/recording_info.h"

namespace stiction::recorded_json {

using Json = nlohmann::ordered_json;

Json of(const Vec3& v);
Json of(const RecordedMaterial& material);
Json of(const RecordedBody& body);

template <typename Item>
Json list_of(const std::vector<Item>& items) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(of(item));
  return list;
}

}  // namespace stiction::recorded_json
