"""Complete the names that arguments take, for click's `shell_complete`: exercises, units, decks, quizzes, worksheets, pages."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from grader.course.course import Course

Completer = Callable[[click.Context, click.Parameter, str], list[str]]


def _list_exercises(course: Course) -> Iterator[str]:
    yield from (exercise_id.rpartition("/")[2] for exercise_id in course.exercise_ids)
    yield from _list_units(course)


def _list_units(course: Course) -> Iterable[str]:
    return (unit.id for unit in course.units)


def _list_decks(course: Course) -> Iterable[str]:
    from flashcards.catalogue import deck_names, decks_of

    return deck_names(decks_of(course))


def _list_readings(course: Course) -> Iterator[str]:
    yield from _list_units(course)
    yield from ("terms", "errata")


def _list_files(folder: str) -> Callable[[Course], Iterable[str]]:
    return lambda course: (path.stem for path in sorted((course.content.exercises / folder).glob("*.yaml")))


def _completer(list_names: Callable[[Course], Iterable[str]], *, may_repeat: bool = False) -> Completer:
    """Return what completes an argument: none of the names given already, unless they may be repeated."""

    def complete(ctx: click.Context, argument: click.Parameter, incomplete: str) -> list[str]:
        from grader.cli.context import open_course
        from grader.core.errors import UserError

        given = (ctx.params.get(str(argument.name)) or ()) if argument.nargs == -1 and not may_repeat else ()
        with contextlib.suppress(UserError, OSError):  # a message would be in the way
            names = list_names(open_course(ctx.params.get("course_folder")))
            return [name for name in names if name.startswith(incomplete) and name not in given]
        return []

    return complete


exercises = _completer(_list_exercises)
decks = _completer(_list_decks)
worksheets = _completer(_list_files("worksheets"))
readings = _completer(_list_readings)


def quizzes(ctx: click.Context, argument: click.Parameter, incomplete: str) -> list[str]:
    """Complete quizzes, or after a quiz the units."""
    is_after_quiz = bool(ctx.params.get(str(argument.name)))
    list_names = _list_units if is_after_quiz else _list_files("quiz")
    return _completer(list_names, may_repeat=is_after_quiz)(ctx, argument, incomplete)
