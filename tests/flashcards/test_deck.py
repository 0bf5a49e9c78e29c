"""A deck is loaded with its figures; every broken one gives the messages that its head says, and no others."""

from __future__ import annotations

import os
from pathlib import Path
from types import ModuleType

import pytest
from broken_files import SHOWN, assert_well_said, broken, expected, messages
from places import DATA
from small_deck import course_with_decks, module, small

from flashcards import catalogue
from flashcards.catalogue import changed_at, deck_names
from flashcards.deck import Card, Deck, load_deck, open_decks, tags_of, with_tags
from grader.core.errors import UnknownNameError
from grader.course.course import Course
from grader.course.exercise import Source
from grader.files.strict_yaml import YamlError

BROKEN = broken("broken_decks")
TAKEN = {"taken": "another.yaml"}
EXERCISES = ["scores/softmax", "loop/generate"]


@pytest.fixture(scope="session")
def figures() -> ModuleType:
    """Return the functions that the broken decks name."""
    return module(DATA / "broken_decks/figures.py")


def told(path: Path, figures: ModuleType | None) -> list[str]:
    """Return every message that loading a deck gives, without the path."""
    return messages(lambda: load_deck(path, figures, EXERCISES, shown=SHOWN, taken_ids=TAKEN))


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_deck_gives_its_messages(path: Path, figures: ModuleType) -> None:
    assert told(path, figures) == expected(path)


def test_messages_are_one_lower_case_line_with_advice() -> None:
    assert_well_said(BROKEN, may_begin_with="`")


def test_a_deck_is_loaded_with_its_figures_filled_in() -> None:
    deck = small()
    assert (deck.id, deck.title, len(deck.cards)) == ("small", "Small & hostile: <b>six cards</b>", 6)
    assert deck.cards[0] == Card(
        id="softmax",
        front="How does softmax turn logits $z$ into probabilities $p$ at temperature $T$?",
        back="By $p_i = \\frac{e^{z_i / T}}{\\sum_j e^{z_j / T}}$.\n\n"
        "For the logits 2, 1 and 0 at $T = 1$ the largest probability is **0.665**.\n",
        tags=("scores", "temperature"),
        exercise="small/total",
        source=Source(
            title="Goodfellow, Bengio and Courville 2016, Deep Learning, section 6.2.2.3",
            url="https://www.deeplearningbook.org/contents/mlp.html",
        ),
        figures="largest",
    )
    assert "for 2 of all tokens" in deck.cards[4].back


def test_cards_are_kept_by_any_of_their_tags() -> None:
    deck = small()
    assert tags_of([deck]) == ["scores", "temperature", "loop"]
    assert with_tags([deck], ()) == [deck]
    assert [card.id for card in with_tags([deck], ("loop",))[0].cards] == ["plain", "five-steps", "long"]
    assert [len(each.cards) for each in with_tags([deck], ("loop", "scores"))] == [5]
    assert with_tags([deck], ("order",)) == []


# --- the folder of decks ----------------------------------------------------------------------


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """Return a course with two decks."""
    return course_with_decks(tmp_path / "ein Kurs ü")


def ids(decks: list[Deck]) -> list[str]:
    """Return the ids of decks."""
    return [deck.id for deck in decks]


def test_all_decks_are_opened_the_one_for_beginners_first(course: Course) -> None:
    assert deck_names(catalogue.decks_of(course)) == ["course", "small"]
    assert ids(open_decks((), course)) == ["course", "small"]
    assert ids(open_decks(("small", "course", "small"), course)) == ["small", "course"]


def test_a_deck_anywhere_is_opened_by_its_file(course: Course, tmp_path: Path) -> None:
    path = tmp_path / "my-own.yaml"
    path.write_text(
        "id: my-own\ntitle: My own\ncards:\n  - {id: a, front: What?, back: That., exercise: small/total}\n"
    )
    assert ids(open_decks((str(path), "course"), course)) == ["my-own", "course"]


def test_an_unknown_deck_is_answered_with_a_near_one(course: Course) -> None:
    with pytest.raises(UnknownNameError, match=r"^there is no deck 'smal'; did you mean small\?$"):
        open_decks(("smal",), course)
    with pytest.raises(UnknownNameError, match=r"^there is no deck '\.\./x'; `learn print cards` shows them all$"):
        open_decks(("../x",), course)


def test_an_id_that_another_deck_has_is_refused(course: Course) -> None:
    path = catalogue.decks_of(course) / "third.yaml"
    path.write_text("id: third\ntitle: Third\ncards:\n  - {id: plain, front: What?, back: That.}\n")
    with pytest.raises(YamlError, match=r"a card in small\.yaml is called `plain`; give each an id of its own"):
        open_decks((), course)
    assert ids(open_decks(("third",), course)) == ["third"]


def test_decks_have_changed_when_they_or_their_figures_have(course: Course) -> None:
    folder = catalogue.decks_of(course)
    for path, seconds in (
        (folder / "course.yaml", 3000),
        (folder / "small.yaml", 1000),
        (course.solutions.path("flashcards/small"), 2000),
    ):
        os.utime(path, (seconds, seconds))
    assert [changed_at(names, course) for names in (("small",), ("course",), ())] == [2000, 3000, 3000]
