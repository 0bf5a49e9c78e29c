"""`learn quiz --out`: what the files mean to a platform, by readers of our own that know only the formats.

The readers score an answer as the specification of QTI 1.2.1 and Moodle's documentation of its XML say, and what they find is
compared with our own judge.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from quiz_taking import COURSE, QUIZZES

from grader.questions.answer_judgement import UnreadableAnswerError
from grader.questions.kinds.matching import Matching
from grader.questions.kinds.multiple import Multiple
from grader.questions.kinds.numeric import NumericInstance
from grader.questions.kinds.ordering import Ordering
from grader.questions.kinds.single import Single
from grader.questions.kinds.true_false import TrueFalse
from grader.questions.numeric.judge import judge_reading
from grader.questions.numeric.question import Key
from grader.questions.question import Instance
from grader.questions.quiz.lms import ASSESSMENT, moodle, qti
from grader.questions.quiz.load import find_quiz
from grader.questions.quiz.models import Quiz, ask

SEED = "1"
SPACE = "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"
MOODLE_SHARES = [
    *range(0, 30, 5),
    *range(30, 110, 10),
    75,
    83.33333,
    66.66667,
    33.33333,
    16.66667,
    14.28571,
    12.5,
    11.11111,
]
"""The shares that Moodle knows, in percent; an import refuses others."""
Responses = Mapping[str, set[str]]


class Outcome(NamedTuple):
    """A platform's verdict on an answer: the share of the points in percent, and the feedback."""

    score: float
    feedback: list[str]


def words(html: str) -> str:
    return " ".join("".join(ElementTree.fromstring(f"<x>{html}</x>").itertext()).split())


# --- QTI ----------------------------------------------------------------------------------------


def items(quiz: Quiz) -> dict[str, ElementTree.Element]:
    """Return the items of a package of QTI by their titles, without their namespace."""
    with zipfile.ZipFile(io.BytesIO(qti(quiz, COURSE.solutions, SEED))) as package:
        manifest = package.read("imsmanifest.xml").decode()
        assert f'href="{ASSESSMENT}"' in manifest
        root = ElementTree.fromstring(package.read(ASSESSMENT))
    for element in root.iter():
        element.tag = element.tag.removeprefix(SPACE)
    return {item.get("title", ""): item for item in root.iter("item")}


def holds(test: ElementTree.Element, given: Responses) -> bool:
    """Return whether a test of a condition holds."""
    if test.tag == "not":
        return not any(holds(inner, given) for inner in test)
    if test.tag in ("and", "conditionvar"):
        return all(holds(inner, given) for inner in test)
    answers, limit = given.get(test.get("respident", ""), set()), test.text or ""
    if test.tag == "varequal":
        return limit in answers
    assert test.tag in ("vargte", "varlte")
    return any(
        float(answer) >= float(limit) if test.tag == "vargte" else float(answer) <= float(limit) for answer in answers
    )


def processed(item: ElementTree.Element, given: Responses) -> Outcome:
    """Score an answer by the conditions of an item, in order, until one holds that says not to go on."""
    score, feedback = 0.0, []
    texts = {own.get("ident"): words(own.findtext(".//mattext") or "") for own in item.iter("itemfeedback")}
    for condition in item.iter("respcondition"):
        test = condition.find("conditionvar")
        assert test is not None
        if not holds(test, given):
            continue
        for change in condition.iter("setvar"):
            score = float(change.text or "") + (score if change.get("action") == "Add" else 0)
        feedback += [texts[own.get("linkrefid")] for own in condition.iter("displayfeedback")]
        if condition.get("continue") == "No":
            break
    return Outcome(min(100, max(0, score)), feedback)


def labels(item: ElementTree.Element, response: str) -> dict[str, str]:
    """Return the idents of the choices for a response by their texts."""
    (given,) = (own for own in item.iter("response_lid") if own.get("ident") == response)
    choices = given.iter("response_label")
    return {words(own.findtext(".//mattext") or ""): own.get("ident", "") for own in choices}


# --- Moodle -------------------------------------------------------------------------------------


def questions(quiz: Quiz) -> dict[str, ElementTree.Element]:
    """Return the questions of a file for Moodle by their names."""
    root = ElementTree.fromstring(moodle(quiz, COURSE.solutions, SEED))
    return {own.findtext("name/text") or "": own for own in root.findall("question") if own.get("type") != "category"}


