"""What an answer is worth, and what is to be said about it: pure functions of the question and the answer."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence, Set
from dataclasses import dataclass

from grader.questions.quiz.quiz_models import Matching, Multiple, Option, Ordering, Single, TrueFalse


@dataclass(frozen=True)
class Note:
    """What there is to say about one choice, which was made or should have been.

    `choice` is its place in the file, counted from 0: of an option, a reason, a step or the left part of a pair.
    """

    choice: int
    words: str
    is_right: bool


@dataclass(frozen=True)
class Marked:
    """An answer's points and the notes on it."""

    score: int
    max_score: int
    notes: tuple[Note, ...] = ()
    message: str = ""
    """What there is to say that belongs to no choice."""

    @property
    def is_right(self) -> bool:
        """Say whether nothing is missing."""
        return self.score == self.max_score


def judge_single(question: Single, chosen: int) -> Marked:
    """Judge the choice of one option: all or nothing."""
    notes = _notes(question.options, {chosen})
    return Marked(int(question.options[chosen].is_right), question.max_score, notes)


def judge_multiple(question: Multiple, chosen: frozenset[int]) -> Marked:
    """Judge the choice of several options: a point for each right one, less one for each wrong one, never below 0."""
    right = {index for index, option in enumerate(question.options) if option.is_right}
    score = max(0, len(chosen & right) - len(chosen - right))
    return Marked(score, question.max_score, _notes(question.options, chosen))


def judge_true_false(question: TrueFalse, why: int, *, is_true: bool) -> Marked:
    """Judge a verdict and a reason: a point for the verdict, and one more if the reason for it is right, too."""
    is_verdict_right = is_true == question.is_true
    score = is_verdict_right + (is_verdict_right and question.whys[why].is_right)
    message = f"The statement is {said(is_true=question.is_true)}."
    return Marked(score, question.max_score, _notes(question.whys, {why}), message)


def said(*, is_true: bool) -> str:
    """Return the word for a verdict."""
    return "true" if is_true else "false"


def judge_ordering(question: Ordering, order: Sequence[int]) -> Marked:
    """Judge an order: a point for each step after the first in the longest chain of steps that are in order.

    Each step is noted that stands before the one that it should come right after.
    """
    place = {step: index for index, step in enumerate(order)}
    early = [step for step in range(1, len(order)) if place[step] < place[step - 1]]
    notes = tuple(Note(step, question.steps[step].reveals or "", is_right=False) for step in early)
    return Marked(longest_chain(order) - 1, question.max_score, notes)


def longest_chain(order: Sequence[int]) -> int:
    """Return the length of the longest rising selection from a permutation (Schensted 1961, patience sorting)."""
    ends: list[int] = []
    for step in order:
        place = bisect_left(ends, step)
        ends[place : place + 1] = [step]
    return len(ends)


def judge_matching(question: Matching, rights: Sequence[int]) -> Marked:
    """Judge which right part was chosen for each left one: a point for each that belongs to it."""
    wrong = [pair for pair, right in enumerate(rights) if right != pair]
    notes = tuple(Note(pair, question.pairs[pair].reveals, is_right=False) for pair in wrong)
    return Marked(len(rights) - len(wrong), question.max_score, notes)


def _notes(options: Sequence[Option], chosen: Set[int]) -> tuple[Note, ...]:
    """Say something about the options that were chosen, and about the right ones that were not."""
    noted = [index for index, option in enumerate(options) if index in chosen or option.is_right]
    ranked = sorted(noted, key=lambda index: index not in chosen)
    return tuple(Note(index, options[index].words, is_right=options[index].is_right) for index in ranked)
