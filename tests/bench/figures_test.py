"""The parts of bench/figures that need neither a build nor a measurement."""
import os
import re
import sys
import tempfile
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "bench"))
sys.dont_write_bytecode = True

from figures_rows import core, kernels, test_runs, viewer, world  # noqa: E402
from figures_rows.kept import Kept, leaves, one, outcomes, runs, save, tally  # noqa: E402
from figures_rows.measurements import MEASUREMENTS, Bench, chosen  # noqa: E402
from figures_rows.page import page  # noqa: E402
from figures_rows.row import (HOLDS, REPORTED, SHORT, UNMEASURED, Judged, Row, Tally, at_least, at_most, number, shown,
                              # noqa: E402
                              verdict)
from figures_rows.scene_runs import merged  # noqa: E402
from figures_rows.test_runs import regular_expression, vitest_cases  # noqa: E402
from figures_rows.working import by_room, room, slowest, units  # noqa: E402

ROWS = [*core.ROWS, *world.ROWS, *kernels.ROWS, *viewer.ROWS]


def row(bound=None, unit="", source=None, short=""):
    return Row("id", "what", "promised", source, bound, unit, short)


class Rows(unittest.TestCase):
    def test_ids_are_unique_and_no_measurement_has_the_same_name(self):
        names = [r.id for r in ROWS] + [m.name for m in MEASUREMENTS]
        self.assertEqual(len(names), len(set(names)))

    def test_every_results_file_of_a_row_can_be_measured(self):
        files = {file for m in MEASUREMENTS for file in m.files}
        self.assertEqual({r.source.file for r in ROWS} - files, set())

    def test_rows_of_runs_and_tests_say_what_they_need(self):
        for r in ROWS:
            if r.source.file in ("soak.json", "tests.json", "browser.json"):
                self.assertTrue(r.source.needs, r.id)

    def test_what_is_short_has_a_reason(self):
        kept = Kept()
        for r in ROWS:
            if verdict(r, kept.value(r.source)) == SHORT:
                self.assertTrue(r.short, r.id)


class Verdicts(unittest.TestCase):
    def test_bounds_decide(self):
        self.assertEqual(verdict(row(at_most(1)), 1), HOLDS)
        self.assertEqual(verdict(row(at_most(1)), 1.01), SHORT)
        self.assertEqual(verdict(row(at_least(99)), 98.9), SHORT)
        self.assertEqual(verdict(row(at_most(1)), float("nan")), SHORT)

    def test_without_a_bound_or_a_value_nothing_is_claimed(self):
        self.assertEqual(verdict(row(), 3), REPORTED)
        self.assertEqual(verdict(row(at_most(1)), None), UNMEASURED)

    def test_tests_hold_when_some_passed_and_none_failed(self):
        self.assertEqual(verdict(row(), Tally(2, 0, 1)), HOLDS)
        self.assertEqual(verdict(row(), Tally(2, 1)), SHORT)
        self.assertEqual(verdict(row(), Tally(0, 0, 3)), UNMEASURED)
        self.assertEqual(verdict(row(), Judged("no", False)), SHORT)


class Numbers(unittest.TestCase):
    def test_have_three_digits_for_people(self):
        cases = {0: "0", 1: "1", 10: "10", 0.2505: "0.251", 1234.5: "1,234", 1e-12: "1.0e-12", 99.9: "99.9", 300: "300"}
        for value, text in cases.items():
            self.assertEqual(number(value), text)

    def test_shares_have_more_and_units_follow(self):
        self.assertEqual(shown(row(unit="%"), 99.936), "99.936 %")
        self.assertEqual(shown(row(unit="m"), 0.0012), "0.0012 m")
        self.assertEqual(shown(row(), None), "–")


class KeptResults(unittest.TestCase):
    def test_paths_lead_to_values(self):
        content = {"cases": {"a": {"share": 1}, "b": {"share": 2}}}
        self.assertEqual(leaves(content, "cases.*.share"), [1, 2])

    def test_values_that_are_missing_are_unknown_not_errors(self):
        with tempfile.TemporaryDirectory() as folder:
            save("some.json", {"a": {"b": 2}}, folder)
            kept = Kept(folder)
            self.assertEqual(kept.value(one("some.json", "a.b", "", 10)), 20)
            self.assertIsNone(kept.value(one("some.json", "a.c", "")))
            self.assertIsNone(kept.value(one("other.json", "a", "")))

    def test_runs_are_found_by_their_command(self):
        content = {"runs": [{"command": f"stiction run {name} --threads 1", "x": x, "expectations": 3,
                             "expectations_passed": x}
                            for name, x in [("a", 1), ("b", 3)]]}
        self.assertEqual(runs("f", ["a", "b"], "x").read(content), 3)
        self.assertEqual(runs("f", ["a", "b"], "x", min, factor=100).read(content), 100)
        self.assertEqual(outcomes("f", ["a", "b"]).read(content), Tally(4, 2))
        with self.assertRaises(LookupError):
            runs("f", ["c"], "x").read(content)

    def test_a_test_that_was_renamed_is_not_taken_for_one_that_passes(self):
        statuses = {"a.B.c": "passed", "a.B.d": "skipped", "a.E.f": "failed"}
        self.assertEqual(tally(statuses, ["a.B.*"]), Tally(1, 0, 1))
        self.assertEqual(tally(statuses, ["a.*", "a.B.c"]), Tally(1, 1, 1))
        with self.assertRaises(LookupError):
            tally(statuses, ["a.B.*", "a.Gone.*"])


