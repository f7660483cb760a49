"""The page docs/figures.md, from the rows and the kept results."""
from .measurements import MEASUREMENTS
from .row import REPORTED, SHORT, UNMEASURED, number, shown, verdict

HEAD = """# Figures

What was promised of Stiction, and what was measured. This page is written by `bench/figures` from the results kept in `bench/results/`; `bench/figures --measure` measures first. Do not edit it: rows are in `bench/figures_rows/`.

**short** marks a promise that is not kept; why, and what was tried, stands [below](#what-falls-short). *reported* has no bound. Paper: Kaufman, Sueda, James and Pai 2008, on the hardware of its time.
"""
MARKS = {SHORT: "**short**", REPORTED: "*reported*", UNMEASURED: "*not measured*"}


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in rows]) + "\n"


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
    for rows in themes.values():
        for row in rows:
            value = kept.value(row.source)
            if verdict(row, value) == SHORT:
                lines.append(f"- **{row.what}** (promised: {row.promised}; measured: {shown(row, value)}). {row.short or 'The reason is not known.'}")
    return "\n".join(lines) + "\n"


def machine_of(content):
    """(date, load) of a results file, as far as it says so."""
    if not isinstance(content, dict):
        return None, None
    before, after = (content.get(key) or content.get("machine") or {} for key in ["machine_before", "machine_after"])
    loads = [before.get("load_average_1min", content.get("load_before")), after.get("load_average_1min", content.get("load_after"))]
    return before.get("date", content.get("date")), " to ".join(number(load) for load in loads if load is not None) or None


def processors(kept):
    found = []
    for measurement in MEASUREMENTS:
        content = kept.content(measurement.files[0])
        if isinstance(content, dict):
            before = content.get("machine_before") or content.get("machine") or content
            found += [before[key] for key in ["processor"] if key in before]
    return sorted(set(name.removesuffix(", 2 cores") for name in found))


def origins(kept):
    cells = []
    for measurement in MEASUREMENTS:
        contents = [kept.content(file) for file in measurement.files]
        date, load = machine_of(contents[0])
        command = f"`bench/figures --measure {measurement.name}`"
        notes = [text for text, holds in [("for a quiet machine", measurement.timing), ("only by name", measurement.by_name)] if holds]
        cells.append([", ".join(f"`{file}`" for file in measurement.files), command + (f" or `{measurement.command}`" if measurement.command else ""),
                      f"{number(measurement.minutes)} min", ", ".join(notes), date or ("not kept" if contents[0] is None else "not said"), load or ""])
    return table(["results", "command", "takes", "", "date", "load"], cells)


def working(kept):
    content = kept.content("working.json")
    builds = [("cold, no compiler cache", kept.content("cold-build.json")), ("warm, everything in the compiler's cache", kept.content("warm-build.json"))]
    rows = [[f"build of everything with tests, two cores, {name}", f"{number(build['build_s'])} s"] for name, build in builds if build]
    text = ""
    if content:
        rows += [[name, f"{number(seconds)} s"] for name, seconds in content["test_seconds"].items()]
        sizes = content["sizes"]
        rows += [["program `stiction` (stripped)", f"{number(sizes['program_mb'])} MB ({number(sizes['program_stripped_mb'])} MB)"],
                 ["library", f"{number(sizes['library_mb'])} MB"], ["page for the browser", f"{number(sizes['page_mb'])} MB"]]
    text += table(["", ""], rows)
    if content:
        files, lines = (sum(count[i] for count in content["tree"].values()) for i in (0, 1))
        text += f"\nThe tree has {number(files)} source files with {lines:,} lines:\n\n"
        text += table(["folder", "files", "lines"], [[name, number(count[0]), f"{count[1]:,}"] for name, count in content["tree"].items()])
        text += f"\nSeconds of tests by room, {content['test_count']:,} in all: " + ", ".join(f"{room} {number(s)}" for room, s in content["tests_by_room_seconds"].items()) + ".\n"
        text += "\nThe slowest tests:\n\n" + table(["test", "s"], [[f"`{name}`", number(seconds)] for name, seconds in content["slowest_tests"]])
    if builds[0][1]:
        text += "\nThe slowest translation units, cold:\n\n" + table(["unit", "s"], [[f"`{name}`", number(seconds)] for name, seconds in builds[0][1]["slowest_units"]])
    return text


def page(themes, kept):
    parts = [HEAD, summary(themes, kept)]
    for title, rows in themes.items():
        parts.append(f"## {title}\n\n{promises(rows, kept)}")
    parts.append("## What falls short\n\n" + shortfalls(themes, kept))
    parts.append("## Speed of working\n\n`bench/figures --measure working`; builds by `--measure cold-build` and `--measure warm-build`, each in a clone of its own.\n\n" + working(kept))
    parts.append(f"## Where the figures come from\n\n{'; '.join(processors(kept))}. Load is the average of a minute before and after, on 2 cores: times on a loaded machine are upper bounds. Minutes are those of a quiet machine.\n\n" + origins(kept))
    return "\n".join(parts)
