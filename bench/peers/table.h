// Results as text: for terminals, and condensed as Markdown for the documentation.
#pragma once

#include <string>
#include <vector>

#include "bench/peers/result.h"

namespace stiction::bench {

// Columns of one scene's table.
std::vector<std::string> table_heads(const std::string& group);
std::vector<std::string> table_row(const Result& result);

// The rows of one scene, aligned, each ending with a line break.
std::string terminal_table(const std::vector<Result>& results);
// A line for every engine, a column for every scene: what became of it, and its time per step.
std::string markdown_table(const Comparison& comparison);
// Every figure, scene by scene.
std::string markdown_details(const Comparison& comparison);

// "0.42", "12", "3.1e-07"; "" of what was not measured.
std::string short_number(double value);
// Names of the scenes in order, each once.
std::vector<std::string> scene_names(const Comparison& comparison);
const Result* find_result(const Comparison& comparison, const std::string& engine, const std::string& scene);

}  // namespace stiction::bench
