"""The wrong functions of tests/corpus/naming made harder, as first attempts are, and how many are still named truly.

`python tests/support/harder_naming.py [EXERCISE…]` prints for each of three changes how many functions that make a listed
mistake get a true name, and how many of all names are in no label:

- unfinished: each `if …: raise …` is gone, as before the refusals are written; names that say so are in no label, and true;
- two slips: another function of the same file is wrong as well;
- wrong helper: the file's other function is the solution's and calls the wrong one.

The last two are of exercises with several functions only.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple

from named_mistakes import FOLDER, Graded, WrongFunction, course, graded, wrong_functions

from grader.classes.pool import processors
from grader.course.course import stands_for
from grader.course.printed_solution import printed_solution

Change = Callable[[Sequence[WrongFunction]], Iterator[WrongFunction]]


class Share(NamedTuple):
    """Of the functions that were changed in one way, how many have a true name; their names, and those in no label."""

    functions: int
    named: int
    names: int
    unlabeled: int

    def __str__(self) -> str:
        return (
            f"{self.named} of {self.functions} have a true name, {self.unlabeled} of {self.names} names are in no label"
        )


class _NoRefusals(ast.NodeTransformer):
    def visit_If(self, node: ast.If) -> ast.stmt | None:
        """Return None for an `if` that only raises."""
        self.generic_visit(node)
        return None if not node.orelse and all(isinstance(each, ast.Raise) for each in node.body) else node


def unfinished(functions: Sequence[WrongFunction]) -> Iterator[WrongFunction]:
    """Yield functions without their refusals, if they have any."""
    for function in functions:
        tree = _NoRefusals().visit(ast.parse(function.source))
        for node in ast.walk(tree):
            if isinstance(getattr(node, "body", None), list):
                node.body = node.body or [ast.Pass()]
        source = ast.unparse(tree)
        if source != ast.unparse(ast.parse(function.source)):
            yield function._replace(source=source)


def with_another_slip(functions: Sequence[WrongFunction]) -> Iterator[WrongFunction]:
    """Yield files in which two functions are wrong, each wrong version of the first with one of the second."""
    firsts, others = _by_function(functions)
    for place, first in enumerate(firsts if others else ()):
        other = others[place % len(others)]
        slip = "\n\n".join(
            map(ast.unparse, ast.parse(first.source).body[-2:])
        )  # the function, and the name that it gets
        yield first._replace(
            name=f"{first.name} and {other.name}", makes=first.makes | other.makes, source=f"{other.source}\n\n{slip}\n"
        )


def as_a_helper(functions: Sequence[WrongFunction]) -> Iterator[WrongFunction]:
    """Yield files whose other functions are the solution's, and call a wrong version of the first one."""
    for first in _by_function(functions)[0]:
        exercise = course().exercise(course().find(first.exercise))
        if len(exercise.functions) > 1:
            solution = ast.parse(printed_solution(course(), exercise.id)).body
            rest = [node for node in solution if getattr(node, "name", "") != exercise.function]
            yield first._replace(source="\n\n".join([first.source, *map(ast.unparse, rest)]) + "\n")


def _by_function(functions: Sequence[WrongFunction]) -> tuple[list[WrongFunction], list[WrongFunction]]:
    """Return the wrong versions of the first function of an exercise, and those of the others."""
    names = course().exercise(course().find(functions[0].exercise)).functions
    firsts = [each for each in functions if stands_for(each.name, names) == names[0]]
    return firsts, [each for each in functions if each not in firsts]


CHANGES: Mapping[str, Change] = {
    "unfinished": unfinished,
    "two slips": with_another_slip,
    "wrong helper": as_a_helper,
}


def share(found: Sequence[Graded]) -> Share:
    """Count true and false names of functions that make a listed mistake."""
    listed = [each for each in found if each.function.makes]
    return Share(
        len(listed),
        sum(bool(each.named & each.function.makes) for each in listed),
        sum(len(each.named) for each in found),
        sum(len(each.named - each.function.makes) for each in found),
    )


def shares(exercises: Sequence[str] = (), every: int = 1) -> dict[str, Share]:
    """Change and grade the functions of some exercises or of all, each or every so many-th."""
    paths = [FOLDER / f"{each}.py" for each in exercises] or sorted(FOLDER.glob("*.py"))
    parts = [wrong_functions(path) for path in paths]
    with ProcessPoolExecutor(processors(), mp_context=get_context("spawn")) as pool:
        return {
            name: share(
                [each for part in pool.map(graded, [[*change(part)][::every] for part in parts]) for each in part]
            )
            for name, change in CHANGES.items()
        }


if __name__ == "__main__":
    for what, figures in shares(sys.argv[1:]).items():
        print(f"{what}: {figures}")  # noqa: T201 - a report
