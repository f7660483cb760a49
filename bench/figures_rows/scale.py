"""What scenes of many bodies cost, how cost grows, and how other engines do on the same scenes."""
from .kept import computed
from .row import Judged, Row, at_least, at_most, number

BUNNIES = "scale-bunnies-2046.json"
FOLLOW = "`bench_scale follow bunny-drop` of 2,046"


def bunnies(read):
    return computed(BUNNIES, lambda content: read(content["rows"]), FOLLOW)


def mean_step(rows):
    return sum(row["step_ms"] * row["steps"] for row in rows) / sum(row["steps"] for row in rows)


def at_rest(rows):
    """The last half second."""
    return [row for row in rows if row["time"] > rows[-1]["time"] - 0.5 + 1e-9]


def penetration_rise(rows):
    """From the time of rest on: what came later over what was there before."""
    lowest, rise = float("inf"), 0
    for row in rows:
        if row["time"] < RESTS:
            continue
        rise = max(rise, row["penetration"] - lowest)
        lowest = min(lowest, row["penetration"])
    return rise


RESTS = 9.7  # 3.5 s after the last layer [s]


def growth(name, scene, key="exponent_last"):
    return computed(f"scale-{name}.json", lambda content: content[key], f"`bench_scale growth {scene}`")


def largest(name, scene, read):
    return computed(f"scale-{name}.json", lambda content: read(content["rows"][-1]), f"`bench_scale growth {scene}`")


def peers(read):
    return computed("peers.json", lambda content: read(content["results"]), "`stiction bench`")


def stands(scene):
    """Run alone: beside others its time is up before the scene's is."""
    def read(content):
        row = next(r for r in content["results"] if r["scene"] == scene)
        return Judged(f"{row['status']}, moved {number(row['drift'])} m in {row['time']:g} s", row["status"] == "stands")
    return computed("scale-stands.json", read, f"`stiction bench {scene} --engines stiction`")


POURED = ("pile", "bunnies")  # these count as equal where they come to rest
REACHED = ("stands", "done", "rests")


def as_exact_and_faster(results):
    """Peers that get as far as Stiction as exactly, for less time a step; all that get to the end where Stiction does not."""
    lost, compared, nobody = [], 0, 0
    for own in results:
        others = [r for r in results if r["scene"] == own["scene"] and r["family"] != own["family"] and r["status"] not in ("absent", "failed")]
        if own["family"] != "Stiction" or not others:
            continue
        compared += 1
        as_exact = [r for r in others if equally_exact(r, own)]
        nobody += not as_exact
        ahead = own["status"] not in REACHED
        lost += [f"{r['engine']} on {r['scene']}" for r in as_exact
                 if (ahead and r["status"] in REACHED) or (r["ms_median"] is not None and r["ms_median"] < own["ms_median"])]
    return Judged(f"{compared} scenes with others; on {nobody} nobody is as exact" + (f"; faster: {', '.join(lost)}" if lost else ""), not lost)


def equally_exact(peer, own, least=1e-9):
    def beyond(key):
        return (peer[key] or 0) > max(2 * (own[key] or 0), least)
    if own["status"] not in (*REACHED, "cut") or own["group"] in POURED:
        return peer["status"] in REACHED
    if peer["status"] not in REACHED and not (peer["status"] == own["status"] == "cut"):
        return False
    if own["group"] == "incline":
        return all(abs(peer[k] if peer[k] is not None else 90) <= max(2 * abs(own[k]), 0.01) for k in ("angle_error_0", "angle_error_45")) \
            and not beyond("creep")
    return not beyond("drift") and not beyond("speed")


def pile_at_end(results):
    own = next(r for r in results if r["family"] == "Stiction")
    text = f"Stiction {number(own['speed'] or 0)} m/s, {number(own['ms_median'])} ms ({own['status']})"
    for r in results:
        if r["family"] != "Stiction" and r["status"] not in ("failed", "cut"):
            text += f"; {r['engine']} {number(r['speed'] or 0)} m/s, {number(r['ms_median'] or 0)} ms"
    return Judged(text, own["status"] != "failed")


