// Who may speak to the server: tokens, hosts, origins.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stiction {

// 128 random bits of the operating system as 32 hexadecimal digits. Throws SimulationError if there are none.
std::string new_token();

// In a time that does not depend on where the texts differ.
bool same_secret(std::string_view a, std::string_view b);

// The hosts a browser may name in `Host`. A page of a stranger whose name was pointed at this machine (DNS rebinding)
// names its own host, and is refused.
class HostAllowList {
 public:
  // address: what the server is bound to, in numbers. If it means every address of the machine (0.0.0.0, ::), any
  // address in numbers is allowed: only names can be pointed elsewhere.
  HostAllowList(const std::string& address, std::uint16_t port);

  bool allows_host(std::string_view host) const;      // "127.0.0.1:8765"
  bool allows_origin(std::string_view origin) const;  // "http://127.0.0.1:8765"

 private:
  std::vector<std::string> names_;
  std::string port_suffix_;  // ":8765"
  bool port_optional_;       // 80
  bool any_number_;
};

// Does a request for this ask for the page? "/", and what the page itself reads behind a "?": "/?quality=fine".
bool is_page_target(std::string_view target);

// "127.0.0.1" or "[::1]", as URLs have it.
std::string url_host(const std::string& address);

}  // namespace stiction
