#include "recorded/relayed_arrays.h"

#include <utility>

#include "base/error.h"

namespace stiction {
namespace {

// An answer: its kind, the number of elements, the elements.
enum class Answer : std::uint8_t { kRefusal = 1, kList = 2 };

constexpr std::size_t kLongestMessage = 1 << 16;  // [bytes]

template <class List>
void send(const ArraySender::Write& write, Answer kind, const List& list) {
  const std::uint64_t count = list.size();
  write(&kind, sizeof kind);
  write(&count, sizeof count);
  write(list.data(), list.size() * sizeof list[0]);
}

}  // namespace

ArraySender::ArraySender(const ArraySource& file, const Write& write)
    : ArraySource(file.name()), file_(file), write_(write) {}

bool ArraySender::has(const std::string& place) const {
  const bool present = file_.has(place);
  send(write_, Answer::kList, std::string(present ? "y" : ""));
  return present;
}

std::vector<int> ArraySender::integers(const std::string& place) const {
  std::vector<int> values = file_.integers(place);
  send(write_, Answer::kList, values);
  return values;
}

std::vector<double> ArraySender::numbers(const std::string& place) const {
  std::vector<double> values = file_.numbers(place);
  send(write_, Answer::kList, values);
  return values;
}

std::string ArraySender::text(const std::string& place) const {
  std::string value = file_.text(place);
  send(write_, Answer::kList, value);
  return value;
}

void send_refusal(const ArraySender::Write& write, const std::string& message) {
  send(write, Answer::kRefusal, message.substr(0, kLongestMessage));
}

ArrayReceiver::ArrayReceiver(std::string name, std::uint64_t most_bytes, Read read)
    : ArraySource(std::move(name)), read_(std::move(read)), budget_(most_bytes) {}

std::size_t ArrayReceiver::next_count(std::size_t element_size) const {
  Answer kind{};
  std::uint64_t count = 0;
  read_(&kind, sizeof kind);
  read_(&count, sizeof count);
  if (kind == Answer::kRefusal && count <= kLongestMessage) {
    std::string message(count, '\0');
    read_(message.data(), message.size());
    throw InputError(message);
  }
  if (kind != Answer::kList || count > budget_ / element_size) refuse("cannot be read; the file is damaged");
  budget_ -= count * element_size;
  return static_cast<std::size_t>(count);
}

template <class List>
List ArrayReceiver::next_list() const {
  List list;
  list.resize(next_count(sizeof list[0]));
  read_(list.data(), list.size() * sizeof list[0]);
  return list;
}

bool ArrayReceiver::has(const std::string&) const {
  return !next_list<std::string>().empty();
}

std::vector<int> ArrayReceiver::integers(const std::string&) const {
  return next_list<std::vector<int>>();
}

std::vector<double> ArrayReceiver::numbers(const std::string&) const {
  return next_list<std::vector<double>>();
}

std::string ArrayReceiver::text(const std::string&) const {
  return next_list<std::string>();
}

}  // namespace stiction
