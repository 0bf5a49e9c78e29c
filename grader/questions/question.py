"""A question of any kind: what its author wrote, and how a learner sees it; `kinds/` has a file for each kind.

Answers and keys are in the letters that are shown: `order` has the choice, counted from 0 as in the file, at each place.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, ClassVar, NamedTuple, TypeVar

from grader.core.notation import course_numbers
from grader.core.shapes import SET_FROM, yaml_model
from grader.course.course import Solutions
from grader.course.exercise import Source
from grader.course.picture import ShownPicture
from grader.files.figures import fill
from grader.files.strict_yaml import Trail
from grader.files.yaml_load import FieldProblem
from grader.questions.answer_judgement import AnswerJudgement
from grader.questions.letters import MAX_CHOICES, letter
from grader.questions.lms_item import LmsItem

Order = tuple[int, ...]
Filled = TypeVar("Filled")
MIN_CHOICES = 3


class ShownChoice(NamedTuple):
    """One of the things that a learner chooses, orders or matches, as it is shown."""

    text: str
    """The text behind a letter."""
    words: str
    """The comment on it, shown after the answer."""
    about: str
    """The text that the comment is about."""
    mark: str = ""
    """The word before the comment; if it is empty, "wrong" in the terminal, and no word on a page."""
    is_right: bool = False
    """True if it is a right answer by itself."""


class NumberSource(NamedTuple):
    """The source of a question's numbers."""

    solutions: Solutions
    seed: str


@yaml_model
class QuizQuestion:
    """The fields and behavior of every question."""

    LIST: ClassVar[str] = ""
    """The key of what can be chosen."""
    MOST: ClassVar[int] = 1
    MOST_CHOICES: ClassVar[int] = MAX_CHOICES
    LEAD: ClassVar[str] = ""
    """The words before the question."""
    HINT: ClassVar[str] = ""
    """The line below the question."""
    HOW: ClassVar[str] = ""
    """How to answer; `{last}` is the last letter, `{example}` an answer of the right form, hardly ever right."""
    UNIQUE: ClassVar[tuple[str, ...]] = ()
    """The texts of a choice, of which no two choices may have the same."""
    IS_IN_ORDER: ClassVar[bool] = False
    """True if the order of the file is the answer."""
    FORM: ClassVar[str]
    """The template of its fields in the page of a quiz, with `question`, `asked` and `q`, the start of ids."""

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
    picture: str | None = None
    """The picture that the question is about, `module/name` in `exercises/pictures/`; its title is not shown."""
    drawn: ShownPicture | None = field(default=None, metadata={SET_FROM: "the key `picture`"})
    """Set on loading: the picture."""

    @property
    def unit(self) -> str:
        return self.exercise.partition("/")[0]

    @property
    def max_score(self) -> int:
        return self.MOST

    @property
    def items(self) -> tuple[Any, ...]:
        return getattr(self, self.LIST) if self.LIST else ()

    @property
    def choices(self) -> tuple[ShownChoice, ...]:
        return tuple(item.choice for item in self.items)

    @property
    def numbered(self) -> tuple[str, ...]:
        return ()

    # --- its author's texts ---------------------------------------------------------------------

    def texts(self) -> Iterator[tuple[Trail, str | None]]:
        """Yield each text shown to people, with its location in the file."""
        for key in ("question", "explanation", "excerpt"):
            yield (key,), getattr(self, key)
        for index, item in enumerate(self.items):
            for own in fields(item):
                yield (self.LIST, index, own.name), getattr(item, own.name)

    def problems(self, solutions: Solutions) -> Iterator[FieldProblem]:
        """Yield what is wrong with the choices, their number and texts, and with all that only this kind has."""
        count = len(self.items)
        if self.LIST and count < MIN_CHOICES:
            what = f"{count} {'entry' if count == 1 else 'entries'}; write at least {MIN_CHOICES}"
            yield FieldProblem((self.LIST,), f"`{self.LIST}` has {what}")
        if count > self.MOST_CHOICES:
            yield FieldProblem((self.LIST,), f"`{self.LIST}` has {count} entries; keep at most {self.MOST_CHOICES}")
        for name in self.UNIQUE:
            texts = [getattr(item, name) for item in self.items]
            for index, text in enumerate(texts):
                if text.strip() and text in texts[:index]:
                    what = f"the same text as in item {texts.index(text) + 1} of `{self.LIST}`; make them different"
                    key = [own.name for own in fields(self.items[index]) if own.name == name]
                    yield FieldProblem((self.LIST, index, *key), what)

    def sample(self, solutions: Solutions) -> Mapping[str, str] | None:
        """Return drawn numbers by their names; None if `problems` reports why there are none."""
        return {}

    # --- as a learner sees it -------------------------------------------------------------------

    def asked(self, order: Order, figures: Mapping[str, str], origin: NumberSource) -> "Instance":
        """Return the question with its figures in place, and its numbers drawn if it has any."""
        return Instance(filled(self, figures), order)

    def mark(self, text: str, order: Order) -> AnswerJudgement:
        """Judge an answer as it was typed; raise UnreadableAnswerError if it is no answer to this question."""
        raise NotImplementedError

    def key(self, order: Order) -> str:
        return " ".join(letter(place) for place, index in enumerate(order) if self.choices[index].is_right)

    def how_to(self, order: Order) -> str:
        """Return a sentence on how to answer this question."""
        last = len(order) - 1
        return self.HOW.format(last=letter(last), example=self.key((last, *range(last))))

    def lms_item(self, order: Order) -> LmsItem:
        raise NotImplementedError

    def label(self, choice: int, order: Order) -> str:
        """Return the letter or the number that a comment on a choice stands behind."""
        return letter(order.index(choice))

    def commented(self, order: Order) -> Iterable[int]:
        """Return the choices in the order of their comments on a page."""
        return order


