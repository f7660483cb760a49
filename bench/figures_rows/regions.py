"""What contact regions of mass points promise: speed against one problem, convergence, cone against pyramid."""
from .kept import computed
from .row import Judged, Row, at_least, at_most, number

FILE, COUNTS = "regions.json", "regions-instructions.json"
HOW = "`bench_regions`"
REGIONS, SPARSE, DENSE = "regions", "one sparse problem", "one dense problem"
COMBINED = "PCG-PGS"


def measured(content, part, **keys):
    rows = [row for row in content[part] if all(row.get(key) == value for key, value in keys.items())]
    if not rows:
        raise LookupError(f"{part}: {keys}")
    return rows


def seconds(content, part, **keys):
    return measured(content, part, **keys)[0]["seconds"]


def against_dense(scene, most):
    def read(content):
        of = dict(scene=scene, most_contacts=most)
        return seconds(content, "scenes", method=DENSE, **of) / seconds(content, "scenes", method=REGIONS, **of)
    return computed(FILE, read, HOW)


def by_size(rows, key):
    """{(scene, size): {method: value}}"""
    sizes = {}
    for row in rows:
        size = row.get("contacts", row.get("least_contacts"))
        sizes.setdefault((row["scene"], size), {})[row["method"]] = row[key]
    return sizes


def least_against_sparse(rows, key):
    return min(own[SPARSE] / own[REGIONS] for own in by_size(rows, key).values())


def growth(scene):
    def read(content):
        rows = measured(content, "time", scene=scene, side_by_side=True, method=REGIONS)
        each = [row["seconds"] / row["contacts"] for row in rows]
        return each[-1] / each[0]
    return computed(FILE, read, HOW)


def poor_share(row, what):
    return 100 * row[f"poor_{what}"] / row[what]


def poor(what):
    def read(content):
        text, worst = [], 0
        for scene in ("skittles", "bucket"):
            for warm in (False, True):
                shares = [poor_share(measured(content, "poor", scene=scene, warm=warm, method=method)[0], what)
                          for method in (COMBINED, "PGS")]
                worst = max(worst, shares[0])
                text.append(f"{scene}, {'warm' if warm else 'cold'} {number(shares[0], 2)} % (PGS {number(shares[1], 2)} %)")
        return Judged("; ".join(text), worst < 0.9)
    return computed(FILE, read, HOW)


def cone_gain(content):
    text, least = [], 100
    for scene in ("skittles", "bucket"):
        disk, square = (seconds(content, "sets", scene=scene, set=kind, method=COMBINED) for kind in ("disk", "square"))
        least = min(least, 100 * (1 - disk / square))
        text.append(f"{scene} {number(100 * (1 - disk / square), 2)} %")
    return Judged(", ".join(text), least >= 20)


def thread_gain(content):
    gains = {row["contacts"]: row["least_one"] / row["least_two"] for row in content["threads"]}
    return Judged(", ".join(f"{number(gain)} at {number(contacts, 5)} contacts" for contacts, gain in gains.items()),
                  min(gains.values()) > 1.05)


def same_bits(content):
    same = all(row["same_bits"] for row in content["threads"])
    return Judged("the same" if same else "differ", same)


ROWS = [
    Row("regions-skittles", "`skittles`, all steps, from nothing, one thread: one dense problem over regions",
        "at least 2.5 times (paper 2.5 to 3)", against_dense("skittles", 1000), at_least(2.5), "times"),
    Row("regions-skittles-few", "its steps with up to 45 contacts, as many as the paper's scene has",
        "at least 2.5 times", against_dense("skittles", 45), at_least(2.5), "times",
        "These steps have 15 contacts and 2.2 regions in the mean: a dense matrix of 15 contacts is quick, its products are "
        "vectorised. From 40 contacts on regions are 2.8 times as fast."),
    Row("regions-bucket-few", "`bucket` of 7 balls, up to some 80 contacts, all steps: the same", "at least 7 times (paper 7 to 8)",
        against_dense("bucket of 7 balls", 1000), at_least(7), "times",
        "They have 53 contacts in the mean, most of them regions of their own; of the steps with more than 60 contacts it is 8 "
        "times. Balls that are damped less touch in more places: 7.0 to 7.4 in three runs."),
    Row("regions-bucket", "`bucket` of 14 balls, all steps: the same", "reported", against_dense("bucket", 1000), None, "times"),
    Row("regions-sparse", "one sparse problem over regions, least over all numbers of contacts and both scenes",
        "never slower: 1, less 5 % of noise",
        computed(FILE, lambda content: least_against_sparse(content["time"], "seconds"), HOW),
        at_least(0.95), "times"),
    Row("regions-sparse-instructions", "the same by instructions, up to 60 contacts", "never more: 1, less 1 %",
        computed(COUNTS, lambda content: least_against_sparse(content["rows"], "instructions"),
                 "`bench/regions/instructions`"),
        at_least(0.99), "times"),
    Row("regions-growth-skittles", "time a contact at 10,000 contacts over that at 1,000, `skittles`", "near-linear: at most 1.3",
        growth("skittles"), at_most(1.3)),
    Row("regions-growth-bucket", "the same, `bucket`", "at most 1.3", growth("bucket"), at_most(1.3)),
    Row("regions-threads", "gain by a second thread, least wall times of many", "a gain", computed(FILE, thread_gain, HOW),
        short="78 % of the instructions are in regions, which are tasks: 1.6 times at most. Left: islands assembled in "
              "parallel, and a quiet machine."),
    Row("regions-bits", "impulses on one and on two threads", "the same bits", computed(FILE, same_bits, HOW)),
    Row("regions-poor", "poor convergence of PCG-PGS, shares of regions' solves; 500 sweeps and 1e-6 for both methods",
        "below 0.9 % (paper: 0 to 0.9 %, PGS up to 3 %)", poor("regions")),
    Row("regions-poor-steps", "shares of steps in which any region converged poorly", "below 0.9 %", poor("problems")),
    Row("regions-cone", "PCG-PGS: how much less time the cone takes than the square", "20 to 40 % (paper)",
        computed(FILE, cone_gain, HOW),
        short="Sweeps take as many iterations for both. Conjugate gradients follow the straight sides of a square at once and "
              "the rim of a disk only where they have stalled before; going along rims from the start took as long or longer "
              "in skittles."),
]
