// Options of the solvers as text, their errors, and the registry.
#include "solvers/solver_options.h"

#include <gtest/gtest.h>

#include <map>

#include "base/error.h"
#include "solvers/contact_solver.h"

namespace stiction {
namespace {

struct Examples {
  std::vector<std::string> good, bad;
};

// Every key needs an entry: a new option without one fails the first test.
const std::map<std::string, Examples>& examples() {
  static const std::map<std::string, Examples> table = {
      {"name", {{"staggered", "other"}, {}}},
      {"tolerance", {{"1e-12", "1e-8", "1"}, {"0", "2", "-1e-6", "nan", "small", "", "1e-6x", "1e-13", "true"}}},
      {"eps", {{"1e-16", "1e-4", "1"}, {"0", "1.5", "-1", "nan", "inf", "tiny", "1e-17"}}},
      {"max_iterations", {{"1", "500", "1000000"}, {"0", "-3", "1.5", "1000001", "many", "nan"}}},
      {"assembly", {{"auto", "sparse", "dense", "factored"}, {"full", ""}}},
      {"beta", {{"fletcher-reeves", "polak-ribiere"}, {"pr", ""}}},
      {"restarts", {{"true", "false"}, {"1", ""}}},
      {"pcg_limit", {{"0", "2", "0.5", "1e6"}, {"-1", "nan", "2n", "1e7"}}},
      {"sweep", {{"contact", "row"}, {"block", ""}}},
      {"pcg_change", {{"0", "1e-6", "1"}, {"-1", "2", "nan", ""}}},
      {"pcg_residual", {{"0", "1e-6", "1"}, {"-1", "2", "nan", ""}}},
      {"pcg_change_max", {{"0", "1e-6", "1"}, {"-1", "2", "nan", ""}}},
      {"pcg_residual_max", {{"0", "1e-6", "1"}, {"-1", "2", "nan", ""}}},
      {"pgs_change", {{"0", "1e-6", "1"}, {"-1", "2", "nan", ""}}},
      {"pgs_residual", {{"0", "1e-6", "1"}, {"-1", "2", "nan", ""}}},
      {"pgs_change_max", {{"0", "1e-6", "1"}, {"-1", "2", "nan", ""}}},
      {"pgs_residual_max", {{"0", "1e-6", "1"}, {"-1", "2", "nan", ""}}},
      {"tangents", {{"disk", "square", "polygon8", "polygon64"}, {"cone", "polygon7", "8", ""}}},
      {"form", {{"auto", "dof", "contact"}, {"dense", "", "Auto"}}},
      {"warm_start", {{"true", "false"}, {"1", "yes", "True", ""}}},
      {"decompose", {{"true", "false"}, {"0", "no", ""}}},
      {"budget_ms", {{"0", "2.5", "1e9"}, {"-1", "nan", "inf", "fast", "1e10"}}},
      {"driver", {{"fast", "paper"}, {"slow", ""}}},
      {"kernel", {{"newton", "active-set"}, {"lemke", ""}}},
      {"shock_propagation", {{"true", "false"}, {"1", "on", ""}}},
      {"correction", {{"true", "false"}, {"1", "off", ""}}},
      {"friction", {{"dynamic", "scaled", "fixed-point", "literal", "secant"}, {"static", "0.5", ""}}},
      {"tau", {{"-2", "-0.1", "-0.001"}, {"0", "0.1", "-3", "nan", "small", ""}}},
      {"log_iterates", {{"true", "false"}, {"2", ""}}},
  };
  return table;
}

std::string as_text(const OptionValue& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const double* number = std::get_if<double>(&value)) return std::to_string(*number);
  return std::get<std::string>(value);
}

TEST(SolverOptions, EveryKeyHasExamplesAndHelp) {
  EXPECT_EQ(solver_option_fields().size(), examples().size());
  for (const OptionField& field : solver_option_fields()) {
    EXPECT_EQ(examples().count(field.key), 1U) << field.key;
    EXPECT_FALSE(field.help.empty()) << field.key;
  }
}

TEST(SolverOptions, GoodValuesRoundTripAndTouchNothingElse) {
  for (const OptionField& field : solver_option_fields()) {
    for (const std::string& text : examples().at(field.key).good) {
      SolverOptions options;
      ASSERT_NO_THROW(set_solver_option(options, field.key, text)) << field.key << "=" << text;
      const OptionValue value = field.get(options);
      if (const double* number = std::get_if<double>(&value)) {
        EXPECT_EQ(*number, std::stod(text)) << field.key;
      } else {
        EXPECT_EQ(as_text(value), text) << field.key;
      }
      SolverOptions copy;
      field.set(copy, value);
      for (const OptionField& other : solver_option_fields()) {
        EXPECT_EQ(other.get(copy), other.get(options)) << other.key << " after " << field.key << "=" << text;
        if (other.key != field.key) {
          EXPECT_EQ(other.get(options), other.get(SolverOptions{})) << other.key << " was changed by " << field.key;
        }
      }
    }
  }
}

TEST(SolverOptions, BadValuesAreRefusedByNameAndChangeNothing) {
  for (const OptionField& field : solver_option_fields()) {
    for (const std::string& text : examples().at(field.key).bad) {
      SolverOptions options;
      try {
        set_solver_option(options, field.key, text);
        ADD_FAILURE() << field.key << "=" << text << " was accepted";
      } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find(field.key), std::string::npos) << error.what();
      }
      EXPECT_EQ(field.get(options), field.get(SolverOptions{})) << field.key;
    }
  }
}

