// Plots as inline SVG, logarithmic on both axes. Colours come from the page's style, so that light and dark both work.
#pragma once

#include <string>
#include <vector>

namespace stiction::bench {

struct ChartPoint {
  double x = 0, y = 0;   // what is not positive is drawn at the border
  bool hollow = false;   // did not last to the end,
  bool crossed = false;  // since it fell
  std::string title{};   // shown under the mouse
};

// A line through its points, or points alone.
struct ChartSeries {
  std::string family{};  // its colour: a class of the page's style
  int mark = 0;          // which of the shapes
  bool line = true;
  std::vector<ChartPoint> points{};
};

struct Chart {
  std::string title, x_label, y_label;
  double x_low = 1, x_high = 10, y_low = 1, y_high = 10;  // positive
  std::vector<ChartSeries> series;
};

// Axes that hold all points; what is lower than `y_floor` counts as that.
void fit_axes(Chart& chart, double y_floor);
std::string chart_svg(const Chart& chart);

// A mark as an SVG element with its centre at (x, y); marks are told apart by shape: 0 ... kMarks - 1.
inline constexpr int kMarks = 4;
std::string mark_svg(int mark, double x, double y, const ChartPoint& point);

// 1 and 2 and 5 times powers of ten in the range, or the powers alone where there are too many.
std::vector<double> log_ticks(double low, double high, int most = 8);
std::string escaped(const std::string& text);  // for HTML

}  // namespace stiction::bench
