"""The quiz page in a browser: every kind of question right and wrong, by keyboard, for everybody, and as Python judges."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import chromium
import pytest
from chromium import SIDEWAYS, Opened, barriers
from quiz_pages import COURSE, QUIZZES, SEED, hostile

from grader.files.markdown import to_plain
from grader.questions.answer_judgement import AnswerJudgement
from grader.questions.kinds.matching import Matching
from grader.questions.kinds.multiple import Multiple
from grader.questions.kinds.numeric import NumericInstance
from grader.questions.kinds.ordering import Ordering
from grader.questions.kinds.single import Single
from grader.questions.kinds.true_false import TrueFalse
from grader.questions.letters import letter
from grader.questions.question import Instance
from grader.questions.quiz import page as quiz_page
from grader.questions.quiz.load import find_quiz
from grader.questions.quiz.models import Quiz, ask, shuffled

NUMBERS = (quiz_page.HERE / "numbers.js").read_text("utf-8")
pytestmark = [pytest.mark.external, chromium.NEEDED]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Write the pages of all quizzes, and of a hostile one."""
    folder = tmp_path_factory.mktemp("Quiz für alle")
    for quiz in QUIZZES:
        (folder / f"{quiz.id}.html").write_bytes(quiz_page.render(quiz, COURSE.solutions, SEED))
    (folder / "hostile.html").write_bytes(quiz_page.render(hostile(), COURSE.solutions, SEED))
    return {path.stem: path for path in folder.iterdir()}


def in_order(quiz: Quiz) -> list[Instance]:
    """Return the questions in the order of the page."""
    places = shuffled(len(quiz.questions), f"{SEED} {quiz.id}")
    return [ask(quiz, quiz.questions[place], COURSE.solutions, SEED) for place in places]


def give(article: Any, asked: Instance, typed: str) -> None:
    """Give an answer as it would be typed in the terminal, by choosing it on the page."""
    names = re.findall(r"[a-z]", typed) if not isinstance(asked.question, TrueFalse) else [typed[-1]]
    labels = article.locator(".choices > li")
    match asked.question:
        case Single():
            labels.nth(ord(typed) - ord("a")).locator("input").check()
        case Multiple():
            for place in range(labels.count()):
                labels.nth(place).locator("input").set_checked(letter(place) in names)
        case TrueFalse():
            article.locator(f"[name=verdict][value={'yes' if typed.startswith('t') else 'no'}]").check()
            labels.nth(ord(names[0]) - ord("a")).locator("input").check()
        case Ordering():
            for place, name in enumerate(names):
                item = article.locator(".steps > li").filter(has=article.page.locator(f".letter:text-is('{name}')"))
                while item.evaluate("(li) => [...li.parentElement.children].indexOf(li)") > place:
                    item.get_by_role("button", name="Move up").click()
        case Matching():
            for pair, name in enumerate(names):
                article.locator("select").nth(pair).select_option(str(asked.order[ord(name) - ord("a")]))
        case _:
            article.get_by_role("textbox").fill(typed)
    article.get_by_role("button", name="Check").click()


def expected_lines(asked: Instance, marked: AnswerJudgement, typed: str) -> list[str]:
    """Return the pieces of text that follow an answer, in their order: nothing on options that were not chosen."""
    is_choice = isinstance(asked.question, Single | Multiple | TrueFalse)
    names = [typed[-1]] if isinstance(asked.question, TrueFalse) else re.findall(r"[a-z]", typed)
    chosen = {asked.order[ord(name) - ord("a")] for name in names} if is_choice else set()
    points = f"{marked.score} of {marked.max_score} {'point' if marked.max_score == 1 else 'points'}"
    head = "Right." if marked.is_right else f"Partly right: {points}." if marked.score else "Not right."
    said = [
        head,
        "" if is_choice else marked.remark,
        *(to_plain(note.words) for note in marked.notes if not is_choice or note.choice in chosen),
    ]
    said += [to_plain(asked.question.explanation)] if marked.is_right else []
    return [each for each in said if each]


