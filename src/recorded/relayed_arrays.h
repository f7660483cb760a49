// One problem read twice at the same time, at both ends of a pipe. Both readers ask for the same arrays in the same
// order: the sender has them from a file, the receiver from the sender.
#pragma once

#include <cstdint>
#include <functional>

#include "recorded/array_source.h"

namespace stiction {

class ArraySender : public ArraySource {
 public:
  using Write = std::function<void(const void* bytes, std::size_t size)>;

  // Both must outlive it.
  ArraySender(const ArraySource& file, const Write& write);

  bool has(const std::string& place) const override;
  std::vector<int> integers(const std::string& place) const override;
  std::vector<double> numbers(const std::string& place) const override;
  std::string text(const std::string& place) const override;

 private:
  const ArraySource& file_;
  const Write& write_;
};

// Ends the answers: the receiver throws InputError(message).
void send_refusal(const ArraySender::Write& write, const std::string& message);

// Believes nothing: what the sender says is either an array of the right kind that fits into memory or an error.
class ArrayReceiver : public ArraySource {
 public:
  using Read = std::function<void(void* bytes, std::size_t size)>;  // throws if they do not come

  // most_bytes: memory that all arrays may take [bytes].
  ArrayReceiver(std::string name, std::uint64_t most_bytes, Read read);

  bool has(const std::string& place) const override;
  std::vector<int> integers(const std::string& place) const override;
  std::vector<double> numbers(const std::string& place) const override;
  std::string text(const std::string& place) const override;

 private:
  std::size_t next_count(std::size_t element_size) const;
  template <class List>
  List next_list() const;

  Read read_;
  mutable std::uint64_t budget_;
};

}  // namespace stiction
