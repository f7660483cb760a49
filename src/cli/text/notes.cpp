#include "cli/text/notes.h"

#include "cli/text/terminal.h"

namespace stiction {

void print_note(const std::string& text) {
  complain("note: {}", text);
}

void print_notes(const Scene& scene) {
  for (const std::string& note : scene.notes) print_note(note);
}

}  // namespace stiction
