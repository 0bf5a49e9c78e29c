"""Loading exercises and courses: what is accepted, and that no data whatever makes the loader crash."""

from __future__ import annotations

import copy
import json
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from places import COURSE_FOLDER

from grader.course import Content
from grader.course.course import Solutions
from grader.course.exercise import Exercise, from_json
from grader.course.load import form_problems, load, meaning_problems
from grader.course.short_forms import filled_in
from grader.files import strict_yaml

REAL = COURSE_FOLDER / "exercises" / "scores" / "softmax_by_hand.yaml"


@pytest.fixture(scope="module")
def companion() -> ModuleType | None:
    return Solutions(Content(COURSE_FOLDER / "exercises", COURSE_FOLDER / "solutions")).companion(
        "scores/softmax_by_hand"
    )


def test_real_exercise_has_no_problem(companion: ModuleType | None) -> None:
    data = load(REAL, "scores/softmax_by_hand", companion)
    assert data["title"] == "Softmax by hand"
    assert len(data["checks"]) == 7


def test_loaded_data_survives_json(companion: ModuleType | None) -> None:
    data = load(REAL, "scores/softmax_by_hand", companion)
    exercise = from_json(Exercise, {**data, "id": "scores/softmax_by_hand"})
    assert from_json(Exercise, {**json.loads(json.dumps(data)), "id": "scores/softmax_by_hand"}) == exercise
    assert exercise.name == "softmax_by_hand"
    assert isinstance(exercise.hints, tuple)
    assert exercise.checks[-1].points == 2


GOOD: dict[str, Any] = {
    "title": "Softmax",
    "signature": "softmax(logits: Array[V], scale: float = 1.0, *, extra: object = None) -> Array[V]",
    "objective": "Turn scores into probabilities.",
    "task": "Write softmax.",
    "points": 8,
    "sources": [{"title": "A book", "url": "https://example.org"}],
    "hints": ["first", "second", "third"],
    "checks": [
        {
            "name": "a",
            "kind": "cases",
            "points": 1,
            "cases": [{"logits": [0, 1], "expect": [0.5]}],
            "within": 1,
        },
        {
            "name": "b",
            "kind": "random",
            "points": 1,
            "needs": "a",
        },
        {"name": "c", "kind": "property", "points": 1, "law": "sums_to_one", "inputs": {"logits": {"kind": "logits"}}},
        {"name": "d", "kind": "raises", "error": "TypeError", "cases": [{"logits": [], "within": 1}]},
        {"name": "e", "kind": "calls", "points": 1, "cases": [{"logits": {"spy": "sums_to_one"}}]},
        {"kind": "pure", "draw": "sums_to_one", "where": "sums_to_one"},
        {
            "name": "g",
            "kind": "script",
            "points": 1,
            "scripts": [
                [
                    {"new": "softmax", "keep": "it", "args": [{"seed": 1}]},
                    {"call": "it.push", "args": [[1, 2]]},
                    {"read": "it.x"},
                ]
            ],
        },
        {
            "name": "i",
            "kind": "random",
            "points": 1,
            "inputs": {"logits": {"kind": "probabilities"}, "scale": {"kind": "number", "low": 1, "high": 2}},
            "cases": [
                {
                    "logits": {"array": [[1, 2]], "dtype": "float32"},
                    "extra": [{"tuple": [{"bytes": "00ff"}, 3]}, {"seed": 1, "other": 2}],
                }
            ],
        },
    ],
    "explain": "It works.",
    "inputs": {"logits": {"kind": "logits"}},
    "sizes": [1, 9],
    "methods": ["push(row: Array[V]) -> None"],
    "limits": {"call_seconds": 1},
    "tolerance": {"relative": 0},
    "cards": ["softmax"],
}


def problems_of(data: Any, companion: ModuleType | None) -> list[str]:
    """Return what is wrong with an exercise of that data, written as JSON, which is YAML too."""
    file = strict_yaml.parse(json.dumps(data), "f")
    problems = list(form_problems(file))
    if not problems:
        exercise = from_json(Exercise, {**filled_in(file.data), "id": "scores/softmax"})
        problems = list(meaning_problems(file, exercise, companion))
    return [problem.message for problem in problems]


def test_every_kind_of_check_is_accepted(companion: ModuleType | None) -> None:
    assert problems_of(GOOD, companion) == []


def test_without_a_companion_no_law_is_known() -> None:
    assert problems_of(GOOD, None)[0] == (
        "there is no function `sums_to_one` in softmax_checks.py beside the solution; write it or correct the name"
    )


def places(data: Any, trail: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the trails of everything in nested data."""
    found = [trail] if trail else []
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in parts:
        found += places(value, (*trail, key))
    return found


PLACES = places(GOOD)
KEYS = sorted({str(trail[-1]) for trail in PLACES if isinstance(trail[-1], str)} | {"spy", "seed", "tuple", "bytes"})
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 5)
    | st.sampled_from(
        [10**18, 0.5, -1.0, 1e308, "", "a", "sums_to_one", "nowhere", "it.x", "random", "zz", "f(", "\x1b\n", "float32"]
    )
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3),
    max_leaves=6,
)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    changes=st.lists(
        st.tuples(st.sampled_from(PLACES), st.sampled_from(["set", "drop", "add"]), VALUES), min_size=1, max_size=3
    )
)
@pytest.mark.slow
def test_changed_exercise_is_accepted_or_explained(
    changes: list[tuple[tuple[Any, ...], str, Any]], companion: ModuleType | None
) -> None:
    data = copy.deepcopy(GOOD)
    for (*above, last), how, value in changes:
        target: Any = data
        try:
            for part in above:
                target = target[part]
            if how == "set":
                target[last] = value
            elif how == "drop":
                del target[last]
            else:
                target[last]["surplus"] = value
        except (KeyError, IndexError, TypeError):
            continue
    for message in problems_of(data, companion):
        assert "\n" not in message
        assert "Input should" not in message
