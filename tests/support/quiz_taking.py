"""A learner who takes quizzes: answers piped into `learn quiz`, and the right and wrong answers to what it asks."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from places import COURSE
from workplace import Ran, Workplace

from grader.questions.answer_judgement import UnreadableAnswerError
from grader.questions.question import Instance
from grader.questions.quiz import progress as quiz_progress
from grader.questions.quiz.load import find_quiz, open_all
from grader.questions.quiz.progress import Run, WorkspaceQuizzes

QUIZZES = open_all(COURSE)
OVERVIEW = find_quiz(QUIZZES, "overview")
IDS = [question.id for question in OVERVIEW.questions]
POINTS = sum(question.max_score for question in OVERVIEW.questions)


class Learner(Workplace):
    """A folder in which answers are piped into `learn quiz`."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, captured: pytest.CaptureFixture[str]) -> None:
        super().__init__(folder, patch, captured, course=None)
        self.patch = patch

    def quiz(self, *arguments: str, answers: str | bytes = b"") -> Ran:
        """Run `learn quiz` with some lines of input."""
        typed = answers if isinstance(answers, bytes) else answers.encode()
        self.patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), "utf-8"))
        return self.learn("quiz", *arguments)

    def kept(self) -> WorkspaceQuizzes:
        """Return what the workspace keeps."""
        return quiz_progress.load(self.folder / ".learn")


def run_of(seed: int, kept: WorkspaceQuizzes | None = None, quiz: str = "overview") -> Run:
    """Return a run as the command makes it, to know what it asks."""
    return Run(find_quiz(QUIZZES, quiz), COURSE.solutions, kept or WorkspaceQuizzes(), None, seed)


def keys(seed: int, quiz: str = "overview") -> list[str]:
    """Return the right answers to a quiz in the order in which it is asked."""
    run = run_of(seed, quiz=quiz)
    return [run.instance(question_id).key() for _, question_id in run.to_ask()]


def wrong_answer(asked: Instance) -> str:
    """Return an answer of the right form that earns nothing, or hardly anything."""
    for text in ["a", "b", "true a", "true b", "false a", "e d c b a", "1e 2d 3b 4a 5c", "1a 2a 3a 4a 5a", "0.123456"]:
        try:
            if not asked.mark(text).is_right:
                return text
        except UnreadableAnswerError:
            continue
    raise AssertionError(asked.question.id)
