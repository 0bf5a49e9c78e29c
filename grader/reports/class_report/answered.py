"""Count answers: to questions on students' own code, where the function passes, and to quizzes that were handed in."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from grader.core.result import Result, Verdict
from grader.grading.submission.files import QUESTIONS_ID

COUNTED = (Verdict.PASS, Verdict.FAIL, Verdict.NOT_ATTEMPTED)


class AnsweredFigures(NamedTuple):
    """Questions on functions that pass: how many were answered rightly, not rightly, and not at all."""

    right: int = 0
    wrong: int = 0
    empty: int = 0
    unsaid: tuple[tuple[str, str], ...] = ()
    """Students, and what they could not say of a function that passes."""
    quizzes: tuple[tuple[str, str], ...] = ()
    """Students who handed in their quizzes, and how many answers are right."""
    quiz_count: int = 0

    @property
    def asked(self) -> int:
        """Return the number of questions."""
        return self.right + self.wrong + self.empty

    @property
    def by_answer(self) -> dict[str, int]:
        """Return the number of questions for each answer, in words."""
        return {"answered rightly": self.right, "not answered rightly": self.wrong, "left empty": self.empty}


class Answered:
    """Accumulates the answers of a class."""

    def __init__(self) -> None:
        self._counts: Counter[Verdict] = Counter()
        self._unsaid: list[tuple[str, str]] = []
        self.quizzes: Mapping[str, str] = {}

    def add(self, student: str, result: Result) -> None:
        """Count a student's answers."""
        passed = {exercise.id.rpartition("/")[2] for exercise in result.exercises if exercise.verdict is Verdict.PASS}
        for check in [
            check for exercise in result.exercises if exercise.id == QUESTIONS_ID for check in exercise.checks
        ]:
            name = check.name.partition(": ")[2]
            if name in passed and check.verdict in COUNTED:
                self._counts[check.verdict] += 1
                if check.verdict is Verdict.FAIL:
                    self._unsaid.append((student, f"{name} passed, {check.message}"))

    def figures(self, *, is_anonymous: bool) -> AnsweredFigures:
        """Return the figures; anonymous ones name nobody."""
        right, wrong, empty = map(self._counts.__getitem__, COUNTED)
        unsaid, quizzes = ((), ()) if is_anonymous else (tuple(sorted(self._unsaid)), tuple(self.quizzes.items()))
        return AnsweredFigures(right, wrong, empty, unsaid, quizzes, len(self.quizzes))
