"""Set hand-ins of another course aside, by the note in their workspaces; their learners can have written anything there."""

import json
from collections.abc import Sequence

from grader.classes.discover import FoundSubmission, only_folder
from grader.core.errors import CourseError
from grader.core.result import OTHER_COURSE
from grader.files.regular_file import UnreadableError, read_below

NOTE = ".learn/workspace.json"
MAX_BYTES, MAX_NAME = 1 << 16, 80


def set_aside_others(submissions: Sequence[FoundSubmission], course_id: str, place: str) -> list[FoundSubmission]:
    """Return the submissions, those that name another course with the reason why they are not graded.

    Args:
        submissions: The submissions.
        course_id: The id of the course that was found without being named.
        place: What names that course after `--course`.

    Raises:
        CourseError: All name another course, so that everybody would get 0 points.
    """
    noted = [noted_course(submission) for submission in submissions]
    others = {name for name in noted if name not in ("", course_id)}
    advice = f"name their course with --course FOLDER, or add --course {place} if they are of this one"
    if others.issuperset(noted):
        names = ", ".join(map(repr, sorted(others)))
        raise CourseError(f"these files are of the course {names}, not of {course_id!r}; {advice}")
    return [
        submission._replace(obstacle=f"is of the course {name!r}, says {NOTE}; {advice}", kind=OTHER_COURSE)
        if name in others
        else submission
        for submission, name in zip(submissions, noted, strict=True)
    ]


def noted_course(submission: FoundSubmission) -> str:
    """Return the id of the course in the note of a workspace; empty if it is no whole note in a folder."""
    if submission.files:
        return ""
    folder, root = submission.path.absolute(), (submission.root or submission.path).absolute()
    try:
        note = json.loads(read_below(root, only_folder(folder) / NOTE, MAX_BYTES) or b"{}")
    except (UnreadableError, ValueError, RecursionError):
        return ""
    course = note.get("course") if isinstance(note, dict) else None
    return course[:MAX_NAME] if isinstance(course, str) else ""
