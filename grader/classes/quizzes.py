"""Count the answers to quizzes in workspaces that were handed in with their folder `.learn`: learners' word, not a grade."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from grader.classes.plan import SUBMISSIONS
from grader.classes.read_apart import quiz_counts
from grader.core.shapes import JsonObject


class QuizCount(NamedTuple):
    """How many quizzes somebody has begun, how many questions they have answered, and how many rightly."""

    quizzes: int
    answered: int
    right: int

    @property
    def text(self) -> str:
        """Return the counts in words."""
        return f"{self.right} of {self.answered} answers right; quizzes and drills begun: {self.quizzes}"


def handed_in_quizzes(noted: JsonObject, commits: Mapping[str, str | None]) -> dict[str, QuizCount]:
    """Return the counts of students whose folder, or the commit of it that was graded, has answers.

    `noted` says where each submission was in the last run.
    """
    places = noted.get(SUBMISSIONS)
    folders: dict[str, Path] = {}
    for student in sorted(commits):
        try:
            path, files = places[student]  # type: ignore[index]  # anything, if the file was edited
        except (KeyError, TypeError, ValueError):
            continue
        if not files:
            folders[student] = Path(str(path)).absolute()
    counts = quiz_counts({folder: commits[student] for student, folder in folders.items()})
    return {student: QuizCount(*counts[folder]) for student, folder in folders.items() if folder in counts}
