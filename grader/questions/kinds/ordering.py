"""Steps to be put in order."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Literal

from grader.core.shapes import yaml_model
from grader.course.course import Solutions
from grader.files.yaml_load import FieldProblem
from grader.questions.answer_judgement import AnswerJudgement, Note, UnreadableAnswerError, listed
from grader.questions.letters import letter, read_places
from grader.questions.lms_item import LmsItem, LmsPair
from grader.questions.question import Order, QuizQuestion, ShownChoice


@yaml_model
class OrderingStep:
    """One thing of several that have an order."""

    step: str
    """The text of the step."""
    reveals: str | None = None
    """The misconception behind putting it before the step above it; the first step has none."""

    @property
    def choice(self) -> ShownChoice:
        return ShownChoice(self.step, self.reveals or "", self.step, "too early")


@yaml_model
class Ordering(QuizQuestion):
    """Steps to be put in order."""

    LIST, UNIQUE = "steps", ("step",)
    IS_IN_ORDER = True
    HOW = "Type the letters a to {last} in the right order, the first step first, such as {example}."
    FORM = "ordering"
    kind: Literal["ordering"]
    steps: tuple[OrderingStep, ...]
    """At least three, in the right order."""

    @property
    def max_score(self) -> int:
        """Return a point for each step that can stand rightly after another."""
        return len(self.steps) - 1

    def problems(self, solutions: Solutions) -> Iterator[FieldProblem]:
        """Yield what is wrong with the steps."""
        yield from super().problems(solutions)
        for index, step in enumerate(self.steps):
            if index == 0 and step.reveals is not None:
                yield FieldProblem(("steps", 0, "reveals"), "the first step has no step above it; leave `reveals` out")
            if index > 0 and step.reveals is None:
                what = "the key `reveals` is missing; say what somebody believes who puts it before the step above it"
                yield FieldProblem(("steps", index), what)

    def mark(self, text: str, order: Order) -> AnswerJudgement:
        """Judge all letters in the order in which they were typed."""
        return self.judge([order[place] for place in read_order(text, len(order))])

    def judge(self, order: Sequence[int]) -> AnswerJudgement:
        """Judge an order: a point for each step after the first in the longest chain of steps that are in order.

        Each step is noted that stands before the one that it should come right after.
        """
        places = {step: place for place, step in enumerate(order)}
        early = [step for step in range(1, len(order)) if places[step] < places[step - 1]]
        notes = tuple(Note(step, self.steps[step].reveals or "", is_right=False) for step in early)
        return AnswerJudgement(longest_chain(order) - 1, self.max_score, notes=notes)

    def key(self, order: Order) -> str:
        return " ".join(letter(order.index(step)) for step in range(len(order)))

    def lms_item(self, order: Order) -> LmsItem:
        """Return each step, as shuffled, with its number; a point is for its place, not for a chain of steps."""
        return LmsItem(
            pairs=tuple(LmsPair(self.steps[step].step, str(step + 1), self.steps[step].reveals or "") for step in order)
        )


def read_order(text: str, count: int) -> tuple[int, ...]:
    """Return the places in the order in which a text names each once; raise UnreadableAnswerError if it does not."""
    places = read_places(text, count)
    missing = [letter(place) for place in range(count) if place not in places]
    twice = sorted({letter(place) for place in places if places.count(place) > 1})
    if twice:
        raise UnreadableAnswerError(f"You named {listed(twice)} more than once. Type each letter once.")
    if missing:
        raise UnreadableAnswerError(f"You left out {listed(missing)}. Type all {count} letters, the first step first.")
    return tuple(places)


def longest_chain(order: Sequence[int]) -> int:
    """Return the length of the longest rising selection from a permutation (Schensted 1961, patience sorting)."""
    ends: list[int] = []
    for step in order:
        pile = bisect_left(ends, step)
        ends[pile : pile + 1] = [step]
    return len(ends)


KIND = Ordering
