"""Options to choose from, which several kinds of questions have."""

from collections.abc import Iterator, Set

from grader.core.shapes import yaml_model
from grader.course.course import Solutions
from grader.files.strict_yaml import Trail
from grader.files.yaml_load import FieldProblem
from grader.questions.answer_judgement import Note
from grader.questions.lms_item import LmsChoice, LmsItem
from grader.questions.question import Order, QuizQuestion, ShownChoice


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
        return self.right is not None

    @property
    def text(self) -> str:
        return self.right if self.right is not None else self.wrong or ""

    @property
    def words(self) -> str:
        return (self.explain if self.is_right else self.reveals) or ""

    @property
    def choice(self) -> ShownChoice:
        return ShownChoice(self.text, self.words, self.text, "right" if self.is_right else "wrong", self.is_right)


class OptionQuestion(QuizQuestion):
    """A question of any kind whose choices are options."""

    UNIQUE = ("text",)
    FORM = "options"
    items: tuple[Option, ...]

    @property
    def most_right(self) -> int:
        return 1

    def problems(self, solutions: Solutions) -> Iterator[FieldProblem]:
        """Yield options that are neither right nor wrong or are both, and too few or too many right ones."""
        yield from super().problems(solutions)
        for index, option in enumerate(self.items):
            yield from _side_problems((self.LIST, index), option)
        right = sum(option.is_right and option.wrong is None for option in self.items)
        if not right:
            yield FieldProblem((self.LIST,), f"no option of `{self.LIST}` is right; write `right:` for the one that is")
        elif right > self.most_right:
            wanted = "exactly one" if self.most_right == 1 else "at least one wrong option"
            yield FieldProblem((self.LIST,), f"{right} options of `{self.LIST}` are right; keep {wanted}")

    def lms_item(self, order: Order) -> LmsItem:
        """Return the options: right ones share the points, and wrong ones cost as much if several can be chosen."""
        right = sum(option.is_right for option in self.items)
        wrong = -1 / right if self.most_right > 1 else 0
        choices = [
            LmsChoice(own.text, 1 / right if own.is_right else wrong, own.words)
            for own in (self.items[index] for index in order)
        ]
        return LmsItem(tuple(choices), is_single=self.most_right == 1, lead=self.LEAD or self.HINT)

    def notes(self, chosen: Set[int]) -> tuple[Note, ...]:
        """Return notes on the options that were chosen, and then on the right ones that were not."""
        noted = [index for index, option in enumerate(self.items) if index in chosen or option.is_right]
        ranked = sorted(noted, key=lambda index: index not in chosen)
        return tuple(Note(index, self.items[index].words, is_right=self.items[index].is_right) for index in ranked)


def _side_problems(trail: Trail, option: Option) -> Iterator[FieldProblem]:
    if (option.right is None) == (option.wrong is None):
        state = "neither `right` nor `wrong`" if option.right is None else "both `right` and `wrong`"
        yield FieldProblem(trail, f"the option has {state}; write one of them")
        return
    side, own, other = ("right", "explain", "reveals") if option.is_right else ("wrong", "reveals", "explain")
    if getattr(option, other) is not None:
        yield FieldProblem((*trail, other), f"`{other}` does not go with `{side}`; write `{own}`")
    elif getattr(option, own) is None:
        meant = "why it is right" if option.is_right else "what somebody believes who chooses it"
        yield FieldProblem(trail, f"the key `{own}` is missing; say {meant}")
