"""A row of the table: what was promised, where the measured value is kept, and what would satisfy the promise."""
import math
from collections.abc import Callable
from dataclasses import dataclass

HOLDS, SHORT, REPORTED, UNMEASURED = "holds", "short", "reported", "not measured"


@dataclass(frozen=True)
class Source:
    """A value in a kept results file. `read` takes the content, and raises LookupError where the value is missing."""
    file: str  # in bench/results/
    read: Callable
    how: str  # for people: what was run
    needs: tuple = ()  # runs of scenes, or patterns of tests, that the file must hold


@dataclass(frozen=True)
class Judged:
    """A value that says itself whether the promise is kept."""
    text: str
    holds: bool


@dataclass(frozen=True)
class Tally:
    """Outcomes of tests or expectations."""
    passed: int
    failed: int
    skipped: int = 0

    def __str__(self):
        text = f"{self.passed} of {self.passed + self.failed} hold"
        return text + (f", {self.skipped} left out" if self.skipped else "")


@dataclass(frozen=True)
class Bound:
    least: float = -math.inf
    most: float = math.inf

    def holds(self, value):
        return self.least <= value <= self.most  # false for NaN


@dataclass(frozen=True)
class Row:
    id: str
    what: str
    promised: str
    source: Source
    bound: Bound | None = None  # in the row's unit; None: reported only, unless the value judges itself
    unit: str = ""
    short: str = ""  # for rows that are short: why, and what was tried


def at_most(value):
    return Bound(most=value)


def at_least(value):
    return Bound(least=value)


def verdict(row, value):
    if value is None:
        return UNMEASURED
    if isinstance(value, Tally):
        if value.failed > 0:
            return SHORT
        return HOLDS if value.passed > 0 else UNMEASURED
    if isinstance(value, Judged):
        return HOLDS if value.holds else SHORT
    if row.bound is None:
        return REPORTED
    return HOLDS if row.bound.holds(value) else SHORT


def number(value, digits=3):
    """So many significant digits, thousands apart; powers of ten where there would be many zeros."""
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    if not 1e-3 <= abs(value) < 1e7:
        return f"{value:.1e}"
    decimals = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    text = f"{value:,.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def shown(row, value):
    if value is None:
        return "–"
    if isinstance(value, Judged):
        return value.text
    if isinstance(value, (Tally, str)):
        return str(value)
    nearly_all = row.unit == "%" and 99 < value < 100
    return f"{number(value, 5 if nearly_all else 3)} {row.unit}".strip()
