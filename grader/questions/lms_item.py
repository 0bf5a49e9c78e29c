"""A question as learning platforms know them: choices, pairs or typed answers, each with its share and its feedback."""

from typing import NamedTuple


class LmsChoice(NamedTuple):
    """A choice; `share` is the part of the points that choosing it gives, below 0 if it costs them."""

    text: str
    share: float
    feedback: str = ""


class LmsPair(NamedTuple):
    """A thing, what belongs to it, and the feedback if something else is chosen for it."""

    left: str
    right: str
    feedback: str


class LmsAnswer(NamedTuple):
    """A number or a text that may be typed, and by how much the number may differ."""

    value: float | str
    distance: float
    share: float
    feedback: str = ""


class LmsItem(NamedTuple):
    """A question; one of the first three fields is not empty."""

    choices: tuple[LmsChoice, ...] = ()
    pairs: tuple[LmsPair, ...] = ()
    answers: tuple[LmsAnswer, ...] = ()
    """In the order in which they are tried: the first that fits counts."""
    is_single: bool = True
    """False if several choices can be made, whose shares are added, to 0 at least."""
    lead: str = ""
    """Words before the question."""
    part: int = 1
    """Which number of several this is about: each is a question of its own."""
    parts: int = 1
