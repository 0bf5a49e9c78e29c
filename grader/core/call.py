"""Calls of a learner's function: the signature that makes them, and their outcomes."""

import ast
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

Value = Any
"""An argument or a result: None, bool, int, float, str, bytes, list, tuple, dict, set,
numpy arrays and scalars of ordinary dtypes, and `Opaque` for everything else."""
WHOLE = ""
"""The part of a value that is all of it."""
Array = np.ndarray


@dataclass(frozen=True, kw_only=True)
class Spy:
    """An argument that stays in the trusted process; the learner's code gets a proxy for it.

    `make` returns a fresh callable or object for each call. An object names the methods and attributes that may be used
    in two tuples of strings, `served_methods` and `served_attributes`.
    """

    name: str
    make: Callable[[], Value]


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
    column: int | None = None
    """Where in the line a SyntaxError is, from 1."""

    def is_a(self, name: str) -> bool:
        """Return whether the exception is of the built-in type `name` or derived from it."""
        return name in self.ancestry


class SpyCall(NamedTuple):
    """One use of a spy: its name, the method or attribute, the arguments, and their names as far as they are known."""

    spy: str
    use: str
    args: tuple[Value, ...]
    names: tuple[str, ...] = ()


class Outcome(NamedTuple):
    """The outcome of one step.

    `changed` holds the positions and names of arguments that the function changed, `asked` its uses of
    spies up to the end of this step, `detail` a number or phrase about a limit, `line` the line of the learner's file
    where a limit was met, as far as it is known.
    """

    ending: Ending
    value: Value = None
    raised: ExceptionInfo | None = None
    changed: tuple[int | str, ...] = ()
    asked: tuple[SpyCall, ...] = ()
    detail: str = ""
    line: int | None = None

    @property
    def is_not_attempted(self) -> bool:
        return self.raised is not None and self.raised.is_a("NotImplementedError")


Outcomes = tuple[Outcome, ...]
"""The outcomes of a call's steps; shorter than its steps if one of them ended the call."""
AllOutcomes = Sequence[Outcomes]
"""The outcomes of several calls in order; shorter than the calls if one of them ended the process."""


class LoadResult(NamedTuple):
    """The outcome of loading a learner's file, and what the file defines."""

    outcome: Outcome
    is_defined: bool = False
    is_callable: bool = False
    names: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    line: int | None = None
    other_lines: Mapping[str, int] = MappingProxyType({})
    """The lines on which the functions begin that the file has to define beside its first one."""
    inside: tuple[str, str, int] | None = None
    """The definition around the function, because of which it cannot be called: a kind, a name, a line."""


# --- signatures such as `top_k(p: Array[V], k: int) -> Array[V]` -------------------------------


class SignatureError(ValueError):
    """A signature that cannot be read, or arguments that do not fit one."""


class Parameter(NamedTuple):
    """One parameter: its name, the text of its type, how it is given, and whether it is a float64 array."""

    name: str
    type: str
    is_keyword_only: bool
    is_required: bool
    is_array: bool


