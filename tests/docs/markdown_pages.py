"""The project's Markdown pages: which there are, their parts, their links."""
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^(\s*)(```+)\s*(\S*)(.*)$")
LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
COMMENT = re.compile(r"^<!--\s*(.*?)\s*-->$")
HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")


@dataclass
class Block:
    """A fenced block of code, with the comments that stand directly before it."""

    line: int
    language: str
    text: str
    notes: list = field(default_factory=list)


def pages(root=ROOT):
    """All Markdown pages that git knows or would add, as paths relative to the root."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=root, check=True,
                            capture_output=True, text=True).stdout.split("\n")
    return [Path(name) for name in listed if name and (root / name).is_file()]


def split_code(text):
    """The lines outside of fenced blocks (the others are empty), and the blocks."""
    prose, blocks, notes, fence, block = [], [], [], None, None
    for number, line in enumerate(text.split("\n"), 1):
        match = FENCE.match(line)
        if fence is None and match:
            fence, block = match.group(2), Block(number, match.group(3), "", notes)
            notes = []
            prose.append("")
        elif fence is not None:
            prose.append("")
            if line.strip() == fence:
                blocks.append(block)
                fence = None
            else:
                block.text += line + "\n"
        else:
            note = COMMENT.match(line.strip())
            notes = notes + [note.group(1)] if note else ([] if line.strip() else notes)
            prose.append(line)
    return prose, blocks


def without_inline_code(line):
    return re.sub(r"`[^`]*`", "", line)


def slug(heading):
    """The anchor that GitHub gives a heading."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(prose):
    found, counts = set(), {}
    for line in prose:
        match = HEADING.match(line)
        if match:
            name = slug(match.group(2))
            counts[name] = counts.get(name, -1) + 1
            found.add(name if counts[name] == 0 else f"{name}-{counts[name]}")
        found.update(re.findall(r'<a (?:id|name)="([^"]+)"', line))
    return found


def links(prose):
    """Pairs of line number and target."""
    for number, line in enumerate(prose, 1):
        for match in LINK.finditer(without_inline_code(line)):
            yield number, match.group(2)


def table_rows(prose):
    """Pairs of line number and the cells of a table's row; rules between head and body are left out."""
    for number, line in enumerate(prose, 1):
        text = line.strip()
        if text.startswith("|") and not re.fullmatch(r"\|[\s:|-]+", text):
            yield number, [cell.strip() for cell in re.split(r"(?<!\\)\|", text.strip("|"))]


def word_count(text):
    """Words of prose; links count by their text, comments and rules of tables not at all."""
    text = re.sub(r"<!--.*?-->", " ", text, flags=re.S)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return len([word for word in re.split(r"[\s|]+", text) if re.search(r"\w", word)])
