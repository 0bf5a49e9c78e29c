"""The shipped course passes its own gate, and has for each exercise what no gate asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from learner_sets import read_variants
from named_mistakes import FOLDER as NAMING
from named_mistakes import wrong_functions
from places import COURSE, ROOT

from flashcards.deck import open_decks
from grader.authoring.validate import inspect_course, unexpected_files
from grader.sandbox.launcher import Launcher


@pytest.mark.slow
def test_an_exercise_passes_the_gate(processes: Launcher) -> None:
    report = inspect_course(COURSE, processes, ["scores/softmax_by_hand"])  # `learn author check` inspects all
    assert report.problems == []
    assert report.counts["exercise"] == 1
    assert report.counts["mistake"] >= 11


def test_no_file_is_left_over() -> None:
    assert list(unexpected_files(COURSE)) == []


def test_an_exercise_lacks_nothing() -> None:
    assert list(missing()) == []


def missing() -> Iterator[str]:
    """Yield what is still to be written for an exercise, in sentences that its author reads."""
    with_cards = {card.exercise for deck in open_decks((), COURSE)[1:] for card in deck.cards}
    variants = Counter(exercise for exercise, name in read_variants() if "float32" not in name)
    for exercise in COURSE.exercises():
        name, unit = exercise.name, exercise.id.partition("/")[0]
        if exercise.id not in with_cards or not exercise.cards:
            yield f"{name}: write a card into the deck of {unit} with `exercise: {exercise.id}`, and its id under `cards:`"
        if variants[name] < (most := 8 if name in SHOWN else 5):
            yield f"{name}: write {most} right functions `variant_…` into tests/corpus/variants/{name}.py, not {variants[name]}"
        path = NAMING / f"{name}.py"
        count = len(wrong_functions(path)) if path.is_file() else 0
        if count < 8:
            yield f"{name}: write 8 wrong functions into {path.relative_to(ROOT)}, each with `makes:`, not {count}"


SHOWN = ("softmax_by_hand", "temperature_rescaling", "top_3_renormalisation", "nucleus_membership")
"""The exercises that show best how differently one thing can be written."""


@pytest.mark.parametrize("exercise_id", COURSE.exercise_ids)
def test_an_exercise_names_its_schema_for_editors_and_its_sources(exercise_id: str) -> None:
    text = (COURSE.content.exercises / f"{exercise_id}.yaml").read_text("utf-8")
    assert text.startswith("# yaml-language-server: $schema=../../docs/schema/exercise.schema.json\n")
    assert all(source.title for source in COURSE.exercise(exercise_id).sources)