class Signature(NamedTuple):
    """A function's name, parameters and return type."""

    function: str
    parameters: tuple[Parameter, ...]
    returns: str

    def parameter(self, name: str) -> Parameter | None:
        return next((parameter for parameter in self.parameters if parameter.name == name), None)

    def fit(self, arguments: Mapping[str, Value]) -> dict[str, Value]:
        """Return the arguments in the order of the parameters, lists converted to float64 arrays where declared.

        Raises:
            SignatureError: arguments are unknown or missing, or are not the arrays they should be.
        """
        wrong: list[str] = []
        fitted: dict[str, Value] = {}
        for parameter in self.parameters:
            if parameter.name in arguments:
                fitted[parameter.name] = arguments[parameter.name]
                if parameter.is_array:
                    try:
                        fitted[parameter.name] = as_array(parameter.name, arguments[parameter.name])
                    except SignatureError as error:
                        wrong.append(str(error))
            elif parameter.is_required:
                wrong.append(f"the argument `{parameter.name}` is missing")
        if len(fitted) < len(arguments):
            unknown = [name for name in arguments if name not in fitted]
            wrong = [*(f"`{self.function}` takes no argument `{name}`" for name in unknown), *wrong]
        if wrong:
            raise SignatureError(", and ".join(wrong))
        return fitted

    def step(self, arguments: Mapping[str, Value]) -> Step:
        """Return the step that calls the function; arguments are positional where possible.

        Learners may rename parameters, so names are used only after one that was left out.
        """
        args: list[Value] = []
        kwargs: dict[str, Value] = {}
        fitted = self.fit(arguments)
        for place, parameter in enumerate(self.parameters):
            if parameter.name not in fitted:
                continue
            if parameter.is_keyword_only or kwargs or len(args) < place:
                kwargs[parameter.name] = fitted[parameter.name]
            else:
                args.append(fitted[parameter.name])
        return Step(name=self.function, args=args, kwargs=kwargs)


def as_array(name: str, value: Value) -> Value:
    """Convert a list of numbers to a float64 array; return arrays and spies unchanged."""
    if type(value) is np.ndarray:  # nearly all: two calls for each random argument
        return value
    if isinstance(value, list | tuple):
        try:
            array = np.array(value)
        except ValueError as error:
            raise SignatureError(f"`{name}` has rows of different lengths") from error
        if array.dtype.kind not in "biuf":
            raise SignatureError(f"`{name}` must be a list of numbers")
        return array.astype(np.float64)
    if isinstance(value, bool | str | bytes | None | dict | int | float):
        raise SignatureError(f"`{name}` must be a list of numbers")
    return value


@lru_cache(maxsize=1000)
def parse(text: str) -> Signature:
    """Read a signature; raise SignatureError if it is not `name(parameter: type, ...) -> type`."""
    try:
        (node,) = ast.parse(f"def {text}: ...").body
        return _signature(node)
    except SignatureError:
        raise
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise SignatureError("is not a signature; write `name(parameter: type, ...) -> type`") from error


def _signature(node: ast.stmt) -> Signature:
    if not isinstance(node, ast.FunctionDef) or [ast.unparse(line) for line in node.body] != ["..."]:
        raise SignatureError("is more than a signature; write `name(parameter: type, ...) -> type`")
    if node.returns is None:
        raise SignatureError("says no result; write `name(parameter: type, ...) -> type`")
    arguments = node.args
    if arguments.vararg or arguments.kwarg or arguments.posonlyargs:
        raise SignatureError("uses *args, **kwargs or /; name every parameter")
    positional, named = arguments.args, arguments.kwonlyargs
    required = len(positional) - len(arguments.defaults)
    parameters = [
        *(
            _parameter(argument, is_keyword_only=False, is_required=i < required)
            for i, argument in enumerate(positional)
        ),
        *(
            _parameter(argument, is_keyword_only=True, is_required=default is None)
            for argument, default in zip(named, arguments.kw_defaults, strict=True)
        ),
    ]
    names = [parameter.name for parameter in parameters]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise SignatureError(f"names `{twice[0]}` twice; give each parameter a name of its own")
    return Signature(node.name, tuple(parameters), ast.unparse(node.returns))


def _parameter(argument: ast.arg, *, is_keyword_only: bool, is_required: bool) -> Parameter:
    if argument.annotation is None:
        raise SignatureError(f"has a parameter `{argument.arg}` without a type; write `{argument.arg}: type`")
    kind = ast.unparse(argument.annotation)
    is_array = kind == "Array" or kind.startswith(("Array[", "Array "))
    return Parameter(argument.arg, kind, is_keyword_only, is_required, is_array)


def parts_of(value: Value) -> Mapping[Hashable, Value]:
    """Return the parts of a tuple or dict, by place or key; of anything else none."""
    if isinstance(value, tuple):
        return dict(enumerate(value))
    return value if isinstance(value, dict) else {}
