"""What the kernels promise: speed at full accuracy, recorded problems, threads, 1,000 steps a second."""
import os
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

from .haptic import HAPTIC_ROWS
from .kept import computed, leaves, one, outcomes, tests
from .row import Judged, Row, at_least, at_most, number

SITUATIONS = ["settled", "shaken", "cold"]
LIMIT_AT_COLD = ("Without a warm start a step takes 10 linear systems and 36 million instructions. Treating four "
                 "contacts at a time brought it from 9.9 to 5.5 ms; "
                 "fewer systems from nothing are what is left to try.")
def report_module():
    """bench/siconos/report: how totals over solvers are counted."""
    path = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "siconos", "report")
    loader = SourceFileLoader("siconos_report", path)
    module = module_from_spec(spec_from_loader("siconos_report", loader))
    loader.exec_module(module)
    return module


def speed_rows(case, title, limit, paper, short):
    rows = []
    for situation in SITUATIONS:
        rows.append(Row(f"speed-{case}-{situation}", f"{title}, {situation}: mean step with collision, one thread",
                        f"at most {limit} ms{paper}",
                        one("speed.json", f"cases.{case}.{situation}.step_ms.mean", "`bench_core speed`"),
                        at_most(limit), "ms", short.get(situation, "")))
    def counts(content):
        return " / ".join(number(1e-6 * content[case][situation]) for situation in SITUATIONS) + " million"
    rows.append(Row(f"instructions-{case}", f"{title}: instructions a step, settled / shaken / cold",
                    "beside the times",
                    computed("instructions.json", counts, "`bench/instructions`")))
    return rows


def stretch(case):
    """The slower of settled and shaken: both are warm."""
    def read(content):
        return max(content["cases"][case][situation]["step_ms"]["mean"] for situation in ["settled", "shaken"])
    return computed("speed.json", read, "`bench_core speed`")


def drift(case):
    return one("speed.json", f"cases.{case}.settled.drift_m", "the same run")


def recorded_all(content):
    solved = [p["results"]["stiction"]["status"] == "solved" for p in content["problems"]]
    return Judged(f"{sum(solved)} of {len(solved)}", all(solved))


def taken_over(problems):
    return sum(result.get("failed_before", False) for problem in problems for result in problem["results"].values())


def against_best(content):
    report = report_module()
    problems, limit = content["problems"], content["limit_seconds"]
    best = min(report.single_solvers(problems), key=lambda name: report.totals(problems, name, limit)["total"])
    ours, theirs = (report.totals(problems, name, limit) for name in [report.OURS, best])
    text = (f"{number(ours['total'])} s; {best} {number(theirs['total'])} s, {theirs['solved']} solved, "
            f"{number(limit)} s a failure, {taken_over(problems)} failures taken over from runs before")
    return Judged(text, ours["total"] < theirs["total"])


def against_common(content):
    report = report_module()
    problems, limit = content["problems"], content["limit_seconds"]
    factors = []
    for name in report.single_solvers(problems):
        totals = report.totals(problems, name, limit)
        if totals["common"]:
            factors.append(totals["common_theirs"] / totals["common_ours"])
    return Judged(f"{number(min(factors))} to {number(max(factors))} times faster than each of {len(factors)}",
                  min(factors) > 1)


def rock_pile(content):
    for problem in content["problems"]:
        if "RockPile" in problem["problem"]:
            return problem["results"]["stiction"]["error"]
    raise LookupError("RockPile")


STANDING = ["stack", "pinch", "wall", "arch", "semicircular-arch", "card-house"]


def tight_share(names):
    def read(content):
        cells = [scene["1e-8"] for scene in content["scenes"] if names is None or scene["scene"] in names]
        steps = sum(cell["steps"] for cell in cells)
        return 100 * (1 - sum(cell["not_converged"] for cell in cells) / steps)
    return computed("tolerances.json", read, "`bench/tolerances`")


def cost(key):
    return computed("tolerances.json", lambda content: content["total"]["1e-8"][key] / content["total"]["1e-6"][key],
                    "`bench/tolerances`")


def opponents(content):
    count = {}
    for result in content["results"]:
        right, cases = count.get(result["solver"], (0, 0))
        count[result["solver"]] = (right + (result["right"] is True), cases + 1)
    ours = count["staggered"]
    text = "; ".join(f"{solver}: {right}" for solver, (right, _) in count.items())
    return Judged(f"of {ours[1]} cases right: {text}", ours[0] == ours[1])


def decomposition_gain(content):
    times = [content["decompose"][flag]["solve_ms"]["mean"] for flag in ["false", "true"]]
    return f"{number(times[0] / times[1])} ({number(times[0])} to {number(times[1])} ms)"


def threads_short(content):
    shares = {name: 100 * case["share"] for name, case in content["cases"].items()}
    return Judged(", ".join(f"{name} {number(share)} %" for name, share in shares.items()), min(shares.values()) >= 85)


