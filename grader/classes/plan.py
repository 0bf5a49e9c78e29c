"""Plan a run before anything is graded: each student's submission with its seed and deadline."""

import os
import secrets
from datetime import datetime

from grader.classes.deadlines import Times
from grader.classes.discover import FoundSubmission
from grader.classes.job import PlannedSubmission
from grader.classes.matching import Matched
from grader.classes.roster import Student
from grader.core.shapes import Json
from grader.grading.submission.files import ARCHIVES


def choose_seed(given: int | None, noted: Json = None) -> int:
    """Return the seed of random inputs that was given, else the one that an earlier run noted, else a random one."""
    if given is not None:
        return given
    # The exact type: the file may have been edited, and True is an int, too.
    if type(noted) is int and noted >= 0:
        return noted
    return secrets.randbelow(2**32)  # not `random`: learners must not be able to prepare for the inputs


def plan_submissions(
    matched: Matched, seed: int, deadlines: Times | None = None, submitted: Times | None = None
) -> list[PlannedSubmission]:
    """Return the submissions to grade, in the order in which they were found."""
    return [
        PlannedSubmission(
            student=student.id,
            seed=seed,
            path=str(found.path.absolute()),  # the process that grades may have another current folder
            files=found.files,
            submitted=_iso(_submission_time(student, found, deadlines, submitted)),
            due=_iso(deadlines.of(student.id) if deadlines else None),
            # The platform's mark is against the deadline of all, which an extension replaces.
            is_marked_late=found.is_marked_late and not (deadlines and deadlines.has_own(student.id)),
            is_known=student.id not in matched.unknown,
            obstacle=found.obstacle,
            kind=found.kind,
            root=str(found.root.absolute()) if found.root else "",
        )
        for student, found in matched.submissions
    ]


def _submission_time(
    student: Student, found: FoundSubmission, deadlines: Times | None, submitted: Times | None
) -> datetime | None:
    """Return when a submission came: by the table, else by Moodle's worksheet in the deadline's zone, else by its archive."""
    if time := submitted.of(student.id) if submitted else None:
        return time
    due = deadlines.of(student.id) if deadlines else None
    if student.submitted and due:
        return student.submitted.replace(tzinfo=due.tzinfo)
    return _archive_time(found)


def _archive_time(found: FoundSubmission) -> datetime | None:
    """Return when an archive was written; None for a folder: copying and unpacking change its time."""
    if not ARCHIVES.search(found.path.name):
        return None
    try:
        # Whole seconds: some file systems store no more, and a copied class must keep its hashes.
        seconds = int(os.stat(found.path, follow_symlinks=found.root is None).st_mtime)
        return datetime.fromtimestamp(seconds).astimezone()
    except (OSError, OverflowError, ValueError):  # a student can set a file's time to the year 30,000
        return None


def _iso(time: datetime | None) -> str | None:
    return time.isoformat() if time else None
