"""Numbers on the quiz page: its script reads and judges every answer as Python does."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import chromium
import pytest
from chromium import Opened
from numeric_readings import ACCEPTED, REJECTED
from quiz_pages import COURSE, QUIZZES, SEED

from grader.questions.answer_judgement import UnreadableAnswerError
from grader.questions.numeric.judge import RIGHT, judge, page_facts
from grader.questions.numeric.parse import AnswerKind, count_of, how_to_write, read
from grader.questions.numeric.question import NumericQuestion, load_question, question_names
from grader.questions.quiz import page as quiz_page
from grader.questions.quiz.load import find_quiz

pytestmark = [pytest.mark.external, chromium.NEEDED]
TOKENS = ["the", "a", "an", "and", "or"]
ALPHABETS = (
    "0123456789.,'-+/%eE \u2212\u202f;()",
    "0123456789.,",
    "abc theTHE,;{}[]\"'",
    "٣.५,%⁄／½²Ⅷ\u200b\u202e\x85\u2028 \t-",
)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a page with numeric questions."""
    path = tmp_path_factory.mktemp("numbers") / "choosing.html"
    path.write_bytes(quiz_page.render(find_quiz(QUIZZES, "choosing"), COURSE.solutions, SEED))
    return path


def random_texts(count: int) -> list[str]:
    """Return texts that look like numbers or tokens more or less, always the same ones."""
    dice = random.Random(5)
    made = ["".join(dice.choices(dice.choice(ALPHABETS), k=dice.randint(0, 14))) for _ in range(count)]
    return made + [f"{dice.uniform(-2, 200):.{dice.randint(0, 8)}f}" for _ in range(count // 4)]


@pytest.mark.parametrize("kind", AnswerKind)
def test_the_page_reads_every_text_of_the_table_as_python_does(browser: Any, file: Path, kind: AnswerKind) -> None:
    texts = (
        [text for _, text, *_ in [*ACCEPTED, *REJECTED]]
        + random_texts(1500)
        + ["1" * 201, "x" * 2001, "W" * 50, "\x1b[31m"]
    )
    texts += [
        "7; 2.5",
        "0.5 0.3",
        "0,5; 0,3",
        "50 %, 30 %",
        "1/2 3/10",
        "(1, 0)",
        "36 KB",
        "36.864 MB",
        "36MB",
        "the, a",
        "THE",
        "an;or",
    ]
    texts += [
        "ne w est",
        "NE W EST",
        "ne-w-est",
        "1e400",
        "1e-400",
        "0.0078125,",
        "0,0078125",
        "-0",
        "0,00005",
        "123456789012345678",
    ]
    assert len(texts) >= 1900
    for words, unit in ((TOKENS, ""), (["newest"], "MB")):
        settings = {
            "kind": kind.value,
            "ofOne": kind.of_one.value,
            "isList": kind.is_list and not kind.is_text,
            "isPartOfOne": kind.is_part_of_one,
            "size": 2,
            "wanted": count_of(2),
            "how": how_to_write(kind, 2, unit),
            "howOne": how_to_write(kind.of_one, 1, unit),
            "words": words,
            "unit": unit,
        }
        with Opened(browser, file) as opened:
            found = opened.evaluate(
                "([texts, settings]) => texts.map((text) => numbers.read(text, settings))", [texts, settings]
            )
        for text, there in zip(texts, found, strict=True):
            here = read(text, kind, size=2, words=words, unit=unit)
            assert (there["values"], there["note"], there["problem"]) == (list(here.values), here.note, here.problem), (
                text
            )


def expected(question: NumericQuestion, numbers: dict[str, Any], text: str) -> dict[str, Any]:
    """Return what the page has to say about an answer."""
    try:
        judged = judge(question, numbers, text)
    except UnreadableAnswerError as error:
        return {"missing": str(error)}
    return {"score": judged.score, "message": judged.remark, "notes": []}


def answers_around(question: NumericQuestion, numbers: dict[str, Any]) -> list[str]:
    """Return right, wrong, nearly right and odd answers to a numeric question."""
    key = question.key(numbers)
    texts = [question.shown(values) for values in [key.right, *key.wrong.values(), key.misprint] if values]
    if not question.kind.is_text:
        for share in (0.4, 0.95, 1.05, 3, 9, 40):
            for sign in (1, -1):
                moved = [
                    value + sign * share * max(band, 0.002) for value, band in zip(key.right, key.band, strict=True)
                ]
                texts.append("; ".join(f"{each:.7f}" for each in moved))
        for wrong in list(key.wrong.values())[:4]:
            if len(wrong) == len(key.right):
                texts.append("; ".join(f"{each:.6f}" for each in [*wrong[:1], *key.right[1:]]))
                texts.append("; ".join(f"{each:.6f}" for each in [*key.right[:1], *wrong[1:]]))
    return [*texts, "", "nothing", "0.5", "7", "-3", "1.5", "66 %", "1/3", "0,125; 0,5"]


@pytest.mark.parametrize("name", question_names(COURSE.solutions))
def test_the_page_judges_every_question_as_python_does(browser: Any, file: Path, name: str) -> None:
    question = load_question(COURSE.solutions, name)
    with Opened(browser, file) as opened:
        for seed in range(4):
            numbers = question.draw(str(seed))
            facts = page_facts(question, numbers)
            texts = answers_around(question, numbers)
            found = opened.evaluate(
                "([texts, facts]) => texts.map((text) => numbers.judge(text, facts))", [texts, facts]
            )
            for text, there in zip(texts, found, strict=True):
                assert there == expected(question, numbers, text), (text, numbers)


def test_the_misprint_of_the_lesson_costs_nothing(browser: Any, file: Path) -> None:
    question = load_question(COURSE.solutions, "temperature_probability")
    numbers = {"tokens": TOKENS, "logits": [4, 3, 2, 1, 0.5], "temperature": 0.5}
    with Opened(browser, file) as opened:
        facts = page_facts(question, numbers)
        for text in ("0.866", ".867", "86.6 %"):
            there = opened.evaluate("([text, facts]) => numbers.judge(text, facts)", [text, facts])
            assert there["score"] == RIGHT
            assert "misprint" in there["message"]
