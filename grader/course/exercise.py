"""An exercise as its author wrote it: the models. `load` loads them from YAML."""

import ast
import difflib
import re
import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import field, is_dataclass
from functools import cache
from types import ModuleType
from typing import Any

from grader.checks import KINDS
from grader.checks.base import Check, Setting
from grader.core.call import Signature, Value, parse
from grader.core.comparison import Tolerance
from grader.core.generators import KINDS as INPUT_KINDS
from grader.core.generators import Input
from grader.core.shapes import Json, number_field, set_field, yaml_model

ARRAY = "Array"
URL = re.compile(r"https?://[^\s/]+\.[^\s]+\Z")
PLAIN_TYPES = ("int", "float", "str", "bytes", "bool", "complex", "object", "Any", "Rng")
CONTAINERS = ("list", "tuple", "dict", "set", "frozenset", "Sequence", "Mapping", "Iterator", "Iterable", "Generator")
TYPES = (*PLAIN_TYPES, *CONTAINERS, "Callable", ARRAY)
"""The types that a signature may name, beside classes of the course."""
LEAST_ALIKE = 0.75
"""How similar to a known type a misspelt one is, as difflib measures it: `Arrai` is to `Array`, `Model` to none."""


@yaml_model
class Source:
    """Where a formula or fact comes from."""

    title: str
    """Author, title and section."""
    url: str | None = None
    """Where it can be read."""


@yaml_model
class Limits:
    """Limits on a learner's function."""

    call_seconds: float = 2.0
    """Wall-clock time for one call, less what its processes wait for a busy processor (Linux)."""
    exercise_seconds: float = 10.0
    """The same for all calls of the exercise, and for loading its file."""
    memory_mib: int = 1024
    """Memory on top of Python and numpy."""
    output_characters: int = 5_000_000
    """Characters printed in the whole exercise; enough for a forgotten print in every call."""


@yaml_model
class Place:
    """Where the running system, `learn generate`, uses the function."""

    does: str = ""
    """Its task there, as `learn generate --mine` uses it; empty if the system has no use for it."""
    only_with: tuple[str, ...] = ()
    """The options with which alone it takes part, such as `draft`; empty if it always does."""


@yaml_model
class ByHand:
    """The question that learners answer by hand before the first check: what the function returns in a case."""

    check: str
    """The name of the check; one with `cases` or `scripts`."""
    case: int = number_field(1)
    """The number of the case in it, counted from 1. Of a script, the last step is asked for."""
    item: Value = None
    """The index or key of the item that is asked for, or a list of them; the whole result if left out."""


