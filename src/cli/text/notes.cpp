#include "cli/text/notes.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/text/printable.h"

namespace stiction {

void print_note(const std::string& text) {
  fmt::print(stderr, "stiction: note: {}\n", printable(text));
}

void print_notes(const Scene& scene) {
  for (const std::string& note : scene.notes) print_note(note);
}

}  // namespace stiction
