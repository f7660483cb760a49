#!/usr/bin/env python3
"""Runs the code of a page as a reader would: saves its files, runs its commands, in order.

    run_page.py BUILD PAGE...      BUILD: the build folder with the program and the library

Every page gets a fresh folder in which build/stiction, docs, examples and bench are links to the project's. Blocks of
code are marked by comments in the line before:

    <!-- file: NAME -->     the block is the content of this file
    <!-- fragment -->       a part of something, for show
    <!-- test: WORDS -->    these words are added to the commands `build/stiction run` and `check` of the block
    <!-- shown by ci -->    continuous integration runs this anyway: installation, building, testing
    <!-- needs: PROGRAM --> run where the build folder has this program, which is not built by default

A command that ends with `# exit N` must end with that status, all others with 0. `build/stiction view` is opened like
a browser would open it, and closed by Ctrl-C.
"""
import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

import markdown_pages as md

LIMIT = 120  # [s] of one command; it only ends what hangs
SHOWN_BY_CI = re.compile(r"^(\./run\b|\./test\b|tools/setup\b|cmake\b|ctest\b|(sudo )?apt(-get)?\b|git clone\b|cd\b)")
ADDRESS = re.compile(rb"http://127\.0\.0\.1:\d+/")


class PageError(Exception):
    """The page shows something that does not work."""


def commands_of(text):
    """The commands of a block, each with its wanted exit status."""
    for line in text.replace("\\\n", " ").split("\n"):
        line = line.strip()
        if line and not line.startswith("#"):
            wanted = re.search(r"#.*\bexit (\d+)\s*$", line)
            yield line, int(wanted.group(1)) if wanted else 0


def words_added(line, words):
    """The line with words after `build/stiction run SCENE` or `check SCENE...`, before a comment or a pipe."""
    if not words or not re.search(r"build/stiction (run|check)\b", line):
        return line
    end = re.search(r"\s(#|\||>|&&|;)", line)
    at = end.start() if end else len(line)
    return f"{line[:at]} {words}{line[at:]}"


class Reader:
    """Follows one page in a folder of its own."""

    def __init__(self, build, prefix):
        self.build = build
        self.folder = Path(tempfile.mkdtemp(prefix="page-"))
        self.environment = dict(os.environ, CMAKE_PREFIX_PATH=str(prefix), LD_LIBRARY_PATH=str(prefix / "lib"),
                                XDG_CACHE_HOME=str(self.folder / ".cache"))
        (self.folder / "build").mkdir()
        (self.folder / "build" / "stiction").symlink_to(build / "stiction")
        for name in ("docs", "examples", "bench"):
            (self.folder / name).symlink_to(md.ROOT / name)

    def follow(self, block):
        notes = dict(note.partition(": ")[::2] for note in block.notes)
        if "needs" in notes and not (self.build / notes["needs"]).exists():
            return
        if "file" in notes:
            path = self.folder / notes["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.language == "sh":
            for line, status in commands_of(block.text):
                self.command(line, status, notes)
        elif block.language in ("json", "cpp", "python", "cmake", "") and "fragment" not in notes:
            raise PageError(f"a block of {block.language or 'no language'} is neither a file nor marked as a fragment")

    def command(self, line, status, notes):
        if "shown by ci" in notes:
            if not SHOWN_BY_CI.match(line):
                raise PageError(f"`{line}` is marked as shown by CI, which does not run it")
        elif re.match(r"build/stiction view\b", line):
            self.view(line)
        else:
            self.run(words_added(line, notes.get("test")), status)

    def run(self, line, status):
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", line], cwd=self.folder, env=self.environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT)
        if done.returncode != status:
            output = done.stdout.decode(errors="replace")[-2000:]
            raise PageError(f"`{line}` ended with status {done.returncode} instead of {status}:\n{output}")

    def view(self, line):
        """Opens what the page would open in a browser, then presses Ctrl-C."""
        words = re.sub(r"\s#.*$", "", line)
        with subprocess.Popen(["bash", "-c", f"exec {words} --port 0"], cwd=self.folder, env=self.environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as view:
            address = next((found for found in map(ADDRESS.search, view.stdout) if found), None)
            if address is None:
                raise PageError(f"`{line}` printed no address and ended with status {view.wait(LIMIT)}")
            with urllib.request.urlopen(address.group(0).decode(), timeout=LIMIT) as page:
                shown = page.read()
            view.send_signal(signal.SIGINT)
            status = view.wait(LIMIT)
        if b"<html" not in shown or status not in (0, 130):
            raise PageError(f"`{line}` showed no page or ended with status {status}")


def install(build):
    """The library, installed for the pages that build against it."""
    prefix = Path(tempfile.mkdtemp(prefix="stiction-"))
    subprocess.run(["cmake", "--install", str(build), "--prefix", str(prefix)], check=True, stdout=subprocess.DEVNULL)
    return prefix


def follow_page(page, build):
    _, blocks = md.split_code((md.ROOT / page).read_text(encoding="utf-8"))
    needs_library = any("find_package(stiction" in block.text for block in blocks)
    reader = Reader(build, install(build) if needs_library else Path("/nonexistent"))
    for block in blocks:
        try:
            reader.follow(block)
        except (PageError, OSError, subprocess.TimeoutExpired) as error:
            print(f"{page}:{block.line}: {error}")
            return False
    print(f"{page}: {len(blocks)} blocks")
    return True


def main():
    build, pages = Path(sys.argv[1]).resolve(), sys.argv[2:]
    if not all([follow_page(Path(page), build) for page in pages]):
        sys.exit(1)


if __name__ == "__main__":
    main()
