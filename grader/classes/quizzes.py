"""Count the answers to quizzes in workspaces that were handed in with their folder `.learn`: learners' word, not a grade."""

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from grader.classes.plan import SUBMISSIONS
from grader.core.shapes import JsonObject
from grader.files.regular_file import MAX_BYTES, UnreadableError, read_below

QUIZZES = Path(".learn", "quiz.json")


class QuizCount(NamedTuple):
    """How many quizzes somebody has begun, how many questions they have answered, and how many rightly."""

    quizzes: int
    answered: int
    right: int

    @property
    def text(self) -> str:
        """Return the counts in words."""
        return f"{self.right} of {self.answered} answers right; quizzes and drills begun: {self.quizzes}"


def handed_in_quizzes(noted: JsonObject, students: Collection[str]) -> dict[str, QuizCount]:
    """Return the counts of students whose folder has answers; `noted` says where each submission was in the last run."""
    places = noted.get(SUBMISSIONS)
    found = {}
    for student in sorted(students):
        try:
            path, files = places[student]  # type: ignore[index]  # anything, if the file was edited
            if not files and (count := _count(Path(str(path)))):
                found[student] = count
        except (KeyError, TypeError, ValueError):
            continue
    return found


def _count(folder: Path) -> QuizCount | None:
    try:
        if (data := read_below(folder, folder / QUIZZES, MAX_BYTES)) is None:
            return None
        from grader.questions.quiz import progress  # few hand in their answers

        kept = progress.parse(data.decode())
    except (UnreadableError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    scores = [score for sitting in kept.sittings.values() for score in sitting.scores.values()]
    begun = sum(bool(sitting.scores) for sitting in kept.sittings.values())
    return QuizCount(begun, len(scores), sum(score.is_right for score in scores)) if scores else None
