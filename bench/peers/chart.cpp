#include "bench/peers/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction::bench {
namespace {

constexpr double kWidth = 460, kHeight = 330;
constexpr double kLeft = 66, kRight = 14, kTop = 34, kBottom = 50;

struct LogAxis {
  double low, high, start, end;
  double place(double value) const {
    if (!(value > low)) return start;
    const double share = std::log(std::min(value, high) / low) / std::log(high / low);
    return start + share * (end - start);
  }
};

std::string tick_text(double value) {
  return value >= 1e-3 && value < 1e5 ? fmt::format("{:g}", value) : fmt::format("{:.0e}", value);
}

std::string text(double x, double y, const std::string& words, const char* more) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, more, escaped(words));
}

std::string frame_svg(const Chart& chart, const LogAxis& across, const LogAxis& up) {
  std::string svg = text(kLeft, 20, chart.title, "class=\"title\"");
  const double right = kWidth - kRight, bottom = kHeight - kBottom;
  for (double value : log_ticks(chart.x_low, chart.x_high)) {
    const double x = across.place(value);
    svg += fmt::format("<path class=\"grid\" d=\"M{:.1f} {}V{}\"/>", x, kTop, bottom);
    svg += text(x, bottom + 17, tick_text(value), "text-anchor=\"middle\"");
  }
  for (double value : log_ticks(chart.y_low, chart.y_high)) {
    const double y = up.place(value);
    svg += fmt::format("<path class=\"grid\" d=\"M{} {:.1f}H{}\"/>", kLeft, y, right);
    svg += text(kLeft - 7, y + 4, tick_text(value), "text-anchor=\"end\"");
  }
  svg += fmt::format("<path class=\"axis\" d=\"M{} {}V{}H{}\"/>", kLeft, kTop, bottom, right);
  svg += text((kLeft + right) / 2, kHeight - 12, chart.x_label, "text-anchor=\"middle\"");
  const double middle = (kTop + bottom) / 2;
  svg += text(14, middle, chart.y_label,
              fmt::format("text-anchor=\"middle\" transform=\"rotate(-90 14 {:.1f})\"", middle).c_str());
  return svg;
}

}  // namespace

std::string escaped(const std::string& words) {
  std::string out;
  for (char c : words) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::vector<double> log_ticks(double low, double high, int most) {
  const int first = static_cast<int>(std::floor(std::log10(low) - 1e-9));
  const int last = static_cast<int>(std::ceil(std::log10(high) + 1e-9));
  for (const std::vector<double>& factors : {std::vector<double>{1, 2, 5}, std::vector<double>{1}}) {
    std::vector<double> ticks;
    for (int k = first; k <= last; ++k) {
      for (double factor : factors) {
        const double value = factor * std::pow(10.0, k);
        if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) ticks.push_back(value);
      }
    }
    if (static_cast<int>(ticks.size()) <= most) return ticks;
  }
  std::vector<double> sparse;
  const int stride = (last - first + most - 1) / most;
  for (int k = last - 1; k >= first; k -= std::max(1, stride)) {
    const double value = std::pow(10.0, k);
    if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) sparse.insert(sparse.begin(), value);
  }
  return sparse;
}

void fit_axes(Chart& chart, double y_floor) {
  double x_low = INFINITY, x_high = 0, y_low = INFINITY, y_high = 0;
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      if (point.x > 0) {
        x_low = std::min(x_low, point.x);
        x_high = std::max(x_high, point.x);
      }
      const double y = std::max(point.y, y_floor);
      y_low = std::min(y_low, y);
      y_high = std::max(y_high, y);
    }
  }
  if (x_high <= 0) x_low = x_high = 1;
  if (y_high <= 0) y_low = y_high = 1;
  chart.x_low = x_low / 1.4;
  chart.x_high = x_high * 1.4;
  chart.y_low = std::pow(10.0, std::floor(std::log10(y_low) - 0.3));
  chart.y_high = std::pow(10.0, std::ceil(std::log10(y_high) + 0.1));
}

std::string mark_svg(int mark, double x, double y, const ChartPoint& point) {
  const std::string kind = point.hollow ? "hollow" : "mark";
  const std::string title = escaped(point.title);
  const std::string cross =
      point.crossed ? fmt::format("<path class=\"cross\" d=\"M{0:.1f} {1:.1f}l10 10m0 -10l-10 10\"/>", x - 5, y - 5)
                    : "";
  const auto path = [&](const std::string& d) {
    return fmt::format("<path class=\"{}\" d=\"{}\"><title>{}</title></path>", kind, d, title) + cross;
  };
  switch (mark % kMarks) {
    case 0:
      return fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\"><title>{}</title></circle>", kind, x,
                         y, title) +
             cross;
    case 1:
      return path(fmt::format("M{:.1f} {:.1f}h9v9h-9z", x - 4.5, y - 4.5));
    case 2:
      return path(fmt::format("M{:.1f} {:.1f}l5.5 10h-11z", x, y - 6));
    default:
      return path(fmt::format("M{:.1f} {:.1f}l6 6l-6 6l-6 -6z", x, y - 6));
  }
}

std::string chart_svg(const Chart& chart) {
  const LogAxis across{chart.x_low, chart.x_high, kLeft, kWidth - kRight};
  const LogAxis up{chart.y_low, chart.y_high, kHeight - kBottom, kTop};
  std::string svg = fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n", kWidth, kHeight,
                                escaped(chart.title));
  svg += frame_svg(chart, across, up);
  for (const ChartSeries& series : chart.series) {
    svg += fmt::format("<g class=\"{}\">", escaped(series.family));
    if (series.line && series.points.size() > 1) {
      std::string places;
      for (const ChartPoint& p : series.points) {
        places += fmt::format("{:.1f},{:.1f} ", across.place(p.x), up.place(p.y));
      }
      svg += fmt::format("<polyline class=\"line\" points=\"{}\"/>", places);
    }
    for (const ChartPoint& p : series.points) {
      svg += mark_svg(series.mark, across.place(p.x), up.place(p.y), p);
    }
    svg += "</g>\n";
  }
  return svg + "</svg>\n";
}

}  // namespace stiction::bench
