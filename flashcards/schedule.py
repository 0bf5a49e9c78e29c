"""Schedule reviews by FSRS, with py-fsrs from the extra `review`; save each answer atomically.

A damaged file is moved aside, never discarded.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from enum import IntEnum
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from grader.core.errors import MissingExtraError
from grader.course import Phrase
from grader.files import extras, state_file

if TYPE_CHECKING:
    import fsrs
    from fsrs.card import CardDict
    from fsrs.review_log import ReviewLogDict

FILE = "review.json"
SCHEMA = "learn/review/v1"
STEP = timedelta(minutes=10)
"""Delay until a card that was not known is asked again."""
AHEAD = timedelta(minutes=20)
"""Cards due within this time are asked now."""


class Answer(IntEnum):
    """Rating of a card, numbered as in fsrs."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


@dataclass
class Schedule:
    """State of each card by its id, and the log of answers. Times passed in are local, with their zone."""

    cards: dict[str, fsrs.Card] = field(default_factory=dict)
    log: list[fsrs.ReviewLog] = field(default_factory=list)
    """All answers in order; fsrs can fit its parameters to them."""

    def answer(self, card_id: str, answer: Answer, now: datetime) -> datetime:
        """Record an answer; return when the card is due again."""
        self.cards[card_id], entry = _answered(self._card(card_id, now), answer, now)
        self.log.append(entry)
        return self.cards[card_id].due

    def preview(self, card_id: str, now: datetime) -> Mapping[Answer, datetime]:
        """Return when a card would be due after each answer."""
        card = self._card(card_id, now)
        return {answer: _answered(card, answer, now)[0].due for answer in Answer}

    def due(self, card_ids: Iterable[str], now: datetime) -> list[str]:
        """Return the cards that are due, the longest overdue first."""
        due = [card_id for card_id in card_ids if card_id in self.cards and self._is_due(card_id, now)]
        return sorted(due, key=lambda card_id: self.cards[card_id].due)

    def new(self, card_ids: Iterable[str]) -> list[str]:
        """Return the cards that were never asked, in the given order."""
        return [card_id for card_id in card_ids if card_id not in self.cards]

    def new_on(self, day: date, now: datetime) -> int:
        """Count the cards that were asked for the first time on a day."""
        first: dict[int, date] = {}
        for entry in self.log:
            first.setdefault(entry.card_id, _day(entry.review_datetime, now))
        return sum(first_day == day for first_day in first.values())

    def due_by(self, card_ids: Iterable[str], day: date, now: datetime) -> int:
        """Count the cards asked before that are due by a day."""
        asked = [self.cards[card_id] for card_id in card_ids if card_id in self.cards]
        return sum(_day(card.due, now) <= day for card in asked)

    def next_due(self, card_ids: Iterable[str]) -> datetime | None:
        """Return when the first card is due again; None if none was asked yet."""
        return min((self.cards[card_id].due for card_id in card_ids if card_id in self.cards), default=None)

    def to_ask(self, card_ids: Sequence[str], now: datetime, *, most_new: int, most: int) -> list[str]:
        """Return the cards of one round: due cards, then new ones up to the daily limit."""
        left = max(0, most_new - self.new_on(now.date(), now))
        return [*self.due(card_ids, now), *self.new(card_ids)[:left]][:most]

    def _card(self, card_id: str, now: datetime) -> fsrs.Card:
        from fsrs import Card  # from the extra `review`

        return self.cards.get(card_id) or Card(card_id=number(card_id), due=now.astimezone(UTC))

    def _is_due(self, card_id: str, now: datetime) -> bool:
        """Return whether a card is due; an interval of days ends at the start of its day."""
        card = self.cards[card_id]
        return card.due <= now + AHEAD or (card.step is None and _day(card.due, now) <= now.date())


def needs_fsrs() -> None:
    """Raise MissingExtraError if fsrs is not installed."""
    if find_spec("fsrs") is None:
        raise MissingExtraError(extras.advice("reviewing needs", "review"))


def number(card_id: str) -> int:
    """Return fsrs's id for a card."""
    return int.from_bytes(hashlib.sha256(card_id.encode()).digest()[:6], "big")


