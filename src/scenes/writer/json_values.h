// Pieces of scene files as JSON. Numbers come back as the same doubles. Internal to this room.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "base/types.h"
#include "geometry/shape.h"
#include "model/model.h"

namespace stiction {

using Json = nlohmann::ordered_json;

// Whole numbers look whole; both forms come back as the same double.
Json to_json(double value);
Json to_json(const Vec3& v);
Json to_json(const Shape& shape);
Json to_json(const Motion& motion, const Model& model);
Json to_json(const Hand& hand, const Model& model);
Json to_json(const Joint& joint, const Model& model);
Json keys_to_json(const std::vector<MotionKey>& keys);

// What makes a body deform, but for its shape.
void write_elastic(const Body& body, Json& json);

// +0 in every component: the value a missing key stands for.
bool is_plain_zero(const Vec3& v);
// Adds "position" and "rotation"; what a missing key stands for is left out.
void write_pose(const Pose& pose, Json& json);
Json rotation_to_json(const Quat& rotation);

// Readable text: values that fit are kept on one line.
std::string pretty_text(const Json& json);

}  // namespace stiction
