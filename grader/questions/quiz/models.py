"""The questions of a quiz: the models of what their author wrote, and for each kind how it is answered and judged.

`quiz_file` loads them from YAML. Answers and keys are in the letters that were shown: `order` has the choice, counted
from 0 as in the file, at each place.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Literal

from grader.core.shapes import yaml_model
from grader.course import Phrase
from grader.course.exercise import Source
from grader.files.strict_yaml import Trail
from grader.questions.answer_judgement import AnswerJudgement, Note
from grader.questions.quiz import parse_choice
from grader.questions.quiz.parse_choice import letter

Order = tuple[int, ...]


@yaml_model
class Option:
    """One answer to choose: either `right` with why, or `wrong` with what choosing it reveals."""

    right: str | None = None
    """A right answer."""
    explain: str | None = None
    """Why it is right."""
    wrong: str | None = None
    """A wrong answer."""
    reveals: str | None = None
    """The misconception behind choosing it, and what to think of instead."""

    @property
    def is_right(self) -> bool:
        """True if it is a right answer."""
        return self.right is not None

    @property
    def text(self) -> str:
        """Return the answer itself."""
        return self.right if self.right is not None else self.wrong or ""

    @property
    def words(self) -> str:
        """Return the comment on it, shown after the answer."""
        return (self.explain if self.is_right else self.reveals) or ""


@yaml_model
class OrderingStep:
    """One thing of several that have an order."""

    step: str
    """The text of the step."""
    reveals: str | None = None
    """The misconception behind putting it before the step above it; the first step has none."""
    is_right: ClassVar[bool] = False

    @property
    def text(self) -> str:
        """Return the text to show."""
        return self.step

    @property
    def words(self) -> str:
        """Return the comment on it, shown after the answer."""
        return self.reveals or ""


@yaml_model
class Pair:
    """Two things that belong together."""

    left: str
    """The part that is shown in order."""
    right: str
    """The part that belongs to it."""
    reveals: str
    """The comment if another part is chosen for it."""
    is_right: ClassVar[bool] = False

    @property
    def text(self) -> str:
        """Return the text to show."""
        return self.right

    @property
    def words(self) -> str:
        """Return the comment on it, shown after the answer."""
        return self.reveals


@yaml_model
class QuizQuestion:
    """The fields and behavior of every question."""

    LIST: ClassVar[str] = ""
    """The key of what can be chosen."""
    MOST: ClassVar[int] = 1
    HOW: ClassVar[str] = ""
    """How to answer; `{last}` is the last letter, `{example}` an answer of the right form, hardly ever right."""

    id: str
    """Small letters, digits and dashes; unique in the quiz."""
    question: str
    """The question, in inline Markdown with formulas; for true_false, the statement."""
    explanation: str
    """The text shown after every answer."""
    exercise: str
    """The id of the exercise to look at, `unit/name`."""
    card: str
    """The id of the flashcard to look at."""
    tags: tuple[str, ...]
    """The topics of the question."""
    source: Source
    """The source of the fact."""
    excerpt: str | None = None
    """Code or output that the question is about, shown as it is."""
    figures: str | None = None
    """A function of solutions/quiz/figures.py whose numbers fill the places `{{ name }}`."""

    @property
    def unit(self) -> str:
        """Return the unit of the exercise to look at."""
        return self.exercise.partition("/")[0]

    @property
    def max_score(self) -> int:
        """Return the points for the whole answer."""
        return self.MOST

    @property
    def choices(self) -> tuple[Option | OrderingStep | Pair, ...]:
        """Return the options, steps or pairs, in the order of the file."""
        return getattr(self, self.LIST) if self.LIST else ()

    def texts(self) -> Iterator[tuple[Trail, str | None]]:
        """Yield each text shown to people, with its location in the file."""
        for key in ("question", "explanation", "excerpt"):
            yield (key,), getattr(self, key)
        for index, choice in enumerate(self.choices):
            for each in fields(choice):
                yield (self.LIST, index, each.name), getattr(choice, each.name)

    def mark(self, text: str, order: Order) -> AnswerJudgement:
        """Judge an answer as it was typed; raise UnreadableAnswerError if it is no answer to this question."""
        raise NotImplementedError

    def key(self, order: Order) -> str:
        """Return the right answer in the letters to type."""
        return " ".join(letter(place) for place, index in enumerate(order) if self.choices[index].is_right)

    def how_to(self, order: Order, phrase: Phrase = str.format) -> str:
        """Return a sentence on how to answer this question."""
        last = len(order) - 1
        return phrase(self.HOW, last=letter(last), example=self.key((last, *range(last))))


@yaml_model
class Single(QuizQuestion):
    """One of several options is right."""

    LIST = "options"
    HOW = "Type the letter of the right answer, from a to {last}."
    kind: Literal["single"]
    options: tuple[Option, ...]
    """At least three, one of them right."""

    def mark(self, text: str, order: Order) -> AnswerJudgement:
        """Judge a letter."""
        return self.judge(order[parse_choice.read_choice(text, len(order))])

    def judge(self, chosen: int) -> AnswerJudgement:
        """Judge the choice of one option: all or nothing."""
        return AnswerJudgement(int(self.options[chosen].is_right), self.max_score, notes=_notes(self.options, {chosen}))


@yaml_model
class Multiple(QuizQuestion):
    """Any number of several options are right, and at least one is not."""

    LIST = "options"
    HOW = "Type the letters of all right answers, such as a c. Each one that is wrong or missing costs a point."
    kind: Literal["multiple"]
    options: tuple[Option, ...]
    """At least three."""

    @property
    def max_score(self) -> int:
        """Return a point for each right option."""
        return sum(option.is_right for option in self.options)

    def mark(self, text: str, order: Order) -> AnswerJudgement:
        """Judge some letters."""
        return self.judge({order[place] for place in parse_choice.read_choices(text, len(order))})

    def judge(self, chosen: Set[int]) -> AnswerJudgement:
        """Judge the choice of several options: a point for each right one, less one for each wrong one, at least 0."""
        score = sum(1 if self.options[each].is_right else -1 for each in chosen)
        return AnswerJudgement(max(0, score), self.max_score, notes=_notes(self.options, chosen))


@yaml_model
class TrueFalse(QuizQuestion):
    """A statement that is true or false, and why."""

    LIST, MOST = "whys", 2
    HOW = "Type true or false, and the letter of the reason, such as false b or f b."
    kind: Literal["true_false"]
    is_true: bool
    """True if the statement holds."""
    whys: tuple[Option, ...]
    """At least three reasons, one of them right."""

    def mark(self, text: str, order: Order) -> AnswerJudgement:
        """Judge a verdict and a letter."""
        is_true, why = parse_choice.read_verdict(text, len(order))
        return self.judge(order[why], is_true=is_true)

    def judge(self, why: int, *, is_true: bool) -> AnswerJudgement:
        """Judge a verdict and a reason: a point for the verdict, and one more if the reason for it is right, too."""
        is_verdict_right = is_true == self.is_true
        score = is_verdict_right + (is_verdict_right and self.whys[why].is_right)
        remark = "The statement is true." if self.is_true else "The statement is false."
        return AnswerJudgement(score, self.max_score, remark, _notes(self.whys, {why}))

    def key(self, order: Order) -> str:
        """Return the verdict and the letter of the right reason."""
        return f"{self._verdict} {super().key(order)}"

    @property
    def _verdict(self) -> str:
        return "true" if self.is_true else "false"


@yaml_model
class Ordering(QuizQuestion):
    """Steps to be put in order."""

    LIST = "steps"
    HOW = "Type the letters a to {last} in the right order, the first step first, such as {example}."
    kind: Literal["ordering"]
    steps: tuple[OrderingStep, ...]
    """At least three, in the right order."""

    @property
    def max_score(self) -> int:
        """Return a point for each step that can stand rightly after another."""
        return len(self.steps) - 1

    def mark(self, text: str, order: Order) -> AnswerJudgement:
        """Judge all letters in the order in which they were typed."""
        return self.judge([order[place] for place in parse_choice.read_order(text, len(order))])

    def judge(self, order: Sequence[int]) -> AnswerJudgement:
        """Judge an order: a point for each step after the first in the longest chain of steps that are in order.

        Each step is noted that stands before the one that it should come right after.
        """
        place = {step: index for index, step in enumerate(order)}
        early = [step for step in range(1, len(order)) if place[step] < place[step - 1]]
        notes = tuple(Note(step, self.steps[step].words, is_right=False) for step in early)
        return AnswerJudgement(longest_chain(order) - 1, self.max_score, notes=notes)

    def key(self, order: Order) -> str:
        """Return the letters in the right order."""
        return " ".join(letter(order.index(step)) for step in range(len(order)))


@yaml_model
class Matching(QuizQuestion):
    """Things to be matched with what belongs to them."""

    LIST = "pairs"
    HOW = "Type each number with the letter that belongs to it, such as {example}."
    kind: Literal["matching"]
    pairs: tuple[Pair, ...]
    """At least three."""

    @property
    def max_score(self) -> int:
        """Return a point for each pair."""
        return len(self.pairs)

    def mark(self, text: str, order: Order) -> AnswerJudgement:
        """Judge a letter for each number."""
        return self.judge([order[place] for place in parse_choice.read_pairs(text, len(order))])

    def judge(self, rights: Sequence[int]) -> AnswerJudgement:
        """Judge which right part was chosen for each left one: a point for each that belongs to it."""
        wrong = [pair for pair, right in enumerate(rights) if right != pair]
        notes = tuple(Note(pair, self.pairs[pair].reveals, is_right=False) for pair in wrong)
        return AnswerJudgement(len(rights) - len(wrong), self.max_score, notes=notes)

    def key(self, order: Order) -> str:
        """Return each number with its letter."""
        return " ".join(f"{pair + 1}{letter(order.index(pair))}" for pair in range(len(order)))


@yaml_model
class Numeric(QuizQuestion):
    """A number, or several, to be worked out; `asked` answers and judges it, since that takes numbers."""

    MOST = 2  # the right method, rounded too early, gets one
    kind: Literal["numeric"]
    name: str
    """The question in solutions/numeric/ that draws the numbers and knows the answer."""
    numbers: dict[str, Any] = field(default_factory=dict)
    """Fixed numbers instead of drawn ones."""


def longest_chain(order: Sequence[int]) -> int:
    """Return the length of the longest rising selection from a permutation (Schensted 1961, patience sorting)."""
    ends: list[int] = []
    for step in order:
        place = bisect_left(ends, step)
        ends[place : place + 1] = [step]
    return len(ends)


def _notes(options: Sequence[Option], chosen: Set[int]) -> tuple[Note, ...]:
    """Return notes on the options that were chosen, and then on the right ones that were not."""
    noted = [index for index, option in enumerate(options) if index in chosen or option.is_right]
    ranked = sorted(noted, key=lambda index: index not in chosen)
    return tuple(Note(index, options[index].words, is_right=options[index].is_right) for index in ranked)


KINDS: dict[str, type[QuizQuestion]] = {
    "single": Single,
    "multiple": Multiple,
    "true_false": TrueFalse,
    "ordering": Ordering,
    "matching": Matching,
    "numeric": Numeric,
}


@yaml_model
class QuizTable:
    """A quiz file, without what each question says."""

    id: str
    """The file's name without its ending."""
    title: str
    """The title in lists."""
    about: str
    """One sentence: what it asks about."""
    unit: str
    """The unit of the course that it belongs to, which gives its place in lists."""
    questions: tuple[dict[str, Any], ...]
    """At least one."""


@dataclass(frozen=True)
class Quiz:
    """A quiz."""

    id: str
    title: str
    about: str
    unit: str
    questions: tuple[QuizQuestion, ...]
    language: str = ""
    """The language of the title and of the questions in `translated`; empty if nothing is translated."""
    translated: Mapping[str, Any] = field(default_factory=dict)
    """The translation of each question that has one, by its id."""

    @property
    def max_score(self) -> int:
        """Return the points for all questions."""
        return sum(question.max_score for question in self.questions)