@yaml_model
class Exercise:
    """One function to write, and how it is graded."""

    title: str
    """The title that learners see in lists."""
    signature: str
    """`name(parameter: type, ...) -> type`; `Array[V]` is a float64 array of shape (V,)."""
    objective: str
    """The ability the learner gains, in one sentence."""
    task: str
    """The task, in Markdown; it states its own rules for ties, equality and bad input."""
    points: int
    """The sum of the points of all checks."""
    sources: tuple[Source, ...]
    """Where the formulas and facts come from."""
    hints: tuple[str, ...]
    """Three hints, graded: the last one is almost the answer."""
    checks: tuple[Check, ...]
    """The checks, in the order in which learners see them."""
    explain: str
    """The explanation after passing, in Markdown."""
    first: int = 0
    """The number of checks, from the first on, that the first version of a long task passes; its paragraphs are those
    before the line `**The rest.**`. 0 for a task in one part."""
    uses: tuple[str, ...] = ()
    """Names of earlier exercises whose function the learner's file may import, as `from name import function`. The
    grader answers for the reference then, so that a mistake in one exercise does not sink the other."""
    cards: tuple[str, ...] = ()
    """Flashcards to see after failing."""
    picture: str | None = None
    """The picture below the task, `module/name` in `exercises/pictures/`."""
    place: Place = field(default_factory=Place)
    """Where the running system uses the function; left out if it has no use for it."""
    stub: str = ""
    """The name of a mistake that the file to fill in makes, for a task that is a repair; left out, it only has the signature."""
    by_hand: ByHand | None = None
    """The question to answer by hand before the first check; a task that says “Try it by hand first” has one."""
    limits: Limits = field(default_factory=Limits)
    """The limits on the learner's function."""
    tolerance: Tolerance = field(default_factory=Tolerance)
    """How far numbers may be from the solution's."""
    inputs: dict[str, Input] = field(default_factory=dict)
    """How each argument is drawn at random, for all `random` checks, and all `property` and `pure` checks without `cases`;
    a check's own `inputs` replace those of the same name, and its `draw` or `signature` all of them."""
    draw: str | None = None
    """The same for `draw`; a check's own `inputs` replace it."""
    sizes: tuple[int, int] = (1, 50)
    """The same for `sizes`."""
    methods: tuple[str, ...] = ()
    """The signatures of a class's methods: in `script` steps, a list is an array where they say `Array`."""
    function: str = set_field("the signature")
    """The name of the function or class to write."""
    id: str = set_field("the file's name")
    """Set on loading: the path without its ending, `unit/name`."""

    @property
    def name(self) -> str:
        """Return the id's last part, which the learner's file is named after."""
        return self.id.rpartition("/")[2]

    @property
    def parsed_signature(self) -> Signature:
        return parse(self.signature)

    @property
    def functions(self) -> tuple[str, ...]:
        """Return the names of all functions that the file is to define, the main one first."""
        others = (parse(check.signature).function for check in self.checks if check.signature)
        return tuple(dict.fromkeys((self.function, *others)))

    def setting(self, companion: ModuleType | None, seed: int = 0) -> Setting:
        return Setting(exercise_id=self.id, signature=self.parsed_signature, companion=companion, seed=seed)


def from_json(model: type, data: Mapping[str, Json]) -> Any:
    """Build a model from validated data; lists become tuples where the model has tuples."""
    types = _field_types(model)
    return model(**{key: _value(types[key], key, value) for key, value in data.items()})


_field_types = cache(typing.get_type_hints)


def _value(hint: Any, key: str, value: Any) -> Any:
    if key == "checks":
        return tuple(from_json(KINDS[check["kind"]], check) for check in value)
    if key == "inputs":
        return {name: from_json(INPUT_KINDS[spec["kind"]], spec) for name, spec in value.items()}
    arguments = typing.get_args(hint)
    if isinstance(hint, types.UnionType) and is_dataclass(arguments[0]) and value is not None:
        return _value(arguments[0], key, value)
    if is_dataclass(hint) and isinstance(hint, type):
        return from_json(hint, value)
    if typing.get_origin(hint) is tuple:
        return tuple(_value(arguments[0], "", item) for item in value)
    return float(value) if hint is float else value


# --- the types in a signature ---------------------------------------------------------------


def unknown_types(signature: str) -> Iterator[str]:
    """Yield each name in a signature's types that is no type.

    A name with a capital, such as `Model`, is a class of the course, unless it is a misspelt one of `TYPES` or brackets
    follow it.
    """
    (function,) = ast.parse(f"def {signature}: ...").body
    assert isinstance(function, ast.FunctionDef)
    arguments = (*function.args.args, *function.args.kwonlyargs)
    for hint in (*(argument.annotation for argument in arguments), function.returns):
        for name, is_generic in _type_names(hint):
            near = difflib.get_close_matches(name, TYPES, n=1, cutoff=LEAST_ALIKE)
            if name not in TYPES and (is_generic or near or not name[0].isupper()):
                yield name


def _type_names(hint: ast.AST | None) -> Iterator[tuple[str, bool]]:
    """Yield the names in a type, and whether brackets follow; those in the shape of an array are axes, not types."""
    if isinstance(hint, ast.Name):
        yield hint.id, False
    elif isinstance(hint, ast.Subscript) and isinstance(hint.value, ast.Name):
        yield hint.value.id, True
        if hint.value.id != ARRAY:
            yield from _type_names(hint.slice)
    elif isinstance(hint, ast.Tuple | ast.List | ast.BinOp):
        for part in ast.iter_child_nodes(hint):
            yield from _type_names(part)
