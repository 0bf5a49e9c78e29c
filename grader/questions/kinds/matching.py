"""Things to be matched with what belongs to them."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from grader.core.shapes import yaml_model
from grader.questions.answer_judgement import AnswerJudgement, Note, UnreadableAnswerError, listed
from grader.questions.letters import SPLIT, letter
from grader.questions.lms_item import LmsItem, LmsPair
from grader.questions.question import Order, QuizQuestion, ShownChoice

_PAIR = re.compile(r"(\d+)[\s.):=>-]*([a-z])")


@yaml_model
class MatchingPair:
    """Two things that belong together."""

    left: str
    """The part that is shown in order."""
    right: str
    """The part that belongs to it."""
    reveals: str
    """The comment if another part is chosen for it."""

    @property
    def choice(self) -> ShownChoice:
        """Return what is shown of it: the right part with a letter, and the comment with the left one."""
        return ShownChoice(self.right, self.reveals, self.left)


@yaml_model
class Matching(QuizQuestion):
    """Things to be matched with what belongs to them."""

    LIST, UNIQUE = "pairs", ("left", "right")
    IS_IN_ORDER = True
    HOW = "Type each number with the letter that belongs to it, such as {example}."
    FORM = "matching"
    kind: Literal["matching"]
    pairs: tuple[MatchingPair, ...]
    """At least three."""

    @property
    def max_score(self) -> int:
        return len(self.pairs)

    @property
    def numbered(self) -> tuple[str, ...]:
        return tuple(pair.left for pair in self.pairs)

    def mark(self, text: str, order: Order) -> AnswerJudgement:
        return self.judge([order[place] for place in read_pairs(text, len(order))])

    def judge(self, rights: Sequence[int]) -> AnswerJudgement:
        """Judge which right part was chosen for each left one: a point for each that belongs to it."""
        wrong = [pair for pair, right in enumerate(rights) if right != pair]
        notes = tuple(Note(pair, self.pairs[pair].reveals, is_right=False) for pair in wrong)
        return AnswerJudgement(len(rights) - len(wrong), self.max_score, notes=notes)

    def key(self, order: Order) -> str:
        return " ".join(f"{pair + 1}{letter(order.index(pair))}" for pair in range(len(order)))

    def lms_item(self, order: Order) -> LmsItem:
        return LmsItem(pairs=tuple(LmsPair(pair.left, pair.right, pair.reveals) for pair in self.pairs))

    def label(self, choice: int, order: Order) -> str:
        return str(choice + 1)

    def commented(self, order: Order) -> Iterable[int]:
        return range(len(self.pairs))


def read_pairs(text: str, count: int) -> tuple[int, ...]:
    """Return the place of the letter that a text gives each number once; raise UnreadableAnswerError if it does not."""
    plain = text.lower().replace("\u2212", "-").replace("\u2192", ">")
    pairs = [(int(number[:3]), ord(sign) - ord("a")) for number, sign in _PAIR.findall(plain)]
    rest = SPLIT.sub("", _PAIR.sub("", plain))
    last = letter(count - 1)
    if rest or not pairs or any(not 1 <= number <= count or place >= count for number, place in pairs):
        raise UnreadableAnswerError(f"Type each number with its letter, such as 1c 2a; 1 to {count}, and a to {last}.")
    numbers = [number for number, _ in pairs]
    twice = sorted({str(number) for number in numbers if numbers.count(number) > 1})
    if twice:
        raise UnreadableAnswerError(f"You gave {listed(twice)} more than one letter. Type each number once.")
    missing = [str(number) for number in range(1, count + 1) if number not in numbers]
    if missing:
        raise UnreadableAnswerError(f"You left out {listed(missing)}. Give every number from 1 to {count} a letter.")
    return tuple(place for _, place in sorted(pairs))


KIND = Matching
