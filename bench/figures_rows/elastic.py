"""What elastic bodies promise: meshes, modes, contacts, and the scenes that hang on their stiffness."""
from .kept import computed, expectation, outcomes, runs, tests
from .row import Bound, Row, at_least, at_most, number

SHORTLY, MINUTES = "runs.json", "soak.json"
SCENES = ["modal-beam", "soft-stack", "composites", "composites-pegboard", "jam-tubes", "chairs", "hybrid"]


def speed(case, situation):
    return computed("speed-elastic.json", lambda content: content["cases"][case][situation]["step_ms"]["mean"],
                    "`bench_core speed-elastic`")


def contacts(case):
    return computed("speed-elastic.json", lambda content: content["cases"][case]["settled"]["contacts"],
                    "`bench_core speed-elastic`")


def warm_start(case, way):
    def read(content):
        cells = [content["cases"][case][way][key] for key in ["warm_settled", "warm_shaken", "cold_settled",
                                                              "cold_shaken"]]
        return " / ".join(number(cell["iterations"]["mean"]) for cell in cells) + " iterations, " + \
            " / ".join(number(cell["newton_systems_mean"]) for cell in cells) + " systems"
    return computed("warm-start-elastic.json", read, "`bench_core warm-start-elastic`")


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