def answers(question: ElementTree.Element) -> list[tuple[str, float, str, float]]:
    """Return text, share, feedback and tolerance of each answer."""
    return [
        (
            words(own.findtext("text") or ""),
            float(own.get("fraction", "")),
            words(own.findtext("feedback/text") or ""),
            float(own.findtext("tolerance") or 0),
        )
        for own in question.findall("answer")
    ]


def typed(question: ElementTree.Element, text: str) -> Outcome:
    """Score a typed answer: the first answer that fits counts."""
    is_number = question.get("type") == "numerical"
    for answer, share, feedback, tolerance in answers(question):
        if abs(float(text) - float(answer)) <= tolerance + 1e-12 if is_number else text == answer:
            return Outcome(share, [feedback] if feedback else [])
    return Outcome(0, [])


# --- the two, and our own judge -------------------------------------------------------------------


def asked(kind: type | None = None) -> Iterator[tuple[Quiz, Instance]]:
    for quiz in QUIZZES:
        for question in quiz.questions:
            if kind is None or type(question) is kind:
                yield quiz, ask(quiz, question, COURSE.solutions, SEED)


@cache
def read_both(quiz_id: str) -> tuple[dict[str, ElementTree.Element], dict[str, ElementTree.Element]]:
    """Return the items and the questions of a quiz."""
    quiz = find_quiz(QUIZZES, quiz_id)
    return items(quiz), questions(quiz)


def plain(text: str) -> str:
    """Return an author's text as the files have it."""
    from grader.files.markdown import to_plain

    return " ".join(to_plain(text).split())


@pytest.mark.slow
def test_every_question_is_in_both_files() -> None:
    for quiz in QUIZZES:
        wanted = [
            question.id if len(own.lms_items()) == 1 else f"{question.id}-{part}"
            for question in quiz.questions
            for own in [ask(quiz, question, COURSE.solutions, SEED)]
            for part, _ in enumerate(own.lms_items(), 1)
        ]
        assert list(read_both(quiz.id)[0]) == list(read_both(quiz.id)[1]) == wanted


@pytest.mark.slow
def test_shares_are_some_that_moodle_knows_and_one_answer_has_all() -> None:
    for _, known in (read_both(quiz.id) for quiz in QUIZZES):
        for question in known.values():
            shares = [share for _, share, _, _ in answers(question)]
            assert {abs(share) for share in shares} <= set(MOODLE_SHARES)
            if shares:
                is_several = question.findtext("single") == "false"
                best = sum(share for share in shares if share > 0) if is_several else max(shares)
                assert best == pytest.approx(100, abs=1e-4)


@pytest.mark.parametrize("kind", [Single, Multiple])
@pytest.mark.slow
def test_choices_are_scored_as_ours(kind: type) -> None:
    for quiz, instance in asked(kind):
        question = instance.question
        item, known = (file[question.id] for file in read_both(quiz.id))
        idents, shares = labels(item, "response"), {text: (share, told) for text, share, told, _ in answers(known)}
        sizes = range(1, len(question.items)) if kind is Multiple else [1]
        for chosen in (each for size in sizes for each in combinations(range(len(question.items)), size)):
            texts = [plain(question.items[index].text) for index in chosen]
            judged = question.judge(set(chosen) if kind is Multiple else chosen[0])
            outcome = processed(item, {"response": {idents[text] for text in texts}})
            assert outcome.score == (100 if judged.is_right else 0)
            assert sorted(outcome.feedback) == sorted(plain(question.items[index].words) for index in chosen)
            assert max(0, sum(shares[text][0] for text in texts)) == pytest.approx(
                100 * judged.score / judged.max_score, abs=1e-4
            )
            assert [shares[text][1] for text in texts] == [plain(question.items[index].words) for index in chosen]


def test_verdicts_with_reasons_are_scored_as_ours() -> None:
    for quiz, instance in asked(TrueFalse):
        question = instance.question
        item, known = (file[question.id] for file in read_both(quiz.id))
        shares = {text: share for text, share, _, _ in answers(known)}
        assert len(shares) == 2 * len(question.whys)
        for verdict, text in ((True, "true"), (False, "false")):
            for index, why in enumerate(question.whys):
                judged, choice = question.judge(index, is_true=verdict), f"{text}: {plain(why.text)}"
                assert shares[choice] == 100 * judged.score / judged.max_score
                outcome = processed(item, {"response": {labels(item, "response")[choice]}})
                assert outcome == Outcome(100 if judged.is_right else 0, [plain(why.words)])