@dataclass(frozen=True)
class Instance:
    """A question as a learner sees it.

    `order` says which choice, counted from 0 as in the file, stands at each place: options, reasons and steps are
    shuffled, and of pairs the right parts.
    """

    question: QuizQuestion
    order: Order = ()

    def mark(self, text: str) -> AnswerJudgement:
        """Judge an answer as it was typed; raise UnreadableAnswerError if it is no answer to this question."""
        return self.question.mark(text, self.order)

    def key(self) -> str:
        """Return the right answer in the way in which it is typed."""
        return self.question.key(self.order)

    def working(self) -> str:
        """Return the steps that lead to a number, if there are few enough to show."""
        return ""

    def how_to(self) -> str:
        return self.question.how_to(self.order)

    def lms_items(self) -> list[LmsItem]:
        """Return the question for a learning platform; as several if it asks for several numbers."""
        return [self.question.lms_item(self.order)]


def shown(value: object) -> str:
    """Format a figure, or a drawn number, for people; pairs in a list, such as merges, as a+b."""
    if isinstance(value, list | tuple):
        return ", ".join("+".join(map(shown, part)) if isinstance(part, list) else shown(part) for part in value)
    if isinstance(value, float):
        return course_numbers(f"{value:.10g}")
    return f"{value:,}".replace(",", "\u00a0") if isinstance(value, int) and value >= 10_000 else str(value)


def filled(part: Filled, values: Mapping[str, str]) -> Filled:
    """Return a question, or a part of one, with its figures in place."""
    if isinstance(part, ShownPicture):
        return part
    if isinstance(part, str):
        return fill(part, values)  # type: ignore[return-value]  # a text stays a text
    if isinstance(part, tuple):
        return tuple(filled(item, values) for item in part)  # type: ignore[return-value]  # and a tuple a tuple
    if is_dataclass(part) and not isinstance(part, type):
        return replace(part, **{own.name: filled(getattr(part, own.name), values) for own in fields(part)})
    return part
