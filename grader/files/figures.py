"""Compute the figures of texts with functions of the course; `{{ name }}` marks their places."""

import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from numbers import Real
from pathlib import Path
from traceback import extract_tb
from types import ModuleType

from grader.core.errors import CourseError
from grader.files.strict_yaml import Trail, meant
from grader.files.yaml_load import FieldProblem

PLACE = re.compile(r"\{\{\s*(.*?)\s*\}\}", re.DOTALL)
"""Matches a placeholder, which holds only a name: texts get no template language."""


class FigureError(CourseError):
    """The function that computes figures cannot be used; the message says why."""


def computed(name: str, module: ModuleType | None) -> dict[str, object]:
    """Call a function of a module; return its figures, text and finite numbers, by name.

    Raises:
        FigureError: there is no such function, it fails, or it returns something else.
    """
    own = vars(module) if module else {}
    public = {key: value for key, value in own.items() if callable(value) and not key.startswith("_")}
    functions = {key: value for key, value in public.items() if getattr(value, "__module__", "") == own["__name__"]}
    if name not in functions:
        advice = meant(name, functions, "write it; it returns the figures by their names")
        raise FigureError(f"there is no function `{name}`; {advice}")
    try:
        given = functions[name]()
    except Exception as error:  # course code can raise anything
        _, *own_frames = extract_tb(error.__traceback__)
        where = "".join(f" in {'/'.join(Path(at.filename).parts[-3:])}:{at.lineno}" for at in own_frames[:1])
        what = f"`{name}` fails{where} with {type(error).__name__}: {error}"
        raise FigureError(f"{what}; correct the function") from error
    if not isinstance(given, dict):
        raise FigureError(f"`{name}` returns no dictionary; return names and their values")
    for key, value in given.items():
        is_number = isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
        if not (is_number or isinstance(value, str)):
            raise FigureError(f"`{name}` gives `{key}` the value {value!r}; give text, or a number that is finite")
    return {str(key): value for key, value in given.items()}


def as_texts(figures: Mapping[str, object]) -> dict[str, str]:
    """Return figures as the texts that are filled in."""
    return {key: f"{float(value):g}" if isinstance(value, float) else str(value) for key, value in figures.items()}


def fill(text: str, values: Mapping[str, str], *, missing: str | None = None) -> str:
    """Fill in the placeholders of a text; one without a value becomes `missing`, or is left as it is."""
    return PLACE.sub(lambda found: values.get(found[1], found[0] if missing is None else missing), text)


def place_problems(
    texts: Iterable[tuple[Trail, str]], known: Collection[str], no_value: Callable[[str], str]
) -> Iterator[FieldProblem]:
    """Yield the placeholders of texts that have no value, with `no_value` as the reason, or are never closed."""
    for trail, text in texts:
        for found in PLACE.finditer(text):
            if found[1] not in known:
                what = "is not a name; write one, or put a blank between the braces of a formula"
                message = no_value(found[1]) if found[1].isidentifier() else f"`{{{{ {found[1]} }}}}` {what}"
                yield FieldProblem(trail, message, found[0])
        if "{{" in PLACE.sub("", text):
            yield FieldProblem(trail, "`{{` begins a figure that never ends; close it with `}}`", "{{")


def names_used(texts: Iterable[tuple[Trail, str]]) -> set[str]:
    return {found[1] for _, text in texts for found in PLACE.finditer(text)}


def surplus_problems(
    used: Collection[str], values: Iterable[str], function: str | None, owner: str
) -> Iterator[FieldProblem]:
    """Yield the figures computed by a function that their owner, a card or a question, does not use."""
    for name in values:
        if name not in used:
            what = f"`{function}` computes `{name}`, which the {owner} does not show"
            yield FieldProblem(("figures",), f"{what}; write `{{{{ {name} }}}}`, or compute less")