@pytest.mark.parametrize("kind", [Matching, Ordering])
def test_pairs_have_a_point_each(kind: type) -> None:
    for quiz, instance in asked(kind):
        question = instance.question
        item, known = (file[question.id] for file in read_both(quiz.id))
        ours = (
            {plain(pair.left): (plain(pair.right), plain(pair.reveals)) for pair in question.pairs}
            if kind is Matching
            else {
                plain(step.step): (str(place), plain(step.reveals or ""))
                for place, step in enumerate(question.steps, 1)
            }
        )
        pairs = {words(own.findtext("text") or ""): own.findtext("answer/text") for own in known.findall("subquestion")}
        assert pairs == {left: right for left, (right, _) in ours.items()}
        right, wrong = {}, {}
        for response in item.iter("response_lid"):
            ident, left = response.get("ident", ""), words(response.findtext("material/mattext") or "")
            idents = labels(item, ident)
            right[ident] = {idents[ours[left][0]]}
            wrong[ident] = {next(own for text, own in idents.items() if text != ours[left][0])}
            assert set(idents) == {text for text, _ in ours.values()}
        assert processed(item, right) == Outcome(pytest.approx(100, abs=1e-3), [])
        outcome = processed(item, wrong)
        assert outcome.score == 0
        assert sorted(outcome.feedback) == sorted(told for _, told in ours.values() if told)


def numbers_to_try(key: Key) -> Iterator[str]:
    """Yield answers to a question for one number: the right one, those of mistakes, and some at the edges of tolerances."""
    for values, distance in [
        (key.right, key.band),
        (key.right, key.early),
        *((values, key.band) for values in key.wrong.values()),
    ]:
        for factor in (-1.5, -0.99, 0, 0.99, 1.5):
            yield f"{float(values[0]) + factor * distance[0]:.9f}"


@pytest.mark.slow
def test_numbers_are_scored_as_ours_and_mistakes_have_their_words() -> None:
    named = 0
    for quiz, instance in asked():
        if not isinstance(instance, NumericInstance) or instance.numeric.kind.is_text or len(instance.lms_items()) > 1:
            continue
        key = instance.numeric.key(instance.numbers)
        item, known = (file[instance.question.id] for file in read_both(quiz.id))
        for text in dict.fromkeys(numbers_to_try(key)):
            if instance.numeric.kind.of_one.value == "count" and float(text) != int(float(text)):
                continue
            number = f"{float(text):.10g}"
            try:
                judged = judge_reading(instance.numeric, key, instance.numeric.read(instance.numbers, number, 1))
            except UnreadableAnswerError:  # such as a probability of 2, which is a wrong answer elsewhere
                continue
            outcome = processed(item, {"response": {number}})
            assert typed(known, number).score == 100 * judged.score / judged.max_score, (instance.question.id, number)
            assert outcome.score == (100 if judged.is_right else 0), (instance.question.id, number)
            assert outcome.feedback == typed(known, number).feedback
            if judged.mistakes and len(judged.mistakes) == 1:
                assert outcome.feedback in ([plain(judged.remark)], []), (instance.question.id, number)
                named += outcome.feedback != []
    assert named > 200


@pytest.mark.slow
def test_tokens_are_chosen_and_a_word_is_typed() -> None:
    seen = set()
    for quiz, instance in asked():
        if not isinstance(instance, NumericInstance) or not instance.numeric.kind.is_text:
            continue
        seen.add(instance.numeric.kind.value)
        item, known = (file[instance.question.id] for file in read_both(quiz.id))
        right = [str(value) for value in instance.numeric.key(instance.numbers).right]
        if instance.numeric.kind.value == "pieces":
            assert processed(item, {"response": {" ".join(right)}}).score == typed(known, " ".join(right)).score == 100
            wrong = [answer for answer, share, _, _ in answers(known) if not share]
            assert all(processed(item, {"response": {each}}).feedback for each in wrong)
        else:
            idents = labels(item, "response")
            assert processed(item, {"response": {idents[token] for token in right}}).score == 100
            others = {ident for token, ident in idents.items() if token not in right}
            assert processed(item, {"response": others}).score == 0
    assert seen == {"token", "tokens", "pieces"}


# --- the files, and the command -------------------------------------------------------------------
