"""Jobs, planned submissions and result lines as plain values: they travel between processes and machines as JSON."""

from typing import NamedTuple, TypedDict

from grader.core.result import NO_SHEET, STRANGE_SHEET, SUBMISSION
from grader.core.shapes import JsonObject
from grader.grading.submission.files import QUESTIONS_ID, is_by_hand

UNREADABLE = "unreadable"
"""The status of a submission that cannot be opened, and of a file."""

BY_DATE, UNKNOWN = "by date", "unknown"
"""Instead of a commit's id: the last one whose own date is before the deadline; one that no table of pushes names."""


class Job(NamedTuple):
    """The settings that all submissions of a run share."""

    exercise_ids: tuple[str, ...]
    confine: str
    course_sha256: str
    course_folder: str | None = None
    worksheet_seed: str | None = None
    """The seed that the numbers on worksheets were drawn from; None if no worksheets are marked."""
    is_elsewhere: bool = False
    """Whether another machine may grade; it must have the same folders, and its errors name it."""
    worksheet_files: tuple[str, ...] = ()
    """The paths of worksheets outside the course, such as exams."""
    students: tuple[str, ...] = ()
    """The ids of the class if worksheets are marked."""
    question_folder: str | None = None
    """The folder of the sheets of questions to mark; None if none are marked."""
    is_at_deadline: bool = False
    """Whether a clone is graded as it was at the deadline, and as it is."""


def load_job(data: JsonObject) -> Job:
    """Return the job that travelled as JSON, which has made lists of its tuples."""
    values: JsonObject = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return Job(**values)


class Reply(TypedDict, total=False):
    """The reply of a grading process to a task; the JSON object has the keys of one of five shapes.

    - `sheet`, the questions that were drawn; None if there is nothing to ask;
    - `line`, and `document` unless the sender has the result already;
    - `stop`: a sentence that says why nothing can be graded here, and `may_pass` if that may be over later;
    - `fault`: the traceback of a bug of ours;
    - `seconds`, in reply to a job: how long a submission may take.
    """

    line: JsonObject
    document: JsonObject | None
    sheet: JsonObject | None
    stop: str
    may_pass: bool
    fault: str
    seconds: float
    is_last: bool
    """Whether the process must not grade another submission."""


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
    commit: str | None = None
    """The commit of a clone to grade instead of the folder as it is: an id, BY_DATE or UNKNOWN."""


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
    at_deadline: str = ""
    """Which commit was graded, and what the folder as it is would get; empty if the folder was graded."""
    fits_sheets: bool | None = None
    """Whether answers to worksheets fit a sheet of this class; None if there are none, or if they name no sheet."""
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
        at_deadline=SUBMISSION.load(facts).version,
        fits_sheets=_fits_sheets(document),
    )


def _fits_sheets(document: JsonObject) -> bool | None:
    """Say whether answers name a sheet that is somebody's; None if none name a sheet, or none can be read."""
    by_hand = [exercise for exercise in document["exercises"] if is_by_hand(exercise["id"])]
    seeded = [exercise for exercise in by_hand if exercise["id"] != QUESTIONS_ID]  # questions need no seed
    handed_in = [exercise for exercise in seeded or by_hand if exercise["file"]]
    obstacles = [{check.get("obstacle") for check in exercise["checks"]} for exercise in handed_in]
    if any(STRANGE_SHEET in found for found in obstacles):
        return False
    remarks = [[f"{check['message']} {check.get('note')}" for check in exercise["checks"]] for exercise in handed_in]
    read = [said for said, found in zip(remarks, obstacles, strict=True) if not any(found)]
    return any(NO_SHEET not in " ".join(said) for said in read) or None


def _look_at(document: JsonObject) -> str:
    """Say why nothing or not all could be graded; else name the first exercise that did not pass, and why not."""
    if unclear := document["submission"].get("unclear"):
        return "; ".join(unclear)
    if document["status"] == UNREADABLE:
        checks = (check for exercise in document["exercises"] for check in exercise["checks"])
        return str(next(check["message"] for check in checks if check["status"] == UNREADABLE))
    for exercise in document["exercises"]:
        if exercise["status"] == "pass":
            continue
        name = exercise["id"].rpartition("/")[2]
        titles = [check["mistake"]["title"] for check in exercise["checks"] if check["mistake"]]
        obstacles = [check["obstacle"] for check in exercise["checks"] if check.get("obstacle")]
        return f"{name}: {[*titles, *obstacles, exercise['status']][0]}"
    return ""
