"""`learn review`: ask the flashcards that are due."""

import contextlib
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from flashcards.schedule import Keeper, needs_fsrs, when
from grader.cli import complete_names
from grader.cli.cards import NOTHING_WRONG, open_own
from grader.cli.context import open_translated, open_workspace
from grader.cli.declare import argument, flag, option, shared, takes
from grader.cli.main import INTERRUPTED
from grader.cli.options import course_option, plain_option, usage_errors, workspace_option
from grader.cli.review_code import review_code
from grader.cli.terminal import has_color, hear, width
from grader.core.errors import UnknownNameError
from grader.course import Phrase
from grader.course.course import Course
from grader.learner.folder import WorkspaceError

if TYPE_CHECKING:
    from flashcards.deck import Deck

NEW_A_DAY = 10
MOST = 50
GIVEN = {
    (True, True): "You have given {count} answer; it is kept.",
    (True, False): "You have given {count} answer; it is not kept.",
    (False, True): "You have given {count} answers; they are kept.",
    (False, False): "You have given {count} answers; they are not kept.",
}
"""The last sentence, by whether there is one answer, and whether it is kept."""


@dataclass(frozen=True)
class ReviewOptions:
    """The arguments and options of `learn review`."""

    decks: tuple[str, ...] = argument(nargs=-1, metavar="[DECK]...", shell_complete=complete_names.decks)
    is_own: bool = flag("--from-mistakes", help="Review only the cards of your mistakes.")
    is_code: bool = flag("--code", help="Write an exercise again that you passed weeks ago.")
    most_new: int = option(
        "--new", type=click.IntRange(0), default=NEW_A_DAY, help="Maximum number of new cards per day."
    )
    most: int = option("--max", type=click.IntRange(1), default=MOST, help="Maximum number of cards to ask.")
    folder: Path = shared(plain_option, workspace_option)
    course_folder: Path | None = shared(course_option)


@click.command()
@takes(ReviewOptions)
def review(chosen: ReviewOptions) -> None:
    """Review the flashcards that are due, and some new ones.

    Read the question, think of the answer, press Enter and compare. Then rate how well you knew
    it: the better, the later the card comes back. Every answer is saved at once, so stop whenever
    you like. The default is all decks, starting with your mistakes.

    --code offers the exercise that is due longest, from three weeks after it passed. You write it
    again from an empty stub; your file is kept, and `learn reset NAME --undo` brings it back.
    """
    if chosen.is_code and (chosen.decks or chosen.is_own):
        raise click.UsageError("--code asks for no cards; leave out the decks and --from-mistakes")
    needs_fsrs()
    course = open_translated(chosen.course_folder, chosen.folder)
    if chosen.is_code:
        review_code(course, chosen.folder, clock())
        return
    state = _state(chosen.folder, course, is_needed=chosen.is_own)
    opened = _open(chosen.decks, course, state, is_own=chosen.is_own)
    if not opened:
        click.echo(course.phrase(NOTHING_WRONG if chosen.is_own else "This course has no flashcards."))
        return
    keeper = Keeper(state)
    keeper.load()
    sitting = Sitting(opened, keeper, course.phrase, chosen)
    is_interrupted = sitting.hold()
    sitting.say_end()
    if is_interrupted:
        click.get_current_context().exit(INTERRUPTED)


