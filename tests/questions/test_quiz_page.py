"""A quiz as a page: what stands in it, and that it needs nothing else."""

from __future__ import annotations

import base64
import hashlib
import json
import re

import pytest
from quiz_pages import COURSE, QUIZZES, SEED, hostile

from grader.files.html_page import font_css, marked_up
from grader.questions.quiz import page as quiz_page
from grader.questions.quiz.load import find_quiz
from grader.questions.quiz.models import Quiz, ask


def rendered(quiz: Quiz, seed: str = SEED) -> str:
    return quiz_page.render(quiz, COURSE.solutions, seed).decode()


@pytest.mark.parametrize("quiz", QUIZZES, ids=lambda quiz: quiz.id)
@pytest.mark.slow
def test_the_policy_allows_this_style_and_this_script_only(quiz: Quiz) -> None:
    text = rendered(quiz)
    (allowed,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', text)
    allowed = allowed.replace("&#39;", "'")
    style, script = re.findall(r"<(?:style|script)>(.*?)</(?:style|script)>", text, re.DOTALL)
    assert allowed.startswith("default-src 'none'; ")
    assert "unsafe" not in allowed
    for directive, content in (("style-src", style), ("script-src", script)):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"; {directive} 'sha256-{digest}';" in allowed


@pytest.mark.parametrize("quiz", QUIZZES, ids=lambda quiz: quiz.id)
@pytest.mark.slow
def test_the_page_needs_nothing_else(quiz: Quiz) -> None:
    text = rendered(quiz).replace(font_css(), "")
    assert not re.search(
        r"url\(|@import|import\(|fetch\(|innerHTML|XMLHttp|localStorage|eval\(|<link|<img|<iframe", text
    )
    assert not re.search(
        r"<[^>]* (?:src|srcset|style|action|on[a-z]+)=", text.replace(' style="', " ") if "<svg" in text else text
    )
    addresses = set(re.findall(r'href="([^"]*)"', text))
    assert addresses == {question.source.url for question in quiz.questions if question.source.url}


@pytest.mark.parametrize("quiz", QUIZZES, ids=lambda quiz: quiz.id)
def test_every_question_stands_there_with_its_answer_and_all_that_options_reveal(quiz: Quiz) -> None:
    text = rendered(quiz)
    assert text.count("<article ") == text.count("<details>") == len(quiz.questions)
    for question in quiz.questions:
        asked = ask(quiz, question, COURSE.solutions, SEED)
        assert f"<p>The answer is <b>{asked.key()}</b>.</p>".replace("<p>", '<p class="key">') in text
        assert marked_up(asked.question.explanation) in text
        for trail, said in asked.question.texts():
            if said and trail[-1] in ("reveals", "explain"):
                assert f"<p>{marked_up(said)}</p></li>" in text
    for number in range(1, len(quiz.questions) + 1):
        assert f'<li value="{number}"><b>' in text


def test_hostile_text_stays_text() -> None:
    text = rendered(hostile())
    assert len(re.findall(r"<script[ >]", text)) == 2
    assert "alert(1)</script>" not in text
    assert text.count("</details>") == text.count("</article>") == 5
    assert "{{ x }}" in text
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', text)
    assert data
    assert json.loads(data[1]) == {}


def test_numbers_are_judged_by_what_the_reference_says() -> None:
    quiz = find_quiz(QUIZZES, "cost")
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', rendered(quiz))
    assert data
    (facts,) = json.loads(data[1]).values()
    right, *wrong = facts["answers"]
    assert [low + (high - low) / 2 for low, high in right["limits"]] == [11_225, 249]
    assert (right["score"], right["message"], facts["size"], facts["isWhole"]) == (2, "", 2, True)
    assert len(wrong) >= 3
    assert all(answer["score"] == 0 and answer["message"] for answer in wrong)
