#include "cli/commands.h"
#include "cli/scene_source.h"
#include "recording/output_file.h"
#include "scenes/scene_writer.h"

namespace stiction {

int export_command(const ExportArguments& arguments) {
  const Scene scene = load_scene(arguments.scene, arguments.settings);
  require_writable(arguments.out);
  write_file(arguments.out, write_scene(scene));
  return kExitFine;
}

}  // namespace stiction
