"""The magics `%%check`, which checks a cell and then runs it in the notebook, and `%learn`, for all other commands."""

import contextlib
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from IPython.core.error import UsageError
from IPython.display import display

from grader.core.errors import UserError
from grader.core.result import Verdict
from grader.course.names import find_exercise
from grader.learner import folder as workspaces
from grader.learner import progress
from grader.learner.course import chosen_course, open_course
from grader.learner.folder import Workspace
from grader.learner.position import finish_words, finished_units, passed_exercises
from grader.notebook.cell_check import check_file, run_learn, write_cell
from grader.reports import text
from grader.reports.verdict_html import render

RUNS_AFTERWARDS = (Verdict.PASS, Verdict.FAIL, Verdict.NOT_ATTEMPTED)
"""Verdicts after which the cell is run in the notebook: its file was loaded, and no call was too long or too large."""


WITHOUT_END = (["watch"], ["serve"], ["try"])
WITHOUT_END_ADVICE = "type it in a terminal; in a notebook, `%%check NAME` checks a cell"


class Shell(Protocol):
    """The methods of IPython's shell that are used here; IPython's own types do not describe them."""

    def run_cell(self, raw_cell: str) -> object:
        """Run a cell."""

    def register_magic_function(self, func: Callable[..., None], magic_kind: str, magic_name: str) -> None:
        """Add a magic."""


class CheckMagic:
    """The magics of one notebook, with the folder for its cells if the notebook is in no workspace."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._course = open_course(chosen_course(Path.cwd()))
        self._own_folder: tempfile.TemporaryDirectory[str] | None = None

    def check(self, line: str, cell: str) -> None:
        """Check the cell as the exercise that the line names, show the verdict, and run the cell.

        The check sees the cell's text and nothing else of the notebook: the text is written to the exercise's file, and
        `learn check` grades that in a process of its own.
        """
        try:
            exercise_id = find_exercise(self._course, line.strip() or self._exercise_of(cell))
            place = self._workspace()
            write_cell(self._course, place, exercise_id, cell)
            before = passed_exercises(self._course, progress.load(place.state))
            result = check_file(place, exercise_id)
        except UserError as error:
            raise UsageError(f"%%check: {error}") from None
        exercise = result.exercises[0]
        hint = f"%learn hint {exercise_id.rpartition('/')[2]}"
        _show(
            {
                "text/html": render(exercise, "this cell", hint),
                "text/plain": text.render(result, height=40, has_bars=True),
            }
        )
        open_ways = [layer for layer in result.confinement if layer.startswith("open: ")]
        if open_ways:
            sys.stderr.write(
                f"Your code ran with fewer walls than usual ({open_ways[0]}); `%learn doctor` says more.\n"
            )
        if exercise.verdict is Verdict.PASS:
            explained = self._course.words(exercise_id).explain + self._unit_end(place, before)
            _show({"text/markdown": explained, "text/plain": explained})
        if exercise.verdict in RUNS_AFTERWARDS:
            with self._importable(place):
                self._shell.run_cell(cell)

    def learn(self, line: str) -> None:
        """Run a command such as `%learn hint softmax_by_hand` where the cells are checked, and print what it says."""
        try:
            arguments = shlex.split(line)
            if arguments[:1] in WITHOUT_END:
                raise UsageError(f"%learn: `{arguments[0]}` does not end by itself; {WITHOUT_END_ADVICE}")
            said = run_learn(self._workspace().folder, arguments, has_errors_between=True).stdout
        except (UserError, ValueError) as error:
            raise UsageError(f"%learn: {error}") from None
        sys.stdout.write(said.decode("utf-8", "replace"))  # the cell's output, in a kernel

    def _unit_end(self, place: Workspace, before: list[str]) -> str:
        """Return what the learner's code can do after a unit that has just been finished; nothing for any other check."""
        now = passed_exercises(self._course, progress.load(place.state))
        units = finished_units(self._course, before, now)
        if not units:
            return ""
        then = units[-1].then
        command = f"\n\n    %{then.command}" if then else ""
        end = "\n\nAll of it passed. `%learn finish` shows what you have built."
        is_all = len(now) == len(self._course.exercise_ids)
        return f"\n\n{finish_words(units)}{command}{end if is_all else ''}\n"

    def _exercise_of(self, cell: str) -> str:
        """Return the name of the one exercise that asks for a function or class of the cell."""
        defined = set(re.findall(r"^(?:def|class) (\w+)", cell, re.M))
        exercises = [self._course.words(exercise_id) for exercise_id in self._course.exercise_ids]
        names = [exercise.name for exercise in exercises if defined.intersection(exercise.functions)]
        if len(names) != 1:
            choice = (
                f"the function is in {', '.join(names)}" if names else "no exercise asks for a function of this cell"
            )
            raise UsageError(f"%%check: {choice}; name the exercise, as in `%%check {exercises[0].name}`")
        return names[0]

    def _workspace(self) -> Workspace:
        """Return the workspace around the current folder, or a temporary one that ends with the notebook's kernel."""
        if (workspace := workspaces.find(Path.cwd(), self._course)) is not None:
            return workspace
        if self._own_folder is None:
            self._own_folder = tempfile.TemporaryDirectory(prefix="learn-")
            workspaces.create(Path(self._own_folder.name), self._course)
        return Workspace(Path(self._own_folder.name))

    @contextlib.contextmanager
    def _importable(self, place: Workspace) -> Iterator[None]:
        """Let the cell import functions of other exercises, as their files do, and always as they are now."""
        names = {exercise_id.rpartition("/")[2] for exercise_id in self._course.exercise_ids}
        units = {unit.id for unit in self._course.units}
        for name in names & set(sys.modules):
            del sys.modules[name]
        folders = [str(place.folder / "exercises" / unit) for unit in sorted(units)]
        sys.path[:0] = folders
        try:
            yield
        finally:
            sys.path[:] = [path for path in sys.path if path not in folders]


def _show(bundle: dict[str, str]) -> None:
    """Show an output in the forms of a bundle, of which each program takes the one that it can show best."""
    display(bundle, raw=True)  # type: ignore[no-untyped-call]  # IPython has no types for it
