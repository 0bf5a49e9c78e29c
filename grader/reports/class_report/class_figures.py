"""The figures of a class: what `counting` finds, as plain values that every format writes in its own way."""

from __future__ import annotations

from typing import NamedTuple

from grader.core.result import CourseStamp, Verdict

BINS = 11
"""Ten for the scores below all points, each of ten percent, and one for all points."""


class Who(NamedTuple):
    """Some students: how many, and who, which an anonymous report leaves out."""

    size: int
    students: tuple[str, ...] = ()


class CheckFigures(NamedTuple):
    """One check: how many results have it, how many pass it, and how many never got there."""

    name: str
    asked: int
    passed: int
    skipped: int


class MistakeFigures(NamedTuple):
    """A named mistake, who made it, and a call that shows it if one may be told."""

    exercise: str
    name: str
    title: str
    words: str
    who: Who
    call: str = ""
    got: str = ""
    expected: str = ""


class Trouble(NamedTuple):
    """What keeps a student from passing an exercise: a named mistake, or the first failed check and how it failed."""

    verdict: Verdict
    check: str = ""
    mistake: str = ""
    """The mistake's name."""


class StudentGroup(NamedTuple):
    """The students who are in the same trouble with an exercise."""

    trouble: Trouble
    title: str
    """The mistake's title, if one was named."""
    who: Who


class SecondsFigures(NamedTuple):
    """How long grading an exercise took."""

    median: float
    slowest: float
    slowest_student: str


class ExerciseFigures(NamedTuple):
    """One exercise: how it went, check by check, and who needs help with what."""

    id: str
    title: str
    graded: int
    outcomes: dict[Verdict, int]
    checks: tuple[CheckFigures, ...]
    mistakes: tuple[MistakeFigures, ...]
    groups: tuple[StudentGroup, ...]
    """Those who have not passed, the largest group first; each of them is in one."""
    seconds: SecondsFigures | None

    @property
    def passed(self) -> int:
        """Return how many pass it."""
        return self.outcomes.get(Verdict.PASS, 0)


class StudentStanding(NamedTuple):
    """How far a student is."""

    student: str
    score: int
    max_score: int
    passed: int
    exercises: int


class Late(NamedTuple):
    """A late submission; by how much is not always known."""

    student: str
    seconds: int | None


class Edition(NamedTuple):
    """What some results were graded with."""

    course: CourseStamp
    tool_version: str
    results: int


class ScoreFigures(NamedTuple):
    """How the scores are distributed; results in which there are no points to earn have none."""

    bins: tuple[int, ...]
    counted: int
    median_percent: float | None
    median_points: float | None
    """Known only if the same points can be earned in all results."""
    max_score: int | None


class ClassFigures(NamedTuple):
    """All that a class report says."""

    results: int
    scores: ScoreFigures
    exercises: tuple[ExerciseFigures, ...]
    mistakes: tuple[MistakeFigures, ...]
    """Over all exercises, the most frequent first."""
    lowest: tuple[StudentStanding, ...]
    """Those with the smallest share of the points, who have not got all; the lowest first."""
    late: tuple[Late, ...]
    late_count: int
    missing: Who
    strangers: Who
    """Those who are not on the roster that was graded with."""
    ended: tuple[tuple[Verdict, Who], ...]
    """In how many submissions something ended in another way than right or wrong, and whose they are."""
    editions: tuple[Edition, ...]
    """More than one: these results should not be compared."""
    left_out: tuple[str, ...]
    left_out_count: int
    is_anonymous: bool = False


def anonymous(figures: ClassFigures) -> ClassFigures:
    """Return the same figures without anything that says who; names of files say who, too."""
    return figures._replace(
        exercises=tuple(map(_anonymous_exercise, figures.exercises)),
        mistakes=tuple(each._replace(who=_nobody(each.who)) for each in figures.mistakes),
        lowest=(),
        late=(),
        missing=_nobody(figures.missing),
        strangers=_nobody(figures.strangers),
        ended=tuple((verdict, _nobody(who)) for verdict, who in figures.ended),
        left_out=(),
        is_anonymous=True,
    )


def _anonymous_exercise(exercise: ExerciseFigures) -> ExerciseFigures:
    return exercise._replace(
        mistakes=tuple(each._replace(who=_nobody(each.who)) for each in exercise.mistakes),
        groups=tuple(each._replace(who=_nobody(each.who)) for each in exercise.groups),
        seconds=exercise.seconds and exercise.seconds._replace(slowest_student=""),
    )


def _nobody(who: Who) -> Who:
    return Who(who.size)
