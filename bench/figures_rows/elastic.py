"""What elastic bodies promise: meshes, modes, contacts, and the scenes that hang on their stiffness."""
from .iterations import warm_start
from .kept import computed, expectation, outcomes, run_record, tests
from .row import Bound, Judged, Row, at_least, at_most, number

SHORTLY, MINUTES = "runs.json", "soak.json"
WHY_SLOW = {
    "composites": "At rest a solve takes 1.6 ms (eight systems over 42 contacts that carry), collision of the strands 3.3 ms, "
                  "a third of it the walk through trees and feet of vertices that are near and do not touch. Shaken or cold "
                  "a solve takes 45 to 55 systems. Done: damping that does not ring, systems over the contacts, vertices and "
                  "spheres several at once. Left: pairs of leaves that are kept over steps.",
    "chairs": "Which of 35 vertices of a stiff foot carry is decided at 1e-7 of the velocities: a chair is solved two to "
              "three times, with ten systems each, and some steps that roll over an edge need dozens (the median step takes "
              "18 ms). Done: as for the woven piece. Tried: Newton at once, more contacts at first, rough solves in "
              "between.",
}


def speed(case, situation):
    return computed("speed-elastic.json", lambda content: content["cases"][case][situation]["step_ms"]["mean"],
                    "`bench_core speed-elastic`")


def solve(case, situation):
    return computed("speed-elastic.json", lambda content: content["cases"][case][situation]["stage_ms"]["solve"],
                    "`bench_core speed-elastic`")


def contacts(case):
    return computed("speed-elastic.json", lambda content: content["cases"][case]["settled"]["contacts"],
                    "`bench_core speed-elastic`")


BODIES = [
    Row("tet-angles", "dihedral angles of the mesher, all solids, and of stuffing for any function", "bounded, reported",
        tests("tetra.TetMesher.*", "tetra.Stuffing.*", "tetra.TetQuality.*")),
    Row("tet-files", "`.msh`, `.vtk`, `.node/.ele`: read, damaged, cut off, inverted, in pieces", "read or refused",
        tests("tetra.TetFileTest.*", "tetra.TetFileFuzz.*", "tetra.TetCheck.*")),
    Row("elastic-cache", "meshes and modes on disk, by content", "found again, never mistaken",
        tests("elastic.BasisCache.*", "tetra.TetCache.*")),
    Row("beam-frequencies", "free beam, length / height 20: first three frequencies, extrapolated over three meshes",
        "Timoshenko's within 1 %", tests("elastic.ModalBasis.OfABeamHasTimoshenkosFrequencies")),
    Row("locking", "cantilever of one layer of elements, Poisson's ratio up to 0.45", "does not lock",
        tests("elastic.Fem.*")),
    Row("flight", "spinning, vibrating body in flight: momentum, energy, order of accuracy",
        "momentum kept, energy does not grow, second order", tests("elastic.ModalFlight.*")),
    Row("sag", "beam on two supports sags", "6.353 mm (Timoshenko) within 2 %",
        expectation(SHORTLY, "modal-beam", "the middle sags by"), Bound(6.226e-3, 6.48e-3), "m"),
    Row("metric", "soft beam in the effective mass of the step and in the plain one", "right, and wrong by 10 % and more",
        tests("elastic.ModalContact.OfASoftBeamIsRightInTheEffectiveMassAndWrongInThePlainOne")),
    Row("strains", "loaded cube with uniform strains, and with modes alone", "compressed as statics say",
        tests("elastic.ModalContact.ACubeUnderALoad*")),
    Row("bounded-trees", "bounded deformation trees, contacts of deforming bodies, self-contact",
        "hold every vertex, agree with brute force",
        tests("deforming_collision.BoundedTree.*", "deforming_collision.Surface*", "deforming_collision.SelfContact.*",
              "deforming_collision.RigidFeatures.*")),
    Row("elastic-refused", "zero modes, negative stiffness, Poisson's ratio 0.5, bodies in pieces, basis of another mesh",
        "refused with the reason",
        tests("elastic.ModalBody.RefusesOptionsOutOfRange", "elastic.ModalBasis.Refuses*",
              "elastic.Fem.Refuses*", "scenes.ElasticScene.RefusalsNameThePlaceAndTheRemedy")),
]


