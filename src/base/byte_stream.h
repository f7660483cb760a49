// Plain binary encoding for checkpoints, recordings and caches: little-endian, no padding, bounds-checked reading.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "base/types.h"

namespace stiction {

static_assert(std::endian::native == std::endian::little, "files are little-endian and are copied as they are");

class ByteWriter {
 public:
  template <typename Number>
    requires std::is_arithmetic_v<Number>
  void put(Number value) {
    append(&value, sizeof value);
  }
  void put(const Vec3& v) { append(v.data(), 3 * sizeof(double)); }
  void put(const Quat& q) { append(q.coeffs().data(), 4 * sizeof(double)); }
  // Length first.
  void put(std::string_view text) {
    put(static_cast<std::uint64_t>(text.size()));
    append(text.data(), text.size());
  }
  template <typename Number>
    requires std::is_arithmetic_v<Number>
  void put_all(const std::vector<Number>& values) {
    put(static_cast<std::uint64_t>(values.size()));
    append(values.data(), values.size() * sizeof(Number));
  }
  void append(const void* data, std::size_t size) {
    if (size > 0) bytes_.append(static_cast<const char*>(data), size);
  }

  const std::string& bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  std::string bytes_;
};

// Throws InputError("... ends too early") instead of reading past the end.
class ByteReader {
 public:
  // `what` names the thing in errors. The bytes must outlive the reader.
  ByteReader(std::string_view bytes, std::string what) : rest_(bytes), what_(std::move(what)) {}

  template <typename Number>
    requires std::is_arithmetic_v<Number>
  Number get() {
    Number value;
    take(&value, sizeof value);
    return value;
  }
  Vec3 get_vec3() {
    Vec3 v;
    take(v.data(), 3 * sizeof(double));
    return v;
  }
  Quat get_quat() {
    Quat q;
    take(q.coeffs().data(), 4 * sizeof(double));
    return q;
  }
  std::string get_text() {
    std::string text(checked_count(1), '\0');
    take(text.data(), text.size());
    return text;
  }
  template <typename Number>
    requires std::is_arithmetic_v<Number>
  std::vector<Number> get_all() {
    std::vector<Number> values(checked_count(sizeof(Number)));
    take(values.data(), values.size() * sizeof(Number));
    return values;
  }
  // A count that is followed by at least count x size bytes.
  std::size_t checked_count(std::size_t size) {
    const auto count = get<std::uint64_t>();
    if (count > rest_.size() / size) fail();
    return static_cast<std::size_t>(count);
  }
  std::size_t remaining() const { return rest_.size(); }

 private:
  void take(void* target, std::size_t size) {
    if (size > rest_.size()) fail();
    if (size > 0) std::memcpy(target, rest_.data(), size);
    rest_.remove_prefix(size);
  }
  [[noreturn]] void fail() const { throw InputError(what_ + " ends too early: it is cut off or damaged"); }

  std::string_view rest_;
  std::string what_;
};

// Several fields in a row: numbers, bools, enums, vectors, texts. get_each() reads what put_each() wrote with the same
// list of fields.
template <typename... Fields>
void put_each(ByteWriter& to, const Fields&... fields) {
  const auto put_one = [&to](const auto& field) {
    using Field = std::decay_t<decltype(field)>;
    if constexpr (std::is_enum_v<Field> || std::is_same_v<Field, bool>) {
      to.put(static_cast<std::int32_t>(field));
    } else if constexpr (std::is_same_v<Field, std::string>) {
      to.put(std::string_view(field));
    } else {
      to.put(field);
    }
  };
  (put_one(fields), ...);
}

template <typename... Fields>
void get_each(ByteReader& from, Fields&... fields) {
  const auto get_one = [&from](auto& field) {
    using Field = std::decay_t<decltype(field)>;
    if constexpr (std::is_same_v<Field, bool>) {
      field = from.get<std::int32_t>() != 0;
    } else if constexpr (std::is_enum_v<Field>) {
      field = static_cast<Field>(from.get<std::int32_t>());
    } else if constexpr (std::is_same_v<Field, std::string>) {
      field = from.get_text();
    } else if constexpr (std::is_same_v<Field, Vec3>) {
      field = from.get_vec3();
    } else if constexpr (std::is_same_v<Field, Quat>) {
      field = from.get_quat();
    } else {
      field = from.get<Field>();
    }
  };
  (get_one(fields), ...);
}

}  // namespace stiction
