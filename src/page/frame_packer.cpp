#include "page/frame_packer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <tuple>

#include "base/byte_stream.h"

namespace stiction {
namespace {

constexpr std::size_t kFigures = std::tuple_size_v<decltype(FrameFigures::series)>;  // of single precision
constexpr std::size_t kBodySeries = 13;     // position, rotation (w x y z), velocity, angular velocity
constexpr std::size_t kContactFields = 13;  // bodies, state, point, normal, gap, force
constexpr float kNotJudged = -1;

// The nearest whole number of units; what is too large is cut.
std::int32_t counts(double value, double unit) {
  constexpr double kMax = std::numeric_limits<std::int32_t>::max();
  if (std::isnan(value)) return 0;
  return static_cast<std::int32_t>(std::round(std::clamp(value / unit, -kMax, kMax)));
}

float figure(double value) {
  constexpr double kMax = std::numeric_limits<float>::max();
  return static_cast<float>(std::isnan(value) ? 0.0 : std::clamp(value, -kMax, kMax));
}

template <typename Number>
char* put(const std::vector<Number>& numbers, char* at) {
  if (!numbers.empty()) std::memcpy(at, numbers.data(), numbers.size() * sizeof(Number));
  return at + numbers.size() * sizeof(Number);
}

// `numbers`, frame by frame, go series by series.
template <typename Number>
char* put_series(const std::vector<Number>& numbers, std::size_t frames, std::size_t series, char* at) {
  for (std::size_t s = 0; s < series; ++s) {
    for (std::size_t f = 0; f < frames; ++f, at += sizeof(Number)) {
      std::memcpy(at, &numbers[f * series + s], sizeof(Number));
    }
  }
  return at;
}

// Byte k of word i goes to plane k, place i: bytes that seldom change come to lie side by side.
void put_planes(std::uint32_t word, std::size_t i, std::size_t word_count, char* planes) {
  for (std::size_t k = 0; k < 4; ++k) planes[k * word_count + i] = static_cast<char>(word >> (8 * k));
}

// The same as differences to the frame before, in byte planes.
char* put_differences(const std::vector<std::int32_t>& numbers, std::size_t frames, std::size_t series, char* at) {
  for (std::size_t s = 0; s < series; ++s) {
    std::uint32_t last = 0;
    for (std::size_t f = 0; f < frames; ++f) {
      const auto word = static_cast<std::uint32_t>(numbers[f * series + s]);
      put_planes(word - last, s * frames + f, series * frames, at);
      last = word;
    }
  }
  return at + numbers.size() * sizeof(std::int32_t);
}

// Field by field, each word as the difference to the contact of the same place in the frame before.
char* put_contacts(const std::vector<std::int32_t>& contacts, const std::vector<std::uint32_t>& frame_counts,
                   char* at) {
  const std::size_t total = contacts.size() / kContactFields;
  std::size_t begin = 0, last_begin = 0, last_count = 0;
  for (const std::size_t count : frame_counts) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::int32_t* contact = &contacts[kContactFields * (begin + i)];
      const std::int32_t* before = i < last_count ? &contacts[kContactFields * (last_begin + i)] : nullptr;
      for (std::size_t k = 0; k < kContactFields; ++k) {
        const std::uint32_t last = before != nullptr ? static_cast<std::uint32_t>(before[k]) : 0;
        put_planes(static_cast<std::uint32_t>(contact[k]) - last, k * total + begin + i, kContactFields * total, at);
      }
    }
    last_begin = begin;
    last_count = count;
    begin += count;
  }
  return at + contacts.size() * sizeof(std::int32_t);
}

}  // namespace

FrameFigures figures_of(const Frame& frame) {
  FrameFigures figures;
  figures.time = frame.time;
  figures.step = static_cast<double>(frame.step);
  auto* next = figures.series.begin();
  for (const double value :
       {frame.residual, frame.penetration, frame.kinetic_energy, frame.potential_energy, frame.elastic_energy,
        static_cast<double>(frame.iterations), static_cast<double>(frame.systems)}) {
    *next++ = figure(value);
  }
  *next++ = frame.judged ? (frame.converged ? 1.0F : 0.0F) : kNotJudged;
  for (const float seconds : frame.stage_seconds) *next++ = figure(1e3 * static_cast<double>(seconds));
  figures.contacts = static_cast<std::uint32_t>(frame.contacts.size());
  return figures;
}

