"""Iterations and linear systems with and without the warm start."""
from .kept import computed
from .row import number


def warm_start(case, way, file):
    def read(content):
        cells = [content["cases"][case][way][key] for key in ["warm_settled", "warm_shaken", "cold_settled",
                                                              "cold_shaken"]]
        return " / ".join(number(cell["iterations"]["mean"]) for cell in cells) + " iterations, " + \
            " / ".join(number(cell["newton_systems_mean"]) for cell in cells) + " systems"
    return computed(file, read, f"`bench_core {file[:-5]}`")
