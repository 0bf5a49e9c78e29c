"""The result of grading, from which every report is made, and its shape in JSON."""

import math
from collections.abc import Callable
from enum import Enum
from types import ModuleType
from typing import Any, NamedTuple

from grader.core.shapes import COUNT, FLAG, LINE, SECONDS, SHA256, TEXT, WHOLE, many, one_of, optional, record, simple

SCHEMA = "learn/result/v1"
UNCONFINED = {"own process", "limits"}
"""The layers of confinement that every platform has; neither keeps code from files, the network or other processes."""
KEPT_CHARACTERS = 4000
"""The most of its output that a check's result holds."""
OPEN = "open: "
"""Begins the entry of `confinement` that lists the effects which were still possible."""


class Verdict(Enum):
    """The verdict on a check, an exercise or a submission."""

    PASS = "pass"
    FAIL = "fail"
    ERROR = "error"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASH = "crash"
    OUTPUT = "output"
    FORBIDDEN = "forbidden"
    UNREADABLE = "unreadable"
    NOT_ATTEMPTED = "not-attempted"
    SKIPPED = "skipped"
    INTERNAL = "internal"


UNGRADED = (Verdict.INTERNAL, Verdict.UNREADABLE)
"""Verdicts on work that was not graded, all or in part: it has no number, and not 0."""


def combined(verdicts: list[Verdict]) -> Verdict:
    """Return the verdict of an exercise or submission from those of its parts.

    Our own fault outweighs everything, then what was not graded; all passed is a pass; nothing attempted is not
    attempted; otherwise the first verdict that asks something of the learner stands for the whole.
    """
    if ungraded := [verdict for verdict in UNGRADED if verdict in verdicts]:
        return ungraded[0]
    told = [verdict for verdict in verdicts if verdict not in (Verdict.PASS, Verdict.SKIPPED)]
    if not told:
        return Verdict.PASS
    unattempted = Verdict.FAIL if Verdict.PASS in verdicts else Verdict.NOT_ATTEMPTED
    return next((verdict for verdict in told if verdict is not Verdict.NOT_ATTEMPTED), unattempted)


SEVERAL = "is one of several submissions"
OTHER_COURSE = "is of another course"
WHOLE_CLASS = "holds the submissions of a class"
"""The obstacle of a student of whom there are several; the message names them, for the teacher."""
NOT_HANDED_IN = "not handed in"
"""The reason of an exercise without a file."""
NO_ATTEMPT = "not run yet: get two different calls right first"
"""The message of a check that was skipped since its function was not attempted."""


class NamedMistake(NamedTuple):
    """A typical mistake that the learner's function behaves like."""

    name: str
    title: str
    words: str
    is_partial: bool = False
    """Whether it is not all that is wrong with the work."""

    @property
    def told(self) -> str:
        """Return the title; of one of several mistakes, with words that say so before it."""
        return f"One of the mistakes here: {self.title}" if self.is_partial else self.title


class Mistake(NamedTuple):
    """A typical wrong version of a solution, and the text for learners whose function does the same."""

    name: str
    title: str
    words: str
    version: str
    """The name, which differs in the other versions of a mistake."""
    source: str
    """The whole file as somebody writes it who makes the mistake."""
    load: Callable[[], ModuleType]
    """Returns the module of that source, always the same one."""
    changes: tuple[str, ...] = ()
    """The functions and classes of the file that differ from the solution's."""
    edits: tuple[tuple[int, int, str], ...] = ()
    """How the source is made of the solution's code; empty if it is other code."""
    is_partial: bool = False
    """Whether it is not all that is wrong with the work."""

    @property
    def module(self) -> ModuleType:
        return self.load()


class Location(NamedTuple):
    """A place in the learner's file."""

    file: str
    line: int | None


class Vectors(NamedTuple):
    """Two vectors of numbers to be drawn side by side.

    `first` is the index of the first number that differs, `words` says how, and how many do.
    """

    got: tuple[float, ...]
    expected: tuple[float, ...]
    first: int
    words: str


class CheckResult(NamedTuple):
    """The result of one check. `note` is about work that passed.

    `obstacle` says what about the file, as in "is a link", kept the check from being made; empty if it was made.
    `source` is the line of the file at `location`, if something was raised or a limit met there; a caret in a line below
    it marks what is no Python. `step` is the first step that differs, of a function that uses a model or a cache.
    """

    name: str
    verdict: Verdict
    max_score: int
    message: str = ""
    call: str = ""
    got: str = ""
    expected: str = ""
    mistake: NamedMistake | None = None
    location: Location | None = None
    stdout: str = ""
    obstacle: str = ""
    source: str = ""
    vectors: Vectors | None = None
    step: str = ""

    @property
    def score(self) -> int:
        return self.max_score if self.verdict is Verdict.PASS else 0

    def to_json(self) -> dict[str, Any]:
        return dict(CHECK.dump(self))


