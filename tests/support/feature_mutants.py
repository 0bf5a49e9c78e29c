"""Solutions that miss one feature of their input: those that pass every check show what no check ever asks.

`python tests/support/feature_mutants.py [EXERCISE…]` prints them. Each mutant is the solution with one argument changed
before it arrives: always the same value, whole numbers, nothing beyond the range that random checks draw from, the
largest number of each row at 0, two items at most (layers, stop sequences, messages), items sorted or without repeats,
text without spaces at its ends, capitals or characters beyond ASCII. A model that is called gets its rows changed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from named_mistakes import course

from grader.core.call import Spy
from grader.core.result import Verdict
from grader.grading.prepared import PreparedExercise, PreparedExercises
from grader.sandbox.call_table import CallResults
from grader.sandbox.trusted import run_trusted

SEEDS = 3
"""A mutant that passes under one of so many seeds counts as one that passes."""
Change = Callable[[Any], Any]


class Argument(NamedTuple):
    """An argument of a function or method of the solution, and the values that it gets in an exercise's checks."""

    function: str
    place: int | str
    name: str
    values: list[Any]
    drawn: list[Any]


class Mutant(NamedTuple):
    """The solution with one argument changed before it arrives."""

    argument: Argument
    feature: str
    change: Change

    @property
    def name(self) -> str:
        """Return the name by which a list of exceptions knows it."""
        return f"{self.argument.function}({self.argument.name}): {self.feature}"


def arguments(prepared: PreparedExercise) -> list[Argument]:
    """Return the arguments of an exercise's functions, with their values in the calls of all its checks."""
    found: dict[tuple[str, int | str], Argument] = {}
    for check in prepared.exercise.checks:
        ready = prepared.check(check)
        fixed = None if not check.is_drawn else len(getattr(check, "cases", ()))
        names = [parameter.name for parameter in ready.setting.signature.parameters]
        is_script = not check.is_drawn and not hasattr(check, "cases")
        for index, call in enumerate(ready.encoded.calls):
            for step in call.steps:
                for place, value in [*enumerate(step.args), *step.kwargs.items()]:
                    is_named = isinstance(place, int) and place < len(names) and not is_script
                    name = names[place] if is_named else str(place)
                    one = found.setdefault((step.name, place), Argument(step.name, place, name, [], []))
                    one.values.append(value)
                    if fixed is not None and index >= fixed:
                        one.drawn.append(value)
    return list(found.values())


def mutants(argument: Argument) -> Iterator[Mutant]:
    """Yield the mutants that make sense for the values of an argument."""
    for feature, change in _changes(argument):
        yield Mutant(argument, feature, change)


def _changes(argument: Argument) -> Iterator[tuple[str, Change]]:
    values = argument.values
    kinds = {type(value) for value in values}
    if kinds <= {int, float, bool, str, np.float64}:
        yield "always the same", lambda _, first=values[0]: first
    if kinds & {float, np.float64}:
        yield "whole numbers", _whole
    if kinds <= {int, float, np.float64} and argument.drawn:
        yield "nothing beyond what is drawn", partial(_within, min(argument.drawn), max(argument.drawn))
    elif any(map(_has_fractions, values)):
        yield "whole numbers", _whole
    if np.ndarray in kinds:
        yield "largest of each row at 0", _largest_at_0
    if any(map(_has_items, values)):
        yield "two items at most", _first_two
    if list in kinds and all(
        isinstance(item, int | str) for value in values if isinstance(value, list) for item in value
    ):
        yield "sorted", lambda value: sorted(value) if isinstance(value, list) else value
        yield "without repeats", lambda value: list(dict.fromkeys(value)) if isinstance(value, list) else value
    if any(_texts(value) for value in values):
        yield "no spaces at the ends", partial(_in_texts, str.strip)
        yield "no capitals", partial(_in_texts, str.lower)
        yield "ASCII only", partial(_in_texts, lambda text: text.encode("ascii", "ignore").decode())
    if any(isinstance(value, Spy) and callable(value.make()) for value in values):
        yield "rows with their largest at 0", partial(_InRows, _largest_at_0)
        yield "rows of whole numbers", partial(_InRows, _whole)


