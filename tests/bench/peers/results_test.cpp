// Statistics, results as JSON and as tables, the page.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "bench/peers/chart.h"
#include "bench/peers/page.h"
#include "bench/peers/result.h"
#include "bench/peers/statistics.h"
#include "bench/peers/table.h"

namespace stiction::bench {
namespace {

Result stood(const std::string& engine, const std::string& family, const std::string& group, int size, double ms) {
  Result result;
  result.engine = engine;
  result.family = family;
  result.group = group;
  result.scene = group + "-" + std::to_string(size);
  result.size = result.bodies = size;
  result.status = "stands";
  result.ms_median = result.ms_mean = ms;
  result.drift = 1e-5;
  return result;
}

Comparison small_comparison() {
  Comparison comparison;
  comparison.date = "2026-01-01";
  comparison.machine = comparison.machine_after = {{"processor", "a <fast> one"}};
  comparison.cap = 60;
  comparison.engines = {
      {"Stiction", "Stiction", "1", "s"}, {"ODE direct", "ODE", "2", "d & d"}, {"ODE quick 20", "ODE", "2", "q"}};
  comparison.missing = {"DART (libdart-dev)"};
  comparison.results = {stood("Stiction", "Stiction", "stack", 10, 0.05), stood("ODE direct", "ODE", "stack", 10, 0.5),
                        stood("Stiction", "Stiction", "stack", 20, 0.1), stood("ODE direct", "ODE", "stack", 20, 1)};
  comparison.results[3].status = "fell";
  comparison.results[3].time = 0.4;
  return comparison;
}

int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(PeerStatistics, AreMeanAndMedian) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({7}), 7);
  EXPECT_EQ(mean({1, 2, 6}), 3);
  EXPECT_TRUE(std::isnan(median({})));
  EXPECT_TRUE(std::isnan(mean({})));
}

TEST(PeerStatistics, CountCpuTimeOfWorkAndNotOfSleep) {
  const double cpu = cpu_seconds(), wall = wall_seconds();
  volatile double sum = 0;
  while (wall_seconds() < wall + 0.02) sum = sum + 1;
  EXPECT_GT(cpu_seconds(), cpu);
  EXPECT_LE(cpu_seconds() - cpu, wall_seconds() - wall + 0.02);
}

TEST(PeerResults, ComeBackFromJson) {
  Comparison before = small_comparison();
  before.results[0].penetration = 1.25e-7;
  before.results[0].error = "said \"no\"";
  before.interrupted = true;
  const Comparison after = comparison_from_json(nlohmann::json::parse(to_json(before).dump()));
  EXPECT_EQ(to_json(after), to_json(before));
  EXPECT_EQ(after.results[0].penetration, 1.25e-7);
  EXPECT_TRUE(std::isnan(after.results[0].creep));
  EXPECT_TRUE(after.interrupted);
}

TEST(PeerResults, ThatAreNoneAreRefused) {
  EXPECT_THROW(comparison_from_json(nlohmann::json::parse("{}")), InputError);
  EXPECT_THROW(comparison_from_json(nlohmann::json::parse("[1]")), InputError);
}

TEST(PeerResults, SayWhenARunEnded) {
  Result result;
  result.time = 0.412;
  result.status = "fell";
  EXPECT_EQ(outcome_text(result), "fell@0.412");
  result.status = "cut";
  EXPECT_EQ(outcome_text(result), "cut@0.412");
  result.status = "stopped";
  EXPECT_EQ(outcome_text(result), "stopped@0.412");
  result.status = "stands";
  EXPECT_EQ(outcome_text(result), "stands");
}

TEST(PeerTables, HaveAsManyCellsAsHeads) {
  Result incline;
  incline.group = "incline";
  EXPECT_EQ(table_row(incline).size(), table_heads("incline").size());
  EXPECT_EQ(table_row(Result{}).size(), table_heads("stack").size());
}

