"""Judge what somebody answered: right, right but rounded too early, a known mistake, or wrong."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from enum import StrEnum

from grader.questions.numeric.distractors import near
from grader.questions.numeric.numeric_question import Key, Numbers, Question
from grader.questions.numeric.parse_list import HOW_MANY, read
from grader.questions.numeric.parse_number import Reading
from grader.questions.numeric.rounding import NOTICEABLE, Values, half_unit

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


EITHER = ("There are {} ways to get this.", "Either:", "Or:")
BOTH = ("There are {} mistakes in this.", "First:", "Then:")


class Finding(StrEnum):
    """What an answer turned out to be."""

    RIGHT = "right"
    ROUNDED_TOO_EARLY = "rounded-too-early"
    WRONG = "wrong"
    UNREADABLE = "unreadable"
    """It cannot be an answer at all, so it need not count as a try."""


@dataclass(frozen=True)
class NamedMistake:
    """A known wrong answer that was hit, and what to tell about it."""

    name: str
    title: str
    words: str


@dataclass(frozen=True)
class Judgement:
    """What to say to an answer."""

    finding: Finding
    message: str
    mistakes: tuple[NamedMistake, ...] = ()
    """Empty, one, or several that give the same: then one of them was made."""
    right_entries: tuple[bool, ...] = ()
    """For each entry of the right answer whether it was met; all of them for a set, or none."""
    values: Values = ()
    """What was read."""

    @property
    def is_right(self) -> bool:
        """Say whether the answer earns everything."""
        return self.finding is Finding.RIGHT

    @property
    def is_rounded_too_early(self) -> bool:
        """Say whether the method is right and the steps were rounded to too few decimals."""
        return self.finding is Finding.ROUNDED_TOO_EARLY

    @property
    def is_readable(self) -> bool:
        """Say whether there was an answer to judge."""
        return self.finding is not Finding.UNREADABLE


def judge(question: Question, numbers: Numbers, text: str) -> Judgement:
    """Judge a text as the answer to a question with these numbers."""
    key = question.key(numbers)
    words = numbers.get("tokens") or [numbers.get("word", "")]
    return judge_reading(question, key, read(text, question.kind, size=len(key.right), words=words, unit=question.unit))


def judge_reading(question: Question, key: Key, reading: Reading) -> Judgement:
    """Judge what was read.

    Known mistakes come before rounding that was too early: numbers are drawn so that the two do not meet.
    """
    values = reading.values
    if not values:
        return Judgement(Finding.UNREADABLE, _sentence(reading.problem))
    met = _met(values, key.right, key.band)
    note = f" ({_sentence(reading.note)})" if reading.note else ""
    if any(near(values[0], each, half_unit(question.decimals)) for each in key.misprint):
        return Judgement(Finding.RIGHT, f"{key.about_the_misprint}{note}", (), (True,) * len(met), values)
    if all(met):
        return Judgement(Finding.RIGHT, f"Right.{note}", (), met, values)
    if hit := _hit(key, values, met):
        named = _named(question, hit)
        return Judgement(Finding.WRONG, f"{_told(named, EITHER)}{note}", named, met, values)
    if several := _several(key, values, met):
        named = _named(question, several)
        return Judgement(Finding.WRONG, f"{_told(named, BOTH)}{note}", named, met, values)
    if reading.problem:
        return Judgement(Finding.UNREADABLE, _sentence(reading.problem), (), (), values)
    if not question.kind.is_exact and all(_met(values, key.right, key.early)):
        return Judgement(Finding.ROUNDED_TOO_EARLY, f"{_early(question)}{note}", (), met, values)
    return Judgement(Finding.WRONG, f"{_which_are_right(met)}{note}", (), met, values)


def _met(values: Values, right: Values, band: tuple[float, ...]) -> tuple[bool, ...]:
    """Say for each entry whether it is near enough; words are met all together or not at all."""
    if len(values) != len(right) or any(isinstance(each, str) for each in right):
        return (values == right,) * len(right)
    return tuple(near(one, other, each + NOTICEABLE) for one, other, each in zip(values, right, band, strict=True))


def _hit(key: Key, values: Values, met: tuple[bool, ...]) -> list[str]:
    """Return the mistakes that give all of these values or, if there is none, those that explain each wrong entry."""
    alike = {name: _met(values, wrong, key.band) for name, wrong in key.wrong.items() if len(wrong) == len(values)}
    same = [name for name, each in alike.items() if all(each)]
    to_the_last_digit = [name for name in same if all(_met(values, key.wrong[name], key.digits))]
    if same or len(values) != len(met):
        return to_the_last_digit or same
    return [name for name, each in alike.items() if all(map(operator.or_, each, met))]


def _several(key: Key, values: Values, met: tuple[bool, ...]) -> list[str]:
    """Return mistakes that concern different entries, if together they explain each wrong one."""
    found: list[str] = []
    explained = list(met)
    for name, wrong in key.wrong.items():
        if len(wrong) != len(values) or len(values) != len(met):
            continue
        concerns = [not each for each in _met(wrong, key.right, key.band)]
        same = _met(values, wrong, key.band)
        if all(same[place] and not explained[place] for place, each in enumerate(concerns) if each):
            found.append(name)
            explained = list(map(operator.or_, explained, concerns))
    return found if all(explained) else []


def _named(question: Question, hit: list[str]) -> tuple[NamedMistake, ...]:
    """Return mistakes with their words, in the order of their file."""
    return tuple(NamedMistake(each.name, each.title, each.words) for each in question.mistakes if each.name in hit)


def _told(named: tuple[NamedMistake, ...], joined: tuple[str, str, str]) -> str:
    """Tell a mistake, or several."""
    told = [f"{each.title} {each.words}".strip() for each in named]
    if len(told) == 1:
        return told[0]
    opening, first, further = joined
    count = HOW_MANY[len(told)] if len(told) < len(HOW_MANY) else str(len(told))
    return f"{opening.format(count)} {first} {f' {further} '.join(told)}"


def _early(question: Question) -> str:
    return f"The method is right, but a step was rounded too early. Keep {question.decimals} decimals in every step."


def _which_are_right(met: tuple[bool, ...]) -> str:
    """Say of several numbers which ones are right."""
    good = [ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th" for place, each in enumerate(met) if each]
    if not good:
        return "That is not right."
    numbers = f"The {good[0]} number is" if len(good) == 1 else f"The {', '.join(good[:-1])} and {good[-1]} numbers are"
    return f"{numbers} right, and the rest is not."


def _sentence(text: str) -> str:
    """Make a sentence of a message."""
    if not text:
        return ""
    return f"{text[0].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"
