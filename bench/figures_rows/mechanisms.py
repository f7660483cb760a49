"""What joints promise: closed forms, nothing that drifts, mechanisms in real time, and friction at their ends."""
from .kept import computed, outcomes, run_record, tests
from .row import Row, at_least, at_most

SHORTLY, MINUTES = "runs.json", "soak.json"

# Scene: what it is, its step [s], other commands that belong to it.
SCENES = {
    "four-bar": ("loop of four hinges, driven by a motor of limited torque", 0.01, []),
    "slider-crank": ("crank that draws a block over a rough floor", 0.005, ["slider-crank --set mu=0.6"]),
    "chain": ("chain of 24 links on ball joints in its catenary", 0.01, []),
    "block-feeder": ("crank that pushes blocks out of a magazine", 0.01, ["block-feeder --step 0.005"]),
    "double-action-jack": ("jack with two pawls and a toothed rack", 0.005, ["double-action-jack --step 0.0025"]),
    "gripper": ("fingers of parallel bars pick up a block; half the step; too little friction", 0.005,
                ["gripper --step 0.0025", "gripper --set mu=0.25"]),
}


def real_time(scene, step):
    """How many times faster than real time, from the mean step."""
    return computed(SHORTLY, lambda content: 1e3 * step / run_record(content, scene)["step_ms_mean"], f"`run {scene}`",
                    [scene])


ROWS = [
    Row("joints-closed-forms", "pendulums, double pendulum, loops, limits, motors, friction of joints",
        "closed forms, second order",
        tests("joints.Pendulum.*", "joints.DoublePendulum.*", "joints.Loops.*", "joints.Motors.*",
              "joints.Solvers/Drives.*", "joints.JointedContact.*", "joints.LastingJoints.*")),
    Row("joints-random", "random mechanisms of all kinds of joints: errors, momentum, energy, threads, saved states",
        "1e-10 m and m/s, momentum to 1e-8, same bits", tests("joints.RandomMechanisms.*", "joints.MotionSpace.*")),
    Row("joints-refused", "contradictory joints, fixed bodies alone, limits upside down, axes of no length",
        "refused with the place and the reason", tests("scenes.SceneJoints.*", "library.LibraryJoints.Refusals*")),
    *[Row(name, text, "all expectations hold", outcomes(SHORTLY, [name, *others]))
      for name, (text, _, others) in SCENES.items()],
    Row("painleve", "Painlevé's rod, friction above and below the critical one, a hundredth of the step",
        "stopped by an impulse, slides on", outcomes(SHORTLY, ["painleve-rod", "painleve-rod --set mu=1",
                                                               "painleve-rod --set step=1e-5"])),
    *[Row(f"{name}-real-time", f"{text}: real time over mean step, one thread", "at least 1 at 60 steps per second or more",
          real_time(name, step), at_least(1)) for name, (text, step, _) in SCENES.items()],
    *[Row(f"soak-{name}", f"{text}, ten minutes: joints within 1e-9 m or rad at every step", "all expectations hold (1e-6 m)",
          outcomes(MINUTES, [f"{name} --duration 600"])) for name, (text, _, _) in SCENES.items()],
]
