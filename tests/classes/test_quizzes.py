"""Quizzes that were handed in with a workspace are counted; a file that is none counts nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.classes.read_apart import QuizCount, handed_in_quizzes
from grader.core.result import CourseStamp, Result
from grader.questions.answer_judgement import AnswerJudgement
from grader.questions.quiz.progress import QuizProgress, WorkspaceQuizzes, save
from grader.reports.class_report import wording
from grader.reports.class_report.statistics import Count
from grader.reports.document import Stored


def hand_in(folder: Path) -> dict[str, object]:
    """Write the answers of ada, and return the settings that grading notes."""
    scores = {"one": AnswerJudgement(1, 1), "two": AnswerJudgement(0, 2)}
    kept = WorkspaceQuizzes("seed", {"numbers": QuizProgress(scores=scores), "empty": QuizProgress()})
    (folder / "ada").mkdir()
    assert save((folder / "ada" / ".learn" / "quiz.json").parent, kept)
    return {"submissions": {"ada": [str(folder / "ada"), []], "bo": [str(folder / "bo"), []]}}


@pytest.mark.slow
def test_answers_are_counted_where_a_workspace_was_handed_in(tmp_path: Path) -> None:
    noted = hand_in(tmp_path)
    assert handed_in_quizzes(noted, dict.fromkeys(["ada", "bo", "cy"])) == {"ada": QuizCount(1, 2, 1)}
    loose = {"submissions": {"ada": [str(tmp_path / "ada"), [["a", "b"]]]}}
    assert handed_in_quizzes(loose, {"ada": None}) == {}
    assert handed_in_quizzes({}, {"ada": None}) == {}


@pytest.mark.parametrize(
    "text", ["", "3", "{}", '{"sittings": 3, "seed": ""}', '{"sittings": {"a": 1}, "seed": ""}', "[" * 100_000, "\xff"]
)
@pytest.mark.slow
def test_a_file_that_is_none_counts_nothing(text: str, tmp_path: Path) -> None:
    noted = hand_in(tmp_path)
    (tmp_path / "ada" / ".learn" / "quiz.json").write_text(text, "latin-1")
    assert handed_in_quizzes(noted, {"ada": None}) == {}


def test_the_report_says_that_they_are_practice() -> None:
    count = Count()
    count.add(Stored("ada", Result("1", CourseStamp("tiny", 1, "0" * 64), ())))
    count.answered.quizzes = {"ada": QuizCount(1, 2, 1).text}
    sentence = "1 student has handed in quizzes and drills, which are practice."
    assert (sentence, ("ada (1 of 2 answers right; quizzes and drills begun: 1)",)) in wording.notes(count.figures())
    assert (sentence, ()) in wording.notes(count.figures(is_anonymous=True))
    assert json.dumps(count.figures(is_anonymous=True).answered.quizzes) == "[]"
