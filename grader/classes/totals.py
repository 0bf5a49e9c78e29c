"""Compute each student's total from the machine's result, the teacher's decisions and the rule for lateness.

The results are never changed: all three are kept apart, and a total says how it was made.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path

from grader.classes import decisions, lateness
from grader.classes.decisions import ALL, Decision, Decisions, load_decisions
from grader.classes.lateness import LateRule, load_rule
from grader.core.errors import ReportError
from grader.core.escape import line
from grader.core.result import ExerciseResult, Result
from grader.reports.class_report.wording import count
from grader.reports.gradebook import Total, hundredths

ZERO = Fraction(0)
EXCUSED = "excused"


class StudentTotals:
    """The decisions and the rule in a folder of results, and the machine's scores that decisions were about."""

    def __init__(self, folder: Path) -> None:
        """Read the files of the folder; raise a UserError at the line that cannot be understood."""
        paths = folder / decisions.FILE, folder / lateness.FILE
        self._decisions = load_decisions(paths[0]) if paths[0].exists() else Decisions()
        self._rule: LateRule | None = load_rule(paths[1]) if paths[1].exists() else None
        self._scores: dict[str, tuple[str, str]] = {}
        self._most = 0

    def __bool__(self) -> bool:
        """Return whether a total can differ from the machine's score."""
        return bool(self._decisions) or self._rule is not None

    def check(self, students: Iterable[str], exercise_ids: Iterable[str]) -> None:
        """Raise ClassError with a sentence for each decision about nobody in the class, or no exercise of it."""
        self._decisions.check(students, exercise_ids)

    def of(
        self, student: str, result: Result | None, late_seconds: int | None = None, *, is_late: bool = False
    ) -> Total:
        """Return a student's total; without a result, it is out of what the largest result so far is out of.

        Raises:
            ReportError: A decision sets more points than the exercise has.
        """
        by_name = self._decisions.of(student)
        exercises = {exercise.id: exercise for exercise in result.exercises} if result else {}
        mine = {id_: row for id_ in exercises for row in by_name.values() if row.is_about(id_)}
        for id_, row in mine.items():
            self._note(student, row, f"{exercises[id_].score}/{exercises[id_].max_score}")
            _check_number(row, exercises[id_].max_score)
        each = {id_: _points(exercise, mine.get(id_)) for id_, exercise in exercises.items()}
        texts = {id_: hundredths(value) if isinstance(value, Fraction) else "" for id_, value in each.items()}
        remarks = {id_: row.told for id_, row in mine.items()}
        steps = [_step(exercises[id_], row) for id_, row in mine.items()]
        most = result.max_score if result else self._most
        self._most = max(self._most, most)
        points, step = _sum(exercises, each) if result else (None, "")
        is_excused = bool(each) and set(each.values()) == {EXCUSED}
        steps += [step] if step else []
        if points is not None and self._rule and is_late:
            points, step = _after_lateness(self._rule, points, late_seconds)
            steps += [step] if step else []
        if final := by_name.get(ALL):
            self._note(student, final, f"{result.score}/{result.max_score}" if result else "")
            _check_number(final, most)
            before = f"{hundredths(points)} of {most}, " if points is not None else ""
            steps.append(f"in all {before}{final.told}")
            is_excused = final.is_excused or (is_excused and final.points is None)
            if final.points is not None and (points is not None or not final.is_change):
                points = final.applied(points or ZERO)
        return Total(None if is_excused else points, most, tuple(steps), is_excused, texts, remarks)

    def _note(self, student: str, row: Decision, score: str) -> None:
        key = "|".join([student, *map(str, row[2:])])
        name = f"{line(student)} {row.exercise}"
        self._scores[key] = score, f"{name} ({row.place}: {row.told})"

    def changes(self, noted: object) -> tuple[list[str], dict[str, str]]:
        """Return the decisions whose score was another when they were first seen, and the scores to note.

        `noted` is what an earlier run noted. An edited line is a new decision: so a teacher confirms one.
        """
        before: dict[str, str] = noted if isinstance(noted, dict) else {}
        changes = [
            f"{before[key] or 'nothing'} → {score or 'nothing'}: {about}"
            for key, (score, about) in sorted(self._scores.items())  # not in the order in which grading ended
            if before.get(key, score) != score
        ]
        return changes, dict(sorted(({key: score for key, (score, _) in self._scores.items()} | before).items()))


def _points(exercise: ExerciseResult, row: Decision | None) -> Fraction | str:
    """Return the points of an exercise after its decision, or why there are none."""
    if row and row.is_excused:
        return EXCUSED
    is_set = row is not None and row.points is not None and not row.is_change
    if not exercise.is_graded and not is_set:
        return "not graded"
    return row.applied(Fraction(exercise.score)) if row else Fraction(exercise.score)


def _sum(exercises: Mapping[str, ExerciseResult], each: Mapping[str, Fraction | str]) -> tuple[Fraction | None, str]:
    """Return the sum of the points, None if one is missing, and how the excused ones were counted."""
    numbers = {id_: value for id_, value in each.items() if isinstance(value, Fraction)}
    points, counted = sum(numbers.values(), ZERO), sum(exercises[id_].max_score for id_ in numbers)
    if set(each.values()) <= {EXCUSED, *numbers.values()} and numbers:
        most = sum(exercise.max_score for exercise in exercises.values())
        if len(numbers) == len(each) or not counted:
            return points, ""
        whole = points * most / counted
        return whole, f"{hundredths(points)} of the other {counted} points, as {hundredths(whole)} of {most}"
    return None, ""


def _step(exercise: ExerciseResult, row: Decision) -> str:
    name = line(exercise.id.rpartition("/")[2])
    return f"{name} {exercise.score} of {exercise.max_score}, {row.told}"


def _check_number(row: Decision, most: int) -> None:
    if row.points is not None and not row.is_change and row.points > most:
        advice = f"write +{hundredths(row.points - most)} for points beyond them"
        raise ReportError(f"{row.place}: {hundredths(row.points)} is more than the {most} points there; {advice}")


def _after_lateness(rule: LateRule, points: Fraction, seconds: int | None) -> tuple[Fraction, str]:
    """Return the points that lateness leaves, and how; nothing is taken off if nobody knows how late it was."""
    if seconds is None:
        return points, "late by an unknown time, which takes nothing off; give --deadlines and --submitted"
    off = rule.percent_off(seconds)
    left = points * (100 - off) / 100
    late = count(rule.units(seconds), f"begun {rule.unit}", f"begun {rule.unit}s")
    return left, f"{late} late, {hundredths(off)} % off {hundredths(points)}: {hundredths(left)}" if off else ""


def changed_under(changes: list[str]) -> str:
    """Return the text that lists decisions whose score under them has changed."""
    verb = "decision was" if len(changes) == 1 else "decisions were"
    head = f"{len(changes)} {verb} made about a score that has changed; edit the line, such as its date, to confirm it:"
    return "\n".join([head, *(f"  {change}" for change in changes)])
