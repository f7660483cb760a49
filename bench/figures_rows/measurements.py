"""How every results file is made again: by a command of this folder, or by what is in the modules beside this one."""
import os
import re
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass

from gallery_runs import machine

from . import scene_runs, test_runs, working
from .kept import FOLDER, load, save


@dataclass(frozen=True)
class Bench:
    """What measurements are given."""
    build: str
    only: list  # ids of rows, where single ones were asked for
    rows: list
    say: Callable

    def program(self, name="stiction"):
        return os.path.join(self.build, name)

    def needs(self, file, every=True):
        """What rows need of a results file, each once, in the order of the rows; of all rows, or of those asked for,
        which are all where none of the file was named."""
        rows = [row for row in self.rows if row.source.file == file]
        named = [row for row in rows if row.id in self.only]
        return list(dict.fromkeys(need for row in (rows if every else named or rows) for need in row.source.needs))


@dataclass(frozen=True)
class Measurement:
    name: str
    files: tuple
    minutes: float  # on a quiet machine with two cores
    make: Callable
    command: str = ""  # for people; none: bench/figures --measure NAME
    timing: bool = False  # holds times that count: for a quiet machine
    by_name: bool = False  # only when asked for by its name


def printed(file, *words):
    """A program of the build folder that prints the results file."""
    def make(bench):
        bench.say(" ".join(words))
        answer = subprocess.run([bench.program(words[0]), *words[1:]], check=True, stdout=subprocess.PIPE)
        with open(os.path.join(FOLDER, file), "wb") as stream:
            stream.write(answer.stdout)
    return make


def penalty(part, minutes):
    file = f"penalty-{part}.json"
    return Measurement(f"penalty-{part}", (file,), minutes, printed(file, "bench_penalty", part),
                       f"build/bench_penalty {part}", timing=part in ("growth", "residuals"))


def scale(name, minutes, *words):
    file = f"scale-{name}.json"
    return Measurement(f"scale-{name}", (file,), minutes, printed(file, "bench_scale", *words),
                       f"build/bench_scale {' '.join(words)}", timing=True, by_name=True)


def alone(name, minutes, *scenes):
    """`stiction bench` of scenes that Stiction has to itself, to their ends."""
    file, words = f"{name}.json", ["bench", *scenes, "--engines", "stiction", "--cap", "600"]
    def make(bench):
        bench.say(" ".join(words))
        subprocess.run([bench.program(), *words, "--json", os.path.join(FOLDER, file)], check=True, stdout=subprocess.DEVNULL)
    return Measurement(name, (file,), minutes, make, f"build/stiction {' '.join(words)} --json bench/results/{file}",
                       timing=True, by_name=True)


def script(file, *words, program="stiction"):
    """A script of this folder. Its exit status says whether its own bounds hold, which the rows tell too."""
    def make(bench):
        bench.say(" ".join(words))
        result = os.path.join(FOLDER, file)
        before = os.stat(result).st_mtime_ns if os.path.exists(result) else None
        subprocess.run([*words, "--program", bench.program(program), "--json", result])
        if not os.path.exists(result) or os.stat(result).st_mtime_ns == before:
            raise RuntimeError(f"{words[0]} wrote no {file}")
    return make


def scenes(file):
    def make(bench):
        scene_runs.measure(bench.program(), bench.needs(file), bench.needs(file, every=False), load(file), bench.say,
                           lambda content: save(file, content))
    return make


def pile(bench):
    bench.say("stiction run pile --set count=1000 --duration 6")
    before = machine()
    report = scene_runs.run(bench.program(), "pile", ["--set", "count=1000", "--duration", "6", "--threads", "1"])
    del report["bodies_end"]
    save("pile.json", {"command": "stiction run pile --set count=1000 --duration 6 --threads 1",
                       "machine_before": before,
                       "machine_after": machine(), "revision": scene_runs.revision()} | report)


def tests(bench):
    bench.say("ctest, the tests that rows name")
    only = bench.needs("tests.json", every=False)
    save("tests.json", test_runs.measure_ctest(bench.build, bench.needs("tests.json"), only, load("tests.json")))


def browser(bench):
    bench.say("tests in the browser")
    save("browser.json", test_runs.measure_browser(bench.build, bench.needs("browser.json")))


def sanitize(bench):
    bench.say("./test --sanitize")
    before = machine()
    lines = subprocess.run(["./test", "--sanitize"], stdout=subprocess.PIPE, text=True).stdout.splitlines()
    passed, failed = map(int, re.fullmatch(r"(\d+) passed, (\d+) failed", lines[-1]).groups())
    save("sanitize.json", {"machine_before": before, "machine_after": machine(), "revision": scene_runs.revision(),
                           "passed": passed, "failed": failed})


def recorded(bench):
    problems = os.environ.get("STICTION_PROBLEMS")
    if not problems:
        raise RuntimeError("the environment variable STICTION_PROBLEMS must name a folder of recorded problems")
    printed("recorded.json", "bench_recorded", problems, "--limit", "10", "--rounds", "3")(bench)
    results = os.path.join(FOLDER, "recorded.json")
    subprocess.run(["bench/siconos/report", results, "--profile", os.path.join(FOLDER, "recorded-profile.svg")],
                   check=True, stdout=subprocess.DEVNULL)


