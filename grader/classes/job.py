"""Jobs, planned submissions and result lines as plain values: they travel between processes and machines as JSON."""

from typing import NamedTuple, TypedDict

from grader.core.result import EXERCISE
from grader.core.shapes import JsonObject

UNREADABLE = "unreadable"
"""The status of a submission that cannot be opened, and of a file."""


class Job(NamedTuple):
    """The settings that all submissions of a run share."""

    exercise_ids: tuple[str, ...]
    confine: str
    course_sha256: str
    course_folder: str | None = None
    is_elsewhere: bool = False
    """Whether another machine may grade; it must have the same folders, and its errors name it."""


def load_job(data: JsonObject) -> Job:
    """Return the job that travelled as JSON, which has made lists of its tuples."""
    values: JsonObject = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return Job(**values)


class Reply(TypedDict, total=False):
    """The reply of a grading process to a task; the JSON object has the keys of one of three shapes.

    - `line`, and `document` unless the sender has the result already;
    - `stop`: a sentence that says why nothing can be graded here;
    - `fault`: the traceback of a bug of ours.
    """

    line: JsonObject
    document: JsonObject | None
    stop: str
    fault: str


class PlannedSubmission(NamedTuple):
    """One submission to grade; times are ISO 8601. For `path` and `files` see `discover.FoundSubmission`."""

    student: str
    """Empty where a submission is graded by itself and without an id."""
    seed: int
    path: str
    files: tuple[tuple[str, str], ...] = ()
    submitted: str | None = None
    due: str | None = None
    is_marked_late: bool = False
    is_known: bool = True
    is_alone: bool = False
    """Whether it is graded by itself."""
    obstacle: str = ""
    """Why it is not graded; empty if it is."""
    kind: str = ""
    root: str = ""
    """The folder that the user named, which is around the path; empty if it is the path itself."""


class SummaryLine(NamedTuple):
    """One line of the table that `learn grade` prints for a class."""

    student: str
    status: str
    score: int
    max_score: int
    look_at: str = ""
    late_seconds: int | None = None
    is_late: bool = False
    has_no_time: bool = False
    """Whether it has a deadline, and nothing says when it came."""
    is_misplaced: bool = False
    """Whether files were graded that are not where they should be."""
    is_unclear: bool = False
    """Whether files may be meant that were not graded."""
    is_new: bool = True
    before: str = ""
    """The score of the result that this one replaces, if it was another."""
    is_starved: bool = False
    """Whether time ran out on a machine too busy to give as much processor time as the limit."""
    is_second: bool = False
    """Whether it was graded twice for that reason, the second time alone."""
    seconds: float = 0.0
    graded_again: tuple[str, ...] = ()
    """The exercises that were graded, if the results of others were kept from an earlier run."""

    @property
    def is_unreadable(self) -> bool:
        """Return whether something was handed in that was not graded, so that there is no number."""
        return self.status == UNREADABLE


def summary_line(document: JsonObject) -> SummaryLine:
    """Return the line of a stored result."""
    facts = document["submission"]
    return SummaryLine(
        student=document["student"] or "",
        status=document["status"],
        score=document["score"],
        max_score=document["max_score"],
        look_at=_look_at(document),
        late_seconds=facts["late_seconds"],
        is_late=facts["late"],
        has_no_time=facts["due"] is not None and facts["submitted"] is None,
        is_misplaced=bool(facts.get("misplaced")),
        is_unclear=bool(facts.get("unclear")),
    )


def _look_at(document: JsonObject) -> str:
    """Say why nothing or not all could be graded; else name the first exercise that did not pass, and why not."""
    if unclear := document["submission"].get("unclear"):
        return "; ".join(unclear)
    if document["status"] == UNREADABLE:
        checks = (check for exercise in document["exercises"] for check in exercise["checks"])
        return str(next(check["message"] for check in checks if check["status"] == UNREADABLE))
    failed = next((exercise for exercise in document["exercises"] if exercise["status"] != "pass"), None)
    return f"{failed['id'].rpartition('/')[2]}: {EXERCISE.load(failed).reason}" if failed else ""
