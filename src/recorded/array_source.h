// Named arrays of a recorded problem, and the errors of whoever reads them.
#pragma once

#include <string>
#include <vector>

namespace stiction {

class ArraySource {
 public:
  // name: the file, in messages.
  explicit ArraySource(std::string name) : name_(std::move(name)) {}
  virtual ~ArraySource() = default;
  ArraySource(const ArraySource&) = delete;
  ArraySource& operator=(const ArraySource&) = delete;

  // All throw InputError with the file's name and the place.
  virtual bool has(const std::string& place) const = 0;  // a group or an array, like "/fclib_local/W"
  virtual std::vector<int> integers(const std::string& place) const = 0;
  virtual std::vector<double> numbers(const std::string& place) const = 0;
  virtual std::string text(const std::string& place) const = 0;  // "" where there is none
  int integer(const std::string& place) const;                   // an array of length 1

  const std::string& name() const { return name_; }
  [[noreturn]] void refuse(const std::string& why) const;  // InputError with the file's name in front

 private:
  std::string name_;
};

}  // namespace stiction
