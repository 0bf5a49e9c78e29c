"""One round of reviewing: what is said, what can be typed, and what comes again at its end."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

pytest.importorskip("fsrs", reason="fsrs is not installed: pip install fsrs")

from flashcards.deck import Card
from flashcards.review_round import Round, card_lines
from flashcards.schedule import Schedule
from grader.course.exercise import Source

NOW = datetime(2026, 11, 20, 22, 0, tzinfo=UTC)


class Person:
    """Somebody who types lines, and reads what is said."""

    def __init__(self, *typed: str) -> None:
        self.typed = list(typed)
        self.read = ""
        self.kept: list[str] = []

    def hold(self, schedule: Schedule, *cards: Card, width: int = 80, title: str = "A deck") -> bool:
        """Be asked some cards."""
        by_id = {card.id: (title, card) for card in cards}
        return Round(schedule, by_id, lambda: NOW, self.say, self.hear, self.kept.append, width).hold(list(by_id))

    def say(self, text: str) -> None:
        """Read a text."""
        self.read += f"{text}\n"

    def hear(self, prompt: str) -> str | None:
        """Type the next line."""
        typed = self.typed.pop(0) if self.typed else None
        self.read += f"{prompt}{typed or ''}\n"
        return typed


def card(card_id: str, **fields: object) -> Card:
    """Make a card."""
    texts = {"front": f"What is *{card_id}*?", "back": f"It is `{card_id}`.", **fields}
    return Card(id=card_id, **texts)  # type: ignore[arg-type]


def test_a_card_is_asked_answered_and_rated() -> None:
    person = Person("", "3")
    full = card("x", back="1. One\n2. Two", exercise="unit/some_name", source=Source(title="A book"))
    assert person.hold(Schedule(), full)
    assert person.read == (
        "A deck: card 1 of 1, new\n"
        "\n"
        "What is x?\n"
        "\n"
        "Enter shows the answer, q stops: \n"
        "\n"
        "1. One\n"
        "2. Two\n"
        "\n"
        "Exercise: learn show some_name\n"
        "Source: A book\n"
        "\n"
        "How well did you know it, and when does it come again?\n"
        "  1  again  not at all (in this round)\n"
        "  2  hard   with effort (in this round)\n"
        "  3  good   after a thought (in 2 days)\n"
        "  4  easy   at once (in 8 days)\n"
        "1, 2, 3 or 4 (q stops): 3\n"
        "\n"
    )
    assert person.kept == ["x"]


def test_what_was_not_known_is_asked_again_at_the_end() -> None:
    person = Person("", "1", "", "good", "", "2", "", "AGAIN", "", "3", "", " 4 ")
    assert person.hold(Schedule(), card("x"), card("y"), card("z"))
    assert person.kept == ["x", "y", "z", "x", "z", "x"]
    places = [line.removeprefix("A deck: ") for line in person.read.split("\n") if line.startswith("A deck")]
    assert places == [
        "card 1 of 3, new", "card 2 of 4, new", "card 3 of 4, new", "card 4 of 5", "card 5 of 6", "card 6 of 6"
    ]  # fmt: skip


@pytest.mark.parametrize("typed", [("q",), ("", "Quit"), ("", "x", "", "exit"), (), ("",)])
def test_one_can_stop_at_any_moment_and_the_card_stays_unanswered(typed: tuple[str, ...]) -> None:
    person, schedule = Person(*typed), Schedule()
    assert not person.hold(schedule, card("x"))
    assert (person.kept, schedule) == ([], Schedule())


def test_what_is_no_answer_is_asked_again() -> None:
    person = Person("", "5", "?", "3")
    assert person.hold(Schedule(), card("x"))
    assert "Type 1, 2, 3 or 4 for how well you knew it, ? for help, or q to stop.\n1, 2, 3 or 4" in person.read
    assert "Compare the answer with the one you had in mind, and type 1, 2, 3 or 4." in person.read


def test_lines_keep_to_the_width_and_lists_hang() -> None:
    text = "- One thing that needs more than one line.\n- Two\n\n10. Ten things that need more than a line."
    assert card_lines(text, 24) == [
        "- One thing that needs", "  more than one line.", "- Two", "10. Ten things that need", "    more than a line."
    ]  # fmt: skip
    person = Person("", "3")
    person.hold(Schedule(), card("x", front="A long question about everything " * 5), width=40, title="Long " * 20)
    assert max(map(len, person.read.split("\n"))) <= 40


def test_nothing_on_a_card_reaches_the_terminal_as_a_command() -> None:
    person = Person("", "3")
    bad = "::error::x \x1b[2J \u202e"
    person.hold(Schedule(), card("x", front=bad, back=bad, source=Source(title=bad)), title=bad)
    lines = person.read.split("\n")
    assert all(sign.isprintable() for line in lines for sign in line)
    assert not [line for line in lines if line.lstrip().startswith("::")]