def slowest_ratio(key):
    return computed("stvk-forces.json", lambda content: min(case[key] for size, case in content["coordinates"].items()
                                                            if int(size) >= 20), "`bench_stvk_forces`")


def step_cost(swing):
    return computed("stvk-steps.json", lambda content: content["swings"][swing]["step_us"] / 1e3, "`bench_stvk_steps`")


STVK = [
    Row("stvk-projected", "reduced StVK forces and stiffness against the full model's projected ones, random coordinates",
        "equal to 1e-9", tests("stvk.StvkEnergy.ForceAndStiffnessAreTheFullModelsProjectedOnes",
                               "stvk.StvkEnergy.ForceIsItsGradientAndStiffnessTheForces")),
    Row("stvk-bending", "large-deflection bending curve against a static solution in all nodes of the same mesh",
        "within 2 %", tests("stvk.StvkEnergy.BendsFarAsTheFullModelDoes")),
    Row("stvk-flight", "StVK body let go when bent far: momentum, energy, frames, order of accuracy",
        "momentum kept, no blow-up, second order", tests("stvk.StvkFlight.*")),
    Row("stvk-inverted", "elements turned inside out", "seen at the points that are watched",
        tests("stvk.StvkBody.SeesElementsThatAreTurnedInsideOut")),
    Row("stvk-refused", "StVK bodies of dofs that there are not, bad meshes and materials", "refused with the reason",
        tests("stvk.StvkBody.RefusesWhatNoBodyIsMadeOf", "stvk.DerivativeBasis.RefusesDofsThatThereAreNot")),
    Row("stvk-forces", "reduced forces, 20 to 40 coordinates, against a straightforward loop, the smallest ratio",
        "at least 5 times faster", slowest_ratio("force_ratio"), at_least(5)),
    Row("stvk-stiffness", "the same for force and stiffness together", "at least 5 times faster",
        slowest_ratio("force_and_stiffness_ratio"), at_least(5)),
    Row("stvk-step", "step of one StVK body of 29 shapes in a quiet swing, h = 10 ms", "at most 0.2 ms",
        step_cost("quiet"), at_most(0.2), "ms"),
    Row("stvk-step-far", "the same, let go when bent over 1.2 rad, spinning", "at most 0.2 ms", step_cost("far"),
        at_most(0.2), "ms",
        short="Its fast shapes turn several times in a step: 7.5 forces and 2.4 tangents in the mean, every fifth of them "
              "with negative eigenvalues, where a quiet step takes three forces and one tangent. At h = 2 ms the same "
              "swing holds the bound."),
]


def frequency(content):
    found = [content["cases"][case]["dominant_hz"] for case in ["elastic, h = 10 ms", "elastic, h = 2.5 ms"]]
    return Judged(" and ".join(number(hz) for hz in found) + " Hz", abs(found[0] / found[1] - 1) < 0.05)


def rigid_swing(content):
    return max(case["amplitude_m_s"] for name, case in content["cases"].items() if name.startswith("rigid"))