class Measuring(unittest.TestCase):
    def test_nothing_long_is_measured_unless_named(self):
        measurements, only = chosen([], ROWS)
        self.assertNotIn("soak", [m.name for m in measurements])
        self.assertEqual(only, [])
        self.assertEqual([m.name for m in chosen(["soak"], ROWS)[0]], ["soak"])

    def test_a_row_brings_its_measurement_and_runs_no_more_than_it_needs(self):
        measurements, only = chosen(["bounce"], ROWS)
        self.assertEqual(([m.name for m in measurements], only), (["runs"], ["bounce"]))
        bench = Bench("build", only, ROWS, print)
        self.assertEqual(bench.needs("runs.json", every=False), ["bounce"])
        self.assertGreater(len(bench.needs("runs.json")), 50)
        self.assertEqual(chosen(["bounce", "runs"], ROWS)[1], [])  # named as a whole: everything is run
        self.assertEqual(bench.needs("soak.json", every=False), bench.needs("soak.json"))  # none of its rows is named

    def test_unknown_names_are_refused_with_the_known_ones(self):
        with self.assertRaisesRegex(LookupError, "there is no row and no measurement nonsense; measurements: runs"):
            chosen(["nonsense"], ROWS)

    def test_runs_that_are_not_made_again_are_kept_and_unknown_ones_dropped(self):
        def item(name, x):
            return {"command": f"stiction run {name} --threads 1", "x": x}
        kept = {"runs": [item("a", 1), item("b", 1), item("gone", 1)]}
        self.assertEqual(merged(kept, ["b", "c", "a"], [item("b", 2)]), [item("b", 2), item("a", 1)])

    def test_tests_that_are_not_run_again_are_kept_and_those_that_are_gone_dropped(self):
        kept = {"tests": {"a.X.one": "failed", "a.X.gone": "passed", "b.Y.two": "passed", "c.Z.old": "passed"}}
        new = test_runs.merged(kept, ["a.X.*", "b.Y.*"], ["a.X.*"], [("a.X.one", "passed", 1.0)])
        self.assertEqual(new, {"a.X.one": "passed", "b.Y.two": "passed"})

    def test_patterns_become_one_expression_for_ctest(self):
        expression = regular_expression(["solvers.Signorini.*", "a.Gallery/Restore.*"])
        self.assertTrue(re.search(expression, "solvers.Signorini.HoldsFromAnyWarmStart"))
        self.assertTrue(re.search(expression, "a.Gallery/Restore.Goes/nut  # GetParam() = 1"))
        self.assertFalse(re.search(expression, "solversXSignorini.Y"))

    def test_browser_tests_are_named_by_file_and_sentence(self):
        result = {"testResults": [{"name": "/x/viewer/e2e/live.test.ts", "assertionResults": [
            {"fullName": "a page opens", "status": "passed", "duration": 20}, {"fullName": "b", "status": "pending"}]}]}
        self.assertEqual(vitest_cases(result),
                         [("e2e/live.test.ts: a page opens", "passed", 0.02), ("e2e/live.test.ts: b", "skipped", 0)])


class Working(unittest.TestCase):
    def test_rooms_are_folders_of_sources_and_tests(self):
        self.assertEqual(room("src/contact/judge.cpp"), "src/contact")
        self.assertEqual(room("tests/base/repetitions.h"), "tests/base")
        self.assertEqual(room("viewer/src/page.ts"), "viewer")

    def test_a_log_of_ninja_has_units_slowest_first(self):
        entries = [(10, 2010, "src/a/CMakeFiles/a.dir/x.cpp.o"), (0, 5000, "src/b/CMakeFiles/b.dir/y.cpp.o"),
                   (0, 9, "lib.a")]
        log = "# ninja log v5\n" + "".join(f"{begin}\t{end}\t0\t{output}\t1\n" for begin, end, output in entries)
        self.assertEqual(units(log), [["src/b/y.cpp", 5.0], ["src/a/x.cpp", 2.0]])

    def test_tests_are_summed_by_room_and_sorted(self):
        cases = [("a.X.y", "passed", 1.0), ("b.X.y", "passed", 3.0), ("a.Z.y", "failed", 1.5)]
        self.assertEqual(by_room(cases), {"b": 3.0, "a": 2.5})
        self.assertEqual(slowest(cases)[0], ["b.X.y", 3.0])


class Page(unittest.TestCase):
    def test_marks_what_is_short_with_its_reason(self):
        with tempfile.TemporaryDirectory() as folder:
            save("some.json", {"ms": 5.5}, folder)
            source = one("some.json", "ms", "`some`")
            text = page({"Core": [row(at_most(3), "ms", source, "Because.")]}, Kept(folder))
        self.assertIn("| what | promised | 5.5 ms | **short** | `some` |", text)
        self.assertIn("1 figures: 1 short.", text)
        self.assertIn("- **what** (promised: promised; measured: 5.5 ms). Because.", text)

    def test_without_any_results_says_that_nothing_is_measured(self):
        with tempfile.TemporaryDirectory() as folder:
            text = page({"All": ROWS}, Kept(folder))
        self.assertIn(f"{len(ROWS)} figures: {len(ROWS)} not measured.", text)


if __name__ == "__main__":
    unittest.main()
