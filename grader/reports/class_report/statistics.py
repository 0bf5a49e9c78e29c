"""Count a class's results one at a time: memory holds a few numbers and an id per student, never two results."""

import operator
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from typing import Generic, NamedTuple, TypeVar

from grader.core.result import CheckResult, CourseStamp, ExerciseResult, Verdict
from grader.grading.submission.files import QUESTIONS_ID
from grader.reports.class_report.answered import Answered, AnsweredFigures
from grader.reports.document import LeftOut, Stored
from grader.reports.gradebook import Total

Row = TypeVar("Row")
BINS = 11
"""Ten bins of ten percent each for scores below the maximum, and one for the maximum."""
ORDINARY = (Verdict.PASS, Verdict.FAIL, Verdict.NOT_ATTEMPTED, Verdict.SKIPPED)
NOT_ALL_RIGHT = "does not answer all questions rightly"
"""The obstacle that groups students with a wrong or empty answer: each was asked about other functions."""
LOWEST = 10
"""The number of students listed with the fewest points."""


class Counted(NamedTuple, Generic[Row]):
    """A number of students, files or decisions, and what to list of them in a report that is not anonymous."""

    size: int
    listed: tuple[Row, ...] = ()


class CheckFigures(NamedTuple):
    """A check: the number of results that have it, that pass it, and that skipped it."""

    name: str
    asked: int
    passed: int
    skipped: int


class MistakeFigures(NamedTuple):
    """A named mistake, the students who made it, and a call that shows it if one may be published."""

    exercise: str
    name: str
    title: str
    words: str
    who: Counted[str]
    call: str = ""
    got: str = ""
    expected: str = ""
    beside_others: int = 0
    """How many of these students have more wrong than this mistake."""


class Trouble(NamedTuple):
    """The reason why a student has not passed an exercise: a mistake's name, an obstacle, or the first failed check."""

    verdict: Verdict
    check: str = ""
    mistake: str = ""
    obstacle: str = ""
    is_partial: bool = False
    """Whether more is wrong than the mistake."""


class StudentGroup(NamedTuple):
    """The students with the same trouble in an exercise; `title` is the mistake's, if one was named."""

    trouble: Trouble
    title: str
    who: Counted[str]


class SecondsFigures(NamedTuple):
    """The time that grading an exercise took, in seconds."""

    median: float
    slowest: float
    slowest_student: str


class ExerciseFigures(NamedTuple):
    """An exercise: its verdicts, checks and mistakes, and the students to help, by their trouble."""

    id: str
    title: str
    graded: int
    outcomes: dict[Verdict, int]
    checks: tuple[CheckFigures, ...]
    mistakes: tuple[MistakeFigures, ...]
    groups: tuple[StudentGroup, ...]
    """The students who have not passed, each in one group, the largest group first."""
    seconds: SecondsFigures | None

    @property
    def passed(self) -> int:
        """Return the number of students who passed."""
        return self.outcomes.get(Verdict.PASS, 0)


class StudentStanding(NamedTuple):
    """A student's points, and the number of exercises they passed."""

    student: str
    score: int
    max_score: int
    passed: int
    exercises: int


class Late(NamedTuple):
    """A late submission; `seconds` is None if the delay is unknown."""

    student: str
    seconds: int | None


class Edition(NamedTuple):
    """A version of the course and the grader, and the number of results graded with it."""

    course: CourseStamp
    tool_version: str
    results: int


class ScoreFigures(NamedTuple):
    """The distribution of the scores, without results in which no points can be earned.

    `median_points` and `max_score` are None unless the same points can be earned in all results.
    """

    bins: tuple[int, ...]
    counted: int
    median_percent: float | None
    median_points: float | None
    max_score: int | None


class ClassFigures(NamedTuple):
    """The content of a class report."""

    results: int
    scores: ScoreFigures
    exercises: tuple[ExerciseFigures, ...]
    mistakes: tuple[MistakeFigures, ...]
    """Over all exercises, the most frequent first."""
    lowest: Counted[StudentStanding]
    """The students with the smallest share of the points, but not with all points; the lowest first."""
    late: Counted[Late]
    missing: Counted[str]
    strangers: Counted[str]
    """Students with a result who are not on the roster used for grading."""
    ended: tuple[tuple[Verdict, Counted[str]], ...]
    """By verdict, the submissions in which a check ended in another way than right or wrong."""
    unusable: Counted[tuple[str, str]]
    """Students with a file that kept checks from being made, and why it cannot be used."""
    unclear: Counted[tuple[str, str]]
    """Students with files that may be meant and were not graded, and which."""
    editions: tuple[Edition, ...]
    """Results of more than one edition should not be compared."""
    left_out: Counted[str]
    unconfined: int = 0
    """Results of code that could have read files, or signaled other processes."""
    is_anonymous: bool = False
    decided: Counted[tuple[str, str]] = Counted(0)
    """Students whose total is not the machine's score, and how it was made."""
    overtaken: Counted[str] = Counted(0)
    """Decisions made about a score that has changed."""
    answered: AnsweredFigures = AnsweredFigures()
    """The answers to questions on students' own code."""