TEST(SolverOptions, WrongTypesAreRefused) {
  for (const OptionField& field : solver_option_fields()) {
    SolverOptions options;
    const OptionValue value = field.get(options);
    const std::vector<OptionValue> all = {true, 1.0, std::string("text")};
    for (const OptionValue& other : all) {
      if (other.index() != value.index()) {
        EXPECT_THROW(field.set(options, other), InputError) << field.key;
      }
    }
  }
}

TEST(SolverOptions, AnUnknownKeyIsAnsweredWithTheKnownOnes) {
  SolverOptions options;
  try {
    set_solver_option(options, "tolerence", "1");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("tolerence"), std::string::npos);
    for (const OptionField& field : solver_option_fields()) {
      EXPECT_NE(std::string(error.what()).find(field.key), std::string::npos) << field.key;
    }
  }
}

TEST(SolverRegistry, MakesEverySolverItLists) {
  ASSERT_FALSE(solver_registry().empty());
  for (const SolverEntry& entry : solver_registry()) {
    SolverOptions options;
    options.name = entry.name;
    EXPECT_NE(make_solver(options), nullptr) << entry.name;
    EXPECT_FALSE(entry.summary.empty()) << entry.name;
  }
}

TEST(SolverRegistry, AnUnknownNameIsAnsweredWithTheKnownOnes) {
  SolverOptions options;
  options.name = "gauss";
  try {
    make_solver(options);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("gauss"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("staggered"), std::string::npos);
  }
}

TEST(SolverRegistry, AnOptionThatTheSolverDoesNotHaveIsRefusedByName) {
  const std::pair<const char*, std::pair<const char*, const char*>> foreign[] = {
      {"staggered", {"shock_propagation", "true"}},
      {"pgs", {"eps", "1e-6"}},
      {"pgs", {"driver", "paper"}},
      {"pgs", {"form", "dof"}},
      {"dantzig", {"tangents", "polygon8"}},
      {"lemke", {"form", "dof"}},
      {"two-pass", {"max_iterations", "3"}},
      {"two-pass", {"budget_ms", "3"}},
      {"convex-cone", {"max_iterations", "3"}},
      {"symmetric-fixed-point", {"kernel", "active-set"}},
      {"penalty", {"tangents", "square"}},
      {"staggered", {"friction", "secant"}},
  };
  for (const auto& [name, option] : foreign) {
    SolverOptions options;
    options.name = name;
    set_solver_option(options, option.first, option.second);
    try {
      make_solver(options);
      ADD_FAILURE() << name << " took " << option.first;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find(option.first), std::string::npos) << error.what();
    }
  }
}

TEST(SolverRegistry, EveryOptionOfASolverExists) {
  for (const SolverEntry& entry : solver_registry()) {
    for (const std::string& key : entry.options) EXPECT_EQ(examples().count(key), 1U) << entry.name << ": " << key;
  }
}

TEST(SolverRegistry, GaussSeidelRefusesPolygons) {
  SolverOptions options;
  options.name = "pgs";
  options.tangents.samples = 8;
  EXPECT_THROW(make_solver(options), InputError);
}

TEST(SolverRegistry, TheActiveSetKernelNeedsThePaperDriverAndAPolygon) {
  for (const bool paper : {false, true}) {
    for (const int samples : {0, 8}) {
      SolverOptions options;
      options.kernel = Kernel::kActiveSet;
      options.driver = paper ? Driver::kPaper : Driver::kFast;
      options.tangents.samples = samples;
      if (paper && samples > 0) {
        EXPECT_NO_THROW(make_solver(options));
      } else {
        EXPECT_THROW(make_solver(options), InputError);
      }
    }
  }
}

}  // namespace
}  // namespace stiction
