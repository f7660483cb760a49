// PLY, text and binary of either byte order: the vertices' x, y, z and the faces' vertex_indices (or vertex_index);
// other properties and elements are read over.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "base/error.h"
#include "geometry/mesh/mesh_formats.h"
#include "geometry/mesh/ply_header.h"
#include "geometry/mesh/polygons.h"
#include "geometry/mesh/text_scanner.h"

namespace stiction {
namespace {

// Data as text: one element per line.
class TextSource {
 public:
  TextSource(std::string_view text, const std::string& origin, int first_line)
      : scanner_(text, origin, {.first_line = first_line}) {}

  void begin_element(const PlyElement& element, std::size_t index) {
    do {
      if (!scanner_.next_line()) {
        scanner_.fail(
            fmt::format("the file ends before {} {} of {}: it is cut off", element.name, index + 1, element.count));
      }
    } while (is_blank_line());
  }
  void end_element() {
    if (!word_.empty()) scanner_.fail(fmt::format("{} is one word too many in this line", quoted(word_)));
  }
  double value(PlyType type) {
    if (word_.empty()) scanner_.fail("a value is missing");
    double number = 0;
    if (!parse_number(word_, number)) scanner_.fail(fmt::format("{} is not a number", quoted(word_)));
    if (is_integer(type) && number != std::floor(number)) scanner_.fail(fmt::format("{} is not whole", quoted(word_)));
    word_ = scanner_.word();
    return number;
  }
  void end() {
    while (scanner_.next_line()) {
      if (!is_blank_line()) scanner_.fail("the file goes on after its last element");
    }
  }
  [[noreturn]] void fail(const std::string& message) const { scanner_.fail(message); }
  std::size_t remaining() const { return scanner_.remaining(); }

 private:
  bool is_blank_line() {
    word_ = scanner_.word();
    return word_.empty();
  }

  TextScanner scanner_;
  std::string_view word_;  // the one to be read next
};

class BinarySource {
 public:
  BinarySource(std::string_view bytes, const std::string& origin, std::size_t begin, bool big_endian)
      : bytes_(bytes), origin_(origin), position_(begin), swap_(big_endian) {}

  void begin_element(const PlyElement& element, std::size_t index) {
    element_ = &element;
    index_ = index;
  }
  void end_element() {}
  double value(PlyType type) {
    switch (type) {
      case PlyType::kInt8:
        return get<std::int8_t>();
      case PlyType::kUint8:
        return get<std::uint8_t>();
      case PlyType::kInt16:
        return get<std::int16_t>();
      case PlyType::kUint16:
        return get<std::uint16_t>();
      case PlyType::kInt32:
        return get<std::int32_t>();
      case PlyType::kUint32:
        return get<std::uint32_t>();
      case PlyType::kFloat:
        return get<float>();
      case PlyType::kDouble:
        return get<double>();
    }
    return 0;
  }
  void end() {
    if (remaining() > 0) {
      throw InputError(fmt::format("{}: byte {}: {} bytes follow the last element", origin_, position_, remaining()));
    }
  }
  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(fmt::format("{}: byte {} ({} {} of {}): {}", origin_, position_, element_->name, index_ + 1,
                                 element_->count, message));
  }
  std::size_t remaining() const { return bytes_.size() - position_; }

 private:
  template <typename Number>
  Number get() {
    if (remaining() < sizeof(Number)) fail("the file ends here: it is cut off");
    char raw[sizeof(Number)];
    std::memcpy(raw, bytes_.data() + position_, sizeof raw);
    position_ += sizeof raw;
    if (swap_) std::reverse(std::begin(raw), std::end(raw));
    Number number;
    std::memcpy(&number, raw, sizeof number);
    return number;
  }

