"""Which cards are due, and when each comes again: FSRS, as py-fsrs from the extra `review` computes it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from enum import IntEnum
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import fsrs

STEP = timedelta(minutes=10)
"""After so long a card comes again that was not known."""
AHEAD = timedelta(minutes=20)
"""Cards that come so soon are asked now if nothing else is left."""


class NoFsrsError(Exception):
    """The extra that brings fsrs is not installed; the message says how to install it."""


class Answer(IntEnum):
    """How well a card was known; the numbers are those of fsrs."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


@dataclass
class Schedule:
    """When each card comes again, by its id, and every answer so far. Times given are local, with their zone."""

    cards: dict[str, fsrs.Card] = field(default_factory=dict)
    log: list[fsrs.ReviewLog] = field(default_factory=list)
    """Every answer, the first one first; fsrs can learn a person's memory from it."""

    def answer(self, card_id: str, answer: Answer, now: datetime) -> datetime:
        """Take over an answer, and return when the card comes again."""
        self.cards[card_id], entry = _answered(self._card(card_id, now), answer, now)
        self.log.append(entry)
        return self.cards[card_id].due

    def preview(self, card_id: str, now: datetime) -> Mapping[Answer, datetime]:
        """Return when a card would come again after each answer."""
        card = self._card(card_id, now)
        return {answer: _answered(card, answer, now)[0].due for answer in Answer}

    def due(self, card_ids: Iterable[str], now: datetime) -> list[str]:
        """Return the cards that are to be asked now, the longest overdue first."""
        known = [each for each in card_ids if each in self.cards and self._is_due(each, now)]
        return sorted(known, key=lambda each: self.cards[each].due)

    def new(self, card_ids: Iterable[str]) -> list[str]:
        """Return the cards that were never asked, in their order."""
        return [each for each in card_ids if each not in self.cards]

    def new_on(self, day: date, now: datetime) -> int:
        """Count the cards that were asked for the first time on a day."""
        first: dict[int, date] = {}
        for entry in self.log:
            first.setdefault(entry.card_id, _day(entry.review_datetime, now))
        return sum(each == day for each in first.values())

    def due_by(self, card_ids: Iterable[str], day: date, now: datetime) -> int:
        """Count the cards that were asked before and come again on a day, or should have come earlier."""
        return sum(each in self.cards and _day(self.cards[each].due, now) <= day for each in card_ids)

    def next_due(self, card_ids: Iterable[str]) -> datetime | None:
        """Return when the first card comes again, None if none was asked yet."""
        return min((self.cards[each].due for each in card_ids if each in self.cards), default=None)

    def to_ask(self, card_ids: Sequence[str], now: datetime, *, most_new: int, most: int) -> list[str]:
        """Return what to ask in one round: what is due, and then new cards up to so many a day."""
        left = max(0, most_new - self.new_on(now.date(), now))
        return [*self.due(card_ids, now), *self.new(card_ids)[:left]][:most]

    def _card(self, card_id: str, now: datetime) -> fsrs.Card:
        from fsrs import Card

        return self.cards.get(card_id) or Card(card_id=number(card_id), due=now.astimezone(UTC))

    def _is_due(self, card_id: str, now: datetime) -> bool:
        """Say whether a card is due; one that waits for days is due from the beginning of its day."""
        card = self.cards[card_id]
        return card.due <= now + AHEAD or (card.step is None and _day(card.due, now) <= now.date())


def needs_fsrs() -> None:
    """Make sure that fsrs is there.

    Raises:
        NoFsrsError: it is not installed.
    """
    if find_spec("fsrs") is None:
        raise NoFsrsError('reviewing needs one more package; `pip install "token-by-token[review]"` brings it')


def number(card_id: str) -> int:
    """Return the number that stands for a card in fsrs."""
    return int.from_bytes(hashlib.sha256(card_id.encode()).digest()[:6], "big")


def when(due: datetime, now: datetime) -> str:
    """Say when a card comes again."""
    if due - now <= AHEAD:
        return "in this round"
    days = (_day(due, now) - now.date()).days
    if days < 1:
        return "later today"
    if days == 1:
        return "tomorrow"
    if days < 60:
        return f"in {days} days"
    return f"in {days / 30.44:.0f} months" if days < 730 else f"in {days / 365.25:.0f} years"


def _answered(card: fsrs.Card, answer: Answer, now: datetime) -> tuple[fsrs.Card, fsrs.ReviewLog]:
    """Return a card after an answer. There is no chance in it: the same answers give the same schedule."""
    from fsrs import Rating, Scheduler

    scheduler = Scheduler(enable_fuzzing=False, learning_steps=[STEP], relearning_steps=[STEP])
    return scheduler.review_card(card, Rating(answer), now.astimezone(UTC))


def _day(time: datetime, now: datetime) -> date:
    """Return the day of a time where the learner is."""
    return time.astimezone(now.tzinfo).date()
