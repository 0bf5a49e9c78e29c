"""A mistake's name is true: of wrong functions whose mistakes are known, nearly all are named rightly, hardly one falsely."""

from __future__ import annotations

from functools import cache

import pytest
from named_mistakes import (
    FEWEST_RIGHT,
    FOLDER,
    MOST_FALSE,
    Figures,
    WrongFunction,
    course,
    figures,
    graded,
    wrong_functions,
)

FILES = sorted(FOLDER.glob("*.py"))
EXERCISES = [path.stem for path in FILES]
wrong_functions_of = cache(wrong_functions)  # reading all takes longer than collecting most other files


def assert_true_names(found: Figures) -> None:
    """Make sure that enough functions are named rightly, and few enough falsely."""
    text = "\n".join(found.lines())
    assert all(each.is_failed for each in (*found.listed, *found.others)), text
    assert found.right >= FEWEST_RIGHT * len(found.listed), text
    assert found.false <= MOST_FALSE * len(found.others), text


@pytest.mark.slow
def test_a_third_to_two_thirds_of_the_wrong_functions_make_a_listed_mistake() -> None:
    assert {path.stem for path in FILES} == {each.rpartition("/")[2] for each in course().exercise_ids}
    functions = [wrong_functions_of(path) for path in FILES]
    assert all(len(each) >= 8 for each in functions)
    every = [each for one in functions for each in one]
    assert len(every) >= 300
    assert 1 / 3 <= sum(bool(each.makes) for each in every) / len(every) <= 2 / 3


@pytest.mark.parametrize("exercise", EXERCISES)
@pytest.mark.slow
def test_a_function_makes_mistakes_that_are_listed(exercise: str) -> None:
    names = {each.name for each in course().mistakes(course().find(exercise))}
    assert [each.name for each in wrong_functions_of(FOLDER / f"{exercise}.py") if not each.makes <= names] == []


QUICK = ("softmax_by_hand", "min_p", "kv_cache")


@pytest.mark.parametrize(
    "exercise", [pytest.param(each, marks=() if each in QUICK else pytest.mark.slow) for each in EXERCISES]
)
def test_a_body_that_only_raises_gets_no_name(exercise: str) -> None:
    names = course().exercise(course().find(exercise)).functions
    bodies = [
        "".join(f"def {name}(*args, **kwargs):\n    raise {error}\n" for name in names)
        for error in ("ValueError", "ZeroDivisionError", "IndexError")
    ]
    found = graded([WrongFunction(exercise, "raises", frozenset(), body) for body in bodies])
    assert [each.named for each in found if each.named or not each.is_failed] == []


@pytest.mark.slow
def test_names_are_true() -> None:
    found = figures()
    print("", *found.lines(), sep="\n")  # noqa: T201 - continuous integration shows the figures
    assert_true_names(found)
