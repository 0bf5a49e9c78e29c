"""Shares of a class: which students are the i-th machine's, so that machines that know nothing of each other can grade.

A student's share follows from the id alone: a submission that comes later moves nobody to another share.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from grader.classes.matching import Matched
from grader.core.errors import ClassError

WRITTEN = re.compile(r"([1-9][0-9]{0,4})/([1-9][0-9]{0,4})")


class Share(NamedTuple):
    """The share with a number, from 1 on, of `of` shares."""

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    def has(self, student: str) -> bool:
        """Say whether a student is in this share."""
        digest = hashlib.sha256(student.encode("utf-8", "surrogateescape")).digest()
        return int.from_bytes(digest[:8], "big") % self.of == self.number - 1


def part(matched: Matched, share: Share | None) -> Matched:
    """Return a share of a class; without one, all of it."""
    if share is None:
        return matched
    submissions = tuple(pair for pair in matched.submissions if share.has(pair[0].id))
    names = {found.name for _, found in submissions}
    return Matched(
        submissions,
        tuple(student for student in matched.missing if share.has(student.id)),
        tuple(name for name in matched.unknown if name in names),
    )


def read_share(text: str) -> Share | None:
    """Return the share that is written as 2/4; None if nothing is."""
    found = WRITTEN.fullmatch(text)
    share = Share(int(found[1]), int(found[2])) if found else None
    return share if share and share.number <= share.of else None


def settings(
    seeds: Mapping[str, Any], share: Share | None, matched: Matched, worksheet_seed: str | None
) -> dict[str, Any]:
    """Return what is noted in the folder of a run: of a share also whose results it is to hold in the end.

    What worksheets were drawn from stays unsaid; its hash shows whether it was the same for all shares.
    """
    if share is None:
        return dict(seeds)
    students = sorted(student.id for student, _ in matched.submissions)
    worksheets = None if worksheet_seed is None else hashlib.sha256(worksheet_seed.encode()).hexdigest()
    return {**seeds, "shard": str(share), "worksheets": worksheets, "students": students}


def check_folder(folder: Path, noted: Mapping[str, Any], share: Share | None) -> None:
    """Make sure that a folder holds nothing yet, or the results of this very share.

    Raises:
        ClassError: it holds those of another share, or of a whole class.
    """
    if not noted:
        return
    there, wanted = noted.get("shard"), str(share) if share else None
    if there != wanted:
        held = f"share {there}" if there else "a whole class"
        asked = f"share {wanted}" if wanted else "the whole class"
        raise ClassError(f"{folder}: holds the results of {held}; give another folder for {asked}")
