"""Two mistakes become one function: around the solution, or by the settings of a helper."""

from __future__ import annotations

from itertools import pairwise
from textwrap import dedent
from types import ModuleType

import pytest
from places import COURSE

from grader.core.result import Mistake
from grader.grading.rewired import called, merged


def made(source: str, *names: str) -> tuple[ModuleType, list[Mistake]]:
    """Make a solution `right` and some mistakes of it from one source."""
    module = ModuleType("made")
    exec(compile(dedent(source), "made.py", "exec"), vars(module))
    found = []
    for name in names:
        stand_in = ModuleType(f"made.{name}")
        stand_in.right = vars(module)[name]  # type: ignore[attr-defined]
        found.append(Mistake(name, "", "", vars(module)[name], stand_in))
    return module, found


@pytest.mark.parametrize(
    ("bodies", "answers"),
    [
        (("return 10 * right(x)", "return right(x + 1)"), [30]),
        (("return right(x + 1)", "return 10 * right(x)"), [30]),
        (("return _sum(x, start=10)", "return _sum(x, step=5)"), [16]),
        (("return _sum(x, 10)", "return [_sum(x, step=5)][0]"), [16]),
        (("return _sum(x, start=10)", "return _sum(x, start=20)"), [21]),
        (("return x * 10", "return x + 10"), []),
    ],
)
def test_a_function_makes_two_mistakes(bodies: tuple[str, str], answers: list[int]) -> None:
    source = f"""
        def right(x):
            return x + 1

        def _sum(x, start=1, step=0):
            return x + start + step

        def one(x):
            {bodies[0]}

        def two(x):
            {bodies[1]}
    """
    reference, (one, two) = made(source, "one", "two")
    assert [mistake.module.right(1) for mistake in merged(one, two, reference)] == answers


def test_functions_that_call_a_wrong_one_are_versions_of_its_mistake() -> None:
    exercise = COURSE.exercise("cost/price_of_a_call")
    reference = COURSE.solutions.reference(exercise.id)
    wrong = next(one for one in COURSE.solutions.mistakes(exercise.id, exercise.functions) if one.name == "input_free")
    (version,) = called(wrong, reference, exercise.functions)
    assert (version.name, version.version) == ("input_free", "input_free__called")
    assert version.module.output_share is not reference.output_share


def test_all_mistakes_of_the_course_can_be_tried_together() -> None:
    for exercise in map(COURSE.exercise, COURSE.exercise_ids[::7]):
        reference = COURSE.solutions.reference(exercise.id)
        mistakes = COURSE.solutions.mistakes(exercise.id, exercise.functions)
        for outer, inner in pairwise(mistakes):
            assert all(
                callable(both.module.__dict__[exercise.functions[0]]) for both in merged(outer, inner, reference)
            )