def assert_told(article: Any, asked: Instance, typed: str) -> None:
    """Give an answer, and see that the page says what Python says."""
    give(article, asked, typed)
    told = " ".join(article.get_by_role("status").inner_text().split())
    place = 0
    marked = asked.mark(typed)
    for each in expected_lines(asked, marked, typed):
        words = " ".join(each.split())
        assert words in told[place:], (asked.question.id, typed, told)
        place = told.index(words, place) + len(words)
    if not marked.is_right:
        assert f"The answer is {asked.key()}." not in told


def wrong_answers(asked: Instance) -> list[str]:
    """Return several answers that are not quite right."""
    count = len(asked.order)
    letters = [letter(place) for place in range(count)]
    key = asked.key()
    match asked.question:
        case Single():
            return [each for each in letters if each != key]
        case Multiple():
            return [*letters, " ".join(letters), key.split()[0]]
        case TrueFalse():
            verdict = key.split()[0]
            other = "true" if verdict == "false" else "false"
            return [f"{verdict} {each}" for each in letters if f"{verdict} {each}" != key] + [f"{other} {key[-1]}"]
        case Ordering():
            steps = key.split()
            return [" ".join(reversed(steps)), " ".join([*steps[1:], steps[0]]), " ".join([steps[-1], *steps[:-1]])]
        case Matching():
            pairs = [each[-1] for each in key.split()]
            turned = [*pairs[1:], pairs[0]]
            return [
                " ".join(f"{n}{each}" for n, each in enumerate(turned, 1)),
                " ".join(f"{n + 1}a" for n in range(count)),
            ]
    assert isinstance(asked, NumericInstance)
    wrong = asked.numeric.wrong_answers(asked.numbers).values()
    return [asked.numeric.shown(values) for values in wrong]


@pytest.mark.parametrize(
    "quiz",
    QUIZZES,
    ids=lambda quiz: quiz.id,
)
def test_every_question_right_and_wrong_is_told_what_the_terminal_tells(
    browser: Any, files: dict[str, Path], quiz: Quiz
) -> None:
    kinds, earned = set(), 0.0
    with Opened(browser, files[quiz.id]) as opened:
        for number, asked in enumerate(in_order(quiz), 1):
            article = opened.locator(f"#q{number}")
            kinds.add(type(asked.question))
            wrong = wrong_answers(asked)
            earned += max(asked.mark(wrong[0]).score, asked.question.max_score / 2)
            for typed in wrong:
                assert_told(article, asked, typed)
                is_right = asked.mark(typed).is_right
                assert ("right" in article.locator(".result").get_attribute("class").split()) is is_right
            assert_told(article, asked, asked.key())
            assert article.locator(".result").get_attribute("class") == "result right"
            assert article.locator("[data-mark=wrong]").count() == 0
        total = sum(question.max_score for question in quiz.questions)
        count = len(quiz.questions)
        assert opened.locator("#score").inner_text() == (
            f"You have answered {count} of {count} questions, and have {earned:g} of {total} points."
        )
    assert len(kinds) >= (1 if quiz.id == "numbers" else 3)


def test_a_try_after_the_answer_was_opened_earns_nothing(browser: Any, files: dict[str, Path]) -> None:
    quiz = find_quiz(QUIZZES, "choosing")
    number, asked = next((n, a) for n, a in enumerate(in_order(quiz), 1) if isinstance(a.question, Single))
    with Opened(browser, files[quiz.id]) as page:
        article = page.locator(f"#q{number}")
        give(article, asked, wrong_answers(asked)[0])
        assert article.locator(".choices [data-mark=wrong]").count() == 1
        article.locator("summary").click()
        article.locator(".answer").wait_for()
        page.wait_for_timeout(100)  # `toggle` comes after the click
        give(article, asked, asked.key())
        assert page.locator("#score").inner_text().startswith("You have answered 1 of")
        assert "and have 0 of" in page.locator("#score").inner_text()


SPELLINGS = {
    "0.625": [".625", "0,625", " = 62.5 %", "5/8", "6.25e-1", "+0.625"],
    "11225": ["11 225", "11,225", "11'225", "1.1225e4"],
}


