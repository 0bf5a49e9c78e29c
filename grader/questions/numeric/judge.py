"""Judge an answer to a numeric question: right, right but rounded too early, a known mistake, or wrong."""

import operator
from itertools import zip_longest
from typing import TypedDict

from grader.core.result import NamedMistake
from grader.questions.answer_judgement import AnswerJudgement, UnreadableAnswerError, listed
from grader.questions.numeric.parse import HOW_MANY, AnswerKind, Reading
from grader.questions.numeric.question import Key, Numbers, NumericQuestion, words_of
from grader.questions.numeric.rounding import NOTICEABLE, Item, Values, half_unit, near

RIGHT, ROUNDED_TOO_EARLY, WRONG = 2, 1, 0
"""The points of an answer."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
EITHER = ("There are {count} ways to get this.", "Either:", "Or:")
BOTH = ("There are {count} mistakes in this.", "First:", "Then:")
TOO_EARLY = "The method is right, but a step was rounded too early. Keep {decimals} decimals in every step."


def judge(question: NumericQuestion, numbers: Numbers, text: str) -> AnswerJudgement:
    """Judge a text as the answer to a question; raise UnreadableAnswerError if it cannot be one."""
    key = question.key(numbers)
    return judge_reading(question, key, question.read(numbers, text, len(key.right)))


def judge_reading(question: NumericQuestion, key: Key, reading: Reading) -> AnswerJudgement:
    """Judge what was read.

    Known mistakes come before rounding that was too early: numbers are drawn so that the two do not meet.

    Raises:
        UnreadableAnswerError: it cannot be an answer, and no known mistake leads to it either.
    """
    values = reading.values
    if not values:
        raise UnreadableAnswerError(sentence(reading.problem))
    note = f" ({sentence(reading.note)})" if reading.note else ""
    met = _met(values, key.right, key.band)
    if any(near(values[0], misprint, half_unit(question.decimals)) for misprint in key.misprint):
        return AnswerJudgement(RIGHT, RIGHT, f"{key.about_the_misprint}{note}")
    if all(met):
        return AnswerJudgement(RIGHT, RIGHT, f"Right.{note}")
    for names, joined in ((_hit(key, values, met), EITHER), (_several(key, values, met), BOTH)):
        named = tuple(
            NamedMistake(mistake.name, mistake.title, mistake.words)
            for mistake in question.mistakes
            if mistake.name in names
        )
        if named:
            return AnswerJudgement(WRONG, RIGHT, f"{_words_of_mistakes(named, joined)}{note}", mistakes=named)
    if reading.problem:
        raise UnreadableAnswerError(sentence(reading.problem))
    if not question.kind.is_exact and all(_met(values, key.right, key.early)):
        return AnswerJudgement(ROUNDED_TOO_EARLY, RIGHT, f"{TOO_EARLY.format(decimals=question.decimals)}{note}")
    return AnswerJudgement(WRONG, RIGHT, f"{_which_are_right(met)}{note}")


def _met(values: Values, right: Values, band: tuple[float, ...]) -> tuple[bool, ...]:
    """Return for each entry whether it is near enough; words are met all together or not at all."""
    if len(values) != len(right) or any(isinstance(entry, str) for entry in right):
        return (values == right,) * len(right)
    return tuple(
        near(one, other, distance + NOTICEABLE) for one, other, distance in zip(values, right, band, strict=True)
    )


def _hit(key: Key, values: Values, met: tuple[bool, ...]) -> list[str]:
    """Return the mistakes that give all of these values or, if there is none, those that explain each wrong entry."""
    alike = {name: _met(values, wrong, key.band) for name, wrong in key.wrong.items() if len(wrong) == len(values)}
    same = [name for name, matches in alike.items() if all(matches)]
    to_the_last_digit = [name for name in same if all(_met(values, key.wrong[name], key.digits))]
    if same or len(values) != len(met):
        return to_the_last_digit or same
    return [name for name, matches in alike.items() if all(map(operator.or_, matches, met))]


def _several(key: Key, values: Values, met: tuple[bool, ...]) -> list[str]:
    """Return mistakes that concern different entries, if together they explain each wrong one."""
    names: list[str] = []
    explained = list(met)
    for name, wrong in key.wrong.items():
        if not len(wrong) == len(values) == len(met):
            continue
        concerns = [not is_right for is_right in _met(wrong, key.right, key.band)]
        same = _met(values, wrong, key.band)
        if all(same[index] and not explained[index] for index, is_concerned in enumerate(concerns) if is_concerned):
            names.append(name)
            explained = list(map(operator.or_, explained, concerns))
    return names if all(explained) else []


def _words_of_mistakes(named: tuple[NamedMistake, ...], joined: tuple[str, str, str]) -> str:
    """Return the words of a mistake, or of several."""
    texts = [f"{mistake.title} {mistake.words}".strip() for mistake in named]
    if len(texts) == 1:
        return texts[0]
    opening, first, further = joined
    count = HOW_MANY[len(texts)] if len(texts) < len(HOW_MANY) else str(len(texts))
    return f"{opening.format(count=count)} {first} {f' {further} '.join(texts)}"


def _which_are_right(met: tuple[bool, ...]) -> str:
    good = [_ordinal(index) for index, is_right in enumerate(met) if is_right]
    if not good:
        return "That is not right."
    numbers = "number is" if len(good) == 1 else "numbers are"
    return f"The {listed(good)} {numbers} right, and the rest is not."


def _ordinal(index: int) -> str:
    return ORDINALS[index] if index < len(ORDINALS) else f"{index + 1}th"


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}" if text else ""


# --- for the page of a quiz -----------------------------------------------------------------------


class PageAnswer(TypedDict):
    """An answer that a page knows: its points, the words on it, and where each entry of it begins and ends."""

    score: int
    message: str
    limits: list[tuple[Item, Item]]


class PageData(TypedDict):
    """How a page reads an answer, and the answers that it knows, of which the first that fits counts."""

    size: int
    isWhole: bool
    words: list[str]
    """The words to choose from; none for numbers and pieces."""
    answers: list[PageAnswer]


def page_data(question: NumericQuestion, numbers: Numbers) -> PageData:
    """Return what a page looks an answer up in."""
    key, kind, size = question.key(numbers), question.kind, len(question.answer(numbers))
    misprints = [((value,), (half_unit(question.decimals),)) for value in key.misprint]
    known = [_page_answer(RIGHT, key.about_the_misprint, *misprint) for misprint in misprints]
    known.append(_page_answer(RIGHT, "", key.right, key.band))
    for values in dict.fromkeys(key.wrong.values()):
        if kind.is_text or len(values) == size:
            remark = judge_reading(question, key, Reading(values)).remark
            known.append(_page_answer(WRONG, remark, values, key.band))
    if not kind.is_exact:
        known.append(
            _page_answer(ROUNDED_TOO_EARLY, TOO_EARLY.format(decimals=question.decimals), key.right, key.early)
        )
    words = words_of(numbers) if kind in (AnswerKind.TOKEN, AnswerKind.TOKENS) else []
    return PageData(size=size, isWhole=kind.of_one is AnswerKind.COUNT, words=words, answers=known)


def _page_answer(score: int, message: str, values: Values, distances: tuple[float, ...]) -> PageAnswer:
    limits: list[tuple[Item, Item]] = []
    for value, distance in zip_longest(values, distances[: len(values)]):
        apart = NOTICEABLE + (distance or 0.0)
        limits.append((value, value) if isinstance(value, str) else (value - apart, value + apart))
    return PageAnswer(score=score, message=message, limits=limits)
