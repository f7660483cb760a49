#!/usr/bin/env python3
"""Checks tools/reference: what it writes, what it keeps, what it complains of. Takes no build."""
import importlib.machinery
import importlib.util
import unittest
from pathlib import Path

PATH = Path(__file__).resolve().parents[2] / "tools/reference"
loader = importlib.machinery.SourceFileLoader("reference", str(PATH))
reference = importlib.util.module_from_spec(importlib.util.spec_from_loader("reference", loader))
loader.exec_module(reference)

HAND = [{"key": "stiffness", "unit": "N/m", "default": 1000.0}, {"key": "max_force", "unit": "N", "default": None}]
PAGE = """# Page
<!-- generated: keys -->
| key | meaning | default |
| --- | --- | --- |
| `b` | the second | 2 |
| `a` | with \\| bar | none |
<!-- end -->
"""


def faults_and_text(page, writer):
    problems = []
    return reference.rewritten(page, {"keys": writer}, {}, problems), problems


class Numbers(unittest.TestCase):
    def test_numbers_are_short(self):
        texts = [reference.number(value) for value in (26.0, 0.001, 1e-6, 2.5e6, 0.0, -360.0, 1e5, True, 57e-5)]
        self.assertEqual(texts, ["26", "0.001", "1e-6", "2.5e6", "0", "-360", "1e5", "true", "5.7e-4"])

    def test_text_of_the_program_is_no_markup(self):
        text = reference.plain("block*: at most 1e-05 m, 2e+10 | <x>")
        self.assertEqual(text, r"block\*: at most 1e-5 m, 2e10 \| \<x>")


class Tables(unittest.TestCase):
    def test_what_people_wrote_stays_in_its_row_and_order(self):
        text, problems = faults_and_text(PAGE, reference.keys_table(lambda _: ["a", "b"]))
        self.assertEqual((text, problems), (PAGE, []))

    def test_a_new_key_gets_a_row_and_needs_a_meaning(self):
        text, problems = faults_and_text(PAGE, reference.keys_table(lambda _: ["a", "b", "c"]))
        self.assertIn("| `c` | | |\n<!-- end -->", text)
        self.assertEqual(problems, ["keys: `c`: write its meaning"])

    def test_a_key_that_is_gone_loses_its_row(self):
        text, problems = faults_and_text(PAGE, reference.keys_table(lambda _: ["a"]))
        self.assertNotIn("`b`", text)
        self.assertEqual(problems, [])

    def test_a_kept_cell_names_what_the_program_has(self):
        problems = []
        old = "| type | keys (default) | effect |\n| --- | --- | --- |\n| `step` | `count` (1) | steps |\n"
        data = {"live_commands": [{"type": "step", "keys": ["count", "size"]}]}
        self.assertEqual(reference.live_commands(data, old, problems), old)
        self.assertEqual(problems, ["`step`: `size` is not named"])

    def test_defaults_follow_the_program(self):
        old = "| key | meaning | default |\n| --- | --- | --- |\n| `stiffness` | of it | 7 |\n"
        text = reference.hand_keys({"hand_fields": HAND}, old, [])
        self.assertIn("| `stiffness` | of it | 1000 |", text)
        self.assertIn("| `max_force` | | unlimited |", text)

    def test_unknown_parts_are_found(self):
        self.assertEqual(faults_and_text(PAGE.replace("keys -->", "kyes -->"), None)[1], ["there is no part \"kyes\""])


class Parts(unittest.TestCase):
    def test_expectations_that_differ_in_a_name_share_an_item(self):
        lines = reference.expected_lines(["a: is 1 m", "b: is 1 m", "penetration at most 1e-06 m"])
        self.assertEqual(lines, ["- a, b: is 1 m", "- penetration at most 1e-6 m"])

    def test_keys_of_expectations_show_a_shared_unit_once(self):
        numbers = [{"key": key, "unit": "m", "default": None} for key in ("min", "max")]
        expectation = {"bodies": "pattern", "axis": True, "numbers": numbers}
        self.assertEqual(reference.expectation_keys(expectation), "`bodies`, `axis` (`x`, `y`, `z`), `min`, `max` (m)")

    def test_solvers_of_an_option(self):
        data = {"solvers": [{"name": name} for name in "abcd"]}
        texts = [reference.option_solvers({"solvers": list(has)}, data) for has in ("", "a", "abc")]
        self.assertEqual(texts, ["all", "`a`", "all but `d`"])


if __name__ == "__main__":
    unittest.main()