ROWS = [
    *speed_rows("arch", "arch, 1,904 contacts", 3, " (paper 1.2 s)", {"cold": LIMIT_AT_COLD}),
    Row("drift-arch", "its drift", "1e-5 m", drift("arch"), at_most(1e-5), "m"),
    *speed_rows("card-house", "card house, 558 contacts", 10, " (paper 4.7 s)", {}),
    Row("drift-cards", "its drift", "1e-4 m", drift("card-house"), at_most(1e-4), "m"),
    Row("stretch-arch", "arch, 1,904 contacts, warm, settled or shaken: mean step", "the real aim: 0.5 ms",
        stretch("arch"), at_most(0.5), "ms",
        "Of 1.4 ms settled 0.76 are the solve (2 systems), 0.29 assembly, 0.19 the judge: each passes over all "
        "contacts. "
        "Tried: four contacts at a time (2.1 to 1.4 ms). Left: fewer passes, contacts of a face as one block "
        "throughout."),
    Row("stretch-cards", "card house, 558 contacts, warm, settled or shaken: mean step", "the real aim: 4 ms",
        stretch("card-house"), at_most(4), "ms",
        "0.66 ms settled; shaken steps take 31 systems. They took 14 ms before contacts were treated four at a time "
        "and "
        "wedged bodies accepted at a hundredth of the tolerance."),
    *speed_rows("log-house", "log house, standing", 4, "",
                {"cold": "Self-stress round the loops of notches: 27 linear systems from nothing."}),
    Row("log-house", "log house that slides, jumps and collides: mean solve, decomposed", "4 ms (paper 61 ms)",
        one("decomposition.json", "decompose.true.solve_ms.mean", "`bench/decomposition`"), at_most(4), "ms",
        "1 to 2 ms while it slides or stands; after the ramp's blow all logs are wedged in their notches, 74 systems "
        "a step. Tried: a larger range of the touching rule, "
        "refinement of the path's directions (the floor is degeneracy, not round-off), the path again after Newton, "
        "other first rho."),
    Row("decomposition-gain", "log house: gain by decomposition", "reported (paper 80)",
        computed("decomposition.json", decomposition_gain, "`bench/decomposition`")),
    Row("decomposition-same", "the same motion with and without, at the first impact", "1e-4 m",
        one("decomposition.json", "distance_at_first_impact_m", "`bench/decomposition`"), at_most(1e-4), "m"),
    Row("decomposition-outcome", "log house: its own expectations", "hold", outcomes("runs.json", ["log-house"])),
    Row("threads-gain", "gain by a second thread, over that of a plain parallel loop in the same run", "at least 85 %",
        computed("threads.json", threads_short, "`bench_core threads`"),
        short="Serial parts (triangular solves, factors of chains, sums over groups) and loops of some 40 us, of "
              "which waking a thread takes a good part. "
              "Contact loops, collision pairs and factorisations along the elimination tree are parallel."),
    Row("threads-bits", "the same bits for any number of threads", "bit-identical",
        tests("stepping.Determinism.TheSameBits*", "solvers.SolverThreads.*", "contact.ContactThreads.*",
              "linalg.BlockFactors.*",
              "mesh_collision.ColliderThreads.*", "solvers.Opponents.TheSameBits*", "base.Parallel*")),
    Row("recorded-all", "recorded problems solved to 1e-8, RockPile among them", "every one",
        computed("recorded.json", recorded_all, "`bench_recorded`")),
    Row("recorded-test", "the same as a test, on the folder that `STICTION_PROBLEMS` names", "every one",
        tests("recorded.Collection.EveryProblemReachesTheTolerance")),
    Row("recorded-rock-pile", "RockPile: |F| / |q|, where no solver of Siconos comes below 4e-8", "1e-8",
        computed("recorded.json", rock_pile, "`bench_recorded`"), at_most(1e-8)),
    Row("recorded-total", "total time, one thread, against Siconos' best single solver in the same run", "faster",
        computed("recorded.json", against_best, "`bench_recorded`")),
    Row("recorded-common", "on the problems that both solve", "faster than each of Siconos' solvers",
        computed("recorded.json", against_common, "`bench_recorded`")),
    Row("tight-standing", "steps of the standing scenes converged to 1e-8", "100 %", tight_share(STANDING),
        at_least(100), "%"),
    Row("tight-gallery", "steps of all gallery scenes converged to 1e-8", "at least 99.9 %", tight_share(None),
        at_least(99.9), "%"),
    Row("tight-systems", "linear systems for 1e-8 over those for 1e-6", "at most 2", cost("systems"), at_most(2)),
    Row("tight-time", "time for 1e-8 over that for 1e-6", "at most 2", cost("solve_seconds"), at_most(2)),
    *HAPTIC_ROWS,
    Row("opponents-right", "our solver and the ones for comparison on the same cases", "where each fails",
        computed("opponents.json", opponents, "`bench/opponents`")),
    Row("opponents-residual", "largest mean residual of our solver there", "at most 1e-6",
        computed("opponents.json",
                 lambda content: max(r["residual_mean"] for r in content["results"] if r["solver"] == "staggered"),
                 "`bench/opponents`"), at_most(1e-6)),
    Row("threads-same-state", "states on one and on two threads, measured scenes", "the same bits",
        computed("threads.json",
                 lambda content: Judged("the same" if all(leaves(content, "cases.*.same_bits")) else "differ",
                                                        all(leaves(content, "cases.*.same_bits"))),
                 "`bench_core threads`")),
]