ROWS = [
    Row("scale-bunnies-step", "`bunny-drop` of 2,046, 12,276 DoFs, samples 12.5 mm apart, tolerance 1e-3: mean step with collision, one thread, from the first layer to rest",
        "at most 600 ms (paper, solves alone: 37,500 ms)", bunnies(mean_step), at_most(600), "ms"),
    Row("scale-bunnies-aim", "the same", "the real aim: 150 ms", bunnies(mean_step), at_most(150), "ms",
        short="Two thirds are sweeps while bunnies rain onto the heap, some 350 a step in up to four solves."),
    Row("scale-bunnies-worst", "the same, the worst 0.2 s", "reported", bunnies(lambda rows: max(row["step_ms"] for row in rows)), None, "ms"),
    Row("scale-bunnies-rest-step", "the same, at rest", "reported", bunnies(lambda rows: mean_step(at_rest(rows))), None, "ms"),
    Row("scale-bunnies-contacts", "its contacts at rest", "stated", bunnies(lambda rows: rows[-1]["contacts"])),
    Row("scale-bunnies-converged", "its steps that converged to 1e-3", "at least 95 %",
        bunnies(lambda rows: 100 * sum(row["converged"] for row in rows) / sum(row["steps"] for row in rows)), at_least(95), "%"),
    Row("scale-bunnies-rest", "fastest bunny at the end", "comes to rest: at most 1e-3 m/s", bunnies(lambda rows: rows[-1]["fastest"]), at_most(1e-3), "m/s"),
    Row("scale-bunnies-deep", "deepest penetration of the whole run, impacts at 3 m/s included", "at most 5 mm",
        bunnies(lambda rows: max(row["penetration"] for row in rows)), at_most(5e-3), "m"),
    Row("scale-bunnies-sink", "penetration from 3.5 s after the last layer on: rises by", "not growing: at most 1e-5 m", bunnies(penetration_rise), at_most(1e-5), "m"),
    Row("scale-arches", "`arch` of 25 to 1,001 blocks at rest: exponent of the cost of a step", "at most 1.05", growth("arches", "arch"), at_most(1.05)),
    Row("scale-arches-whole", "the same, the whole 3 s", "at most 1.05", growth("arches", "arch", "exponent_whole"), at_most(1.05)),
    Row("scale-cubes-wider", "`cube-pile` of 16 layers, 64 to 1,024 cubes at rest: exponent", "at most 1.1", growth("cubes-wider", "cube-pile"), at_most(1.1)),
    Row("scale-cubes-wider-whole", "the same, the whole 24 s", "at most 1.1", growth("cubes-wider", "cube-pile", "exponent_whole"), at_most(1.1),
        short="The more columns, the longer the last of them rocks, and the more of them hang together in islands that are solved as a whole and take more linear systems each (docs/notebook/measurements-scale.md)."),
    Row("scale-cubes-wider-falling", "the same piles while they fall and rock, 2 to 4 s", "at most 1.1", growth("cubes-wider-falling", "cube-pile"), at_most(1.1),
        short="Cubes hang together in larger islands, which take more linear systems each; a system costs the same a contact in piles of all sizes."),
    Row("scale-cubes-all", "`cube-pile` that grows in all directions, 64 to 1,000 cubes at rest: exponent", "at most 1.4", growth("cubes-all", "cube-pile"), at_most(1.4)),
    Row("scale-cubes-all-whole", "the same, the whole 16 s", "at most 1.4", growth("cubes-all", "cube-pile", "exponent_whole"), at_most(1.4),
        short="As above; and the higher a pile, the longer it falls and the harder its islands."),
    Row("scale-cubes-all-falling", "the same piles while they fall and rock, 2 to 4 s", "at most 1.4", growth("cubes-all-falling", "cube-pile"), at_most(1.4),
        short="As above; and small piles have come down by then, while large ones still fall onto each other."),
    Row("scale-cubes-rest-step", "pile of 1,000 cubes at rest: mean step", "at most 10 ms (Bullet, 200 iterations: 60 ms)",
        largest("cubes-all", "cube-pile", lambda row: row["step_ms"]), at_most(10), "ms"),
    Row("scale-cubes-rest", "its fastest cube", "at most 1e-3 m/s (Bullet: 0.26 m/s)", largest("cubes-all", "cube-pile", lambda row: row["fastest"]), at_most(1e-3), "m/s"),
    Row("scale-cards-10", "card house of ten levels", "stands its 10 s", stands("cards-10")),
    Row("scale-arch-1001", "arch of 1,001 blocks", "stands its 60 s", stands("arch-1001")),
    Row("scale-peers", "other engines that get as far as Stiction with no more drift and speed at rest (poured: that come to rest): faster than Stiction", "none", peers(as_exact_and_faster)),
    Row("scale-peers-pile", "pile of 1,000 that falls for 10 s: speed at the end and step, engines that got there", "reported",
        computed("peers-pile.json", lambda content: pile_at_end(content["results"]), "`stiction bench pile-1000`")),
]
