#include "page/embedded_page.h"

#include "base/error.h"

#ifdef STICTION_PAGE
// The assembler puts the file in as it is; CMake compiles this again when it changes.
asm(".section .rodata\n"
    ".global stiction_page_begin\n"
    ".global stiction_page_end\n"
    ".hidden stiction_page_begin\n"
    ".hidden stiction_page_end\n"
    "stiction_page_begin:\n"
    ".incbin \"" STICTION_PAGE
    "\"\n"
    "stiction_page_end:\n"
    ".byte 0\n"
    ".text\n");
extern "C" const char stiction_page_begin[], stiction_page_end[];
#endif

namespace stiction {

bool has_embedded_page() {
#ifdef STICTION_PAGE
  return true;
#else
  return false;
#endif
}

std::string_view embedded_page() {
#ifdef STICTION_PAGE
  return {stiction_page_begin, static_cast<std::size_t>(stiction_page_end - stiction_page_begin)};
#else
  throw InputError("this program was built without the viewer; configure it with -DSTICTION_BUILD_VIEWER=ON (Node)");
#endif
}

}  // namespace stiction