  std::string_view bytes_;
  const std::string& origin_;
  std::size_t position_;
  bool swap_;
  const PlyElement* element_ = nullptr;
  std::size_t index_ = 0;
};

bool is_axis(char c) {
  return c == 'x' || c == 'y' || c == 'z';
}

template <typename Source>
class BodyReader {
 public:
  BodyReader(const PlyHeader& header, Source& source, const std::string& origin)
      : header_(header), source_(source), origin_(origin) {}

  TriangleMesh read() {
    for (const PlyElement& element : header_.elements) {
      if (element.name == "vertex") {
        check_vertex_count(element.count, origin_);
        vertex_count_ = element.count;
        mesh_.vertices.reserve(std::min(element.count, source_.remaining()));
      }
    }
    for (const PlyElement& element : header_.elements) read_elements(element);
    source_.end();
    mesh_.triangles = fan_polygons(mesh_.vertices, polygons_);
    return std::move(mesh_);
  }

 private:
  void read_elements(const PlyElement& element) {
    const bool is_vertex = element.name == "vertex";
    const bool is_face = element.name == "face";
    if (is_face && element.count > 0 && corner_list(element) == nullptr) {
      throw InputError(fmt::format("{}: the faces have no list of integers \"vertex_indices\"", origin_));
    }
    const PlyProperty* corners = is_face ? corner_list(element) : nullptr;
    for (std::size_t i = 0; i < element.count; ++i) {
      source_.begin_element(element, i);
      Vec3 point = Vec3::Zero();
      for (const PlyProperty& property : element.properties) {
        if (property.is_list) {
          read_list(property, &property == corners);
        } else {
          const double value = source_.value(property.type);
          const bool is_coordinate = is_vertex && property.name.size() == 1 && is_axis(property.name[0]);
          if (is_coordinate) point[property.name[0] - 'x'] = checked(value);
        }
      }
      source_.end_element();
      if (is_vertex) mesh_.vertices.push_back(point);
    }
  }

  static const PlyProperty* corner_list(const PlyElement& face) {
    for (const PlyProperty& p : face.properties) {
      const bool named = p.name == "vertex_indices" || p.name == "vertex_index";
      if (named && p.is_list && is_integer(p.type)) return &p;
    }
    return nullptr;
  }

  double checked(double coordinate) const {
    const std::string fault = coordinate_fault(coordinate);
    if (!fault.empty()) source_.fail(fault);
    return coordinate;
  }

  void read_list(const PlyProperty& property, bool is_corners) {
    const double count = source_.value(property.count_type);
    if (!(count >= 0) || count > static_cast<double>(source_.remaining())) {
      source_.fail(fmt::format("a list of {} items does not fit into the file: it is cut off or damaged", count));
    }
    if (is_corners && count < 3) source_.fail(fmt::format("a face needs at least three corners, got {}", count));
    for (double i = 0; i < count; ++i) {
      const double value = source_.value(property.type);
      if (!is_corners) continue;
      if (!(value >= 0 && value < static_cast<double>(vertex_count_))) {
        source_.fail(fmt::format("names vertex {}, but there are {} (from 0)", value, vertex_count_));
      }
      polygons_.corners.push_back(static_cast<int>(value));
    }
    if (!is_corners) return;
    polygons_.sizes.push_back(static_cast<int>(count));
    check_triangle_count(polygons_.corners.size() - 2 * polygons_.sizes.size(), origin_);
  }

  const PlyHeader& header_;
  Source& source_;
  const std::string& origin_;
  TriangleMesh mesh_;
  Polygons polygons_;
  std::size_t vertex_count_ = 0;
};

}  // namespace

TriangleMesh parse_ply(std::string_view bytes, const std::string& origin) {
  const PlyHeader header = parse_ply_header(bytes, origin);
  if (header.format == PlyFormat::kText) {
    TextSource source(bytes.substr(header.size), origin, header.lines + 1);
    return BodyReader(header, source, origin).read();
  }
  BinarySource source(bytes, origin, header.size, header.format == PlyFormat::kBigEndian);
  return BodyReader(header, source, origin).read();
}

}  // namespace stiction
