"""Complete the names that arguments take: exercises, units, decks, quizzes, worksheets and terms."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from grader.course.course import Course

Named = Iterable[tuple[str, str]]
"""Names, each with a word about it, which some shells show beside it."""


def exercises(ctx: click.Context, argument: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the exercises and units that a text begins, but for those named already."""
    return _items(ctx, argument, incomplete, _exercises)


def decks(ctx: click.Context, argument: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the decks that a text begins."""
    return _items(ctx, argument, incomplete, _decks)


def quizzes(ctx: click.Context, argument: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the quizzes that a text begins, or after a quiz the units."""
    return _items(ctx, argument, incomplete, _units if ctx.params.get(str(argument.name)) else _quizzes)


def worksheets(ctx: click.Context, argument: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the worksheets that a text begins."""
    return _items(ctx, argument, incomplete, _worksheets)


def units(ctx: click.Context, argument: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the units that a text begins, but for those named already."""
    return _items(ctx, argument, incomplete, _unit_names)


def terms(ctx: click.Context, argument: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the terms that a text begins, with hyphens for spaces."""
    return _items(ctx, argument, incomplete, _terms)


def _items(
    ctx: click.Context, argument: click.Parameter, incomplete: str, names: Callable[[Course], Named]
) -> list[CompletionItem]:
    """Return the names that a text begins; none if the course cannot be opened, for a message would be in the way."""
    from click.shell_completion import CompletionItem

    from grader.core.errors import UserError
    from grader.course import find
    from grader.course.course import Course
    from grader.course.parsed_cache import ParsedCache, default_cache

    given = ctx.params.get(str(argument.name)) if argument.nargs == -1 and names is not _units else ()
    with contextlib.suppress(UserError, OSError):
        course = Course(find(ctx.params.get("course_folder")), ParsedCache(default_cache()))
        named = [(name, words) for name, words in names(course) if name.startswith(incomplete)]
        return [CompletionItem(name, help=words) for name, words in named if name not in (given or ())]
    return []


def _exercises(course: Course) -> Iterator[tuple[str, str]]:
    for unit in course.units:
        yield from ((each.rpartition("/")[2], unit.title) for each in unit.exercise_ids)
    yield from _units(course)


def _units(course: Course) -> Iterator[tuple[str, str]]:
    return ((unit.id, f"{number} {unit.title}") for number, unit in enumerate(course.units, start=1))


def _unit_names(course: Course) -> Iterator[tuple[str, str]]:
    return _units(course)


def _decks(course: Course) -> Iterator[tuple[str, str]]:
    from flashcards.catalogue import deck_names, decks_of

    titles = {unit.id: unit.title for unit in course.units}
    return ((each, titles.get(each, "")) for each in deck_names(decks_of(course)))


def _quizzes(course: Course) -> Iterator[tuple[str, str]]:
    return ((path.stem, "") for path in sorted((course.content.exercises / "quiz").glob("*.yaml")))


def _terms(course: Course) -> Iterator[tuple[str, str]]:
    from grader.course.terms import all_terms

    return ((each.name.replace(" ", "-"), each.title) for each in all_terms(course))


def _worksheets(course: Course) -> Iterator[tuple[str, str]]:
    return ((path.stem, "") for path in sorted((course.content.exercises / "worksheets").glob("*.yaml")))