SCENES = [
    Row("stvk-beam", "soft beam hangs over a support, bent far", "the elastica's droop within 3 %",
        outcomes(SHORTLY, ["stvk-beam"])),
    Row("bunnies-and-arches", "red and blue StVK bunnies (mu 0.4 and 0.1) on a ramp, arches of rigid blocks (mu 0.5)",
        "red ones stick where blue ones slide, arches stand until hit, all ends in piles at rest",
        outcomes(SHORTLY, ["bunnies-and-arches"])),
    Row("bunnies-and-arches-half", "the same at half the step", "the same",
        outcomes(SHORTLY, ["bunnies-and-arches --set step=0.00125"])),
    Row("bunnies-and-arches-none", "the arches without bunnies", "stand",
        outcomes(SHORTLY, ["bunnies-and-arches --set count=0"])),
    Row("dinosaurs", "nine soft dinosaurs thrown together, mu 0.5", "end in a stable heap, nobody inside out",
        outcomes(SHORTLY, ["dinosaurs", "dinosaurs --set step=0.005"])),
    Row("dinosaurs-dofs", "degrees of freedom and step of the dinosaurs", "315, 10 ms",
        tests("scenes.Dinosaurs.HaveThePapersDegreesOfFreedomAndStep")),
    Row("soft-gripper", "soft StVK claws grasp, lift, carry and hold a block by friction alone; slick ones; half the step",
        "held if mu times the measured normal force exceeds the weight, left behind if not",
        outcomes(SHORTLY, ["soft-gripper", "soft-gripper --set step=0.0025"])),
    Row("soft-gripper-limit", "the same with friction 1.6 % above and 0.05 % below what statics wants",
        "held, left behind",
        outcomes(SHORTLY, ["soft-gripper --set carry=0 --set mu=0.46 --set slick=0.452"])),
    Row("soft-gripper-soft", "the same with soft blocks", "held, left behind",
        outcomes(SHORTLY, ["soft-gripper --set soft=1"])),
    Row("soft-stack", "stack of soft cubes", "settles and stands", outcomes(SHORTLY, ["soft-stack"])),
    Row("composites", "six woven pieces on pegs, mu 0.5, 0.3, 0.1, two stiffnesses",
        "stiff: hold, hold, apart; soft: slowly apart, apart, apart", outcomes(SHORTLY, ["composites"])),
    Row("pegboard", "stiff woven pieces thrown at pegs", "hold together or come apart with the blow",
        outcomes(SHORTLY, ["composites-pegboard"])),
    Row("jam-tubes", "elastic bars and rigid cubes between walls, friction 0.5 to 2 times what statics want",
        "slide below, jam above", outcomes(SHORTLY, ["jam-tubes"])),
    Row("chairs", "plastic chairs on an inclining plane", "stick, slide and chatter, stick again",
        outcomes(SHORTLY, ["chairs", "chairs --set rigid=1"])),
    Row("chatter", "dominant frequency of the legs at h = 10 ms and a quarter of it", "the same",
        computed("chatter.json", frequency, "`bench_chatter`")),
    Row("chatter-rigid", "the same amplitude of a rigid chair", "none",
        computed("chatter.json", rigid_swing, "`bench_chatter`"), at_most(1e-4), "m/s"),
    Row("hybrid", "rigid, modal, StVK, jointed and mass-point bodies on each other", "weighed by elastic pads",
        outcomes(SHORTLY, ["hybrid"])),
    Row("haptic-soft", "hand among elastic blocks", "lifts one, penetration at most 1 mm",
        outcomes(SHORTLY, ["haptic --set soft=1"])),
    *[Row(f"elastic-{case}-{situation}", f"{text}, {situation}: mean step, collision included", promised,
          speed(case, situation), at_most(bound), "ms", WHY_SLOW[case])
      for case, text, bound, promised in [
          ("composites", "a woven piece, 192 DoFs", 5, "at most 5 ms (paper, solves alone: 560 ms)"),
          ("chairs", "55 chairs, 1,760 DoFs", 20, "at most 20 ms (paper, solves alone: 720 ms)")]
      for situation in ["settled", "shaken", "cold"]],
    *[Row(f"elastic-{case}-solve-{situation}", f"{text}, {situation}: mean solve, one thread", promised,
          solve(case, situation), at_most(bound), "ms", WHY_SLOW.get(case, ""))
      for case, text, bound, promised in [
          ("composites", "a woven piece, 192 DoFs", 5, "at most 5 ms (paper 560 ms)"),
          ("chairs", "55 chairs, 1,760 DoFs", 20, "at most 20 ms, aim 7 (paper 720 ms)"),
          ("dinosaurs", "nine dinosaurs, 315 DoFs", 6, "at most 6 ms (paper 610 ms)")]
      for situation in ["settled", "shaken", "cold"]],
    Row("elastic-dinosaurs-step", "the same: mean step, settled", "reported", speed("dinosaurs", "settled"), unit="ms"),
    Row("elastic-contacts-composites", "contacts of the woven piece", "921 within 5 %", contacts("composites"),
        Bound(875, 967), "", "The margin decides how many open contacts are counted; those that carry are fewer."),
    Row("elastic-contacts-chairs", "contacts of the chairs", "9,025 within 5 %", contacts("chairs"), Bound(8574, 9476)),
    Row("elastic-contacts-dinosaurs", "contacts of the dinosaurs", "4,690 within 5 %", contacts("dinosaurs"),
        Bound(4456, 4924)),
]


def warm(case, driver):
    return warm_start(case, f"{driver}-disk", "warm-start-elastic.json")


