// Faults in the syntax of JSON, told to people. Internal to this room.
#pragma once

#include <cstddef>
#include <string>

namespace stiction {

// Where the parser gave up.
struct SyntaxFault {
  std::size_t offset = 0;  // of the byte it could not take; the size of the text if more was expected
  std::string report;      // the parser's own words, which say what it was reading; never shown
  std::string open;        // what is not closed yet: `the list "bodies"`; "" outside everything
};

// "line 3, column 14: expected , or }, got "b"".
std::string syntax_fault_text(const std::string& text, const SyntaxFault& fault);

}  // namespace stiction