TEST(PeerTables, InMarkdownHaveALineForEveryEngineAndAColumnForEveryScene) {
  const std::string table = markdown_table(small_comparison());
  EXPECT_EQ(count_of(table, "\n"), 2 + 3);
  EXPECT_NE(table.find("| engine | stack-10 | stack-20 |"), std::string::npos) << table;
  EXPECT_NE(table.find("fell 0.4 s, 1 ms"), std::string::npos) << table;
}

// How far cubes fell says nothing of how they lie.
TEST(PeerTables, TellTheSpeedOfWhatIsPouredAndWasCut) {
  Comparison comparison = small_comparison();
  Result poured = stood("ODE direct", "ODE", "pile", 200, 8);
  poured.status = "cut";
  poured.time = 2.07;
  poured.drift = 4.1;
  poured.speed = 0.25;
  comparison.results.push_back(poured);
  const std::string table = markdown_table(comparison);
  EXPECT_NE(table.find("0.25 m/s, cut@2.07, 8 ms"), std::string::npos) << table;
}

TEST(PeerTables, WriteShortNumbers) {
  EXPECT_EQ(short_number(0), "0");
  EXPECT_EQ(short_number(0.0421), "0.042");
  EXPECT_EQ(short_number(3.14159e-7), "3.1e-07");
  EXPECT_EQ(short_number(1234.5), "1234");
  EXPECT_EQ(short_number(kNotMeasured), "");
}

TEST(PeerPage, StandsOnItsOwn) {
  const std::string page = page_html(small_comparison());
  for (const char* elsewhere : {"http:", "https:", "src=", "href=", "@import"}) {
    EXPECT_EQ(page.find(elsewhere), std::string::npos) << elsewhere;
  }
  EXPECT_EQ(page.find("<fast>"), std::string::npos);
  EXPECT_NE(page.find("a &lt;fast&gt; one"), std::string::npos);
  EXPECT_NE(page.find("Not built in: DART (libdart-dev)."), std::string::npos);
  EXPECT_NE(page.find("prefers-color-scheme: dark"), std::string::npos);
  for (const char* tag : {"svg", "table", "tr", "g", "figure", "div", "p", "ul"}) {
    EXPECT_EQ(count_of(page, std::string("<") + tag + ">") + count_of(page, std::string("<") + tag + " "),
              count_of(page, std::string("</") + tag + ">"))
        << tag;
  }
}

TEST(PeerPage, DrawsEverySceneAndEverySize) {
  const std::string page = page_html(small_comparison());
  EXPECT_EQ(count_of(page, "aria-label=\"stack-10\""), 1);
  EXPECT_EQ(count_of(page, "aria-label=\"stack-20\""), 1);
  EXPECT_EQ(count_of(page, "aria-label=\"stack\""), 1);
  EXPECT_EQ(count_of(page, "class=\"line\""), 2);   // of two engines
  EXPECT_GE(count_of(page, "class=\"cross\""), 2);  // what fell
}

TEST(PeerCharts, PutEverythingWithinTheirAxes) {
  Chart chart;
  chart.series.push_back({.family = "ODE", .points = {{0.01, 3e-9}, {500, 0.2}, {2, 0, true}}});
  fit_axes(chart, 1e-12);
  EXPECT_LT(chart.x_low, 0.01);
  EXPECT_GT(chart.x_high, 500);
  EXPECT_LE(chart.y_low, 1e-12);
  EXPECT_GE(chart.y_high, 0.2);
}

TEST(PeerCharts, HaveRoundTicksThatAreFew) {
  EXPECT_EQ(log_ticks(1, 10), (std::vector<double>{1, 2, 5, 10}));
  EXPECT_EQ(log_ticks(10, 1e5).size(), 5u);
  for (double high = 3e-9; high < 1e6; high *= 7) {
    const std::size_t count = log_ticks(1e-12, high).size();
    EXPECT_GE(count, 2u) << high;
    EXPECT_LE(count, 10u) << high;
  }
}

}  // namespace
}  // namespace stiction::bench
