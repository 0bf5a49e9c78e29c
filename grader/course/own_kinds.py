"""Kinds of checks that are files of a course, `solutions/kinds/<name>.py`: laws with keys of their own.

Such a file defines a generator function of its own name, which gets `near`, the arguments of a call by name, and the
keys that an exercise writes. Those are its keyword-only parameters, with their types and defaults:

    def keeps_items(near, arguments, *, of: list[str]):
        (result,) = yield [arguments]
        ...
"""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, make_dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Literal, get_type_hints

from grader.checks.base import ATTEMPT, Check, Setting
from grader.checks.property import Law, Near, StatedLaw
from grader.core.call import Value
from grader.core.errors import CourseError
from grader.course import KINDS, shown_path

Stated = Callable[..., StatedLaw]


@dataclass(frozen=True, kw_only=True)
class OwnKind(Law):
    """A law of the course, and the keys that the exercise gives it."""

    needs: str | None = ATTEMPT
    count: int = 25
    states: ClassVar[Stated]
    keys: ClassVar[tuple[str, ...]] = ()

    def stated(self, setting: Setting, close: Near, args: dict[str, Value]) -> StatedLaw:
        """Return the law with the keys that are written in the exercise."""
        return type(self).states(close, dict(args), **{key: getattr(self, key) for key in self.keys})


class OwnKinds(Mapping[str, type[Check]]):
    """The class of each of a course's own kinds of checks, made when it is looked up.

    `load` returns a module of `solutions/` by its name; `error` is raised for a file that has another form.
    """

    def __init__(self, files: Sequence[Path], load: Callable[[str], ModuleType], error: type[CourseError]) -> None:
        self._files = {path.stem: path for path in files}
        self._load = load
        self._error = error

    def __getitem__(self, name: str) -> type[Check]:
        if name not in self._files:
            raise KeyError(name)
        states = getattr(self._load(f"{KINDS}/{name}"), name, None)
        if what := _wrong_form(name, states):
            line = states.__code__.co_firstlineno if inspect.isfunction(states) else 1
            raise self._error(f"{shown_path(self._files[name])}:{line}:1: {what}")
        return _model(name, states)

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def _wrong_form(name: str, states: Stated | None) -> str:
    """Say what a kind's function has to be and is not; empty if it is as it should be."""
    if not inspect.isgeneratorfunction(states):
        return f"there is no generator function `{name}`; write `def {name}(near, arguments):` with a `yield`"
    parameters = inspect.signature(states).parameters
    keys = [key for key, parameter in parameters.items() if parameter.kind is parameter.KEYWORD_ONLY]
    if [*parameters] != ["near", "arguments", *keys]:
        return f"the parameters of `{name}` are {', '.join(parameters)}; write `near, arguments`, then `*` and its keys"
    if taken := [key for key in keys if key in {own.name for own in fields(Law)} | {"kind"}]:
        return f"`{taken[0]}` is a key of every check; call it otherwise"
    untyped = [key for key in keys if parameters[key].annotation is inspect.Parameter.empty]
    return f"the key `{untyped[0]}` has no type; write `{untyped[0]}: str`, or another" if untyped else ""


@cache
def _model(name: str, states: Stated) -> type[Check]:
    """Return the class of a kind whose law is `states`: its keys are the function's keyword-only parameters."""
    keys: list[Any] = [("kind", Literal[name])]
    hints = get_type_hints(states)
    for parameter in inspect.signature(states).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY:
            default = field() if parameter.default is parameter.empty else field(default=parameter.default)
            keys.append((parameter.name, hints[parameter.name], default))
    own = {"states": staticmethod(states), "keys": tuple(key[0] for key in keys[1:])}
    return make_dataclass(name, keys, bases=(OwnKind,), frozen=True, kw_only=True, namespace=own)