def when(due: datetime, now: datetime, phrase: Phrase = str.format) -> str:
    """Format when a card is due again, such as `in 3 days`."""
    if due - now <= AHEAD:
        return phrase("in this round")
    days = (_day(due, now) - now.date()).days
    if days < 1:
        return phrase("later today")
    if days == 1:
        return phrase("tomorrow")
    if days < 60:
        return phrase("in {count} days", count=days)
    if days < 730:
        return phrase("in {count} months", count=round(days / 30.44))
    return phrase("in {count} years", count=round(days / 365.25))


def _answered(card: fsrs.Card, answer: Answer, now: datetime) -> tuple[fsrs.Card, fsrs.ReviewLog]:
    """Return a card after an answer, and the log entry; without fuzzing, so that the result is deterministic."""
    from fsrs import Rating, Scheduler  # from the extra `review`

    scheduler = Scheduler(enable_fuzzing=False, learning_steps=[STEP], relearning_steps=[STEP])
    return scheduler.review_card(card, Rating(answer), now.astimezone(UTC))


def _day(time: datetime, now: datetime) -> date:
    """Return the date of a time in the learner's time zone."""
    return time.astimezone(now.tzinfo).date()


# --- the file ---------------------------------------------------------------------------------


@dataclass
class Keeper:
    """Saves a schedule in a folder; None for no file.

    Another process may review at the same time, so each answer is merged into the current file.
    """

    folder: Path | None
    schedule: Schedule = field(default_factory=Schedule)
    _unsaved: list[tuple[str, fsrs.ReviewLog]] = field(default_factory=list)

    @property
    def path(self) -> Path | None:
        """Return the path of the schedule."""
        return self.folder / FILE if self.folder else None

    def load(self) -> None:
        """Load the schedule. A damaged file is moved aside, and the last good copy takes its place; stderr says so."""
        if self.path is not None:
            self.schedule = state_file.load(self.path, _parse, Schedule)

    def keep(self, card_id: str) -> bool:
        """Save the last answer, which was to this card; return whether it was saved."""
        if self.path is None:
            return True
        mine = self.schedule
        self._unsaved.append((card_id, mine.log[-1]))
        with state_file.locked(self.path):
            latest = state_file.recover(self.path, _parse, lambda: mine)
            if latest is not mine:
                latest.cards |= {name: mine.cards[name] for name, _ in self._unsaved}
                latest.log += [entry for _, entry in self._unsaved]
                mine.cards, mine.log = latest.cards, latest.log
            is_saved = state_file.save(self.path, _to_bytes(mine))
        if is_saved:
            self._unsaved.clear()
        return is_saved


def _parse(text: str) -> Schedule:
    data = json.loads(text)
    if data["schema"] != SCHEMA:
        raise ValueError(data["schema"])
    cards = {card_id: _card(card_id, card) for card_id, card in data["cards"].items()}
    return Schedule(cards, [_entry(entry) for entry in data["log"]])


def _card(card_id: str, data: CardDict) -> fsrs.Card:
    """Read a card in the state after an answer; fsrs accepts other states, and fails on them later."""
    from fsrs import Card, State  # from the extra `review`

    card = Card.from_dict(data)
    stability, difficulty = card.stability or 0.0, card.difficulty or 0.0
    if card.card_id != number(card_id) or not (0 < stability < math.inf and 1 <= difficulty <= 10):
        raise ValueError(card_id)
    has_step = type(card.step) is int and 0 <= card.step < 100
    if has_step == (card.state is State.Review) or not (has_step or card.step is None):
        raise ValueError(card_id)
    if card.last_review is None or not (_has_zone(card.due) and _has_zone(card.last_review)):
        raise ValueError(card_id)
    return card


def _entry(data: ReviewLogDict) -> fsrs.ReviewLog:
    from fsrs import ReviewLog  # from the extra `review`

    entry = ReviewLog.from_dict(data)
    if type(entry.card_id) is not int or not _has_zone(entry.review_datetime):
        raise ValueError(data)
    return entry


def _has_zone(time: datetime) -> bool:
    return time.utcoffset() is not None and 1 < time.year < 9999


def _to_bytes(schedule: Schedule) -> bytes:
    cards = ",\n".join(f"{json.dumps(name)}: {card.to_json()}" for name, card in sorted(schedule.cards.items()))
    log = ",\n".join(entry.to_json() for entry in schedule.log)
    return f'{{"schema": "{SCHEMA}",\n"cards": {{\n{cards}\n}},\n"log": [\n{log}\n]}}\n'.encode()
