"""Count a class's results one after another; what is kept of each is a few numbers and the student's id."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median

from grader.core.result import CheckResult, CourseStamp, ExerciseResult, Verdict
from grader.reports.class_report.class_figures import (
    BINS,
    CheckFigures,
    ClassFigures,
    Edition,
    ExerciseFigures,
    Late,
    MistakeFigures,
    ScoreFigures,
    SecondsFigures,
    StudentGroup,
    StudentStanding,
    Trouble,
    Who,
)
from grader.reports.class_report.load_results import LeftOut, Stored

ORDINARY = (Verdict.PASS, Verdict.FAIL, Verdict.NOT_ATTEMPTED, Verdict.SKIPPED)
LOWEST = 10
"""How many of those with the fewest points are named."""

Shown = tuple[str, str, str]
"""A call, what it gave and what it should have given."""


@dataclass
class _Check:
    asked: int = 0
    passed: int = 0
    skipped: int = 0


@dataclass
class _Mistake:
    title: str
    words: str
    students: list[str] = field(default_factory=list)
    shown: Shown | None = None


@dataclass
class _Exercise:
    title: str
    outcomes: Counter[Verdict] = field(default_factory=Counter)
    checks: dict[str, _Check] = field(default_factory=dict)
    mistakes: dict[str, _Mistake] = field(default_factory=dict)
    groups: dict[Trouble, list[str]] = field(default_factory=dict)
    seconds: array[float] = field(default_factory=lambda: array("d"))
    slowest: tuple[float, str] = (0.0, "")


class Count:
    """What has been counted so far."""

    def __init__(self) -> None:
        self._standings: list[StudentStanding] = []
        self._exercises: dict[str, _Exercise] = {}
        self._late: list[Late] = []
        self._strangers: list[str] = []
        self._ended: dict[Verdict, list[str]] = {}
        self._editions: Counter[tuple[CourseStamp, str]] = Counter()
        self._left_out: list[LeftOut] = []

    def add(self, each: Stored | LeftOut) -> None:
        """Count a result, or note what is left out."""
        if isinstance(each, LeftOut):
            self._left_out.append(each)
            return
        student, result = each.student, each.result
        verdicts = [exercise.verdict for exercise in result.exercises]
        passed = verdicts.count(Verdict.PASS)
        self._standings.append(StudentStanding(student, result.score, result.max_score, passed, len(verdicts)))
        self._editions[result.course, result.tool_version] += 1
        for exercise, verdict in zip(result.exercises, verdicts, strict=True):
            self._add_exercise(student, exercise, verdict)
        checks = {check.verdict for exercise in result.exercises for check in exercise.checks}
        for verdict in checks.difference(ORDINARY):
            self._ended.setdefault(verdict, []).append(student)
        if each.is_late:
            self._late.append(Late(student, each.late_seconds))
        if not each.is_on_roster:
            self._strangers.append(student)

    def _add_exercise(self, student: str, result: ExerciseResult, verdict: Verdict) -> None:
        counted = self._exercises.setdefault(result.id, _Exercise(result.title))
        counted.outcomes[verdict] += 1
        counted.seconds.append(result.seconds)
        counted.slowest = max(counted.slowest, (result.seconds, student), key=lambda each: each[0])
        for check in result.checks:
            kept = counted.checks.setdefault(check.name, _Check())
            kept.asked += 1
            kept.passed += check.verdict is Verdict.PASS
            kept.skipped += check.verdict is Verdict.SKIPPED
        for named in {check.mistake.name: check.mistake for check in result.checks if check.mistake}.values():
            made = counted.mistakes.setdefault(named.name, _Mistake(named.title, named.words))
            made.students.append(student)
            made.shown = made.shown or _shown(named.name, result.checks)
        if verdict is not Verdict.PASS:
            counted.groups.setdefault(_trouble(result, verdict), []).append(student)

    def figures(self, roster: Sequence[str] = ()) -> ClassFigures:
        """Return the figures; whoever on the roster has no result is missing."""
        known = {standing.student.casefold() for standing in self._standings}
        exercises = tuple(_exercise_figures(*each) for each in self._exercises.items())
        places = {exercise.id: place for place, exercise in enumerate(exercises)}
        mistakes = [mistake for exercise in exercises for mistake in exercise.mistakes]
        mistakes.sort(key=lambda each: (-each.who.size, places[each.exercise], each.title))
        ended = [(verdict, self._ended[verdict]) for verdict in Verdict if verdict in self._ended]
        return ClassFigures(
            results=len(self._standings),
            scores=score_figures([(each.score, each.max_score) for each in self._standings]),
            exercises=exercises,
            mistakes=tuple(mistakes),
            lowest=_lowest(self._standings),
            late=tuple(sorted(self._late, key=lambda each: (-(each.seconds or 0), each.student))),
            late_count=len(self._late),
            missing=who(student for student in roster if student.casefold() not in known),
            strangers=who(self._strangers),
            ended=tuple((verdict, who(students)) for verdict, students in ended),
            editions=tuple(Edition(*graded, count) for graded, count in self._editions.most_common()),
            left_out=tuple(map(str, self._left_out)),
            left_out_count=len(self._left_out),
        )


def who(students: Iterable[str]) -> Who:
    """Return some students in the order of their ids, small and capital letters alike."""
    listed = sorted(students, key=lambda student: (student.casefold(), student))
    return Who(len(listed), tuple(listed))


def score_figures(scores: Sequence[tuple[int, int]]) -> ScoreFigures:
    """Return how scores are distributed, each given with the points that could be earned."""
    counted = [(score, most) for score, most in scores if most]
    bins = [0] * BINS
    for score, most in counted:
        bins[10 * score // most] += 1
    maxima = {most for _, most in counted}
    is_one = len(maxima) == 1
    return ScoreFigures(
        bins=tuple(bins),
        counted=len(counted),
        median_percent=median(100 * score / most for score, most in counted) if counted else None,
        median_points=median(score for score, _ in counted) if is_one else None,
        max_score=maxima.pop() if is_one else None,
    )


def _lowest(standings: Sequence[StudentStanding]) -> tuple[StudentStanding, ...]:
    below = [each for each in standings if each.score < each.max_score]
    below.sort(key=lambda each: (each.score / each.max_score, each.student.casefold(), each.student))
    return tuple(below[:LOWEST])


def _shown(mistake: str, checks: Sequence[CheckResult]) -> Shown | None:
    """Return the shortest call that shows a mistake, leaving out what is hidden, and what learners wrote into exceptions."""
    calls = [
        (check.call, check.got, check.expected)
        for check in checks
        if check.mistake and check.mistake.name == mistake and not check.is_hidden
    ]
    told = [each for each in calls if all(each) and not each[1].startswith("raised")]
    return min(told, key=lambda each: len(each[0]), default=None)


def _trouble(result: ExerciseResult, verdict: Verdict) -> Trouble:
    """Return what keeps a student from passing: our fault first, then a named mistake, then the first failure."""
    if verdict in (Verdict.INTERNAL, Verdict.NOT_ATTEMPTED):
        return Trouble(verdict)
    named = next((check.mistake.name for check in result.checks if check.mistake), "")
    if named:
        return Trouble(Verdict.FAIL, mistake=named)
    first = result.first_failure
    assert first is not None
    return Trouble(first.verdict, first.name)


def _exercise_figures(exercise_id: str, counted: _Exercise) -> ExerciseFigures:
    mistakes = [
        MistakeFigures(exercise_id, name, each.title, each.words, who(each.students), *(each.shown or ()))
        for name, each in counted.mistakes.items()
    ]
    groups = [
        StudentGroup(trouble, counted.mistakes[trouble.mistake].title if trouble.mistake else "", who(students))
        for trouble, students in counted.groups.items()
    ]
    return ExerciseFigures(
        id=exercise_id,
        title=counted.title,
        graded=counted.outcomes.total(),
        outcomes=dict(counted.outcomes),
        checks=tuple(
            CheckFigures(name, each.asked, each.passed, each.skipped) for name, each in counted.checks.items()
        ),
        mistakes=tuple(sorted(mistakes, key=lambda each: (-each.who.size, each.title))),
        groups=tuple(sorted(groups, key=_place_of_group)),
        seconds=_seconds(counted),
    )


def _place_of_group(group: StudentGroup) -> tuple[int, bool, str, str, str]:
    """Return what groups are ordered by: the largest first, of equal ones those whose mistake is known."""
    return -group.who.size, not group.title, group.title, group.trouble.verdict.value, group.trouble.check


def _seconds(counted: _Exercise) -> SecondsFigures | None:
    """Return how long grading took; None if the results do not say it."""
    slowest, student = counted.slowest
    return SecondsFigures(median(counted.seconds), slowest, student) if slowest > 0 else None
