"""Complete the names that arguments take: exercises, units, decks, quizzes, worksheets and terms."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

from grader.cli import documentation

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from grader.course.course import Course

Named = Iterable[tuple[str, str]]
"""Names, each with a word about it, which some shells show beside it."""
Completer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]
"""Returns the names that a text begins, for click's `shell_complete`."""


def _exercises(course: Course) -> Named:
    for unit in course.units:
        yield from ((exercise_id.rpartition("/")[2], unit.title) for exercise_id in unit.exercise_ids)
    yield from _units(course)


def _units(course: Course) -> Named:
    return ((unit.id, f"{number} {unit.title}") for number, unit in enumerate(course.units, start=1))


def _decks(course: Course) -> Named:
    from flashcards.catalogue import deck_names, decks_of

    titles = {unit.id: unit.title for unit in course.units}
    return ((name, titles.get(name, "")) for name in deck_names(decks_of(course)))


def _terms(course: Course) -> Named:
    """Yield the terms with hyphens for spaces."""
    from grader.course.terms import all_terms

    return ((term.name.replace(" ", "-"), term.title) for term in all_terms(course))


def _readings(course: Course) -> Named:
    yield from _units(course)
    yield from (("terms", ""), ("errata", ""), ("docs", ""))


def _files(folder: str) -> Callable[[Course], Named]:
    return lambda course: ((path.stem, "") for path in sorted((course.content.exercises / folder).glob("*.yaml")))


def _completer(names: Callable[[Course], Named], *, may_repeat: bool = False) -> Completer:
    """Return what completes an argument: none of the names given already, unless they may be repeated."""

    def completed(ctx: click.Context, argument: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        from grader.cli.context import open_course
        from grader.core.errors import UserError

        given = (ctx.params.get(str(argument.name)) or ()) if argument.nargs == -1 and not may_repeat else ()
        with contextlib.suppress(UserError, OSError):  # a message would be in the way
            rows = names(open_course(ctx.params.get("course_folder")))
            free = [(name, words) for name, words in rows if name.startswith(incomplete) and name not in given]
            return [CompletionItem(name, help=words) for name, words in free]
        return []

    return completed


exercises = _completer(_exercises)
units = _completer(_units)
decks = _completer(_decks)
worksheets = _completer(_files("worksheets"))


def readings(ctx: click.Context, argument: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete units and the other readings; after `terms` the terms, after `docs` the pages of the documentation."""
    first = (ctx.params.get(str(argument.name)) or ("",))[0]
    kinds = {"": _readings, "terms": _terms, "docs": lambda _: ((name, "") for name in documentation.pages())}
    return _completer(kinds.get(first, lambda _: ()))(ctx, argument, incomplete)


def quizzes(ctx: click.Context, argument: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete quizzes, or after a quiz the units."""
    is_after_quiz = bool(ctx.params.get(str(argument.name)))
    return _completer(_units if is_after_quiz else _files("quiz"), may_repeat=is_after_quiz)(ctx, argument, incomplete)
