"""What the rigid world promises: shapes, scripted bodies, recordings, the library."""
from .kept import computed, one, outcomes, tests
from .row import Row, at_most

MESHES = ["incline --set mesh=1", "incline --set mesh=1 --set angle=27", "stack --set mesh=1",
          "arch --set mesh=1 --duration 10"]
BODY_SIZE = 0.1  # m, about that of a body of the pile: its limit of 1e-5 m at rest is 1e-4 of it


def expected(index):
    return lambda content: content["expectations"][index]["value"]


ROWS = [
    Row("turntable", "blocks at 0.995 and 1.005 times r = mu g / omega^2", "ride, slide off: within 0.5 %",
        outcomes("runs.json", ["turntable"])),
    Row("conveyor", "belt: distance of slip, and slopes 0.5 % on either side of the limit", "within 0.5 %",
        outcomes("runs.json", ["conveyor"])),
    Row("scripted", "turntable, conveyor, shaker, lift, press against closed forms; crushing is infeasible, no NaN",
        "as claimed",
        tests("stepping.Turntable.*", "stepping.Conveyor.*", "stepping.Shaker.*", "stepping.Lift.*",
              "stepping.Press.*")),
    Row("mesh-versions", "incline (below and above), stack and arch made of meshes",
        "the outcomes of the analytic shapes",
        outcomes("runs.json", MESHES)),
    Row("field-bounds", "distance fields against brute force, and their stated bounds", "reported and tested",
        tests("geometry_field.DistanceField.*", "geometry_field.SurfaceSamples.*", "geometry_field.SphereTree.*")),
    Row("pairs", "every pair of shapes, broad phase", "agree with brute force on random placements",
        tests("collision.ConvexRandom.*", "collision.RoundPairs.*", "collision.BroadPhase.*", "collision.SimplePairs.*",
              "mesh_collision.FeaturePairs.*", "mesh_collision.RoundContacts.*", "mesh_collision.Overlap.*")),
    Row("mass", "mass, centre and inertia of all shapes", "exact", tests("geometry.MassProperties.*")),
    Row("tumbling", "tumbling box, ten minutes", "keeps angular momentum, gains no energy", tests("model.Rotation.*")),
    Row("pile-rests", "pile of 1,000 mixed bodies: fastest at the end", "below 1e-3 m/s",
        one("pile.json", "max_speed_end", "`run pile --set count=1000 --duration 6`"), at_most(1e-3), "m/s"),
    Row("pile-stays", "farthest that one of them moves once at rest", "no jitter",
        computed("pile.json", expected(0), "the same run, from 4.6 s on"), at_most(1e-4), "m"),
    Row("pile-penetrates", "penetration at rest, over the size of a body", "below 1e-4",
        computed("pile.json", lambda content: expected(2)(content) / BODY_SIZE, "the same"), at_most(1e-4)),
    Row("pile-converged", "steps of it that converged to 1e-6", "reported",
        one("pile.json", "converged_fraction", "the same", 100), None, "%"),
    Row("restore", "every gallery scene, resting and knocked, restored at random steps, from memory and from disk",
        "goes on with the same bits", tests("library.Gallery/RestoreInGallery.*", "stepping.SavedState.*")),
    Row("resume", "runs stopped, killed or interrupted, then `--resume`", "the same bits",
        tests("cli.*ResumeScenes*", "cli.Resume.*", "cli.ResumeRefused.*")),
    Row("interleaved", "two simulations in one process, in turns and in threads", "each as alone",
        tests("library.SideBySide.*", "stepping.Determinism.TheSameBitsAloneAndInterleaved")),
    Row("allocation", "memory taken from the heap by a settled step", "none", tests("stepping_allocation.*")),
    Row("bad-files", "truncated, malformed, NaN, zero mass, missing, a directory: every file kind",
        "exit status 2, one clear message",
        tests("geometry_mesh.MeshFileFuzz.*", "geometry_mesh.*File.errors_*", "scenes.SceneFiles.*",
              "scenes.MeshFiles.*",
              "scenes.ShapeErrors.*", "recorded.BadFiles.*", "recording.Recording.OtherFilesAreRefusedWithTheirName",
              "recording.CheckpointBytes.*", "library.SavedBytes.*", "cli.*BadUsageTest*")),
    Row("full-disk", "unwritable or full output folder", "status 2 before, 1 while running; nothing half-written",
        tests("cli.Output.AFullDiskEndsTheRunAndLeavesWhatWasWritten",
              "cli.Output.AFolderThatCannotBeWrittenIsRefusedBeforeTheRun",
              "cli.Run.AFullDiskWhileWritingTheReportIsAFailure", "cli.Run.AFullStandardOutputIsAFailure",
              "recording.OutputFile.*")),
    Row("non-finite", "a state that turns non-finite",
        "stops with time, body and residual; the last good state is kept",
        tests("library.Failure.*", "stepping.Stepping.ANonFinite*", "cli.Runner.ANonFinite*",
              "cli.Folder.OfANonFinite*")),
    Row("world-gallery", "tumble, wall, domino, rocks, pile, bearing, shaker, nut: their own expectations", "hold",
        outcomes("runs.json",
                 ["tumble", "wall", "domino", "rocks-on-a-slope", "pile", "ball-bearing", "shaker", "nut-on-bolt"])),
]
