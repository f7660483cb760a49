#include "geometry/mesh/ply_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "geometry/mesh/text_scanner.h"

namespace stiction {
namespace {

constexpr std::pair<std::string_view, PlyType> kTypes[] = {
    {"char", PlyType::kInt8},      {"uchar", PlyType::kUint8},   {"short", PlyType::kInt16},
    {"ushort", PlyType::kUint16},  {"int", PlyType::kInt32},     {"uint", PlyType::kUint32},
    {"float", PlyType::kFloat},    {"double", PlyType::kDouble}, {"int8", PlyType::kInt8},
    {"uint8", PlyType::kUint8},    {"int16", PlyType::kInt16},   {"uint16", PlyType::kUint16},
    {"int32", PlyType::kInt32},    {"uint32", PlyType::kUint32}, {"float32", PlyType::kFloat},
    {"float64", PlyType::kDouble},
};

class HeaderReader {
 public:
  HeaderReader(std::string_view bytes, const std::string& origin) : size_(bytes.size()), scanner_(bytes, origin, {}) {}

  PlyHeader read() {
    if (!scanner_.next_line() || scanner_.word() != "ply") scanner_.fail("a PLY file starts with the line \"ply\"");
    scanner_.require_end_of_line();
    for (;;) {
      if (!scanner_.next_line()) scanner_.fail("the header has no \"end_header\": the file is cut off");
      const std::string_view keyword = scanner_.word();
      if (keyword == "end_header") break;
      read_line(keyword);
    }
    scanner_.require_end_of_line();
    if (!has_format_) scanner_.fail("the header has no \"format\" line");
    check_elements();
    scanner_.next_line();  // the data start right after the end of this line
    header_.size = size_ - scanner_.remaining();
    header_.lines = scanner_.line() - 1;
    return std::move(header_);
  }

 private:
  void read_line(std::string_view keyword) {
    if (keyword == "comment" || keyword == "obj_info") {
      scanner_.rest_of_line();
    } else if (keyword == "format") {
      read_format();
    } else if (keyword == "element") {
      read_element();
    } else if (keyword == "property") {
      read_property();
    } else {
      scanner_.fail(fmt::format("unknown word {} in the header", quoted(keyword)));
    }
  }

  void read_format() {
    const std::string_view name = scanner_.word();
    if (has_format_) scanner_.fail("a second \"format\" line");
    if (name == "ascii") {
      header_.format = PlyFormat::kText;
    } else if (name == "binary_little_endian") {
      header_.format = PlyFormat::kLittleEndian;
    } else if (name == "binary_big_endian") {
      header_.format = PlyFormat::kBigEndian;
    } else {
      scanner_.fail(
          fmt::format("unknown format {}; known are ascii, binary_little_endian and binary_big_endian", quoted(name)));
    }
    const std::string_view version = scanner_.word();
    if (version != "1.0") scanner_.fail(fmt::format("version {} is not known, only \"1.0\" is", quoted(version)));
    scanner_.require_end_of_line();
    has_format_ = true;
  }

  void read_element() {
    PlyElement element;
    element.name = std::string(scanner_.word());
    if (element.name.empty()) scanner_.fail("an element needs a name and a number");
    const std::string_view word = scanner_.word();
    long long count = 0;
    if (!parse_number(word, count) || count < 0) {
      scanner_.fail(fmt::format("the number of elements must be 0 or more, got {}", quoted(word)));
    }
    element.count = static_cast<std::size_t>(count);
    scanner_.require_end_of_line();
    for (const PlyElement& other : header_.elements) {
      if (other.name == element.name) scanner_.fail(fmt::format("a second element {}", quoted(element.name)));
    }
    header_.elements.push_back(std::move(element));
  }

  void read_property() {
    if (header_.elements.empty()) scanner_.fail("a property before the first element");
    PlyProperty property;
    std::string_view word = scanner_.word();
    property.is_list = word == "list";
    if (property.is_list) {
      property.count_type = type(scanner_.word());
      if (!is_integer(property.count_type)) scanner_.fail("the length of a list must be an integer type");
      word = scanner_.word();
    }
    property.type = type(word);
    property.name = std::string(scanner_.word());
    if (property.name.empty()) scanner_.fail("the property has no name");
    scanner_.require_end_of_line();
    std::vector<PlyProperty>& all = header_.elements.back().properties;
    const bool again = std::ranges::any_of(all, [&](const PlyProperty& p) { return p.name == property.name; });
    if (again) scanner_.fail(fmt::format("a second property {} of one element", quoted(property.name)));
    all.push_back(std::move(property));
  }

  PlyType type(std::string_view word) const {
    const auto* found = std::ranges::find(kTypes, word, &std::pair<std::string_view, PlyType>::first);
    if (found == std::end(kTypes)) {
      scanner_.fail(
          fmt::format("unknown type {}; known are char, uchar, short, ushort, int, uint, float, double and "
                      "int8 to float64",
                      quoted(word)));
    }
    return found->second;
  }

  void check_elements() const {
    const PlyElement* vertex = nullptr;
    for (const PlyElement& element : header_.elements) {
      if (element.properties.empty()) scanner_.fail(fmt::format("element {} has no properties", quoted(element.name)));
      if (element.name == "vertex") vertex = &element;
    }
    if (!vertex) scanner_.fail("the header has no element \"vertex\"");
    for (const std::string_view axis : {"x", "y", "z"}) {
      const auto found = std::ranges::find(vertex->properties, axis, &PlyProperty::name);
      if (found == vertex->properties.end() || found->is_list) {
        scanner_.fail(fmt::format("the vertices have no coordinate \"{}\"", axis));
      }
    }
  }

  std::size_t size_;
  TextScanner scanner_;
  PlyHeader header_;
  bool has_format_ = false;
};

}  // namespace

PlyHeader parse_ply_header(std::string_view bytes, const std::string& origin) {
  return HeaderReader(bytes, origin).read();
}

}  // namespace stiction