ITERATIONS = [
    Row("warm-composites-paper",
        "a woven piece, the paper's driver: warm settled / warm shaken / cold settled / cold shaken",
        "paper: 6.4 warm, 25.8 cold", warm("composites", "paper")),
    Row("warm-composites-fast", "a woven piece, our driver", "reported", warm("composites", "fast")),
    Row("warm-chairs-paper", "55 chairs, the paper's driver", "paper: 2.9 warm, 30.9 cold", warm("chairs", "paper")),
    Row("warm-chairs-fast", "55 chairs, our driver", "reported", warm("chairs", "fast")),
    Row("warm-dinosaurs-paper", "nine dinosaurs, the paper's driver", "paper: 2.7 warm, 18.3 cold",
        warm("dinosaurs", "paper")),
    Row("warm-dinosaurs-fast", "nine dinosaurs, our driver", "reported", warm("dinosaurs", "fast")),
]


# Long runs: command, what it is, the least length of its bodies [m]. Woven pieces one by one: together they would take
# hours.
LASTING = {
    "beam": ("modal-beam --duration 600", "beam on two supports", 0.05),
    "bunnies-and-arches": ("bunnies-and-arches --duration 600", "bunnies on a ramp and fallen arches", 0.1),
    "soft-stack": ("soft-stack --duration 600", "stack of soft cubes", 0.2),
    "soft-gripper": ("soft-gripper --duration 600", "block held between soft claws", 0.02),
    "chairs": ("chairs --duration 600", "chairs that slid and stick again", 0.04),
    "dinosaurs": ("dinosaurs --duration 600", "soft dinosaurs in a heap", 0.12),
    "hybrid": ("hybrid --duration 600", "rigid, modal and StVK bodies on each other", 0.036),
    "jam-tubes": ("jam-tubes --duration 600", "bars, cubes and plugs in tubes and on the ground", 0.04),
    "haptic-soft": ("haptic --set soft=1 --duration 600", "hand that stirs elastic and rigid blocks", 0.03),
    "composites-1": ("composites --set only=1 --duration 600", "stiff woven piece, mu 0.5, hangs", 0.01),
    "composites-2": ("composites --set only=2 --duration 600", "stiff woven piece, mu 0.3, hangs", 0.01),
    "composites-3": ("composites --set only=3 --duration 60", "woven piece that came apart and lies on the floor", 0.01),
    "pegboard": ("composites-pegboard --set only=1 --duration 60", "piece thrown at the peg board", 0.01),
}


def lasting_penetration(command, size):
    """The largest of the run, impacts and all, in per cent of the smallest length of its bodies."""
    return computed(MINUTES, lambda content: 100 * run_record(content, command)["max_penetration_m"] / size,
                    f"`run {command}`", [command])


WHY_LASTING_SHORT = {
    "bunnies-and-arches": "1.3 mm in an impact of two blocks of the falling arch that turn: 0.7 to 2.3 mm in 17 runs that differ by 0.01 mm "
                          "in the bunnies' height. At rest it is 0.09 mm.",
    "dinosaurs": "4.0 mm in the impacts: 0.2 % of a body's length of 2 m, 3.4 % of the thickness of its tail. At rest it is 0.65 mm, "
                 "0.5 % of that thickness.",
    "hybrid": "2.7 mm in the impacts, two rigid dice edge against edge at 0.25 s: found only when they overlap. From 4 s on it is "
              "0.08 mm, 0.2 % of the smallest body.",
    "haptic-soft": "0.52 mm, once, at 156 s: 1.7 % of the shortest side of a block and 0.9 % of its longest. The hand stirs all the "
                   "time, so that impacts cannot be told apart from rest. All 600,000 steps converge.",
}
LONG_RUNS = [row for name, (command, text, size) in LASTING.items() for row in [
    Row(f"soak-{name}", f"{text}, {'ten minutes' if command.endswith(' 600') else 'one minute'}",
        "all expectations hold", outcomes(MINUTES, [command]), short=WHY_LASTING_SHORT.get(name, "")),
    Row(f"soak-{name}-penetration", "the same: penetration over the least length of a body, impacts included",
        "at most 1 %", lasting_penetration(command, size), at_most(1), "%", WHY_LASTING_SHORT.get(name, "")),
]]
ROWS = BODIES + STVK + SCENES + ITERATIONS + LONG_RUNS