@dataclass
class _Exercise:
    title: str
    outcomes: Counter[Verdict] = field(default_factory=Counter)
    checks: dict[str, Counter[Verdict]] = field(default_factory=dict)
    mistakes: dict[str, MistakeFigures] = field(default_factory=dict)
    makers: dict[str, list[str]] = field(default_factory=dict)
    """The students who made each mistake."""
    groups: dict[Trouble, list[str]] = field(default_factory=dict)
    seconds: "array[float]" = field(default_factory=lambda: array("d"))
    slowest: tuple[float, str] = (0.0, "")


class Count:
    """Accumulates the figures of a class; with `names` by id in lower case, students are called by both."""

    def __init__(self, names: Mapping[str, str] | None = None) -> None:
        self._names = names or {}
        self._known: set[str] = set()
        self._standings: list[StudentStanding] = []
        self._exercises: dict[str, _Exercise] = {}
        self._late: list[Late] = []
        self._strangers: list[str] = []
        self._ended: dict[Verdict, list[str]] = {}
        self._unusable: list[tuple[str, str]] = []
        self._unclear: list[tuple[str, str]] = []
        self._decided: list[tuple[str, str]] = []
        self.overtaken: Sequence[str] = ()
        self._editions: Counter[tuple[CourseStamp, str]] = Counter()
        self._left_out: list[LeftOut] = []
        self._unconfined = 0
        self.answered = Answered()

    def add(self, stored: Stored | LeftOut) -> None:
        """Count a result, or note a file that is left out."""
        if isinstance(stored, LeftOut):
            self._left_out.append(stored)
            return
        student, result = self._called(stored.student), stored.result
        self._known.add(stored.student.casefold())
        verdicts = [exercise.verdict for exercise in result.exercises]
        passed = verdicts.count(Verdict.PASS)
        most = result.max_score if result.is_graded else 0  # without a number it is in no figure of points
        self._standings.append(StudentStanding(student, result.score, most, passed, len(verdicts)))
        self._editions[result.course, result.tool_version] += 1
        self._unconfined += not result.is_confined
        for exercise, verdict in zip(result.exercises, verdicts, strict=True):
            self._add_exercise(student, exercise, verdict)
        checks = [check for exercise in result.exercises for check in exercise.checks]
        for verdict in {check.verdict for check in checks if not check.obstacle}.difference(ORDINARY):
            self._ended.setdefault(verdict, []).append(student)
        if hindered := next((check for check in checks if check.obstacle), None):
            self._unusable.append((student, hindered.message))
        self.answered.add(student, result)
        if stored.unclear:
            self._unclear.append((student, "; ".join(stored.unclear)))
        if stored.is_late:
            self._late.append(Late(student, stored.late_seconds))
        if not stored.is_on_roster:
            self._strangers.append(student)

    def add_total(self, student: str, total: Total) -> None:
        """Note a total, unless it is the machine's score."""
        if total.steps:
            self._decided.append((self._called(student), "; ".join([total.text, *total.steps])))

    def _called(self, student: str) -> str:
        name = self._names.get(student.casefold())
        return f"{student} ({name})" if name and name != student else student

    def _add_exercise(self, student: str, result: ExerciseResult, verdict: Verdict) -> None:
        counted = self._exercises.setdefault(result.id, _Exercise(result.title))
        counted.outcomes[verdict] += 1
        counted.seconds.append(result.seconds)
        counted.slowest = max(counted.slowest, (result.seconds, student), key=operator.itemgetter(0))
        for check in result.checks:
            # Question 1 is about another function for each student.
            name = check.name.partition(": ")[2] if result.id == QUESTIONS_ID else check.name
            counted.checks.setdefault(name, Counter())[check.verdict] += 1
        for named in {check.mistake.name: check.mistake for check in result.checks if check.mistake}.values():
            known = counted.mistakes.get(named.name) or MistakeFigures(
                result.id, named.name, named.title, named.words, Counted(0)
            )
            known = known._replace(beside_others=known.beside_others + named.is_partial)
            # Of several mistakes, one alone does not give the values that a call shows.
            counted.mistakes[named.name] = known if known.call or named.is_partial else _with_call(known, result.checks)
            counted.makers.setdefault(named.name, []).append(student)
        if verdict is not Verdict.PASS:
            counted.groups.setdefault(_trouble(result, verdict), []).append(student)

    def figures(self, roster: Sequence[str] = (), *, is_anonymous: bool = False) -> ClassFigures:
        """Return the figures; students on the roster without a result are missing.

        Anonymous ones have no students' ids, and no names of files, which may contain one.
        """
        who = partial(_who, is_anonymous=is_anonymous)

        def tally(rows: Iterable[Row]) -> Counted[Row]:
            return _tally(rows, is_anonymous=is_anonymous)

        rows = self._exercises.items()
        exercises = tuple(_exercise_figures(name, counted, is_anonymous=is_anonymous) for name, counted in rows)
        # stable: among equally frequent mistakes the order of the exercises stays, then that of their titles
        mistakes = [mistake for exercise in exercises for mistake in exercise.mistakes]
        mistakes.sort(key=lambda mistake: -mistake.who.size)
        return ClassFigures(
            results=len(self._standings),
            scores=score_figures([(standing.score, standing.max_score) for standing in self._standings]),
            exercises=exercises,
            mistakes=tuple(mistakes),
            lowest=tally(_lowest(self._standings)),
            late=tally(sorted(self._late, key=lambda late: (-(late.seconds or 0), late.student))),
            missing=who(self._called(student) for student in roster if student.casefold() not in self._known),
            strangers=who(self._strangers),
            ended=tuple((verdict, who(self._ended[verdict])) for verdict in Verdict if verdict in self._ended),
            unusable=tally(sorted(self._unusable)),
            unclear=tally(sorted(self._unclear)),
            editions=tuple(Edition(*graded, count) for graded, count in self._editions.most_common()),
            left_out=tally(map(str, self._left_out)),
            is_anonymous=is_anonymous,
            unconfined=self._unconfined,
            decided=tally(sorted(self._decided)),
            overtaken=tally(self.overtaken),
            answered=self.answered.figures(is_anonymous=is_anonymous),
        )