@pytest.mark.parametrize("value", SPELLINGS)
def test_a_number_is_read_in_any_usual_form(browser: Any, tmp_path: Path, value: str) -> None:
    known = {"score": 2, "message": "", "limits": [[float(value)] * 2]}
    data = json.dumps({"1": {"size": 1, "isWhole": value.isdigit(), "words": [], "answers": [known]}})
    article = "<article data-number=1><input name=number><p class=how>How.</p></article>"
    page_ = f"{article}<script type=application/json id=data>{data}</script><script>{NUMBERS}</script>"
    (tmp_path / "page.html").write_text(page_, "utf-8")
    with Opened(browser, tmp_path / "page.html") as opened:
        for text in SPELLINGS[value]:
            opened.locator("input").fill(text)
            assert opened.evaluate("numbers.judge(document.querySelector('article')).score") == 2, text


# --- for everybody -----------------------------------------------------------------------------


def test_a_question_of_every_kind_is_answered_with_the_keyboard_alone(browser: Any, files: dict[str, Path]) -> None:
    focused = "() => document.activeElement.closest('article')?.id + ' ' + document.activeElement.tagName"
    ring = "() => getComputedStyle(document.activeElement).outlineStyle"
    answered = set()
    for quiz in (find_quiz(QUIZZES, name) for name in ("the-loop", "choosing")):
        with Opened(browser, files[quiz.id]) as opened:
            for _ in range(400):
                opened.keyboard.press("Tab")
                if not opened.evaluate("document.activeElement.closest('article')"):
                    continue
                assert opened.evaluate(ring) == "solid"
                kind = opened.evaluate("document.activeElement.closest('article').dataset.kind")
                what = opened.evaluate("document.activeElement.type || document.activeElement.tagName")
                if what in ("radio", "checkbox"):
                    opened.keyboard.press("Space")
                elif what == "select-one":
                    opened.keyboard.press("ArrowDown")
                elif what == "text":
                    opened.keyboard.type("0.5")
                    opened.keyboard.press("Enter")
                elif what == "submit":
                    opened.keyboard.press("Enter")
                    head = opened.locator(f"#{opened.evaluate(focused).split()[0]} .result .head").inner_text()
                    assert re.match(r"Right\.|Not right\.|Partly right: |.* cannot be |There is ", head), head
                    answered.add(kind)
                elif what == "SUMMARY":
                    if opened.evaluate("document.activeElement.parentElement.open"):
                        break  # once round
                    opened.keyboard.press("Enter")
                    assert opened.locator(f"#{opened.evaluate(focused).split()[0]} details").evaluate("(it) => it.open")
    assert answered == {"single", "multiple", "true_false", "ordering", "matching", "numeric"}


def test_without_javascript_questions_stand_there_and_answers_open(browser: Any, files: dict[str, Path]) -> None:
    quiz = find_quiz(QUIZZES, "the-loop")
    with Opened(browser, files["the-loop"], java_script_enabled=False) as shown:
        assert shown.get_by_role("button", name="Check").count() == 0
        assert shown.locator(".moves:visible").count() == 0
        assert not shown.locator("#score").is_visible()
        assert "if JavaScript is on" in shown.locator("header").inner_text()
        for number, asked in enumerate(in_order(quiz), 1):
            article = shown.locator(f"#q{number}")
            assert not article.locator(".explanation").is_visible()
            article.locator("summary").click()
            assert article.locator(".key").inner_text() == f"The answer is {asked.key()}."
            assert article.locator(".explanation").is_visible()


@pytest.mark.parametrize(
    ("name", "scheme", "width"), [("the-loop", "light", 1280), ("choosing", "dark", 320), ("hostile", "light", 320)]
)
def test_nobody_is_kept_out_and_nothing_is_asked_for(
    browser: Any, files: dict[str, Path], name: str, scheme: str, width: int
) -> None:
    opened = Opened(browser, files[name], color_scheme=scheme, viewport={"width": width, "height": 800})
    with opened as page:
        for button in page.get_by_role("button").all():
            button.click()  # without an answer, which costs nothing
        count = page.locator("article[data-kind=ordering]").count()  # an order is an answer as it stands
        assert page.locator("#score").inner_text().startswith(f"You have answered {count} of")
        page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        assert (opened.asked, opened.said) == ([files[name].as_uri()], [])
        assert barriers(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate(SIDEWAYS) == []
