"""Calls of a learner's function, and their outcomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any, NamedTuple

Value = Any
"""An argument or a result: None, bool, int, float, str, bytes, list, tuple, dict, set,
numpy arrays and scalars of ordinary dtypes, and `Opaque` for everything else."""


@dataclass(frozen=True, kw_only=True)
class Spy:
    """An argument that stays in the trusted process; the learner's code gets a proxy for it.

    `make` returns a fresh callable or object for each call. An object names the methods and attributes that may be used
    in two tuples of strings, `served_methods` and `served_attributes`.
    """

    name: str
    make: Callable[[], Any]


@dataclass(frozen=True, kw_only=True)
class Seed:
    """An argument that is `np.random.default_rng(number)`, made where the call is made."""

    number: int


class Step(NamedTuple):
    """One use of the learner's code: call a function or class, call a method, read an attribute.

    `of` names the earlier step's `keep` that a method or attribute belongs to. With `overwrites`, the arrays of floats
    among the arguments are filled with nan afterwards, as by a caller that reuses them.
    """

    name: str
    args: Sequence[Value] = ()
    kwargs: Mapping[str, Value] = MappingProxyType({})
    of: str | None = None
    keep: str | None = None
    is_read: bool = False
    may_raise: bool = False
    overwrites: bool = False


class Call(NamedTuple):
    """Steps to run in order in the learner's process; most calls have one.

    `drain` is the number of items to take from a generator; 0 means that no generator is expected.
    """

    steps: tuple[Step, ...]
    drain: int = 0


class Ending(Enum):
    """How a step ended."""

    RETURNED = "returned"
    RAISED = "raised"
    TIMED_OUT = "timed out"
    CRASHED = "crashed"
    OUT_OF_MEMORY = "out of memory"
    PRINTED_TOO_MUCH = "printed too much"
    TOO_LARGE = "too large"
    FORBIDDEN = "forbidden"


class ExceptionInfo(NamedTuple):
    """An exception of the learner's code: names and numbers only, as the learner's process reported them."""

    type_name: str
    ancestry: tuple[str, ...]
    message: str
    line: int | None

    def is_a(self, name: str) -> bool:
        """Return whether the exception is of the built-in type `name` or derived from it."""
        return name in self.ancestry


class SpyCall(NamedTuple):
    """One use of a spy: its name, the method or attribute, the arguments."""

    spy: str
    use: str
    args: tuple[Value, ...]


class Outcome(NamedTuple):
    """The outcome of one step.

    `changed` holds the positions and names of arguments that the function changed, `asked` its uses of
    spies up to the end of this step, `detail` a number or phrase about a limit.
    """

    ending: Ending
    value: Value = None
    raised: ExceptionInfo | None = None
    changed: tuple[int | str, ...] = ()
    asked: tuple[SpyCall, ...] = ()
    detail: str = ""

    @property
    def is_not_attempted(self) -> bool:
        """Return whether the step raised NotImplementedError, as an untouched stub does."""
        return self.raised is not None and self.raised.is_a("NotImplementedError")


Outcomes = tuple[Outcome, ...]
"""The outcomes of a call's steps; shorter than its steps if one of them ended the call."""
AllOutcomes = Sequence[Outcomes]
"""The outcomes of several calls in order; shorter than the calls if one of them ended the process."""