class Sitting:
    """One run of the command: its messages before and after, and the dialogue between."""

    def __init__(self, decks: "Sequence[Deck]", keeper: Keeper, phrase: Phrase, chosen: ReviewOptions) -> None:
        """Take decks and the learner's schedule."""
        self._cards = {card.id: (deck.title, card) for deck in decks for card in deck.cards}
        self._keeper, self._phrase, self._chosen = keeper, phrase, chosen
        self._answers = 0
        self._is_kept = keeper.folder is not None
        self._width = min(width(), 80)

    def hold(self) -> bool:
        """Ask due and new cards; return True after an interruption."""
        from flashcards.review_round import Round

        if self._keeper.folder is None:
            self._say(self._phrase("You are not in a workspace, so your answers are not kept."), "")
        schedule = self._keeper.schedule
        to_ask = schedule.to_ask(list(self._cards), clock(), most_new=self._chosen.most_new, most=self._chosen.most)
        bold = _bold if has_color() else str
        talk = Round(schedule, self._cards, clock, click.echo, hear, self._keep, self._width, bold, self._phrase)
        try:
            if not talk.hold(to_ask):
                click.echo("")
        except (KeyboardInterrupt, click.Abort):
            click.echo("\n")
            return True
        return False

    def say_end(self) -> None:
        """Print the counts of answers and due cards, and the next step."""
        schedule, now, ids, phrase = self._keeper.schedule, clock(), list(self._cards), self._phrase
        due, new = len(schedule.due(ids, now)), len(schedule.new(ids))
        tomorrow = schedule.due_by(ids, now.date() + timedelta(days=1), now) - due
        following = schedule.next_due(ids)
        if self._answers:
            self._say(phrase(GIVEN[self._answers == 1, self._is_kept], count=self._answers))
        elif not due:
            self._say(phrase("Nothing is due now."))
        rest = [phrase("Due now: {cards}.", cards=self._counted(due))] if due else []
        rest.append(phrase("Due tomorrow: {cards}.", cards=self._counted(tomorrow)))
        rest.append(phrase("Not asked yet: {cards}.", cards=self._counted(new)))
        self._say(" ".join(rest))
        if following and not due and not tomorrow:
            self._say(phrase("The next card that you know comes {when}.", when=when(following, now, phrase)))
        self._say("", phrase("Next: {command}", command=self._next(due, new, now)))

    def _counted(self, cards: int) -> str:
        return self._phrase({0: "no cards", 1: "{count} card"}.get(cards, "{count} cards"), count=cards)

    def _next(self, due: int, new: int, now: datetime) -> str:
        met = self._keeper.schedule.new_on(now.date(), now)
        command = _command(self._chosen.decks, is_own=self._chosen.is_own)
        if due or (new and met < self._chosen.most_new):
            return command
        if new:
            later = "{command} tomorrow, or now with --new {count}"
            return self._phrase(later, command=command, count=met + NEW_A_DAY)
        return "learn status"

    def _keep(self, card_id: str) -> None:
        """Save an answer; warn once if it cannot be written."""
        self._answers += 1
        if not self._keeper.keep(card_id) and self._is_kept:
            self._is_kept = False
            click.echo(f"learn: {self._keeper.path} cannot be written, so your answers are not kept", err=True)

    def _say(self, *texts: str) -> None:
        from flashcards.review_round import wrapped

        for text in texts:
            click.echo("\n".join(wrapped(text, self._width)))


def clock() -> datetime:
    """Return the current local time with its time zone."""
    return datetime.now().astimezone()


def _state(folder: Path, course: Course, *, is_needed: bool) -> Path | None:
    """Return the folder of the learner's progress; None outside a workspace, unless one is needed."""
    with contextlib.nullcontext() if is_needed else contextlib.suppress(WorkspaceError):
        return open_workspace(folder, course).state
    return None


def _open(names: Sequence[str], course: Course, state: Path | None, *, is_own: bool) -> "list[Deck]":
    """Open the named decks; without names, the decks from mistakes, then all others."""
    from flashcards import deck

    own = open_own(names, course, state) if state and (is_own or not names) else []
    with usage_errors(UnknownNameError):
        return own if is_own else [*own, *deck.open_decks(names, course)]


def _command(names: Sequence[str], *, is_own: bool) -> str:
    return " ".join(["learn review", *map(shlex.quote, names), *(["--from-mistakes"] if is_own else [])])


def _bold(text: str) -> str:
    return click.style(text, bold=True) if text else text
