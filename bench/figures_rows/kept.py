"""Kept results: reading them, and the usual ways in which a row finds its value there."""
import json
import os
from fnmatch import fnmatchcase

from .row import Source, Tally

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "results")


def load(file, folder=FOLDER):
    """The content of a results file; None where there is none."""
    try:
        with open(os.path.join(folder, file)) as stream:
            return json.load(stream)
    except FileNotFoundError:
        return None


def save(file, content, folder=FOLDER):
    path = os.path.join(folder, file)
    with open(path + ".part", "w") as stream:
        json.dump(content, stream, indent=1)
        stream.write("\n")
    os.replace(path + ".part", path)


class Kept:
    """Results files, each read once."""

    def __init__(self, folder=FOLDER):
        self.folder, self.contents = folder, {}

    def content(self, file):
        if file not in self.contents:
            self.contents[file] = load(file, self.folder)
        return self.contents[file]

    def value(self, source):
        content = self.content(source.file)
        if content is None:
            return None
        try:
            return source.read(content)
        except LookupError:
            return None


def leaves(content, path):
    """All values at a path like `cases.*.share`: `*` stands for every key."""
    values = [content]
    for key in path.split("."):
        values = [v for value in values for v in (value.values() if key == "*" else [value[key]])]
    return values


def one(file, path, how, factor=1):
    return Source(file, lambda content: factor * leaves(content, path)[0], how)


def computed(file, read, how, needs=()):
    return Source(file, read, how, tuple(needs))


def said(commands):
    return "; ".join(f"`run {command}`" for command in commands)


def run_record(content, command):
    for run in content["runs"]:
        if run["command"] == f"stiction run {command} --threads 1":
            return run
    raise LookupError(command)


def runs(file, commands, key, pick=max, how=None, factor=1):
    """`pick` of a figure of the runs, each made by `stiction run COMMAND --threads 1`."""
    def read(content):
        return factor * pick([run_record(content, command)[key] for command in commands])
    return Source(file, read, how or said(commands), tuple(commands))


def outcomes(file, commands, how=None):
    """Expectations of the scenes that held in the runs."""
    def read(content):
        records = [run_record(content, command) for command in commands]
        held = sum(record["expectations_passed"] for record in records)
        return Tally(held, sum(record["expectations"] for record in records) - held)
    return Source(file, read, how or said(commands), tuple(commands))


def expectation(file, command, begins):
    """The measured value of the expectation whose text begins like this."""
    def read(content):
        for outcome in run_record(content, command).get("outcomes", []):
            if outcome["text"].startswith(begins):
                return outcome["value"]
        raise LookupError(begins)
    return Source(file, read, said([command]), (command,))


def tests(*patterns):
    """Outcomes of unit and property tests, by patterns of their names as ctest has them."""
    return Source("tests.json", lambda content: tally(content["tests"], patterns),
                  "tests " + ", ".join(f"`{pattern}`" for pattern in patterns), patterns)


def browser(*patterns):
    return Source("browser.json", lambda content: tally(content["tests"], patterns),
                  "browser tests " + ", ".join(f"`{pattern}`" for pattern in patterns), patterns)


def tally(statuses, patterns):
    """Every pattern must match something: a test that was renamed is not taken for one that passes."""
    found = {}
    for pattern in patterns:
        matches = {name: status for name, status in statuses.items() if fnmatchcase(name, pattern)}
        if not matches:
            raise LookupError(pattern)
        found |= matches
    count = {status: sum(s == status for s in found.values()) for status in ["passed", "failed", "skipped"]}
    return Tally(count["passed"], count["failed"], count["skipped"])
