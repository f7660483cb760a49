"""What the loop of 1,000 steps a second promises."""
from .kept import computed, leaves, one
from .row import Bound, Judged, Row, at_least, at_most, number

FAST = "haptic.json"
STIRRING = ("Stirring a jammed heap: sweeps over the contacts reach 1e-3 in half of the steps that miss, the exact "
            "contact projection with friction held then takes "
            "friction out of its cone. While the hand presses, lifts and holds, 99.3 to 100 % converge and 0.02 to "
            "0.2 % are late. "
            "Tried: Newton on the whole law instead (as many systems, twice as dear), a larger first rho, more "
            "sweeps, a larger reserve, the projection first.")


def at_rate(rate, path, pick, factor=1):
    def read(content):
        cases = {name: case for name, case in content["cases"].items() if name.startswith(f"{rate}-hz")}
        return factor * pick(leaves(cases, f"*.{path}"))
    return computed(FAST, read, "`bench_core haptic`, worst of the hands")


def percentiles(rate):
    def read(content):
        times = [case["step_cpu_ms"] for name, case in content["cases"].items() if name.startswith(f"{rate}-hz")]
        return " / ".join(number(max(time[key] for time in times)) for key in ["p50", "p99", "max"]) + " ms"
    return computed(FAST, read, "`bench_core haptic`, worst of the hands")


def haptic_size(content):
    size = content["gallery"]["haptic"]
    return Judged(f"{size['dofs']} DoFs", size["dofs"] == 72)


HAPTIC_ROWS = [
    Row("haptic-size", "scene `haptic`", "12 bodies, 72 DoFs",
        computed("runs.json", haptic_size, "`stiction scenes --json`")),
    Row("haptic-contacts", "its contacts, hand that wanders", "about 117",
        one(FAST, "cases.1000-hz-wander-1.contacts_mean", "`bench_core haptic`"), Bound(100, 200)),
    Row("haptic-late", "1,000 steps a second, at least 100 contacts: deadlines missed by CPU time", "at most 0.1 %",
        at_rate(1000, "missed_cpu", max, 100), at_most(0.1), "%", STIRRING),
    Row("haptic-converged", "1,000 steps a second: converged to 1e-3 within the budget", "at least 99 %",
        at_rate(1000, "converged_1e-3", min, 100), at_least(99), "%", STIRRING),
    Row("haptic-signorini", "the same: steps with Signorini's condition to 1e-9", "all",
        at_rate(1000, "signorini_1e-9", min, 100), at_least(100), "%"),
    Row("haptic-times", "the same: CPU time of a step, p50 / p99 / largest", "reported", percentiles(1000)),
    Row("haptic-100-late", "h = 1e-2, 100 steps a second: deadlines missed by CPU time", "at most 0.1 %",
        at_rate(100, "missed_cpu", max, 100), at_most(0.1), "%"),
    Row("haptic-100-converged", "the same: converged to 1e-3", "paper: 80 %",
        at_rate(100, "converged_1e-3", min, 100), at_least(80), "%"),
    Row("haptic-100-times", "the same: CPU time of a step, p50 / p99 / largest", "paper: 3.2 ms", percentiles(100)),
]