class ExerciseResult(NamedTuple):
    """The result of one exercise."""

    id: str
    title: str
    file: str | None
    checks: tuple[CheckResult, ...]
    seconds: float = 0.0
    sha256: str = ""
    """The hash of all that the result was made from, if it was graded with a class."""
    is_starved: bool = False
    """Whether time ran out on a machine too busy to give as much processor time as the limit; not in the document."""

    @property
    def verdict(self) -> Verdict:
        return combined([check.verdict for check in self.checks])

    @property
    def score(self) -> int:
        return sum(check.score for check in self.checks)

    @property
    def max_score(self) -> int:
        return sum(check.max_score for check in self.checks)

    @property
    def is_graded(self) -> bool:
        return self.verdict not in UNGRADED

    def is_scored(self, check: CheckResult) -> bool:
        return check.verdict is Verdict.PASS or self.is_graded

    @property
    def first_failure(self) -> CheckResult | None:
        """Return the check to look at first: of a function that is written, if one of several is not."""
        failed = [check for check in self.checks if check.verdict not in (Verdict.PASS, Verdict.SKIPPED)]
        written = (check for check in failed if check.verdict is not Verdict.NOT_ATTEMPTED)
        return next(written, next(iter(failed), None))

    @property
    def reason(self) -> str:
        """Return why it did not pass: the named mistake, else what is wrong and in which line; empty if it passed."""
        check = self.first_failure
        if check is None:
            return ""
        if check.mistake:
            return check.mistake.told
        if not check.message:
            return f"{check.verdict.value}: {check.name}"
        message = check.message
        if check.verdict is Verdict.NOT_ATTEMPTED:
            return NOT_HANDED_IN if self.file is None and ";" not in message else message
        if check.verdict is Verdict.UNREADABLE:  # an archive that cannot be opened is one reason for many exercises
            return message.partition(" is missing, and ")[2] or message
        at_line = f" (line {check.location.line})" if check.source and check.location and check.location.line else ""
        return f"{message}{at_line}" if check.obstacle else f"{check.name}: {message}{at_line}"


class CourseStamp(NamedTuple):
    """The course that was graded against."""

    id: str
    version: int
    sha256: str


class Tool(NamedTuple):
    """The grader that graded."""

    version: str
    name: str = "token-by-token"


class Result(NamedTuple):
    """The result of one submission."""

    tool_version: str
    course: CourseStamp
    exercises: tuple[ExerciseResult, ...]
    student: str | None = None
    seed: int = 0
    confinement: tuple[str, ...] = ()

    @property
    def is_confined(self) -> bool:
        """Return whether strict confinement held: layers were applied, and no effect tried was still possible."""
        return set(self.confinement) != UNCONFINED and not any(layer.startswith(OPEN) for layer in self.confinement)

    @property
    def schema(self) -> str:
        return SCHEMA

    @property
    def verdict(self) -> Verdict:
        return combined([exercise.verdict for exercise in self.exercises])

    @property
    def score(self) -> int:
        return sum(exercise.score for exercise in self.exercises)

    @property
    def max_score(self) -> int:
        return sum(exercise.max_score for exercise in self.exercises)

    @property
    def is_graded(self) -> bool:
        return self.verdict not in UNGRADED

    def to_json(self) -> dict[str, Any]:
        """Return the document of schema `learn/result/v1`; the same input gives the same, durations apart."""
        return dict(RESULT.dump(self))


class Submitted(NamedTuple):
    """A submission among those of its class: the hash of all that its result depends on, and its times in ISO 8601."""

    sha256: str
    submitted: str | None = None
    due: str | None = None
    late_seconds: int | None = None
    is_late: bool = False
    is_on_roster: bool = True
    misplaced: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()


UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"))


def describe_lateness(seconds: int | None) -> str:
    """Return how late a submission is, in its two largest units: `1 day 8 hours late`; `late` if nobody knows."""
    if not seconds:
        return "late"
    parts = []
    for size, unit in UNITS:
        number, seconds = divmod(seconds, size)
        if number:
            parts.append(f"{number} {unit}{'' if number == 1 else 's'}")
    return f"{' '.join(parts[:2]) or 'less than a minute'} late"


