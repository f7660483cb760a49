#!/usr/bin/env python3
"""Checks that run_page.py finds what does not work. Takes no build: a script stands for the program."""
import contextlib
import io
import os
import shutil
import tempfile
import unittest
from pathlib import Path

import markdown_pages as md
import run_page

PROGRAM = "#!/bin/sh\necho \"$@\" >> log\n[ \"$1\" != bad ] || exit 2\n"


class RunPage(unittest.TestCase):
    def setUp(self):
        self.build = Path(tempfile.mkdtemp())
        program = self.build / "stiction"
        program.write_text(PROGRAM)
        os.chmod(program, 0o755)
        self.addCleanup(shutil.rmtree, self.build)

    def follow(self, text):
        reader = run_page.Reader(self.build, Path("/nonexistent"))
        self.addCleanup(shutil.rmtree, reader.folder)
        for block in md.split_code(text)[1]:
            reader.follow(block)
        return reader.folder

    def test_files_are_saved_and_commands_run_in_order(self):
        folder = self.follow("<!-- file: a.json -->\n```json\n{}\n```\n```sh\ncat a.json > b.json\n# a comment\n```\n")
        self.assertEqual((folder / "b.json").read_text(), "{}\n")

    def test_a_failing_command_is_found(self):
        with self.assertRaises(run_page.PageError):
            self.follow("```sh\nbuild/stiction bad\n```\n")

    def test_a_wanted_failure_is_fine_and_a_missing_one_is_not(self):
        self.follow("```sh\nbuild/stiction bad   # exit 2\n```\n")
        with self.assertRaises(run_page.PageError):
            self.follow("```sh\nbuild/stiction good  # exit 2\n```\n")

    def test_words_for_the_test_reach_runs_and_checks_alone(self):
        folder = self.follow("<!-- test: --duration 1 -->\n```sh\nbuild/stiction run a  # long\nbuild/stiction scenes\n```\n")
        self.assertEqual((folder / "log").read_text(), "run a --duration 1\nscenes\n")

    def test_code_that_is_neither_a_file_nor_a_fragment_is_found(self):
        self.follow("<!-- fragment -->\n```json\n{\n```\n")
        with self.assertRaises(run_page.PageError):
            self.follow("```json\n{}\n```\n")

    def test_only_what_ci_runs_may_be_left_to_it(self):
        self.follow("<!-- shown by ci -->\n```sh\n./test\n```\n")
        with self.assertRaises(run_page.PageError):
            self.follow("<!-- shown by ci -->\n```sh\nbuild/stiction run arch\n```\n")

    def test_a_block_that_needs_a_program_runs_where_it_is_built(self):
        page = "<!-- needs: stiction-bench -->\n```sh\nbuild/stiction bad\n```\n"
        self.follow(page)
        (self.build / "stiction-bench").touch()
        with self.assertRaises(run_page.PageError):
            self.follow(page)

    def test_a_page_that_fails_is_named_with_its_line(self):
        page = Path(tempfile.mkdtemp()) / "page.md"
        page.write_text("# Title\n\n```sh\nfalse\n```\n")
        self.addCleanup(shutil.rmtree, page.parent)
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            self.assertFalse(run_page.follow_page(page, self.build))
        self.assertIn("page.md:3: `false` ended with status 1", output.getvalue())


if __name__ == "__main__":
    unittest.main()
