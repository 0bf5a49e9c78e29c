"""Plan a run before anything is graded: each student's submission with its seed and deadline."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from grader.classes.deadlines import Times
from grader.classes.job import BY_DATE, UNKNOWN, PlannedSubmission
from grader.classes.matching import Matched
from grader.core.shapes import Json
from grader.grading.submission.files import ARCHIVES

SEED = "seed"
"""The key of a folder's settings for the seed of random inputs."""
CLASS, DECIDED = "class", "decided"
"""Keys of a folder's settings: the ids of all students, and the machine's score under each decision."""
SUBMISSIONS, COMMAND = "submissions", "options"
"""Keys of a folder's settings for repeating one submission: each one's path and files, and options."""


def choose_seed(number: int | None, noted: Mapping[str, Json]) -> int:
    """Return the seed given on the command line, else the one that an earlier run noted, else a random one."""
    if number is not None:
        return number
    if type(noted.get(SEED)) is int:  # exactly: the file may have been edited, and True is an int, too
        return int(noted[SEED])
    return secrets.randbelow(2**32)  # not `random`: learners must not be able to prepare for the inputs


def everybody(matched: Matched, noted: Mapping[str, Json]) -> list[str]:
    """Return the ids of all students of a class: of this run, and of earlier ones into the same folder."""
    before = noted.get(CLASS, [])
    students = [*(student.id for student, _ in matched.submissions), *(student.id for student in matched.missing)]
    return list(dict.fromkeys([*students, *(before if isinstance(before, list) else [])]))


def plan_submissions(
    matched: Matched,
    seed: int,
    deadlines: Times | None = None,
    submitted: Times | None = None,
    *,
    is_at_deadline: bool = False,
) -> list[PlannedSubmission]:
    """Return the submissions to grade, in the order in which they were found; at their deadline, if that is asked for."""
    planned = [
        PlannedSubmission(
            student=student.id,
            seed=seed,
            path=str(found.path.absolute()),  # the process that grades may have another current folder
            files=found.files,
            submitted=_iso((submitted.of(student.id) if submitted else None) or _archive_time(found.path)),
            due=_iso(deadlines.of(student.id) if deadlines else None),
            # The platform's mark is against the deadline of all, which an extension replaces.
            is_marked_late=found.is_marked_late and not (deadlines and deadlines.has_own(student.id)),
            is_known=student.id not in matched.unknown,
            obstacle=found.obstacle,
        )
        for student, found in matched.submissions
    ]
    if not (is_at_deadline and deadlines):
        return planned
    return [_at_deadline(one, deadlines.of(one.student), submitted) for one in planned]


def _at_deadline(planned: PlannedSubmission, due: datetime | None, pushes: Times | None) -> PlannedSubmission:
    """Return a submission with the commit to grade: by the table of pushes, or without one by the commits' own dates."""
    if due is None or planned.files:
        return planned
    if pushes is None:
        return planned._replace(commit=BY_DATE)
    push = pushes.pushed(planned.student, due)
    if push is None:
        return planned._replace(commit=UNKNOWN)
    return planned._replace(submitted=_iso(push.time), commit=push.commit if push.time <= due else None)


def _archive_time(path: Path) -> datetime | None:
    """Return when an archive was written; None for a folder: copying and unpacking change its time."""
    if not ARCHIVES.search(path.name):
        return None
    try:
        # Whole seconds: some file systems store no more, and a copied class must keep its hashes.
        return datetime.fromtimestamp(int(path.stat().st_mtime)).astimezone()
    except OSError:
        return None


def _iso(time: datetime | None) -> str | None:
    return time.isoformat() if time else None
