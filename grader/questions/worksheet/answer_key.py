"""The key of a worksheet: for each step the answer, the accepted range, the working, and the typical wrong answers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grader.questions.numeric.numeric_question import Key, NumericQuestion
from grader.questions.numeric.rounding import NOTICEABLE, WorkingStep
from grader.questions.worksheet.variant import Variant, minus
from grader.questions.worksheet.worksheet_file import WorksheetStep, labels_of


class KeyEntry(NamedTuple):
    """One number of an answer: its label, its tolerance and the accepted range."""

    label: str
    value: str
    tolerance: str
    accepted: tuple[str, str]
    too_early: tuple[str, str]
    """The range in which the method is right and a step was rounded too early."""


class WrongValue(NamedTuple):
    """A wrong answer, and the titles of the typical mistakes that lead to it."""

    value: str
    titles: tuple[str, ...]


class KeyStep(NamedTuple):
    """The key of one step."""

    step: WorksheetStep
    answer: str
    """The answer as text if it is exact; else empty, and `entries` has it."""
    entries: tuple[KeyEntry, ...]
    working: tuple[str, ...]
    like: int
    """The step, counted from 1, whose whole working this one begins with; 0 if none."""
    wrong: tuple[WrongValue, ...]


def steps_of(variant: Variant) -> Iterator[KeyStep]:
    """Yield the key of each step."""
    workings: list[tuple[WorkingStep, ...]] = []
    for step, question in variant.asked:
        working = question.working(variant.numbers)
        like, shared = _shared(working, workings)
        workings.append(working)
        key = question.key(variant.numbers)
        yield KeyStep(
            step=step,
            answer=question.shown(key.right) if question.kind.is_exact else "",
            entries=() if question.kind.is_exact else tuple(_entries(variant, step, question, key)),
            working=tuple(
                f"{minus(each.label)}\u00a0=\u00a0{minus(each.shown(question.decimals))}" for each in working[shared:]
            ),
            like=like,
            wrong=tuple(_wrong(question, key)),
        )


def _shared(working: Sequence[WorkingStep], earlier: Sequence[Sequence[WorkingStep]]) -> tuple[int, int]:
    """Return the earlier step, counted from 1, whose whole working this one begins with, and its length."""
    sizes = [len(each) if each and tuple(working[: len(each)]) == tuple(each) else 0 for each in earlier]
    longest = max(sizes, default=0)
    return (sizes.index(longest) + 1, longest) if longest else (0, 0)


def _entries(variant: Variant, step: WorksheetStep, question: NumericQuestion, key: Key) -> Iterator[KeyEntry]:
    """Yield the numbers of an answer, each with its accepted range."""
    labels = labels_of(step, variant.numbers) or [""] * len(key.right)
    is_part = question.kind.is_part_of_one
    for label, right, band, early in zip(labels, key.right, key.band, key.early, strict=True):
        value, decimals = float(right), question.decimals
        accepted, too_early = (_limits(value, each, decimals, is_part=is_part) for each in (band, early))
        yield KeyEntry(label, minus(f"{value:.{decimals}f}"), f"{band:.{decimals + 1}f}", accepted, too_early)


def _limits(value: float, band: float, decimals: int, *, is_part: bool) -> tuple[str, str]:
    """Return the smallest and the largest number with so many decimals that lie within a band."""
    scale = 10**decimals
    low = math.ceil((value - band - NOTICEABLE) * scale) / scale
    high = math.floor((value + band + NOTICEABLE) * scale) / scale
    if is_part:
        low, high = max(low, 0.0), min(high, 1.0)
    return minus(f"{low:.{decimals}f}"), minus(f"{high:.{decimals}f}")


def _wrong(question: NumericQuestion, key: Key) -> Iterator[WrongValue]:
    """Yield the wrong answers, mistakes with the same answer together."""
    titles: dict[str, list[str]] = {}
    for mistake in question.mistakes:
        if mistake.name in key.wrong:
            titles.setdefault(minus(question.shown(key.wrong[mistake.name])), []).append(mistake.title)
    for value, found in titles.items():
        yield WrongValue(value, tuple(found))