def _whole(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return np.round(value) if value.dtype.kind == "f" else value
    if isinstance(value, float):
        return float(round(value)) if np.isfinite(value) else value
    return _in_items(_whole, value)


def _within(low: float, high: float, value: Any) -> Any:
    return type(value)(min(max(value, low), high)) if isinstance(value, int | float) else value


def _largest_at_0(value: Any) -> Any:
    if not isinstance(value, np.ndarray) or not value.size or not value.ndim:
        return value
    largest = value.max(axis=-1, keepdims=True)
    return value - np.where(np.isfinite(largest), largest, 0.0)


def _has_fractions(value: Any) -> bool:
    if isinstance(value, list | tuple | dict):
        return any(map(_has_fractions, _items(value)))
    return isinstance(value, float) or (isinstance(value, np.ndarray) and value.dtype.kind == "f")


def _has_items(value: Any) -> bool:
    """Return whether a value is a list, a dict of plain values, or a dict that holds one at any depth."""
    if isinstance(value, dict):
        plain = all(isinstance(item, int | float | str) for item in value.values())
        return plain or any(map(_has_items, value.values()))
    return isinstance(value, list | tuple)


def _first_two(value: Any) -> Any:
    """Return a value with at most two items in each list, and in each dict of plain values."""
    if isinstance(value, list | tuple):
        return type(value)(map(_first_two, value[:2]))
    if isinstance(value, dict) and any(isinstance(item, list | dict | np.ndarray) for item in value.values()):
        return {key: _first_two(item) for key, item in value.items()}
    return dict(list(value.items())[:2]) if isinstance(value, dict) else value


def _items(value: Any) -> Any:
    return value.values() if isinstance(value, dict) else value


def _texts(value: Any) -> bool:
    if isinstance(value, str):
        return True
    return (
        any(map(_texts, value.values() if isinstance(value, dict) else value))
        if isinstance(value, list | dict)
        else False
    )


def _in_texts(change: Callable[[str], str], value: Any) -> Any:
    return change(value) if isinstance(value, str) else _in_items(partial(_in_texts, change), value)


def _in_items(change: Change, value: Any) -> Any:
    """Return a value with all its items changed, at any depth."""
    if isinstance(value, list | tuple):
        return type(value)(map(change, value))
    return {key: change(item) for key, item in value.items()} if isinstance(value, dict) else value


class _InRows:
    """A model whose rows are changed; all else is the model's own."""

    def __init__(self, change: Change, model: Any) -> None:
        self._change, self._model = change, model

    def __call__(self, *args: Any) -> Any:
        return self._change(self._model(*args))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)


def changed(solution: ModuleType, mutant: Mutant) -> ModuleType:
    """Return the solution as a module in which one argument is changed before it arrives."""
    module = ModuleType(solution.__name__)
    vars(module).update(vars(solution))
    function, place, change = mutant.argument.function, mutant.argument.place, mutant.change

    def arrives(call: Callable[..., Any], shift: int = 0) -> Callable[..., Any]:
        def changing(*args: Any, **kwargs: Any) -> Any:
            if isinstance(place, str):
                return call(*args, **{key: change(value) if key == place else value for key, value in kwargs.items()})
            items = [change(value) if index - shift == place else value for index, value in enumerate(args)]
            return call(*items, **kwargs)

        return changing

    if isinstance(vars(module).get(function), type):
        original = vars(module)[function]
        setattr(module, function, type(function, (original,), {"__init__": arrives(original.__init__, 1)}))
    elif function in vars(module):
        setattr(module, function, arrives(vars(module)[function]))
    else:
        for name, original in [(name, each) for name, each in vars(module).items() if isinstance(each, type)]:
            if original.__module__ == solution.__name__ and hasattr(original, function):
                setattr(module, name, type(name, (original,), {function: arrives(getattr(original, function), 1)}))
    return module


def passes(prepared: PreparedExercise, module: ModuleType) -> bool:
    """Return whether a module passes all checks of an exercise; fixed calls are made first."""
    checks = sorted(prepared.exercise.checks, key=lambda check: check.is_drawn)
    ready = map(prepared.check, checks)
    return all(
        check.judge(CallResults(run_trusted(module, check.encoded.calls))).verdict is Verdict.PASS for check in ready
    )


def survivors(name: str) -> tuple[list[str], int]:
    """Return the mutants of an exercise that pass every check under some seed, and how many mutants there are."""
    exercises, exercise_id = PreparedExercises(course()), course().find(name)
    seeds = [exercises.of(exercise_id, seed) for seed in range(SEEDS)]
    found = [mutant for argument in arguments(seeds[0]) for mutant in mutants(argument)]
    solution = seeds[0].trusted.reference
    passing = [
        mutant.name for mutant in found if any(passes(prepared, changed(solution, mutant)) for prepared in seeds)
    ]
    return passing, len(found)


if __name__ == "__main__":
    for one in sys.argv[1:] or [each.rpartition("/")[2] for each in course().exercise_ids]:
        passed, count = survivors(one)
        print(*(f"{one}: {line}" for line in passed), f"{one}: {len(passed)} of {count} pass", sep="\n", flush=True)  # noqa: T201