def long_recording(bench):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "long.stic")
        printed("recording.json", "bench_core", "recording", file)(bench)
        script("scrub.json", "bench/scrub", file)(bench)
        script("page.json", "bench/page.mjs", file, "--seeks", "30")(bench)


def sizes(bench):
    save("sizes.json", working.measure_sizes(bench.build))


def workings(bench):
    save("working.json", working.measure(bench.build, bench.say))
    sizes(bench)


def building(file, cold):
    return lambda bench: save(file, working.measure_build(cold, bench.say))


def core_bench(name, minutes):
    file = f"{name}.json"
    return Measurement(name, (file,), minutes, printed(file, "bench_core", name), f"build/bench_core {name}",
                       timing=True)


def beside(name, minutes, **more):
    file = f"{name}.json"
    return Measurement(name, (file,), minutes, script(file, f"bench/{name}"),
                       f"bench/{name} --json bench/results/{file}", **more)


MEASUREMENTS = [
    Measurement("runs", ("runs.json",), 2, scenes("runs.json")),
    Measurement("tests", ("tests.json",), 3, tests),
    Measurement("browser", ("browser.json",), 2, browser),
    beside("variations", 5),
    beside("tolerances", 3, timing=True),
    beside("opponents", 4),
    core_bench("speed", 1),
    core_bench("warm-start-paper", 10),
    core_bench("warm-start-fast", 1),
    core_bench("speed-elastic", 6),
    core_bench("warm-start-elastic", 6),
    Measurement("chatter", ("chatter.json",), 2, printed("chatter.json", "bench_chatter"), "build/bench_chatter"),
    Measurement("stvk-forces", ("stvk-forces.json",), 0.1, printed("stvk-forces.json", "bench_stvk_forces", "401"),
                "build/bench_stvk_forces 401", timing=True),
    Measurement("stvk-steps", ("stvk-steps.json",), 0.1, printed("stvk-steps.json", "bench_stvk_steps"),
                "build/bench_stvk_steps", timing=True),
    Measurement("regions", ("regions.json",), 6, printed("regions.json", "bench_regions"), "build/bench_regions",
                timing=True),
    Measurement("regions-instructions", ("regions-instructions.json",), 2,
                script("regions-instructions.json", "bench/regions/instructions", program="bench_regions"),
                "bench/regions/instructions --json bench/results/regions-instructions.json"),
    *(penalty(part, minutes) for part, minutes in (("sticking", 1), ("energy", 2), ("thresholds", 45), ("residuals", 2),
                                                   ("growth", 10))),
    scale("arches", 1, "growth", "arch", "3", "1", "blocks=25,101,301,1001"),
    scale("cubes-wider", 4, "growth", "cube-pile", "24", "1", "count=64,128,256,512,1024", "growth=1"),
    scale("cubes-all", 5, "growth", "cube-pile", "16", "1", "count=64,216,512,1000"),
    alone("scale-stands", 1, "cards-10", "arch-1001"),
    scale("bunnies-2046", 8, "follow", "bunny-drop", "11", "0.2", "count=2046"),
    core_bench("haptic", 1.5),
    core_bench("threads", 6),
    beside("decomposition", 1, timing=True),
    beside("live", 1, timing=True),
    Measurement("long-recording", ("recording.json", "scrub.json", "page.json"), 5, long_recording, timing=True),
    Measurement("tree", ("sizes.json",), 0.1, sizes),
    Measurement("working", ("working.json",), 7, workings, timing=True),
    Measurement("recorded", ("recorded.json",), 60, recorded, timing=True, by_name=True),
    Measurement("instructions", ("instructions.json",), 20,
                script("instructions.json", "bench/instructions", program="bench_core"),
                "bench/instructions --json bench/results/instructions.json", by_name=True),
    Measurement("soak", ("soak.json",), 260, scenes("soak.json"), timing=True, by_name=True),
    Measurement("pile", ("pile.json",), 15, pile, by_name=True),
    Measurement("sanitize", ("sanitize.json",), 25, sanitize, by_name=True),
    Measurement("cold-build", ("cold-build.json",), 15, building("cold-build.json", True), timing=True, by_name=True),
    Measurement("warm-build", ("warm-build.json",), 2, building("warm-build.json", False), timing=True, by_name=True),
]


def chosen(names, rows):
    """(measurements, single rows). Names are those of measurements or ids of rows; none: all but those by name."""
    if not names:
        return [m for m in MEASUREMENTS if not m.by_name], []
    by_file = {file: m for m in MEASUREMENTS for file in m.files}
    by_name = {m.name: m for m in MEASUREMENTS}
    sources = {row.id: row.source.file for row in rows}
    found, only = [], []
    for name in names:
        if name in by_name:
            found.append(by_name[name])
        elif name in sources:
            found.append(by_file[sources[name]])
            only.append(name)
        else:
            raise LookupError(f"there is no row and no measurement {name}; measurements: {', '.join(by_name)}")
    whole = {by_name[name].files for name in names if name in by_name}
    only = [name for name in only if by_file[sources[name]].files not in whole]
    return list(dict.fromkeys(found)), only
