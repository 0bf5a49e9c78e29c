"""Remember what exports wrote last, so that a value which a teacher changed on a platform since is not overwritten."""

import csv
import io
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

from grader.core.errors import ReportError
from grader.core.escape import line
from grader.core.shapes import Json

EXPORTED = "exported"
"""Key of a folder's settings: the grades written last, by platform and column, then by student."""
MOODLE_NAMES = {
    "idnumber": ("id number", "idnumber"),
    "username": ("username",),
    "email": ("email address", "email"),
}
MAX_NAMED = 20


class LastExport:
    """The grades that earlier exports wrote, those that this one writes, and the values that it leaves alone."""

    def __init__(self, noted: Json = None, *, replaces: bool = False) -> None:
        """Take what an earlier run noted; with `replaces`, every value may be overwritten."""
        self.noted: dict[str, dict[str, str]] = {}
        for target, grades in (noted if isinstance(noted, dict) else {}).items():
            self.noted[target] = dict(grades) if isinstance(grades, dict) else {}
        self._replaces = replaces
        self._kept: dict[str, list[str]] = {}

    def wrote(self, target: str, student: str) -> str:
        """Return what was written last for a student; empty if nothing was."""
        return self.noted.get(target, {}).get(student, "")

    def has(self, target: str) -> bool:
        """Return whether something was written there before."""
        return bool(self.noted.get(target))

    def may_write(self, target: str, student: str, new: str, current: str | None = None) -> bool:
        """Return whether a grade may be written over the current value, or over what was written last if that is unknown."""
        last = self.noted.get(target, {}).get(student)
        there = last if current is None else current
        known = ("", new) if current is None else ("", new, last or "")
        if not self._replaces and there is not None and not any(_same(there, value) for value in known):
            was = f", {last} was written last" if current is not None and last else ""
            self._kept.setdefault(target, []).append(f"{line(student)} has {line(there)}, not {new}{was}")
            return False
        self.noted.setdefault(target, {})[student] = new
        return True

    def sentences(self) -> list[str]:
        """Return a sentence for each platform on the values that stay."""
        return [
            f"{target}: {len(kept)} {'value was' if len(kept) == 1 else 'values were'} not written, since they would "
            f"replace others than those written last: {'; '.join(kept[:MAX_NAMED])}"
            f"{f'; and {len(kept) - MAX_NAMED} more' if len(kept) > MAX_NAMED else ''}. --replace writes them."
            for target, kept in self._kept.items()
        ]


def _same(first: str, second: str) -> bool:
    """Return whether two cells hold the same grade, as Canvas compares them: by two decimals, a decimal comma allowed."""
    try:
        return round(_number(first), 2) == round(_number(second), 2)
    except InvalidOperation:
        return first.strip().casefold() == second.strip().casefold()


def _number(text: str) -> Decimal:
    return Decimal(text.strip().replace(",", "."))


def moodle_values(gradebook: bytes, column: str, identify_by: str) -> Mapping[str, str]:
    """Return the values of a column in a gradebook that Moodle exported as CSV, by the students' identifiers.

    Raises:
        ReportError: The file has no such column, or nothing that identifies students.
    """
    try:
        rows = list(csv.reader(io.StringIO(gradebook.decode("utf-8-sig"), newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise ReportError(
            "the gradebook of Moodle is not CSV in UTF-8; export it again as plain text, by comma"
        ) from error
    heading = rows[0] if rows else []
    own = [place for place, name in enumerate(heading) if name.strip().casefold() in MOODLE_NAMES[identify_by]]
    fits = [place for place, name in enumerate(heading) if column.strip() in (name, *_titles(name))]
    if not own or len(fits) != 1:
        wanted = f"one column {column!r}" if own else f"the column {MOODLE_NAMES[identify_by][0]!r}"
        raise ReportError(f"the gradebook of Moodle does not have {wanted}; export it again, or correct --column")
    long_rows = (row for row in rows[1:] if len(row) == len(heading))
    return {row[own[0]].strip(): "" if row[fits[0]].strip() == "-" else row[fits[0]] for row in long_rows}


def _titles(name: str) -> tuple[str, str]:
    """Return the title in a heading such as `Assignment: Decoding (Real)`, with and without its kind."""
    title = name.removesuffix(" (Real)")
    return title, title.partition(": ")[2]
