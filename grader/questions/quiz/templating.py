"""Fill computed numbers into the texts of a question, and say which are missing or too many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from grader.files import markdown
from grader.files.figures import PLACE, UNCLOSED, computed, is_open
from grader.files.strict_yaml import Trail, unknown
from grader.questions.quiz.quiz_models import QuizQuestion

Filled = TypeVar("Filled")


class FieldProblem(NamedTuple):
    """A problem at a location in a YAML file, and the piece of text there that it is about."""

    trail: Trail
    message: str
    piece: str = ""


def figures_of(question: QuizQuestion, module: ModuleType | None) -> dict[str, str]:
    """Compute the figures of a question.

    Raises:
        FigureError: there is no such function, or it goes wrong.
    """
    if question.figures is None:
        return {}
    return {name: shown(value) for name, value in computed(question.figures, module).items()}


def shown(value: Any) -> str:
    """Format a figure, or a drawn number, for people."""
    if isinstance(value, list | tuple):
        return ", ".join(map(shown, value))
    if isinstance(value, float):
        return f"{value:.10g}"
    return f"{value:,}".replace(",", "\u00a0") if isinstance(value, int) and value >= 10_000 else str(value)


def filled(part: Filled, values: Mapping[str, str]) -> Filled:
    """Return a question, or a part of one, with its figures in place."""
    if isinstance(part, str):
        return PLACE.sub(lambda found: values.get(found[1], found[0]), part)  # type: ignore[return-value]
    if isinstance(part, tuple):
        return tuple(filled(each, values) for each in part)  # type: ignore[return-value]
    if is_dataclass(part) and not isinstance(part, type):
        return replace(part, **{each.name: filled(getattr(part, each.name), values) for each in fields(part)})
    return part


def problems(question: QuizQuestion, values: Mapping[str, str], optional: Mapping[str, str]) -> Iterator[FieldProblem]:
    """Yield places that nothing fills, figures that are not used, and text that cannot be shown.

    All of `values`, the figures, have to be used; the drawn numbers in `optional` may be.
    """
    used: set[str] = set()
    known = {**values, **optional}
    for trail, text in question.texts():
        if text is None:
            continue
        for found in PLACE.finditer(text):
            used.add(found[1])
            if found[1] not in known:
                yield FieldProblem(trail, _no_value(found[1], question, list(known)), found[0])
        if is_open(text):
            yield FieldProblem(trail, UNCLOSED, "{{")
        yield from _markup_problems(trail, PLACE.sub(lambda place: known.get(place[1], "0"), text))
    for name in values:
        if name not in used:
            what = f"`{question.figures}` computes `{name}`, which the question does not show"
            yield FieldProblem(("figures",), f"{what}; write `{{{{ {name} }}}}`, or compute less")


def _markup_problems(trail: Trail, text: str) -> Iterator[FieldProblem]:
    """Yield what Markdown or a formula makes impossible to show."""
    if trail[-1] == "excerpt" or not text.strip():
        return
    for wrong in markdown.problems(text):
        yield FieldProblem(trail, wrong.message, wrong.piece)
    if not markdown.is_one_paragraph(text):
        yield FieldProblem(trail, f"`{trail[-1]}` has several paragraphs or a list; write one paragraph")


def _no_value(name: str, question: QuizQuestion, known: list[str]) -> str:
    """Return the reason why a place stays empty."""
    if not name.isidentifier():
        return f"`{{{{ {name} }}}}` is not a name; write one, or put a blank between the braces of a formula"
    if question.figures is None and not known:
        return f"`{{{{ {name} }}}}` has no value; name the function that computes it under `figures:`"
    return unknown("figure", name, known)