VERDICT = one_of(Verdict).described("The verdict, the worst of those below it.")
MAYBE = optional(TEXT)
BLANK = optional(TEXT, "")
SCORE = COUNT.described("The points earned.")
MAX_SCORE = COUNT.described("The points that can be earned.")
MISTAKE = record(
    NamedMistake, "A typical mistake that the function behaves like.",
    name=TEXT.described("Its name in the course."), title=TEXT.described("A sentence that says what is wrong."),
    words=TEXT.described("The explanation: why it is wrong, and what to look at."),
    partial=("is_partial", optional(FLAG, none=False).described("True if more is wrong than this mistake; else null.")),
)  # fmt: skip
LOCATION = record(
    Location, "Where to look.",
    file=TEXT.described("The learner's file."), line=optional(LINE).described("The line, from 1; null if unknown."),
)  # fmt: skip
TOOL = record(
    Tool, "The program that graded.", name=TEXT.described("Its name."), version=TEXT.described("Its version.")
)
TOOL_VERSION = TOOL._replace(load=lambda data: TOOL.load(data).version, dump=lambda version: TOOL.dump(Tool(version)))
COURSE = record(
    CourseStamp, "The course that was graded against.",
    id=TEXT.described("Its id."), version=COUNT.described("Its version."),
    sha256=SHA256.described("A hash over its files."),
)  # fmt: skip
LAYERS = many(TEXT).described("The layers that confined the learner's process.")
NUMBERS = many(simple({"type": "number"}, (int, float), math.isfinite))
VECTORS = optional(
    record(
        Vectors, "Two vectors to be drawn side by side.",
        got=NUMBERS.described("The function's numbers."), expected=NUMBERS.described("The right ones."),
        first=COUNT.described("The position of the first that differs, from 0."),
        words=TEXT.described("The difference in words."),
    )
)  # fmt: skip
CHECK = record(
    CheckResult, "One check. Scores are whole numbers.",
    name=TEXT.described("The subject of the check, in a few words."),
    status=("verdict", one_of(Verdict).described("The verdict.")), score=SCORE, max_score=MAX_SCORE,
    message=TEXT.described("What is wrong, in a sentence; empty if nothing is."),
    call=BLANK.described("The call that is shown, as Python to paste."),
    got=BLANK.described("The function's answer to it."), expected=BLANK.described("The right answer to it."),
    mistake=optional(MISTAKE), location=optional(LOCATION),
    stdout=TEXT.described("The output of the function in that call."),
    obstacle=BLANK.described("What about the file kept the check from being made, such as “is a link”."),
    source=BLANK.described("The line of the file at `location`; a caret in a line below it marks what is no Python."),
    vectors=VECTORS,
    step=BLANK.described("The first step that differs, of a function that uses a model or a cache."),
)  # fmt: skip
EXERCISE = record(
    ExerciseResult, "One exercise.",
    id=TEXT.described("The exercise's id, `unit/name`."), title=TEXT.described("The title that people read."),
    status=("verdict", VERDICT), score=SCORE, max_score=MAX_SCORE,
    file=MAYBE.described("The learner's file; null if it was not handed in."),
    seconds=SECONDS.described("The time that grading took; two runs differ in it."),
    checks=many(CHECK).described("Its checks, in the order of the exercise."),
    sha256=optional(SHA256, "").described("A hash over all that the result depends on, if it was graded with a class."),
)  # fmt: skip
RESULT = record(
    Result, "The result of grading one submission; the same input gives the same, `seconds` apart.",
    schema=simple({"const": SCHEMA}, (str,), lambda value: value == SCHEMA).described("The name of this schema."),
    tool=("tool_version", TOOL_VERSION), course=COURSE,
    student=MAYBE.described("The student's name; null if it was not graded with a class."),
    seed=WHOLE.described("The seed that random arguments were drawn from."), confinement=LAYERS,
    status=("verdict", VERDICT), score=SCORE, max_score=MAX_SCORE,
    exercises=many(EXERCISE).described("The exercises that were graded."),
)  # fmt: skip
SUBMISSION = record(
    Submitted, "Of a result that was graded with its class. Its `seconds` are 0.",
    sha256=SHA256.described("A hash over all that the result depends on."),
    submitted=MAYBE.described("When the submission came, in ISO 8601."),
    due=MAYBE.described("When it was due, in ISO 8601."),
    late_seconds=optional(COUNT).described("By how much it is late, which changes no score."),
    late=("is_late", FLAG.described("Whether it is late.")),
    on_roster=("is_on_roster", FLAG.described("Whether the student is on the roster.")),
    misplaced=optional(many(TEXT), ()).described("Files that were graded though they are not where they should be."),
    unclear=optional(many(TEXT), ()).described("Sentences on files that may be meant and were not graded."),
)  # fmt: skip
