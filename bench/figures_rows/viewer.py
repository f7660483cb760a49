"""What the viewer and the live loop promise."""
from .kept import browser, computed, one, runs, tests
from .row import Row, at_least, at_most, number

ARCH_MINUTE = "arch --duration 60 --replay REPLAY"
HAPTIC = "haptic, 1,000 Hz"


def real_time(scene, short=""):
    return Row(f"live-{scene.split(',')[0]}", f"{scene}, live: simulated time over CPU time of the whole server",
               "real time: at least 1",
               one("live.json", f"scenes.{scene}.by_cpu", "`bench/live`"), at_least(1), "", short)


def live_times(content):
    times = content["scenes"][HAPTIC]["report"]["step_cpu_ms"]
    return " / ".join(number(times[key]) for key in ["p50", "p99", "max"]) + " ms"


def decoded(content):
    return max(seek["decoded_mb"] for seek in content["seeks"])


def seeking(content):
    times = sorted(seek["ms"] for seek in content["seeks"])
    return f"{number(times[len(times) // 2])} ms, largest {number(times[-1])} ms"


ROWS = [
    Row("replay-opens", "a replay opens from disk, scrubs, shows bodies where the exported table has them",
        "in Chromium",
        browser("e2e/replay.test.ts: a replay *", "e2e/real_replay.test.ts: *")),
    Row("replay-weight", "arrows sum to the weight of the stack", "within 0.1 %",
        browser("*forces on the ground that sum to the weight*", "*arrows of the same sum*",
                "*arrows that sum to the weight*")),
    Row("replay-tells", "the panel says what stands, what slides and which contact carries the load",
        "a newcomer sees it within a minute",
        browser("*says what stands, what slides and where the load is*", "*goes to the largest load*")),
    Row("replay-damaged", "damaged replays", "a message, never a blank page",
        browser("e2e/replay.test.ts: a damaged replay *")),
    Row("replay-size", "replay of a minute of the arch", "a few MB", runs("runs.json", [ARCH_MINUTE], "replay_mb"),
        at_most(5), "MB"),
    Row("live-page", "the live page connects, steps, changes friction, gravity and solver, saves and loads",
        "with the real program",
        browser("e2e/real_live.test.ts: a stack *", "e2e/live.test.ts: a live page *")),
    Row("live-drag", "a dragged block follows; reported force against stiffness times distance", "right (within 1 %)",
        browser("*pulls a block by the mouse with the force of its spring*",
                "*drags a body in the plane of the camera*")),
    Row("live-drop", "a block dropped on the card house", "the house is hit",
        browser("*a card house is hit by a block*")),
    Row("live-restart", "the server's restart, and its good-bye", "survived, said",
        browser("*may end and come back*", "*says good-bye*")),
    Row("live-flood", "5,000 bad messages of another client", "survived", browser("*five thousand bad messages*")),
    Row("pictures", "screenshots: colours, light, shadow, arrows, contacts", "what should be there",
        browser("e2e/real_picture.test.ts: *")),
    Row("render", "pictures without a window", "same pixels for any number of threads",
        tests("render.*", "cli.*RenderTest*")),
    Row("security", "Host, Origin, token, sizes, floods, random bytes, client cap, time-outs", "refused, counted",
        tests("server.RefusalTest.*", "server.Refusal.*", "server.FuzzTest.*", "server.Http*", "server.HostAllowList.*",
              "server.Token.*")),
    Row("slow-clients", "slow and broken clients", "never block the simulation: frames are dropped",
        tests("server.SlowClient.*")),
    real_time("card-house"),
    real_time("arch"),
    real_time("pile, 500 bodies",
              "Its first second, while 500 bodies are poured: 5 ms of simulated time take 4.6 ms in the median and 23 "
              "ms at p99. "
              "Once the pile rests it is not measured here."),
    real_time(HAPTIC),
    Row("live-haptic-times", "`haptic` at 1,000 Hz with a connected client: CPU time of a step, p50 / p99 / largest",
        "reported",
        computed("live.json", live_times, "`bench/live`")),
    Row("live-haptic-p99", "the same: p99 within its millisecond", "at most 1 ms",
        one("live.json", f"scenes.{HAPTIC}.report.step_cpu_ms.p99", "`bench/live`"), at_most(1), "ms"),
    Row("live-haptic-converged", "the same: converged to 1e-3", "at least 99 %",
        one("live.json", f"scenes.{HAPTIC}.report.converged_1e-3", "`bench/live`", 100), at_least(99), "%"),
    Row("live-haptic-browser", "the same under a browser test", "most steps in their time",
        browser("e2e/real_haptic.test.ts: *")),
    Row("long-write", "ten minutes of 2,000 bodies written: peak memory", "bounded: at most 100 MB",
        one("recording.json", "peak_mb", "`bench_core recording`"), at_most(100), "MB"),
    Row("long-view", "the same opened and scrubbed in `view`: peak memory of the server", "bounded: at most 100 MB",
        one("scrub.json", "server_peak_mb", "`bench/scrub`"), at_most(100), "MB"),
    Row("long-page", "the same in the page: decoded chunks held after 30 seeks", "bounded: at most 201 MB",
        computed("page.json", decoded, "`bench/page.mjs`"), at_most(201), "MB"),
    Row("long-seek", "the same: a seek, median and largest, wall time", "reported",
        computed("page.json", seeking, "`bench/page.mjs`")),
    Row("smooth", "2,000 bodies playing: script time a picture", "smooth: at most 16 ms",
        one("page.json", "playing_contacts_off.script_ms", "`bench/page.mjs`"), at_most(16), "ms"),
    Row("smooth-contacts", "the same with points and arrows of 8,000 contacts", "smooth: at most 16 ms",
        one("page.json", "playing_all_shown.script_ms", "`bench/page.mjs`"), at_most(16), "ms"),
]
