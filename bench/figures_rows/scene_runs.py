"""Runs of scenes that rows name: `stiction run COMMAND --threads 1`, and the figures that are kept of each."""
import os
import shlex
import subprocess
import tempfile

from gallery_runs import gallery, machine, run

REPLAY = "REPLAY"  # in a command: a replay is written, and its size is kept


def record(command, report, replay_mb=None):
    expectations = report["expectations"]
    kept = {"command": f"stiction run {command} --threads 1", "date": machine()["date"], "revision": revision(),
            "steps": report["steps"],
            "contacts": report["contacts"]["mean"], "step_ms_mean": report["step_ms"]["mean"],
            "step_ms_p50": report["step_ms"]["p50"],
            "converged_fraction": report["converged_fraction"], "residual_max": report["residual"]["max"],
            "signorini_max": report["signorini_max"], "max_penetration_m": report["max_penetration"],
            "max_displacement_m": report["max_displacement"], "max_speed_end_m_per_s": report["max_speed_end"],
            "worst_step": report.get("worst_step"),
            "expectations_passed": sum(e["passed"] is True for e in expectations),
            "expectations": len(expectations),
            "outcomes": [{key: e[key] for key in ["text", "value", "passed"]} for e in expectations]}
    return kept if replay_mb is None else kept | {"replay_mb": replay_mb}


def made(program, command):
    scene, *options = shlex.split(command)
    with tempfile.TemporaryDirectory() as folder:
        replay = os.path.join(folder, "replay.html")
        report = run(program, scene, ["--threads", "1", *(replay if word == REPLAY else word for word in options)])
        return record(command, report, os.path.getsize(replay) / 1e6 if REPLAY in options else None)


def revision():
    answer = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    return answer.stdout.strip() or None


def merged(kept, commands, new):
    """The records of all commands, in their order: new ones, else those kept; what no row names is dropped."""
    found = {item["command"]: item for item in [*(kept or {}).get("runs", []), *new]}
    names = [f"stiction run {command} --threads 1" for command in commands]
    return [found[name] for name in names if name in found]


def scenes(program):
    keys = ["check_duration", "soak_duration", "bodies", "dofs"]
    return {entry["name"]: {key: entry[key] for key in keys} for entry in gallery(program)}


def measure(program, commands, only, kept, say, keep):
    """Runs `only` again and keeps the records of the other commands; `keep` gets the results file after every run."""
    head = {"machine_before": machine(), "revision": revision(), "gallery": scenes(program)}
    new = []
    for command in only:
        say(f"stiction run {command}")
        new.append(made(program, command))
        keep(head | {"machine_after": machine(), "runs": merged(kept, commands, new)})
