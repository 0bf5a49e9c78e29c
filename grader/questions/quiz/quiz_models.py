"""The questions of a quiz as their author wrote them: the models. `quiz_file` loads them from YAML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from grader.core.yaml_model import yaml_model
from grader.course.exercise import Source
from grader.files.strict_yaml import Trail


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
    """What somebody believes who chooses it, and what to think of instead."""

    @property
    def is_right(self) -> bool:
        """Say whether it is a right answer."""
        return self.right is not None

    @property
    def text(self) -> str:
        """Return the answer itself."""
        return self.right if self.right is not None else self.wrong or ""

    @property
    def words(self) -> str:
        """Return what is said about it afterwards."""
        return (self.explain if self.is_right else self.reveals) or ""


@yaml_model
class Step:
    """One thing of several that have an order."""

    step: str
    """What happens."""
    reveals: str | None = None
    """What somebody believes who puts it before the step above it; the first step has none."""


@yaml_model
class Pair:
    """Two things that belong together."""

    left: str
    """What is asked for."""
    right: str
    """What belongs to it."""
    reveals: str
    """What is said if something else is chosen for it."""


@yaml_model
class Question:
    """What every question has."""

    id: str
    """Small letters, digits and dashes; unique in the quiz."""
    question: str
    """The question, in inline Markdown with formulas; for true_false, the statement."""
    explanation: str
    """What everybody reads after answering."""
    exercise: str
    """The id of the exercise to look at, `unit/name`."""
    card: str
    """The id of the flashcard to look at."""
    tags: tuple[str, ...]
    """What it is about."""
    source: Source
    """Where the fact comes from."""
    excerpt: str | None = None
    """Code or output that the question is about, shown as it is."""
    figures: str | None = None
    """A function of solutions/quiz/figures.py whose numbers fill the places `{{ name }}`."""

    @property
    def max_score(self) -> int:
        """Return the points for the whole answer."""
        return 1

    def texts(self) -> Iterator[tuple[Trail, str | None]]:
        """Yield where each text stands that is shown to people, and the text."""
        yield ("question",), self.question
        yield ("explanation",), self.explanation
        yield ("excerpt",), self.excerpt


def option_texts(key: str, options: tuple[Option, ...]) -> Iterator[tuple[Trail, str | None]]:
    """Yield the texts of options that stand below a key."""
    for index, option in enumerate(options):
        for name in ("right", "explain", "wrong", "reveals"):
            yield (key, index, name), getattr(option, name)


@dataclass(frozen=True, kw_only=True)
class Single(Question):
    """One of several options is right."""

    kind: Literal["single"]
    options: tuple[Option, ...]
    """At least three, one of them right."""

    def texts(self) -> Iterator[tuple[Trail, str | None]]:
        """Yield its own texts and those of the options."""
        yield from super().texts()
        yield from option_texts("options", self.options)


@dataclass(frozen=True, kw_only=True)
class Multiple(Question):
    """Any number of several options are right, and at least one is not."""

    kind: Literal["multiple"]
    options: tuple[Option, ...]
    """At least three."""

    @property
    def max_score(self) -> int:
        """Return a point for each right option."""
        return sum(option.is_right for option in self.options)

    def texts(self) -> Iterator[tuple[Trail, str | None]]:
        """Yield its own texts and those of the options."""
        yield from super().texts()
        yield from option_texts("options", self.options)


@dataclass(frozen=True, kw_only=True)
class TrueFalse(Question):
    """A statement that is true or false, and why."""

    kind: Literal["true_false"]
    is_true: bool
    """Whether the statement holds."""
    whys: tuple[Option, ...]
    """At least three reasons, one of them right."""

    @property
    def max_score(self) -> int:
        """Return a point for the verdict and one for the reason."""
        return 2

    def texts(self) -> Iterator[tuple[Trail, str | None]]:
        """Yield its own texts and those of the reasons."""
        yield from super().texts()
        yield from option_texts("whys", self.whys)


@dataclass(frozen=True, kw_only=True)
class Ordering(Question):
    """Steps to be put in order."""

    kind: Literal["ordering"]
    steps: tuple[Step, ...]
    """At least three, in the right order."""

    @property
    def max_score(self) -> int:
        """Return a point for each step that can stand rightly after another."""
        return len(self.steps) - 1

    def texts(self) -> Iterator[tuple[Trail, str | None]]:
        """Yield its own texts and those of the steps."""
        yield from super().texts()
        for index, step in enumerate(self.steps):
            yield ("steps", index, "step"), step.step
            yield ("steps", index, "reveals"), step.reveals


@dataclass(frozen=True, kw_only=True)
class Matching(Question):
    """Things to be matched with what belongs to them."""

    kind: Literal["matching"]
    pairs: tuple[Pair, ...]
    """At least three."""

    @property
    def max_score(self) -> int:
        """Return a point for each pair."""
        return len(self.pairs)

    def texts(self) -> Iterator[tuple[Trail, str | None]]:
        """Yield its own texts and those of the pairs."""
        yield from super().texts()
        for index, pair in enumerate(self.pairs):
            for name in ("left", "right", "reveals"):
                yield ("pairs", index, name), getattr(pair, name)


@dataclass(frozen=True, kw_only=True)
class Numeric(Question):
    """A number, or several, to be worked out."""

    kind: Literal["numeric"]
    name: str
    """The question in solutions/numeric/ that draws the numbers and knows the answer."""
    numbers: dict[str, Any] = field(default_factory=dict)
    """Fixed numbers instead of drawn ones."""

    @property
    def max_score(self) -> int:
        """Return two points; the right method, rounded too early, gets one."""
        return 2


KINDS: dict[str, type[Question]] = {
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
    """What people see in lists."""
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
    questions: tuple[Question, ...]
