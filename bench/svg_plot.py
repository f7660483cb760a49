"""Line plots as SVG, for figures that go into the documentation."""
import math

COLOURS = ["#1f5fbf", "#2a8f4f", "#c23b22", "#7a4fb0", "#b8860b", "#2f7f8f", "#8f2f6f", "#555555"]
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 860, 400, 70, 190, 40, 50


def ticks(low, high, logarithmic):
    if logarithmic:
        return [10.0 ** k for k in range(math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9) + 1)]
    raw = (high - low) / 6
    unit = 10.0 ** math.floor(math.log10(raw))
    step = next(m * unit for m in (1, 2, 5, 10) if m * unit >= raw)
    return [k * step for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


class Axis:
    def __init__(self, low, high, start, end, logarithmic=False):
        self.low, self.high, self.start, self.end, self.logarithmic = low, high, start, end, logarithmic

    def place(self, value):
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


def plot(path, title, lines, x_label, y_label, y_range, logarithmic=False):
    """lines: [(name, [(x, y), ...], dashed), ...]. What is beyond the range is drawn at its border."""
    x_high = max(x for _, points, _ in lines for x, _ in points)
    across = Axis(0, x_high, LEFT, WIDTH - RIGHT)
    up = Axis(*y_range, HEIGHT - BOTTOM, TOP, logarithmic)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="13">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
           f'<text x="{LEFT}" y="24" font-size="15">{title}</text>']
    for value in ticks(0, x_high, False):
        x = across.place(value)
        out.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>'
                   f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{value:g}</text>')
    for value in ticks(*y_range, logarithmic):
        y = up.place(value)
        out.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
                   f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 10}" text-anchor="middle">{x_label}</text>')
    out.append(f'<text transform="translate(18 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">{y_label}</text>')
    labels, colour_of = [], {}
    for name, points, dashed in lines:
        colour = colour_of.setdefault(name, COLOURS[len(colour_of) % len(COLOURS)])
        path_text = " ".join(f"{across.place(x):.1f},{up.place(y):.1f}" for x, y in points)
        style = ' stroke-dasharray="5 4"' if dashed else ""
        out.append(f'<polyline points="{path_text}" fill="none" stroke="{colour}" stroke-width="1.8"{style}/>')
        if not dashed:
            labels.append((up.place(points[-1][1]), name, colour))
    for y, name, colour in spread(labels):
        out.append(f'<text x="{WIDTH - RIGHT + 8}" y="{y + 4:.1f}" fill="{colour}">{name}</text>')
    out.append("</svg>")
    with open(path, "w") as file:
        file.write("\n".join(out) + "\n")
