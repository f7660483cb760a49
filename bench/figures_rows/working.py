"""Speed of working: how long building and testing take, and how large the tree, the program and the page are."""
import os
import re
import subprocess
import tempfile
import time

from gallery_runs import machine

from .scene_runs import revision
from .test_runs import ctest_cases

SLOWEST = 10
LANGUAGES = (".h", ".cpp", ".py", ".ts", ".mjs")


def timed(*command, **options):
    begin = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    return round(time.monotonic() - begin, 1)


def build_command(folder):
    return ["cmake", "--build", folder, "--parallel", str(os.cpu_count())]


def lines_of(path):
    with open(path, "rb") as file:
        return sum(1 for _ in file)


def room(path):
    """The first two folders of what is in src or tests, the first of the rest."""
    parts = path.split("/")
    return "/".join(parts[:2]) if parts[0] in ("src", "tests") and len(parts) > 2 else parts[0]


def tree(files):
    """{room: [files, lines]} of the sources under version control."""
    rooms = {}
    for path in sorted(files):
        if path.endswith(LANGUAGES) and os.path.exists(path) and "/" in path:
            count = rooms.setdefault(room(path), [0, 0])
            count[0] += 1
            count[1] += lines_of(path)
    return rooms


def tracked():
    return subprocess.run(["git", "ls-files"], check=True, capture_output=True, text=True).stdout.splitlines()


def stripped_mb(program):
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "program")
        subprocess.run(["strip", "-o", copy, program], check=True)
        return round(os.path.getsize(copy) / 1e6, 2)


def sizes(build):
    return {"program_mb": round(os.path.getsize(f"{build}/stiction") / 1e6, 2),
            "program_stripped_mb": stripped_mb(f"{build}/stiction"),
            "library_mb": round(os.path.getsize(os.path.realpath(f"{build}/libstiction.so")) / 1e6, 2),
            "page_mb": round(os.path.getsize(f"{build}/viewer/page.html") / 1e6, 2)}


def slowest(cases):
    return [[name, round(seconds, 2)] for name, _, seconds in sorted(cases, key=lambda case: -case[2])[:SLOWEST]]


def by_room(cases):
    sums = {}
    for name, _, seconds in cases:
        sums[name.split(".")[0]] = sums.get(name.split(".")[0], 0) + seconds
    return {name: round(seconds, 1) for name, seconds in sorted(sums.items(), key=lambda item: -item[1])}


def measure(build, say):
    before = machine()
    say("building what is not up to date, then nothing")
    subprocess.run(build_command(build), check=True, stdout=subprocess.DEVNULL)
    parts = {"build, nothing to do": timed(*build_command(build))}
    say("unit and property tests")
    begin = time.monotonic()
    cases = ctest_cases(build)
    parts["unit and property tests"] = round(time.monotonic() - begin, 1)
    environment = os.environ | {"STICTION_PROGRAM": os.path.abspath(f"{build}/stiction")}
    for name, words in {"types of the viewer": ["tsc", "--noEmit"], "tests of the viewer": ["vitest", "run"],
                        "tests in the browser": ["vitest", "run", "--config", "vitest.browser.config.ts"]}.items():
        say(name)
        parts[name] = timed("npx", "--no-install", *words, cwd="viewer", env=environment)
    say("expectations of the scenes")
    parts["expectations of the scenes"] = timed(f"{build}/stiction", "check", "--all")
    return {"machine_before": before, "machine_after": machine(), "revision": revision(), "test_seconds": parts,
            "test_count": len(cases), "tests_by_room_seconds": by_room(cases), "slowest_tests": slowest(cases)}


def measure_sizes(build):
    before = machine()
    return {"machine_before": before, "machine_after": machine(), "revision": revision(), "sizes": sizes(build),
            "tree": tree(tracked())}


def units(log):
    """[unit, seconds] of a ninja log, the slowest first."""
    times = {}
    for line in log.splitlines()[1:]:
        begin, end, _, output, *_ = line.split("\t")
        if output.endswith(".o"):
            times[re.sub(r"CMakeFiles/[^/]*\.dir/", "", output).removesuffix(".o")] = (int(end) - int(begin)) / 1000
    return sorted(([name, seconds] for name, seconds in times.items()), key=lambda item: -item[1])


def measure_build(cold, say):
    """A build of everything in a clone of its own, without the compiler's cache or with it."""
    before = machine()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "clone", "--quiet", ".", folder], check=True)
        cache = {"CCACHE_DISABLE": "1"} if cold else {"CCACHE_BASEDIR": folder, "CCACHE_NOHASHDIR": "1"}
        environment = os.environ | cache
        say("configuring")
        configure = timed("cmake", "--preset", "release", "-DSTICTION_BUILD_TESTS=ON", cwd=folder, env=environment)
        say("building everything")
        seconds = timed(*build_command("build"), cwd=folder, env=environment)
        with open(os.path.join(folder, "build", ".ninja_log")) as file:
            compiled = units(file.read())
    return {"machine_before": before, "machine_after": machine(), "revision": revision(), "configure_s": configure,
            "build_s": seconds,
            "units": len(compiled), "unit_seconds": round(sum(seconds for _, seconds in compiled), 1),
            "slowest_units": compiled[:SLOWEST]}
