"""Run the generator with the learner's own functions, which are called in a confined process of their own."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from grader.core.call import Call, Happened, Outcome, Spy, Step
from grader.course.course import Course
from grader.course.exercise import Exercise, Limits
from grader.grading.submission import Submission
from grader.learner.generate.source import GENERATOR
from grader.sandbox.launcher import Starter
from grader.sandbox.process import LearnerProcess

PACKAGE = "_generator_with_your_own"
DRIVER = "your_functions"
LIMITS = Limits(call_seconds=5.0, exercise_seconds=120.0)
WHOLE = "run_the_whole_generator"

Show = Callable[[dict[str, Any]], None]


class MineError(Exception):
    """A learner's function that kept the generator from going on; the message says what it did."""


class OwnGenerator:
    """A course's generator in which the learner's functions do the parts that they have solved.

    The generator stays in this process. It is a copy of the course's modules in which every solved function is
    replaced by a stand-in that calls the learner's.
    """

    def __init__(self, course: Course, submission: Submission, passed: Sequence[str], starter: Starter) -> None:
        self._course = course
        self.module = _copy(course)
        exercises = [course.exercise(each) for each in passed]
        used = [each for each in exercises if f"{PACKAGE}.{each.id.replace('/', '.')}" in sys.modules]
        self.exercises = [each for each in used if _is_function(each)]
        self._has_whole = self.module.WHOLE in [each.id for each in self.exercises]
        self._process = LearnerProcess(starter, submission.modules)
        if self.exercises:
            try:
                self._load()
            except BaseException:
                self.close()
                raise
        for exercise in self.exercises:
            for function in exercise.functions:
                self._replace(exercise, function)

    def close(self) -> None:
        """End the learner's process."""
        self._process.close()

    def run(self, prompt: str, settings: dict[str, Any], show: Show, *, has_draft: bool, is_json: bool) -> None:
        """Write a prompt on; `show` gets each chunk as soon as it is there.

        Raises:
            MineError: a learner's function failed.
        """
        if not self._has_whole:
            for chunk in self.module.run(prompt, settings, has_draft=has_draft, is_json=is_json):
                show(chunk)
            return
        parts = self.module.parts(prompt, has_draft=has_draft, is_json=is_json)
        served = {name: _served(name, value) for name, value in parts.items()}
        self._call(WHOLE, [Spy(name="show", make=lambda: _checked(show)), prompt], served | settings, LIMITS)

    def _load(self) -> None:
        """Load all functions at once, through a file that imports them."""
        names = [(each.name, function) for each in self.exercises for function in each.functions]
        lines = [f"from {name} import {function} as {_alias(name, function)}" for name, function in names]
        if self._has_whole:
            name, function = self.module.WHOLE.rpartition("/")[2], self._course.exercise(self.module.WHOLE).function
            lines += ["", f"def {WHOLE}(show, prompt, **settings):"]
            lines += [f"    for chunk in {_alias(name, function)}(prompt=prompt, **settings):", "        show(chunk)"]
        source = "\n".join([*lines, ""]).encode()
        aliases, given = [_alias(*each) for each in names], dict(self._given())
        loaded = self._process.load(
            DRIVER, aliases, LIMITS, LIMITS.call_seconds, file=(f"{DRIVER}.py", source), given=given
        )
        if loaded.outcome.happened is not Happened.RETURNED:
            raise MineError(f"your functions cannot be loaded: {_words(loaded.outcome)}; `learn check` says more")

    def _given(self) -> Iterator[tuple[str, Callable[..., Any]]]:
        """Yield the reference functions for what the learner's files import without having solved it."""
        solved = {each.name for each in self.exercises}
        for name in {name for each in self.exercises for name in each.uses if name not in solved}:
            exercise = self._course.exercise(self._course.find(name))
            reference = self._course.solutions.reference(exercise.id)
            for function in exercise.functions:
                yield f"{name}.{function}", getattr(reference, function)

    def _replace(self, exercise: Exercise, function: str) -> None:
        """Put a stand-in wherever the generator's modules use a function."""
        original = getattr(sys.modules[f"{PACKAGE}.{exercise.id.replace('/', '.')}"], function)
        alias, is_array = _alias(exercise.name, function), exercise.parsed_signature.returns.startswith("Array")

        def stand_in(*args: Any, **kwargs: Any) -> Any:
            value = self._call(alias, args, kwargs, LIMITS)
            return np.asarray(value) if is_array and function == exercise.function else value

        for module in [module for name, module in sys.modules.items() if name.startswith(f"{PACKAGE}.")]:
            for name in [name for name, value in vars(module).items() if value is original]:
                setattr(module, name, stand_in)

    def _call(self, alias: str, args: Sequence[Any], kwargs: Mapping[str, Any], limits: Limits) -> Any:
        """Call a learner's function, and return what it returns.

        Raises:
            MineError: it returned nothing of use.
        """
        seconds = limits.exercise_seconds if alias == WHOLE else limits.call_seconds
        limits = Limits(call_seconds=seconds, exercise_seconds=seconds)
        call = Call(steps=(Step(name=alias, args=args, kwargs=kwargs),))
        outcome = self._process.run([call], limits, seconds)[-1][-1]
        if outcome.happened is not Happened.RETURNED:
            name = alias.replace("__", ".") if alias != WHOLE else "generator"
            raise MineError(f"your {name} failed: {_words(outcome)}; `learn check` may say more")
        return outcome.value


def _copy(course: Course) -> Any:
    """Return the course's generator, imported once more under a name of its own, so that parts can be replaced."""
    for name in [name for name in sys.modules if name == PACKAGE or name.startswith(f"{PACKAGE}.")]:
        del sys.modules[name]
    package = ModuleType(PACKAGE)
    package.__path__ = [str(course.content.solutions.resolve())]
    sys.modules[PACKAGE] = package
    return importlib.import_module(f"{PACKAGE}.{GENERATOR}")


def _is_function(exercise: Exercise) -> bool:
    """Say whether the exercise is a function that can be called from here, with plain values only."""
    module = sys.modules[f"{PACKAGE}.{exercise.id.replace('/', '.')}"]
    return isinstance(getattr(module, exercise.function), FunctionType)


def _alias(name: str, function: str) -> str:
    return f"{name}__{function}"


def _served(name: str, value: Any) -> Any:
    """Return what a learner's function gets for a part of the generator: a stand-in for an object."""
    return Spy(name=name, make=lambda: value) if hasattr(value, "served_methods") else value


def _checked(show: Show) -> Show:
    """Return a function that shows a chunk if it is one.

    Raises:
        ValueError: it is something else.
    """

    def shown(chunk: dict[str, Any]) -> None:
        if not isinstance(chunk, dict) or not isinstance(chunk.get("text"), str):
            raise ValueError("a chunk must be a dict with a text")
        show(chunk)

    return shown


def _words(outcome: Outcome) -> str:
    """Say what happened instead of a result."""
    if outcome.raised:
        message = " ".join(outcome.raised.message.split())
        return f"{outcome.raised.type_name}{': ' + message if message else ''}"
    return f"{outcome.happened.value}{f' ({outcome.detail})' if outcome.detail else ''}"
