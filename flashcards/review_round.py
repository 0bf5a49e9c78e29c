"""Run one review round: show a question, its answer, ask for a rating; save each before the next question."""

import re
import textwrap
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from flashcards.deck import Card
from flashcards.schedule import AHEAD, Answer, Schedule, when
from grader.core.escape import guarded, line
from grader.course import Phrase
from grader.files.markdown import to_plain

QUIT = {"q", "quit", "exit"}
HELP = {"?", "help"}
MEANINGS = {
    Answer.AGAIN: "not at all",
    Answer.HARD: "with effort",
    Answer.GOOD: "after a thought",
    Answer.EASY: "at once",
}
_ANSWERS = {word: answer for answer in Answer for word in (str(answer.value), answer.name.lower())}


@dataclass
class Round:
    """A round of cards.

    `hear` returns a line of input, None at its end; `keep` saves the answer to a card.
    """

    schedule: Schedule
    cards: Mapping[str, tuple[str, Card]]
    """Deck title and card, by card id."""
    clock: Callable[[], datetime]
    say: Callable[[str], None]
    hear: Callable[[str], str | None]
    keep: Callable[[str], None]
    width: int = 80
    bold: Callable[[str], str] = str
    phrase: Phrase = str.format
    answered: int = 0

    def hold(self, to_ask: Sequence[str]) -> bool:
        """Ask the cards, and repeat those not known at the end; return whether all were answered."""
        queue = deque(to_ask)
        while queue:
            card_id = queue.popleft()
            self._show_question(card_id, self.answered + 1 + len(queue))
            if self._typed(self.phrase("Enter shows the answer, q stops: ")) is None:
                return False
            self._show_answer(card_id)
            answer = self._rating()
            if answer is None:
                return False
            now = self.clock()
            due = self.schedule.answer(card_id, answer, now)
            self.answered += 1
            self.keep(card_id)
            self.say("")
            if due - now <= AHEAD:
                queue.append(card_id)
        return True

    def _show_question(self, card_id: str, count: int) -> None:
        title, card = self.cards[card_id]
        is_new = card_id not in self.schedule.cards
        heading = "{title}: card {number} of {count}, new" if is_new else "{title}: card {number} of {count}"
        heading = self.phrase(heading, title=line(title).strip(), number=self.answered + 1, count=count)
        rows = [*wrapped(heading, self.width), ""]
        rows += [*map(self.bold, card_lines(card.front, self.width)), ""]
        self._say([*rows, *card.drawn.text.splitlines(), ""] if card.drawn else rows)

    def _show_answer(self, card_id: str) -> None:
        card = self.cards[card_id][1]
        rows = ["", *card_lines(card.back, self.width), ""]
        phrase = self.phrase
        if card.exercise:
            rows += wrapped(phrase("Exercise: learn show {name}", name=card.exercise.rpartition("/")[2]), self.width)
        if card.source:
            rows += wrapped(phrase("Source: {title}", title=card.source.title), self.width)
        rows += [""] if card.exercise or card.source else []
        now = self.clock()
        coming = self.schedule.preview(card_id, now)
        rows += wrapped(phrase("How well did you know it, and when does it come again?"), self.width)
        for answer, meaning in MEANINGS.items():
            due = when(coming[answer], now, phrase)
            words = f"{answer.value}  {answer.name.lower():<5}  {phrase(meaning)} ({due})"
            rows += wrapped(words, self.width, indent="  ", hanging=10)
        self._say(rows)

    def _rating(self) -> Answer | None:
        """Read a rating of the card; None to stop."""
        while (word := self._typed(self.phrase("1, 2, 3 or 4 (q stops): "))) is not None:
            if word in _ANSWERS:
                return _ANSWERS[word]
            self._say(wrapped(self.phrase(_HELP if word in HELP else _UNKNOWN), self.width))
        return None

    def _typed(self, prompt: str) -> str | None:
        """Read a word; None to stop."""
        typed = self.hear(prompt)
        return None if typed is None or typed.strip().lower() in QUIT else typed.strip().lower()

    def _say(self, rows: Sequence[str]) -> None:
        self.say("\n".join(rows))


_UNKNOWN = "Type 1, 2, 3 or 4 for how well you knew it, ? for help, or q to stop."
_HELP = (
    "Compare the answer with the one you had in mind, and type 1, 2, 3 or 4. The better you knew it, the later it "
    "comes again. Type q to stop; what you have answered is kept."
)


def card_lines(text: str, width: int) -> list[str]:
    """Format a side of a card as lines; the lines of a list item are indented to its text."""
    rows: list[str] = []
    for row in to_plain(text).split("\n"):
        own = re.match(r" *((-|\d+\.) )?", row)
        assert own is not None
        rows += wrapped(row, width, hanging=own.end())
    return rows


def wrapped(text: str, width: int, *, indent: str = "", hanging: int = 0) -> list[str]:
    """Wrap a text, with control sequences escaped; all lines but the first are indented by `hanging` more."""
    later = indent + " " * hanging
    rows = textwrap.wrap(line(text), width, initial_indent=indent, subsequent_indent=later, break_on_hyphens=False)
    return [guarded(row) for row in rows] or [""]
