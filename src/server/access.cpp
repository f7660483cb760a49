#include "server/access.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/error.h"

namespace stiction {
namespace {

constexpr std::string_view kScheme = "http://";
constexpr int kHttpPort = 80;

bool is_ipv4(std::string_view text) {
  in_addr parsed{};
  return ::inet_pton(AF_INET, std::string(text).c_str(), &parsed) == 1;
}

bool is_bracketed_ipv6(std::string_view text) {
  if (text.size() < 4 || text.front() != '[' || text.back() != ']') return false;
  in6_addr parsed{};
  return ::inet_pton(AF_INET6, std::string(text.substr(1, text.size() - 2)).c_str(), &parsed) == 1;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

}  // namespace

std::string new_token() {
  std::array<unsigned char, 16> bits{};
  if (::getrandom(bits.data(), bits.size(), 0) != static_cast<ssize_t>(bits.size())) {
    throw SimulationError("the operating system has no random numbers for a token");
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string token;
  for (const unsigned char byte : bits) {
    token += kDigits[byte >> 4];
    token += kDigits[byte & 15];
  }
  return token;
}

bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;  // the length is no secret
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const volatile unsigned char one = static_cast<unsigned char>(a[i]);
    difference |= static_cast<unsigned>(one ^ static_cast<unsigned char>(b[i]));
  }
  return difference == 0;
}

bool is_page_target(std::string_view target) {
  return target == "/" || target.starts_with("/?");
}

std::string url_host(const std::string& address) {
  return address.find(':') == std::string::npos ? address : "[" + address + "]";
}

HostAllowList::HostAllowList(const std::string& address, std::uint16_t port)
    : names_{"localhost", "127.0.0.1", "[::1]", lower_case(url_host(address))},
      port_suffix_(fmt::format(":{}", port)),
      port_optional_(port == kHttpPort),
      any_number_(address == "0.0.0.0" || address == "::") {}

bool HostAllowList::allows_host(std::string_view host) const {
  std::string_view name = host;
  if (name.ends_with(port_suffix_)) {
    name.remove_suffix(port_suffix_.size());
  } else if (!port_optional_) {
    return false;
  }
  if (std::find(names_.begin(), names_.end(), lower_case(name)) != names_.end()) return true;
  return any_number_ && (is_ipv4(name) || is_bracketed_ipv6(name));
}

bool HostAllowList::allows_origin(std::string_view origin) const {
  return origin.starts_with(kScheme) && allows_host(origin.substr(kScheme.size()));
}

}  // namespace stiction
