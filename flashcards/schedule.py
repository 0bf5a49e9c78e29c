"""Schedule reviews by FSRS, with py-fsrs from the extra `review`; save each answer atomically.

A file that cannot be read is renamed, never discarded.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from enum import IntEnum
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.core.errors import MissingExtraError, UserError
from grader.course import Phrase
from grader.files.safe_write import save_state

if TYPE_CHECKING:
    import fsrs

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
        known = [each for each in card_ids if each in self.cards and self._is_due(each, now)]
        return sorted(known, key=lambda each: self.cards[each].due)

    def new(self, card_ids: Iterable[str]) -> list[str]:
        """Return the cards that were never asked, in the given order."""
        return [each for each in card_ids if each not in self.cards]

    def new_on(self, day: date, now: datetime) -> int:
        """Count the cards that were asked for the first time on a day."""
        first: dict[int, date] = {}
        for entry in self.log:
            first.setdefault(entry.card_id, _day(entry.review_datetime, now))
        return sum(each == day for each in first.values())

    def due_by(self, card_ids: Iterable[str], day: date, now: datetime) -> int:
        """Count the cards asked before that are due by a day."""
        return sum(each in self.cards and _day(self.cards[each].due, now) <= day for each in card_ids)

    def next_due(self, card_ids: Iterable[str]) -> datetime | None:
        """Return when the first card is due again; None if none was asked yet."""
        return min((self.cards[each].due for each in card_ids if each in self.cards), default=None)

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
        raise MissingExtraError('reviewing needs one more package; `pip install "token-by-token[review]"` brings it')


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


class BrokenScheduleError(UserError):
    """The file is not a schedule and cannot be renamed; the message says what to do."""


class _UnreadableError(Exception):
    """The file is not a schedule of this version."""


@dataclass
class Keeper:
    """Saves a schedule in a folder; None for no file.

    Another process may review at the same time, so each answer is merged into the current file.
    """

    folder: Path | None
    schedule: Schedule = field(default_factory=Schedule)
    put_aside: Path | None = None
    """New path of an unreadable file."""
    _unsaved: list[tuple[str, fsrs.ReviewLog]] = field(default_factory=list)

    @property
    def path(self) -> Path | None:
        """Return the path of the schedule."""
        return self.folder / FILE if self.folder else None

    def load(self) -> None:
        """Load the schedule; rename an unreadable file.

        Raises:
            BrokenScheduleError: the file cannot be renamed, and the next save would overwrite it.
        """
        if self.path is None:
            return
        try:
            self.schedule = _read(self.path) or Schedule()
        except _UnreadableError:
            self.put_aside = _move_aside(self.path)
            self.schedule = Schedule()

    def keep(self, card_id: str) -> bool:
        """Save the last answer, which was to this card; return whether it was saved."""
        if self.path is None:
            return True
        mine = self.schedule
        self._unsaved.append((card_id, mine.log[-1]))
        try:
            latest = _read(self.path) or mine
        except _UnreadableError:
            return False
        if latest is not mine:
            latest.cards |= {each: mine.cards[each] for each, _ in self._unsaved}
            latest.log += [entry for _, entry in self._unsaved]
            mine.cards, mine.log = latest.cards, latest.log
        is_saved = _write(self.path, mine)
        if is_saved:
            self._unsaved.clear()
        return is_saved


def _read(path: Path) -> Schedule | None:
    """Read a schedule, None if there is no file."""
    try:
        data = json.loads(path.read_text("utf-8"))
        if data["schema"] != SCHEMA:
            raise _UnreadableError
        cards = {card_id: _card(card_id, each) for card_id, each in data["cards"].items()}
        return Schedule(cards, [_entry(each) for each in data["log"]])
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise _UnreadableError from error


def _card(card_id: str, data: Any) -> fsrs.Card:
    """Read a card in the state after an answer; fsrs accepts other states, and fails on them later."""
    from fsrs import Card, State  # from the extra `review`

    card = Card.from_dict(data)
    is_known = card.card_id == number(card_id) and card.stability is not None and card.difficulty is not None
    if not is_known or not (0 < card.stability < math.inf and 1 <= card.difficulty <= 10):  # type: ignore[operator]
        raise _UnreadableError
    has_step = type(card.step) is int and 0 <= card.step < 100
    if has_step == (card.state is State.Review) or not (has_step or card.step is None):
        raise _UnreadableError
    if card.last_review is None or not (_has_zone(card.due) and _has_zone(card.last_review)):
        raise _UnreadableError
    return card


def _entry(data: Any) -> fsrs.ReviewLog:
    from fsrs import ReviewLog  # from the extra `review`

    entry = ReviewLog.from_dict(data)
    if type(entry.card_id) is not int or not _has_zone(entry.review_datetime):
        raise _UnreadableError
    return entry


def _has_zone(time: datetime) -> bool:
    return time.utcoffset() is not None and 1 < time.year < 9999


def _write(path: Path, schedule: Schedule) -> bool:
    cards = ",\n".join(f"{json.dumps(each)}: {card.to_json()}" for each, card in sorted(schedule.cards.items()))
    log = ",\n".join(entry.to_json() for entry in schedule.log)
    text = f'{{"schema": "{SCHEMA}",\n"cards": {{\n{cards}\n}},\n"log": [\n{log}\n]}}\n'
    return save_state(path, text.encode())


def _move_aside(path: Path) -> Path:
    names = (path.with_name(f"review-{each}.kept.json") for each in count(1))
    place = next(each for each in names if not os.path.lexists(each))
    try:
        path.rename(place)
    except OSError as error:
        what = f"{path} is no schedule that this version of `learn` can read, and it cannot be renamed"
        raise BrokenScheduleError(f"{what}: {error.strerror}; move it elsewhere, then review again") from error
    return place
