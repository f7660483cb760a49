"""Line plots as SVG, for figures that go into the documentation: one panel or several, one below the other."""
import math
from dataclasses import dataclass, field

COLOURS = ["#1f5fbf", "#2a8f4f", "#c23b22", "#7a4fb0", "#b8860b", "#2f7f8f", "#8f2f6f", "#555555"]


def ticks(low, high, logarithmic=False, most=7):
    """Round numbers between both, at most so many; of a logarithmic axis the powers of ten."""
    if logarithmic:
        return [10.0 ** k for k in range(math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9) + 1)]
    raw = (high - low) / most
    unit = 10.0 ** math.floor(math.log10(raw))
    step = next(m * unit for m in (1, 2, 5, 10) if m * unit >= raw * (1 - 1e-9))
    return [round(k * step, 12) for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


@dataclass
class Axis:
    low: float
    high: float
    start: float  # where they are in the picture
    end: float
    logarithmic: bool = False

    def place(self, value):
        """What is beyond the range is drawn at its border."""
        value = min(max(value, self.low), self.high)
        if self.logarithmic:
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def spread(labels, gap=15):
    """Moves labels (place, text, colour) apart, in order, so that none covers another."""
    labels = sorted(labels)
    for i in range(1, len(labels)):
        labels[i] = (max(labels[i][0], labels[i - 1][0] + gap), *labels[i][1:])
    return labels


@dataclass
class Panel:
    """Axes with lines. Ranges are (low, high)."""
    title: str
    x_label: str
    y_label: str
    x_range: tuple
    y_range: tuple
    logarithmic: bool = False  # the axis upwards
    top: int = 40
    left: int = 70
    width: int = 600
    height: int = 310
    logarithmic_across: bool = False
    parts: list = field(default_factory=list)

    def __post_init__(self):
        right, bottom = self.left + self.width, self.top + self.height
        self.across = Axis(*self.x_range, self.left, right, self.logarithmic_across)
        self.up = Axis(*self.y_range, bottom, self.top, self.logarithmic)
        self.text(self.left, self.top - 12, self.title, "start", ' font-weight="bold"')
        for value in ticks(*self.x_range, self.logarithmic_across):
            x = self.across.place(value)
            self.parts.append(f'<path d="M{x:.1f} {self.top}V{bottom}" stroke="#e0e0e0"/>')
            self.text(x, bottom + 18, f"{value:g}")
        for value in ticks(*self.y_range, self.logarithmic):
            y = self.up.place(value)
            self.parts.append(f'<path d="M{self.left} {y:.1f}H{right}" stroke="#e0e0e0"/>')
            self.text(self.left - 8, y + 4, f"{value:g}", "end")
        self.text((self.left + right) / 2, bottom + 36, self.x_label)
        middle = (self.top + bottom) / 2
        self.text(18, middle, self.y_label, "middle", f' transform="rotate(-90 18 {middle})"')

    def text(self, x, y, text, anchor="middle", more=""):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{text}</text>')

    def line(self, points, colour, width=1.8, dashed=False):
        places = " ".join(f"{self.across.place(x):.1f},{self.up.place(y):.1f}" for x, y in points)
        dashes = ' stroke-dasharray="5 4"' if dashed else ""
        self.parts.append(f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="{width}"{dashes}/>')

    def legend(self, entries, x):
        """entries: [(text, colour), ...]; x: from the panel's left border."""
        for i, (text, colour) in enumerate(entries):
            y = self.top + 16 + 17 * i
            self.parts.append(f'<path d="M{self.left + x} {y - 4}h26" stroke="{colour}" stroke-width="2"/>')
            self.text(self.left + x + 32, y, text, "start")

    def name_ends(self, ends):
        """Names beside the ends of lines. ends: [(value, name, colour), ...]."""
        labels = [(self.up.place(value), name, colour) for value, name, colour in ends]
        for y, name, colour in spread(labels):
            self.text(self.left + self.width + 8, y + 4, name, "start", f' fill="{colour}"')


def write(path, panels, room=190):
    """room: beside the panels, for names."""
    width = max(p.left + p.width for p in panels) + room
    height = max(p.top + p.height for p in panels) + 50
    with open(path, "w") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
                   f'font-size="13"><rect width="100%" height="100%" fill="white"/>\n')
        file.write("\n".join(part for panel in panels for part in panel.parts) + "\n</svg>\n")


def plot(path, title, lines, x_label, y_label, y_range, logarithmic=False):
    """One panel. lines: [(name, [(x, y), ...], dashed), ...]; lines of the same name have the same colour."""
    x_high = max(x for _, points, _ in lines for x, _ in points)
    panel = Panel(title, x_label, y_label, (0, x_high), y_range, logarithmic)
    ends, colour_of = [], {}
    for name, points, dashed in lines:
        colour = colour_of.setdefault(name, COLOURS[len(colour_of) % len(COLOURS)])
        panel.line(points, colour, dashed=dashed)
        if not dashed:
            ends.append((points[-1][1], name, colour))
    panel.name_ends(ends)
    write(path, [panel])
