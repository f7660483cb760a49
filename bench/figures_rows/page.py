"""The page docs/notebook/figures.md, from the rows and the kept results."""
from .measurements import MEASUREMENTS
from .row import REPORTED, SHORT, UNMEASURED, number, shown, verdict

HEAD = " ".join("""What was promised of Stiction, and what was measured. This page is written by `bench/figures` from
the results kept in `bench/results/`; `bench/figures --measure` measures first. Do not edit it: rows are in
`bench/figures_rows/`.""".split()) + "\n\n" + " ".join("""**short** marks a promise that is not kept; why, and what was
tried, stands [below](#what-falls-short). *reported* has no bound. Paper: Kaufman, Sueda, James and Pai 2008, on the
hardware of its time.""".split()) + "\n"
WORKING = """`bench/figures --measure working`; builds by `--measure cold-build` and `--measure warm-build`, each in a \
clone of its own.
"""
ORIGINS = """Load is the average of a minute before and after, on 2 cores: times on a loaded machine are upper bounds. \
Minutes are those of a quiet machine.
"""
MARKS = {SHORT: "**short**", REPORTED: "*reported*", UNMEASURED: "*not measured*"}


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    for row in rows:
        lines.append("| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |")
    return "\n".join(lines) + "\n"


def promises(rows, kept):
    cells = []
    for row in rows:
        value = kept.value(row.source)
        mark = verdict(row, value)
        cells.append([row.what, row.promised, shown(row, value), MARKS.get(mark, mark), row.source.how])
    return table(["figure", "promised", "measured", "", "how"], cells)


def summary(themes, kept):
    marks = [verdict(row, kept.value(row.source)) for rows in themes.values() for row in rows]
    counts = {mark: marks.count(mark) for mark in dict.fromkeys(marks)}
    return f"{len(marks)} figures: " + ", ".join(f"{count} {mark}" for mark, count in counts.items()) + ".\n"


def shortfalls(themes, kept):
    lines = []
    for row in (row for rows in themes.values() for row in rows):
        value = kept.value(row.source)
        if verdict(row, value) == SHORT:
            reason = row.short or "The reason is not known."
            lines.append(f"- **{row.what}** (promised: {row.promised}; measured: {shown(row, value)}). {reason}")
    return "\n".join(lines) + "\n"


def machine_of(content):
    """(processor, date, load) of a results file, as far as it says so."""
    if not isinstance(content, dict):
        return None, None, None
    before = content.get("machine_before") or content.get("machine") or content
    after = content.get("machine_after") or {}
    loads = [before.get("load_average_1min", content.get("load_before")),
             after.get("load_average_1min", content.get("load_after"))]
    load = " to ".join(number(load) for load in loads if load is not None)
    return before.get("processor"), before.get("date"), load or None


def revision_of(content):
    """Of the sources that were measured, where the file says so."""
    return (content.get("revision") or "")[:7] if isinstance(content, dict) else ""


def processors(kept):
    found = [machine_of(kept.content(measurement.files[0]))[0] for measurement in MEASUREMENTS]
    return "; ".join(sorted({name.removesuffix(", 2 cores") for name in found if name}))


def origin(measurement, kept):
    content = kept.content(measurement.files[0])
    _, date, load = machine_of(content)
    command = f"`bench/figures --measure {measurement.name}`"
    if measurement.command:
        command += f" or `{measurement.command}`"
    notes = ["for a quiet machine"] * measurement.timing + ["only by name"] * measurement.by_name
    return [", ".join(f"`{file}`" for file in measurement.files), command, f"{number(measurement.minutes)} min",
            ", ".join(notes), date or ("not kept" if content is None else "not said"), load or "", revision_of(content)]


def origins(kept):
    head = ["results", "command", "takes", "", "date", "load", "revision"]
    return table(head, [origin(item, kept) for item in MEASUREMENTS])


def build_times(kept):
    ways = {"cold-build.json": "without the compiler's cache", "warm-build.json": "all in the compiler's cache"}
    builds = [(text, kept.content(file)) for file, text in ways.items()]
    return [[f"build of everything with tests, two cores, {text}", f"{number(build['build_s'])} s"]
            for text, build in builds if build]


def test_times(content):
    return [[name, f"{number(seconds)} s"] for name, seconds in content["test_seconds"].items()]


def sizes(content):
    shown_sizes = {name: f"{number(size)} MB" for name, size in content["sizes"].items()}
    return [["program `stiction` (stripped)", f"{shown_sizes['program_mb']} ({shown_sizes['program_stripped_mb']})"],
            ["library", shown_sizes["library_mb"]], ["page for the browser", shown_sizes["page_mb"]]]


def slowest(title, kind, items):
    return f"\n{title}:\n\n" + table([kind, "s"], [[f"`{name}`", number(seconds)] for name, seconds in items])


def tree(rooms):
    files, lines = (sum(count[i] for count in rooms.values()) for i in (0, 1))
    return f"\nThe tree has {files:,} source files with {lines:,} lines:\n\n" + table(
        ["folder", "files", "lines"], [[name, count[0], f"{count[1]:,}"] for name, count in rooms.items()])


def tests_by_room(content):
    rooms = ", ".join(f"{room} {number(seconds)}" for room, seconds in content["tests_by_room_seconds"].items())
    return f"\nSeconds of tests by room, {content['test_count']:,} in all: {rooms}.\n"


def working(kept):
    times, large, cold = (kept.content(file) for file in ["working.json", "sizes.json", "cold-build.json"])
    text = table(["", ""], build_times(kept) + (test_times(times) if times else []) + (sizes(large) if large else []))
    if times:
        text += tests_by_room(times) + slowest("The slowest tests", "test", times["slowest_tests"])
    if cold:
        text += slowest("The slowest translation units", "unit", cold["slowest_units"])
    return text + (tree(large["tree"]) if large else "")


def page(themes, kept):
    parts = ["# Figures\n", HEAD, summary(themes, kept)]
    for title, rows in themes.items():
        parts.append(f"## {title}\n\n{promises(rows, kept)}")
    parts.append("## What falls short\n\n" + shortfalls(themes, kept))
    parts.append(f"## Speed of working\n\n{WORKING}\n{working(kept)}")
    parts.append(f"## Where the figures come from\n\n{processors(kept)}. {ORIGINS}\n{origins(kept)}")
    return "\n".join(parts)
