"""Run the generator with the learner's own functions, which run in a confined process."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from grader.core.call import Call, Ending, Outcome, Spy, Step
from grader.core.errors import UserError
from grader.course.course import Course
from grader.course.exercise import Exercise, Limits
from grader.grading.submission import Submission
from grader.learner.generate.source import GENERATOR
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess

PACKAGE = "_generator_with_your_own"
DRIVER = "your_functions"
LIMITS = Limits(call_seconds=5.0, exercise_seconds=120.0)
WHOLE = "run_the_whole_generator"

Show = Callable[[dict[str, Any]], None]


class MineError(UserError):
    """A failure of a learner's function during generation; the message says how it failed."""

    exit_code = 1


class OwnGenerator:
    """A course's generator with the learner's functions in place of the solved exercises.

    The generator runs in this process. It is a copy of the course's modules in which a proxy replaces every solved
    function and calls the learner's function in the learner's process.
    """

    def __init__(self, course: Course, submission: Submission, passed: Sequence[str], starter: Launcher) -> None:
        self._course = course
        self.module = _copy(course)
        exercises = [course.exercise(each) for each in passed]
        used = [each for each in exercises if _module_name(each) in sys.modules]
        # a call with plain values can replace a function, but not a class
        self.exercises = [
            each for each in used if isinstance(getattr(sys.modules[_module_name(each)], each.function), FunctionType)
        ]
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
        """Continue a prompt; `show` is called with each chunk as it arrives.

        Raises:
            MineError: a learner's function failed.
        """
        if not self._has_whole:
            for chunk in self.module.run(prompt, settings, has_draft=has_draft, is_json=is_json):
                show(chunk)
            return
        parts = self.module.parts(prompt, has_draft=has_draft, is_json=is_json)
        served = {name: _served(name, value) for name, value in parts.items()}
        self._call(WHOLE, [Spy(name="show", make=lambda: _checked(show)), prompt], served | settings)

    def _load(self) -> None:
        """Load all functions with one request, through a generated module that imports them."""
        names = [(each.name, function) for each in self.exercises for function in each.functions]
        lines = [f"from {name} import {function} as {_alias(name, function)}" for name, function in names]
        if self._has_whole:
            name, function = self.module.WHOLE.rpartition("/")[2], self._course.exercise(self.module.WHOLE).function
            lines += ["", f"def {WHOLE}(show, prompt, **settings):"]
            lines += [f"    for chunk in {_alias(name, function)}(prompt=prompt, **settings):", "        show(chunk)"]
        source = "\n".join([*lines, ""]).encode()
        aliases, file = [_alias(*each) for each in names], (f"{DRIVER}.py", source)
        loaded = self._process.load(DRIVER, aliases, LIMITS, LIMITS.call_seconds, file=file, lent=dict(self._given()))
        if loaded.outcome.ending is not Ending.RETURNED:
            raise MineError(f"your functions cannot be loaded: {_words(loaded.outcome)}; `learn check` says more")

    def _given(self) -> Iterator[tuple[str, Callable[..., Any]]]:
        """Yield the reference functions of the unsolved exercises that the learner's files import."""
        for name in {name for each in self.exercises for name in each.uses} - {each.name for each in self.exercises}:
            exercise = self._course.exercise(self._course.find(name))
            reference = self._course.solutions.reference(exercise.id)
            for function in exercise.functions:
                yield f"{name}.{function}", getattr(reference, function)

    def _replace(self, exercise: Exercise, function: str) -> None:
        """Replace a function by a proxy in every module of the generator that uses it."""
        original = getattr(sys.modules[_module_name(exercise)], function)
        alias, is_array = _alias(exercise.name, function), exercise.parsed_signature.returns.startswith("Array")

        def stand_in(*args: Any, **kwargs: Any) -> Any:
            value = self._call(alias, args, kwargs)
            return np.asarray(value) if is_array and function == exercise.function else value

        for module in [module for name, module in sys.modules.items() if name.startswith(f"{PACKAGE}.")]:
            for name in [name for name, value in vars(module).items() if value is original]:
                setattr(module, name, stand_in)

    def _call(self, alias: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Call a learner's function and return its result.

        Raises:
            MineError: the call failed.
        """
        seconds = LIMITS.exercise_seconds if alias == WHOLE else LIMITS.call_seconds
        limits = Limits(call_seconds=seconds, exercise_seconds=seconds)
        call = Call(steps=(Step(name=alias, args=args, kwargs=kwargs),))
        outcome = self._process.run([call], limits, seconds)[-1][-1]
        if outcome.ending is not Ending.RETURNED:
            name = alias.replace("__", ".") if alias != WHOLE else "generator"
            raise MineError(f"your {name} failed: {_words(outcome)}; `learn check` may say more")
        return outcome.value


def _copy(course: Course) -> Any:
    """Import the course's generator again under another package name, so that patching it leaves the original alone."""
    for name in [name for name in sys.modules if name == PACKAGE or name.startswith(f"{PACKAGE}.")]:
        del sys.modules[name]
    package = ModuleType(PACKAGE)
    package.__path__ = [str(course.content.solutions.resolve())]
    sys.modules[PACKAGE] = package
    return importlib.import_module(f"{PACKAGE}.{GENERATOR}")


def _module_name(exercise: Exercise) -> str:
    return f"{PACKAGE}.{exercise.id.replace('/', '.')}"


def _alias(name: str, function: str) -> str:
    return f"{name}__{function}"


def _served(name: str, value: Any) -> Any:
    """Return the argument to send for a part of the generator: a spy for an object with served methods."""
    return Spy(name=name, make=lambda: value) if hasattr(value, "served_methods") else value


def _checked(show: Show) -> Show:
    """Return a function that validates a chunk and shows it.

    Raises:
        ValueError: it is not a chunk.
    """

    def shown(chunk: dict[str, Any]) -> None:
        if not isinstance(chunk, dict) or not isinstance(chunk.get("text"), str):
            raise ValueError("a chunk must be a dict with a text")
        show(chunk)

    return shown


def _words(outcome: Outcome) -> str:
    """Describe a failed call."""
    if outcome.raised:
        message = " ".join(outcome.raised.message.split())
        return f"{outcome.raised.type_name}{': ' + message if message else ''}"
    return f"{outcome.ending.value}{f' ({outcome.detail})' if outcome.detail else ''}"
