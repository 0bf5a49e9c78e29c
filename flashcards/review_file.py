"""Load and save the review schedule: saved atomically after every answer, never discarded if unreadable."""

from __future__ import annotations

import json
import math
import os
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards.schedule import Schedule, number
from grader.core.errors import UserError
from grader.files.safe_write import save_state

if TYPE_CHECKING:
    import fsrs

FILE = "review.json"
SCHEMA = "learn/review/v1"


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
    """Write a schedule atomically; return whether it was written."""
    cards = ",\n".join(f"{json.dumps(each)}: {card.to_json()}" for each, card in sorted(schedule.cards.items()))
    log = ",\n".join(entry.to_json() for entry in schedule.log)
    text = f'{{"schema": "{SCHEMA}",\n"cards": {{\n{cards}\n}},\n"log": [\n{log}\n]}}\n'
    return save_state(path, text.encode())


def _move_aside(path: Path) -> Path:
    """Rename a file; return its new path."""
    names = (path.with_name(f"review-{each}.kept.json") for each in count(1))
    place = next(each for each in names if not os.path.lexists(each))
    try:
        path.rename(place)
    except OSError as error:
        what = f"{path} is no schedule that this version of `learn` can read, and it cannot be renamed"
        raise BrokenScheduleError(f"{what}: {error.strerror}; move it elsewhere, then review again") from error
    return place
