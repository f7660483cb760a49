// Standard error and standard output that cannot be written.
//
// Standard error carries remarks beside the result: notes, progress, complaints. Those functions never throw, and a
// message that cannot be written is dropped: a full disk, a closed descriptor or a pipe without a reader ends no run.
// Standard output carries results, by fmt::print: what cannot be written there is lost output (status 1, main.cpp).
#pragma once

#include <fmt/format.h>

#include <exception>
#include <string>
#include <string_view>

namespace stiction {

// To be called before anything is opened or written. Closed standard descriptors are opened, unwritable: otherwise the
// first file of a run would get their number, and messages would go into it. A pipe whose reader has gone becomes an
// error of writing instead of a signal that ends the program. Programs started by this one are not affected.
void prepare_terminal();

// Hands what was printed to standard output on. Throws std::system_error if it is lost.
void flush_results();

// The text as it is, to standard error.
void tell(std::string_view text) noexcept;

// "stiction: ..." on one line, to standard error; control characters are made visible.
void complain(std::string_view text) noexcept;

template <class... T>
void complain(fmt::format_string<T...> format, T&&... values) noexcept {
  try {
    complain(std::string_view(fmt::format(format, std::forward<T>(values)...)));
  } catch (const std::exception&) {
    complain(std::string_view("out of memory"));
  }
}

}  // namespace stiction
