#!/usr/bin/env python3
"""Checks the project's pages: links resolve, pages and table cells stay short, retired words stay out."""
import re
import unittest
from pathlib import Path

import markdown_pages as md

MOST_WORDS = 1500       # of a page that is read from top to bottom
MOST_CELL_WORDS = 15    # of a cell of a table
NOTEBOOK = Path("docs/notebook")
FREE_OF_LENGTH = (NOTEBOOK, Path("docs/reference"))
READERS_PAGES = [page for page in md.pages()
                 if page.parts[0] == "docs" or str(page) in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md")]


def inside(page, folders):
    return any(folder in page.parents for folder in folders)


def text_of(page):
    return (md.ROOT / page).read_text(encoding="utf-8")


def retired_phrases():
    """The phrases that the glossary marks with *never*."""
    phrases = []
    for _, cells in md.table_rows(text_of(Path("docs/glossary.md")).split("\n")):
        if cells[-1].startswith("never: "):
            phrases += [phrase.strip() for phrase in cells[-1].removeprefix("never: ").split(",")]
    return phrases


class Links(unittest.TestCase):
    def test_every_link_leads_to_a_file_and_an_anchor(self):
        prose = {page: md.split_code(text_of(page))[0] for page in md.pages()}
        found = {page: md.anchors(lines) for page, lines in prose.items()}
        count, broken = 0, []
        for page, lines in prose.items():
            for line, target in md.links(lines):
                if re.match(r"[a-z]+:", target):
                    continue
                count += 1
                name, _, anchor = target.partition("#")
                file = (md.ROOT / page).parent / name if name else md.ROOT / page
                if not file.exists():
                    broken.append(f"{page}:{line}: {target} is not there")
                    continue
                inside_root = file.resolve().relative_to(md.ROOT)
                if anchor and inside_root.suffix == ".md" and anchor not in found.get(inside_root, ()):
                    broken.append(f"{page}:{line}: {inside_root} has no heading #{anchor}")
        self.assertGreater(count, 100)
        self.assertEqual(broken, [])

    def test_every_page_of_docs_can_be_reached_from_the_map(self):
        reached, waiting = set(), [Path("docs/README.md")]
        while waiting:
            page = waiting.pop()
            if page in reached:
                continue
            reached.add(page)
            for _, target in md.links(md.split_code(text_of(page))[0]):
                name = target.partition("#")[0]
                if not name.endswith(".md") or re.match(r"[a-z]+:", target):
                    continue
                waiting.append(((md.ROOT / page).parent / name).resolve().relative_to(md.ROOT))
        lost = [str(page) for page in md.pages() if page.parts[0] == "docs" and page not in reached]
        self.assertEqual(lost, [])


class Lengths(unittest.TestCase):
    def test_pages_for_reading_are_short(self):
        long = {str(page): md.word_count(text_of(page)) for page in READERS_PAGES
                if not inside(page, FREE_OF_LENGTH) and md.word_count(text_of(page)) > MOST_WORDS}
        self.assertEqual(long, {})

    def test_readme_is_short(self):
        self.assertLessEqual(len(text_of(Path("README.md")).splitlines()), 150)

    def test_cells_of_tables_are_short(self):
        long = []
        for page in READERS_PAGES:
            if inside(page, (NOTEBOOK,)):
                continue
            for line, cells in md.table_rows(md.split_code(text_of(page))[0]):
                long += [f"{page}:{line}: {md.word_count(cell)} words: {cell[:60]}" for cell in cells
                         if md.word_count(cell) > MOST_CELL_WORDS]
        self.assertEqual(long, [])


class Files(unittest.TestCase):
    def test_a_reader_is_told_the_name_of_every_file_to_save(self):
        """The comment that names a file for the test does not show on the page; the prose before the block must name it."""
        nameless, count = [], 0
        for page in READERS_PAGES:
            prose, blocks = md.split_code(text_of(page))
            for block in blocks:
                for note in block.notes:
                    if note.startswith("file: "):
                        count += 1
                        name = Path(note.removeprefix("file: ")).name
                        if f"`{name}`" not in "\n".join(prose[:block.line]):
                            nameless.append(f"{page}:{block.line}: {name}")
        self.assertGreater(count, 10)
        self.assertEqual(nameless, [])


class Words(unittest.TestCase):
    def test_retired_phrases_stay_out_of_pages(self):
        phrases = retired_phrases()
        self.assertGreater(len(phrases), 10)
        pattern = re.compile(r"(?<!\w)(" + "|".join(map(re.escape, phrases)) + r")(?!\w)", re.I)
        found = []
        for page in READERS_PAGES:
            if inside(page, (NOTEBOOK,)) or page == Path("docs/glossary.md"):
                continue
            for number, line in enumerate(md.split_code(text_of(page))[0], 1):
                found += [f"{page}:{number}: {match}" for match in pattern.findall(md.without_inline_code(line))]
        self.assertEqual(found, [])

    def test_every_page_begins_with_a_title(self):
        without = [str(page) for page in READERS_PAGES if not text_of(page).startswith("# ")]
        self.assertEqual(without, [])


if __name__ == "__main__":
    unittest.main()
