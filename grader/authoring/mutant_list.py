"""The list beside a solution of the mutants that may pass every check."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from grader.authoring.exercise_grading import ExerciseGrading
from grader.authoring.python_file import PythonFile
from grader.core.shapes import yaml_model
from grader.course import shown_path
from grader.files.strict_yaml import YamlFile
from grader.files.yaml_load import load_as
from grader.questions.mutants import without_comments


@yaml_model
class AllowedMutants:
    """Mutants of one line that may pass every check."""

    line: str
    """The line of the solution, without its comment; several lines are joined by a space."""
    becomes: tuple[str, ...]
    """The line in each of the mutants."""
    why: str
    """The reason, such as that no input tells them apart."""


@yaml_model
class AllowedFile:
    """The file `<name>_mutants.yaml` beside a solution."""

    allowed: tuple[AllowedMutants, ...]
    """The mutants that may pass every check."""


def open_list(solution: Path) -> tuple[YamlFile, Sequence[AllowedMutants]]:
    """Return the list beside a solution, with the line of each entry; an empty one if there is none.

    Raises:
        YamlError: it cannot be read.
    """
    path = solution.with_name(f"{solution.stem}_mutants.yaml")
    if not path.is_file():
        return YamlFile(shown_path(path)), ()
    file, listed = load_as(AllowedFile, path, shown_path(path), name="list of mutants", keys="`allowed:`")
    return file, listed.allowed


def unknown_lines(grading: ExerciseGrading) -> Iterator[str]:
    """Yield the entries of the list whose line the solution does not have; `learn author mutate` tests the rest."""
    file, entries = open_list(grading.path())
    source = " ".join(without_comments(PythonFile(grading.path()).text).split())
    for index, entry in enumerate(entries):
        if not entry.line.strip() or " ".join(entry.line.split()) not in source:
            what = "the solution has no such line; correct it, or take it out"
            yield str(file.problem(("allowed", index, "line"), what))
