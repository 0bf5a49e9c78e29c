"""150 functions of the corpora, drawn by lot: right ones pass, wrong ones fail, and no name is false."""

from __future__ import annotations

import random
from collections.abc import Sequence

import first_attempts
from learner_sets import read_variants, write_variant
from named_mistakes import FOLDER, WrongFunction, course, graded, wrong_functions

SEED = 20261128
EXERCISES = 6
"""How many exercises are drawn first, since preparing one takes longer than grading a function of it."""
WRONG, FIRST, RIGHT = 80, 20, 50
"""How many functions are drawn of each corpus; a first attempt has often several slips, and takes the longest."""
SLOW = {
    *("speculative_generate", "complete_generate", "accept_and_residual", "beam_search", "greedy_trap"),
    *("cached_block", "cached_forward", "one_step", "regex_mask", "verify_block", "sampler_pipeline", "batch_schedule"),
}
"""Exercises whose functions take longest or loop without end: only `slow` tests grade them."""
NAMES = random.Random(SEED).sample(sorted({path.stem for path in FOLDER.glob("*.py")} - SLOW), EXERCISES)


def draw(functions: Sequence[WrongFunction], count: int) -> list[WrongFunction]:
    """Draw some functions, ordered by exercise."""
    return sorted(
        random.Random(SEED).sample(functions, min(count, len(functions))), key=lambda function: function.exercise
    )


def test_wrong_functions_fail_and_are_named_truly() -> None:
    found = graded(draw([function for name in NAMES for function in wrong_functions(FOLDER / f"{name}.py")], WRONG))
    assert [each.function.name for each in found if not each.is_failed] == []
    assert [(each.function.name, each.named) for each in found if each.is_false] == []
    assert sum(each.is_right for each in found) >= 0.95 * sum(bool(each.function.makes) for each in found)


def test_first_attempts_are_named_truly() -> None:
    folders = first_attempts.FOLDERS
    also = {name: names for folder in folders for name, names in first_attempts.also_true(folder).items()}
    found = graded(draw([attempt for folder in folders for attempt in first_attempts.attempts(folder, NAMES)], FIRST))
    false = [each.function.name for each in found if each.named - each.function.makes - also[each.function.name]]
    assert false == []


def test_right_variants_pass() -> None:
    right = [
        WrongFunction(name, variant, frozenset(), write_variant(course().exercise(course().find(name)), variant))
        for name, variant in read_variants()
        if name in NAMES and "float32" not in variant
    ]
    assert [(each.function, each.named) for each in graded(draw(right, RIGHT)) if each.is_failed or each.named] == []
