"""Wrong functions of which it is known what they do wrong: graded, and how many were named rightly.

`python tests/support/named_mistakes.py [EXERCISE…]` prints the figures. tests/corpus/naming has a file for each
exercise. The first line of a function's docstring says what is wrong with it, the last one which of the exercise's
listed mistakes that is: `makes: base_two`, `makes: base_two, rounded` for two of them, or `makes: nothing listed`. What
has no such line belongs to every function of the file.
"""

from __future__ import annotations

import ast
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from grader.classes.pool import processors
from grader.core.result import ExerciseResult, Verdict
from grader.course import find
from grader.course.course import Course
from grader.grading.grade_submission import grade
from grader.grading.prepared import PreparedExercises
from grader.grading.submission.folder import Submission
from grader.sandbox.examine import open_launcher
from grader.sandbox.launcher import Launcher

FOLDER = Path(__file__).parents[1] / "corpus" / "naming"
MAKES = "makes: "
NOTHING = "nothing listed"
FEWEST_RIGHT = 0.95
MOST_FALSE = 0.01


class WrongFunction(NamedTuple):
    """A wrong function as a learner's file, and the listed mistakes that it makes."""

    exercise: str
    name: str
    makes: frozenset[str]
    source: str


class Graded(NamedTuple):
    """A graded function: whether it failed, and the mistakes that were named."""

    function: WrongFunction
    is_failed: bool
    named: frozenset[str]

    @property
    def is_right(self) -> bool:
        """Return whether a mistake was named, and none that the function does not make."""
        return bool(self.named) and not self.is_false

    @property
    def is_false(self) -> bool:
        """Return whether a mistake was named that the function does not make."""
        return not self.named <= self.function.makes


class Figures(NamedTuple):
    """How truly mistakes were named: functions that make a listed one, and functions that make none."""

    listed: Sequence[Graded]
    others: Sequence[Graded]

    @property
    def right(self) -> int:
        """Return how many functions got the name of the mistake that they make."""
        return sum(each.is_right for each in self.listed)

    @property
    def false(self) -> int:
        """Return how many functions got a name though they make no listed mistake."""
        return sum(each.is_false for each in self.others)

    def lines(self) -> Iterator[str]:
        """Yield every miss, and the figures."""
        for each in (*self.listed, *self.others):
            if each.is_false or (each.function.makes and not each.is_right) or not each.is_failed:
                makes = ", ".join(sorted(each.function.makes)) or NOTHING
                named = ", ".join(sorted(each.named)) or ("no mistake" if each.is_failed else "nothing, it passes")
                yield f"{each.function.exercise}: {each.function.name} makes {makes}; named was {named}"
        yield (
            f"Mistakes named rightly: {self.right} of {len(self.listed)}; "
            f"false names: {self.false} of {len(self.others)} that make none of the listed, "
            f"{sum(each.is_false for each in self.listed)} of {len(self.listed)} that make one"
        )


@cache
def course() -> Course:
    """Return the course."""
    return Course(find())


@cache
def prepared() -> PreparedExercises:
    """Return what is prepared once for all that a process grades."""
    return PreparedExercises(course())


def wrong_functions(path: Path) -> list[WrongFunction]:
    """Return the wrong functions of a file, each with all that the file has for all of them."""
    body = ast.parse(path.read_text("utf-8")).body
    mine = [(node, makes) for node in body if (makes := _makes(node)) is not None]
    shared = [node for node in body[1:] if all(node is not each for each, _ in mine)]  # the first one is the docstring
    function = course().exercise(course().find(path.stem)).functions
    found = []
    for node, makes in mine:
        assert isinstance(node, ast.FunctionDef | ast.ClassDef)
        wanted = next((each for each in function if node.name.startswith(f"{each}__")), function[0])
        source = "\n\n".join([*map(ast.unparse, [*shared, node]), f"{wanted} = {node.name}\n"])
        found.append(WrongFunction(path.stem, node.name, makes, source))
    return found


def _makes(node: ast.stmt) -> frozenset[str] | None:
    """Return the mistakes that a docstring says a function makes; None if it says nothing about that."""
    text = ast.get_docstring(node) if isinstance(node, ast.FunctionDef | ast.ClassDef) else None
    last = (text or "").rpartition("\n")[2]
    if not last.startswith(MAKES):
        return None
    names = last.removeprefix(MAKES)
    return frozenset() if names == NOTHING else frozenset(names.split(", "))


def graded(functions: Sequence[WrongFunction]) -> list[Graded]:
    """Grade functions, confined, each in a process of its own."""
    launcher = open_launcher()
    try:
        with tempfile.TemporaryDirectory() as folder:
            return [_graded(each, Path(folder), launcher) for each in functions]
    finally:
        launcher.close()


def _graded(function: WrongFunction, folder: Path, launcher: Launcher) -> Graded:
    exercise = course().find(function.exercise)
    file = folder / f"{function.exercise}.py"
    file.write_text(function.source, "utf-8")
    result = grade(course(), Submission(folder), launcher, exercise_ids=[exercise], preparations=prepared())
    file.unlink()
    (one,) = result.exercises
    return Graded(function, one.score < one.max_score, names(one))


def names(result: ExerciseResult) -> frozenset[str]:
    """Return the mistakes that a result names."""
    assert all(check.verdict is not Verdict.INTERNAL for check in result.checks), result
    return frozenset(check.mistake.name for check in result.checks if check.mistake)


def figures(exercises: Sequence[str] = ()) -> Figures:
    """Grade the functions of some exercises or of all, and count."""
    paths = [FOLDER / f"{each}.py" for each in exercises] or sorted(FOLDER.glob("*.py"))
    parts = [wrong_functions(path) for path in paths]
    with ProcessPoolExecutor(processors(), mp_context=get_context("spawn")) as pool:
        found = [each for part in pool.map(graded, parts) for each in part]
    return Figures([each for each in found if each.function.makes], [each for each in found if not each.function.makes])


if __name__ == "__main__":
    print(*figures(sys.argv[1:]).lines(), sep="\n")  # noqa: T201 - a report
