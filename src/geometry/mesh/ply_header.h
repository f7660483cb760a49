// The header of a PLY file. Internal to this folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stiction {

enum class PlyFormat { kText, kLittleEndian, kBigEndian };
enum class PlyType { kInt8, kUint8, kInt16, kUint16, kInt32, kUint32, kFloat, kDouble };

inline bool is_integer(PlyType type) {
  return type != PlyType::kFloat && type != PlyType::kDouble;
}

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::kFloat;  // of the value, or of the items of a list
  bool is_list = false;
  PlyType count_type = PlyType::kUint8;  // of the number of items, for lists
};

struct PlyElement {
  std::string name;
  std::size_t count = 0;
  std::vector<PlyProperty> properties;
};

struct PlyHeader {
  PlyFormat format = PlyFormat::kText;
  std::vector<PlyElement> elements;
  std::size_t size = 0;  // [bytes]; the data follow
  int lines = 0;
};

// Throws InputError that names the line.
PlyHeader parse_ply_header(std::string_view bytes, const std::string& origin);

}  // namespace stiction
