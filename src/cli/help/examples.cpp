#include <map>

#include "cli/help/command_line.h"

namespace stiction {

std::vector<ExampleCommand> examples_of(const std::string& command) {
  static const std::map<std::string, std::vector<ExampleCommand>> kExamples = {
      {"",
       {{"stiction scenes", "list the scenes that come with the program"},
        {"stiction run arch --out out/arch", "simulate one; keep report, recording and replay"},
        {"stiction view card-house", "simulate in the browser, and touch it"},
        {"stiction help run", "explain a command"}}},
      {"scenes",
       {{"stiction scenes", "all scenes, one line each"},
        {"stiction scenes arch", "one scene in detail, and others that mention the word"},
        {"stiction scenes --long", "with parameters and their defaults"}}},
      {"run",
       {{"stiction run arch", "simulate a scene of the gallery and print a summary"},
        {"stiction run ./crate.json --out out/crate", "simulate your scene; keep report, recording and replay"},
        {"stiction run incline --set angle=26.5 --duration 2", "change a parameter and the simulated time"},
        {"stiction run card-house --out out/cards --resume", "continue an interrupted run to the same bits"}}},
      {"view",
       {{"stiction view card-house", "open the printed address, press play, pull a card"},
        {"stiction view out/arch", "look at the recording of a run with --out"}}},
      {"check",
       {{"stiction check arch card-house", "do these scenes keep what they promise?"},
        {"stiction check ./crate.json", "judge the expectations of your scene"},
        {"stiction check --all", "every scene of the gallery"}}},
      {"solve", {{"stiction solve problem.hdf5 --out solution.hdf5", "solve, and keep impulses and velocities"}}},
      {"export",
       {{"stiction export arch --out arch.json", "a scene file to start from"},
        {"stiction export out/arch --out arch.csv", "all bodies of a recording over time, as a table"},
        {"stiction export out/arch --out forces.csv --contacts", "all contacts with their forces"},
        {"stiction export out/arch --format csv --out -", "the table on standard output"},
        {"stiction export out/arch --out arch.obj", "the bodies at the end, as triangles"}}},
      {"render",
       {{"stiction render out/arch --png out/pictures --at 2.5", "one picture at 2.5 s"},
        {"stiction render out/arch --video arch.mp4", "a video; needs ffmpeg"}}},
      {"bench", {{"stiction bench stack-10 cards-3", "two scenes in all installed engines"}}},
      {"help", {{"stiction help run", "explain `run`"}, {"stiction help --man run", "its manual page, for man"}}},
      {"completion",
       {{"stiction completion bash", "print the script; save it where your shell looks for completions"}}},
  };
  const auto found = kExamples.find(command);
  return found == kExamples.end() ? std::vector<ExampleCommand>() : found->second;
}

}  // namespace stiction
