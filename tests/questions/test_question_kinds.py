"""The kinds of questions: each is one file, which has all of it, and a row in the documentation."""

from __future__ import annotations

import re
import sys
import typing
from collections.abc import Iterator
from pathlib import Path

import pytest
from places import COURSE, ROOT

from grader.files.strict_yaml import YamlError
from grader.questions import kinds as package
from grader.questions.kinds import kinds
from grader.questions.quiz.load import Known, load_quiz
from grader.questions.quiz.models import ask
from grader.questions.quiz.page import render
from grader.questions.quiz.terminal import QuizLook, answer_lines, question_lines

GAP = '''"""A word that is left out of a sentence."""

from typing import Literal

from grader.core.shapes import yaml_model
from grader.files.yaml_load import FieldProblem
from grader.questions.answer_judgement import AnswerJudgement, UnreadableAnswerError
from grader.questions.question import PageForm, QuizQuestion

FORM = '<input type="text" name="gap" data-word="{{ question.word }}">'
MARKER = """(article) => ({ score: Number(article.querySelector("[name=gap]").value === "x"), notes: [] })"""


@yaml_model
class Gap(QuizQuestion):
    """A word that is left out of a sentence."""

    HINT = "One word is missing."
    HOW = "Type the word."
    PAGE = PageForm(FORM, MARKER)
    kind: Literal["gap"]
    word: str
    """The word that is left out."""

    def problems(self, solutions):
        if " " in self.word:
            yield FieldProblem(("word",), "`word` is more than one word; write one")

    def mark(self, text, order):
        if " " in text:
            raise UnreadableAnswerError("Type one word.")
        return AnswerJudgement(int(text.casefold() == self.word), 1)

    def key(self, order):
        return self.word

    def how_to(self, order):
        return self.HOW


KIND = Gap
'''
QUIZ = """\
id: gaps
title: Gaps
about: Words that are left out.
unit: scores
questions:
  - id: largest
    kind: gap
    word: logit
    question: The greedy token has the largest … of all.
    explanation: Softmax keeps their order.
    exercise: scores/softmax_by_hand
    card: softmax
    tags: [greedy]
    source: {title: A book}
"""


@pytest.fixture
def _gap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add a file to those of the kinds."""
    (tmp_path / "gap.py").write_text(GAP, "utf-8")
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    kinds.cache_clear()
    yield
    kinds.cache_clear()
    sys.modules.pop("grader.questions.kinds.gap", None)


def test_a_kind_has_the_name_of_its_file() -> None:
    assert len(kinds()) >= 6
    for name, kind in kinds().items():
        assert typing.get_args(typing.get_type_hints(kind)["kind"]) == (name,)
        assert (kind.__module__.rpartition(".")[2], kind.PAGE.marker[:12]) == (name, "(article) =>")


@pytest.mark.usefixtures("_gap")
def test_a_new_file_is_a_new_kind_which_is_loaded_asked_and_put_on_a_page(tmp_path: Path) -> None:
    path = tmp_path / "gaps.yaml"
    path.write_text(QUIZ, "utf-8")
    known = Known(["scores/softmax_by_hand"], ["scores"], COURSE.solutions)
    quiz = load_quiz(path, known)
    asked = ask(quiz, quiz.questions[0], COURSE.solutions, "1")
    assert question_lines(asked, QuizLook()) == ["The greedy token has the largest … of all.", "One word is missing."]
    assert answer_lines(asked, asked.mark("Logits"), QuizLook())[2] == "The answer is logit."
    assert asked.mark("LOGIT").is_right
    page = render(quiz, COURSE.solutions, "1").decode()
    assert '<input type="text" name="gap" data-word="logit">' in page
    assert "    gap: (article) => ({ score: Number(" in page
    path.write_text(QUIZ.replace("word: logit", "word: two words"), "utf-8")
    with pytest.raises(YamlError, match=r"gaps\.yaml:8:11: `word` is more than one word; write one"):
        load_quiz(path, known)


@pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="the documentation is in the checkout only")
def test_the_page_on_questions_has_a_row_for_each_kind() -> None:
    page = (ROOT / "docs/authoring/questions.md").read_text("utf-8").partition("\n\nChoices are shown")[0]
    assert sorted(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == sorted(["kind", *kinds()])