def _who(students: Iterable[str], *, is_anonymous: bool) -> Counted[str]:
    """Return students sorted by id, ignoring case, or only their number."""
    return _tally(sorted(students, key=lambda student: (student.casefold(), student)), is_anonymous=is_anonymous)


def _tally(rows: Iterable[Row], *, is_anonymous: bool) -> Counted[Row]:
    listed = tuple(rows)
    return Counted(len(listed), () if is_anonymous else listed)


def score_figures(scores: Sequence[tuple[int, int]]) -> ScoreFigures:
    """Return the distribution of scores, given as pairs of score and maximum."""
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


def _lowest(standings: Sequence[StudentStanding]) -> list[StudentStanding]:
    below = [standing for standing in standings if standing.score < standing.max_score]
    below.sort(
        key=lambda standing: (standing.score / standing.max_score, standing.student.casefold(), standing.student)
    )
    return below[:LOWEST]


def _with_call(mistake: MistakeFigures, checks: Sequence[CheckResult]) -> MistakeFigures:
    """Add the shortest call that shows a mistake, but none with a learner's exception text."""
    same = [check for check in checks if check.mistake and check.mistake.name == mistake.name]
    calls = [(check.call, check.got, check.expected) for check in same if not check.got.startswith("raised")]
    call, got, expected = min(filter(all, calls), key=lambda texts: len(texts[0]), default=("", "", ""))
    return mistake._replace(call=call, got=got, expected=expected)


def _trouble(result: ExerciseResult, verdict: Verdict) -> Trouble:
    """Return why a student has not passed: our fault first, then a named mistake, then the first failure."""
    if verdict in (Verdict.INTERNAL, Verdict.NOT_ATTEMPTED):
        return Trouble(verdict)
    named = next((check.mistake for check in result.checks if check.mistake), None)
    if named:
        return Trouble(Verdict.FAIL, mistake=named.name, is_partial=named.is_partial)
    first = result.first_failure
    assert first is not None
    if result.id == QUESTIONS_ID and not first.obstacle:
        return Trouble(Verdict.FAIL, obstacle=NOT_ALL_RIGHT)
    return Trouble(first.verdict, obstacle=first.obstacle) if first.obstacle else Trouble(first.verdict, first.name)


def _exercise_figures(exercise_id: str, counted: _Exercise, *, is_anonymous: bool) -> ExerciseFigures:
    who = partial(_who, is_anonymous=is_anonymous)
    slowest, student = counted.slowest
    mistakes = [mistake._replace(who=who(counted.makers[name])) for name, mistake in counted.mistakes.items()]
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
            CheckFigures(name, verdicts.total(), verdicts[Verdict.PASS], verdicts[Verdict.SKIPPED])
            for name, verdicts in counted.checks.items()
        ),
        mistakes=tuple(sorted(mistakes, key=lambda mistake: (-mistake.who.size, mistake.title))),
        groups=tuple(sorted(groups, key=_group_order)),
        # results that were not graded with a class have no times
        seconds=SecondsFigures(median(counted.seconds), slowest, "" if is_anonymous else student)
        if slowest > 0
        else None,
    )


def _group_order(group: StudentGroup) -> tuple[int, bool, str, str, str, str, bool]:
    """Return the sort key of a group: the largest first; among equal ones, those with a known mistake."""
    verdict, check, _, obstacle, is_partial = group.trouble
    return -group.who.size, not group.title, group.title, verdict.value, check, obstacle, is_partial
