"""What elastic bodies promise: meshes, modes, contacts, and the scenes that hang on their stiffness."""
from .kept import computed, expectation, outcomes, tests
from .row import Bound, Judged, Row, at_least, at_most, number

SHORTLY = "runs.json"
WHY_SLOW = {
    "composites": "Modes are stiff: which vertices of a crossing carry is decided at 1e-10 of the velocities, and Newton's "
                  "method takes some twenty systems. Done: contacts of the same bodies as one dense matrix, only those that "
                  "carry or would be passed in a solve. Left: rough solves between the guesses at what carries.",
    "chairs": "Each chair is solved about six times, with ten systems each, until the contacts that carry are found: nine "
              "of 160. Done: as for the woven piece. Left: rough solves between the guesses.",
}


def speed(case, situation):
    return computed("speed-elastic.json", lambda content: content["cases"][case][situation]["step_ms"]["mean"],
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
        "at least 5 times faster", slowest_ratio("force_ratio"), at_least(5),
        short="Rows of coefficients are short at 20 coordinates (eight numbers in the mean), and at 40 the coefficients are a "
              "megabyte that the processor shares. A step takes force and stiffness together, which gain more."),
    Row("stvk-stiffness", "the same for force and stiffness together", "at least 5 times faster",
        slowest_ratio("force_and_stiffness_ratio"), at_least(5)),
]


def frequency(content):
    found = [content["cases"][case]["dominant_hz"] for case in ["elastic, h = 10 ms", "elastic, h = 2.5 ms"]]
    return Judged(" and ".join(number(hz) for hz in found) + " Hz", abs(found[0] / found[1] - 1) < 0.05)


def rigid_swing(content):
    return max(case["amplitude_m_s"] for name, case in content["cases"].items() if name.startswith("rigid"))


SCENES = [
    Row("stvk-beam", "soft beam hangs over a support, bent far", "the elastica's droop within 3 %",
        outcomes(SHORTLY, ["stvk-beam"])),
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
    Row("hybrid", "rigid and elastic bodies on each other", "weighed by elastic pads",
        outcomes(SHORTLY, ["hybrid"])),
    Row("haptic-soft", "hand among elastic blocks", "lifts one, penetration at most 3 mm",
        outcomes(SHORTLY, ["haptic --set soft=1"]),
        short="Rigid edges against edges of elastic surfaces are not looked for (docs/deforming-contact.md): between the "
              "vertices of the coarse blocks an edge sinks in by 3.5 mm. With cells of 0.02 m it is 1.1 mm and less."),
    *[Row(f"elastic-{case}-{situation}", f"{text}, {situation}: mean step, one thread", promised, speed(case, situation),
          at_most(bound), "ms", WHY_SLOW[case])
      for case, text, bound, promised in [
          ("composites", "a woven piece, 192 DoFs", 5, "at most 5 ms (paper 560 ms)"),
          ("chairs", "55 chairs, 1,760 DoFs", 20, "at most 20 ms, aim 7 (paper 720 ms)")]
      for situation in ["settled", "shaken", "cold"]],
    Row("elastic-contacts-composites", "contacts of the woven piece", "921 within 5 %", contacts("composites"),
        Bound(875, 967), "", "The margin decides how many open contacts are counted; those that carry are fewer."),
    Row("elastic-contacts-chairs", "contacts of the chairs", "9,025 within 5 %", contacts("chairs"), Bound(8574, 9476)),
]
ROWS = BODIES + STVK + SCENES
