"""Runs of the tests that rows name, and their outcomes."""
import json
import os
import re
import subprocess
import tempfile
import xml.etree.ElementTree
from fnmatch import fnmatchcase

from gallery_runs import machine

from .scene_runs import revision


def regular_expression(patterns):
    """For ctest -R: patterns with stars, as one expression."""
    return "^(" + "|".join(re.escape(pattern).replace(r"\*", ".*").replace("/", "[/]")
                           for pattern in patterns) + ")( |$)"


def test_name(case):
    """Without what ctest writes behind the names of tests with parameters."""
    return case.get("name").split("  # ")[0]


def ctest_cases(build, *options):
    """(name, passed | failed | skipped, seconds) of every test that ran."""
    with tempfile.TemporaryDirectory() as folder:
        junit = os.path.join(folder, "ctest.xml")
        subprocess.run(["ctest", "--test-dir", build, "--parallel", "2", "--output-junit", junit, *options],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        root = xml.etree.ElementTree.parse(junit).getroot()
    words = {"run": "passed", "fail": "failed"}
    return [(test_name(case), words.get(case.get("status"), "skipped"), float(case.get("time")))
            for case in root.iter("testcase")]


def browser_cases(build, viewer="viewer"):
    with tempfile.TemporaryDirectory() as folder:
        result = os.path.join(folder, "browser.json")
        environment = os.environ | {"STICTION_PROGRAM": os.path.abspath(os.path.join(build, "stiction"))}
        subprocess.run(["npx", "--no-install", "vitest", "run", "--config", "vitest.browser.config.ts",
                        "--reporter=json",
                        f"--outputFile.json={result}"], cwd=viewer, env=environment, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        with open(result) as file:
            return vitest_cases(json.load(file))


def vitest_cases(result):
    words = {"passed": "passed", "failed": "failed"}
    return [(f"e2e/{os.path.basename(file['name'])}: {test['fullName']}", words.get(test["status"], "skipped"),
             (test.get("duration") or 0) / 1000)
            for file in result["testResults"] for test in file["assertionResults"]]


def matches(name, patterns):
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def merged(kept, patterns, only, cases):
    """Outcomes by name: new ones of what `only` names, else those kept; what no pattern names is dropped."""
    old = {name: status for name, status in (kept or {}).get("tests", {}).items() if not matches(name, only)}
    found = old | {name: status for name, status, _ in cases}
    return {name: found[name] for name in sorted(found) if matches(name, patterns)}


def content(before, tests):
    return {"machine_before": before, "machine_after": machine(), "revision": revision(), "tests": tests}


def measure_ctest(build, patterns, only, kept):
    before = machine()
    return content(before, merged(kept, patterns, only, ctest_cases(build, "-R", regular_expression(only))))


def measure_browser(build, patterns):
    before = machine()
    return content(before, merged(None, patterns, patterns, browser_cases(build)))