FramePacker::FramePacker(const PageUnits& units, const FrameShape& shape, DeflateEffort effort)
    : units_(units), shape_(shape), deflater_(effort) {}

FramePacker FramePacker::of_figures(DeflateEffort effort) {
  FramePacker packer(PageUnits{}, FrameShape{}, effort);
  packer.figures_only_ = true;
  return packer;
}

void FramePacker::add(const FrameFigures& figures) {
  times_.push_back(figures.time);
  steps_.push_back(figures.step);
  figures_.insert(figures_.end(), figures.series.begin(), figures.series.end());
  contact_counts_.push_back(figures.contacts);
}

void FramePacker::add(const Frame& frame) {
  add(figures_of(frame));
  if (figures_only_) return;
  for (const FrameBody& body : frame.bodies) add_body(body);
  for (const FrameContact& contact : frame.contacts) add_contact(contact);
  for (const float x : frame.surface_vertices) vertices_.push_back(counts(x, units_.position));
}

void FramePacker::add_body(const FrameBody& body) {
  present_.push_back(body.present ? 1 : 0);
  const Quat& q = body.rotation;
  for (const double x : body.position) bodies_.push_back(counts(x, units_.position));
  for (const double x : {q.w(), q.x(), q.y(), q.z()}) bodies_.push_back(counts(x, units_.rotation));
  for (const double x : body.velocity) bodies_.push_back(counts(x, units_.velocity));
  for (const double x : body.angular_velocity) bodies_.push_back(counts(x, units_.angular_velocity));
}

void FramePacker::add_contact(const FrameContact& contact) {
  contacts_.insert(contacts_.end(), {contact.body_a, contact.body_b, static_cast<std::int32_t>(contact.state)});
  for (const float x : contact.point) contacts_.push_back(counts(x, units_.position));
  for (const float x : contact.normal) contacts_.push_back(counts(x, units_.normal));
  contacts_.push_back(counts(contact.gap, units_.gap));
  for (const float x : contact.force_on_b) contacts_.push_back(counts(x, units_.force));
}

std::size_t FramePacker::raw_size() const {
  return 8 * (times_.size() + steps_.size()) + 4 * (figures_.size() + contact_counts_.size()) + present_.size() +
         4 * (bodies_.size() + contacts_.size() + vertices_.size());
}

void FramePacker::gather() {
  const std::size_t frames = frame_count();
  raw_.resize(raw_size());
  char* at = put(steps_, put(times_, raw_.data()));
  at = put_series(figures_, frames, kFigures, at);
  at = put(contact_counts_, at);
  at = put_series(present_, frames, shape_.bodies, at);
  at = put_differences(bodies_, frames, kBodySeries * shape_.bodies, at);
  if (!figures_only_) at = put_contacts(contacts_, contact_counts_, at);
  put_differences(vertices_, frames, 3 * shape_.deforming_vertices, at);
}

void FramePacker::pack(std::uint32_t first_frame, bool deflate, std::string& to) {
  gather();
  packed_.clear();
  if (deflate) deflater_.compress(raw_, packed_);
  const auto number = [](std::size_t count) { return static_cast<std::uint32_t>(count); };
  ByteWriter head;
  head.append("SPG1", 4);
  put_each(head, number(frame_count()), first_frame, number(shape_.bodies), number(contacts_.size() / kContactFields),
           number(shape_.deforming_vertices), times_.front(), times_.back(), number(raw_.size()),
           number(packed_.size()));
  to.assign(head.bytes());
  to += deflate ? packed_ : raw_;
  clear();
}

std::string FramePacker::pack(std::uint32_t first_frame, bool deflate) {
  std::string bytes;
  pack(first_frame, deflate, bytes);
  return bytes;
}

void FramePacker::clear() {
  times_.clear();
  steps_.clear();
  figures_.clear();
  contact_counts_.clear();
  present_.clear();
  bodies_.clear();
  contacts_.clear();
  vertices_.clear();
}

}  // namespace stiction
