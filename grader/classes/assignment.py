"""Read the file of an assignment: what to grade, with which tables, and where results and exports go.

```yaml
submissions: handed-in
exercises: [scores, nucleus_membership]
roster: ../class.csv
deadlines: deadlines.csv
results: results
exports:
  moodle: moodle.csv
```

Its paths count from its own folder, so the same short command repeats the run from anywhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.core.errors import UnknownNameError
from grader.core.shapes import number_field, range_problems, yaml_model
from grader.course.course import Course
from grader.course.names import find_exercises
from grader.files.strict_yaml import Problem, YamlFile, refuse, unknown
from grader.files.yaml_load import load_as

SUFFIXES = (".yaml", ".yml")
MAX_SEED = 2**63 - 1
READ = ("submissions", "roster", "deadlines", "submitted", "gradebook")
"""The keys whose file or folder must be there."""


@dataclass(frozen=True)
class ClassAssignment:
    """Submissions to grade, and where the results go; without `results`, one submission whose result is printed."""

    submissions: tuple[Path, ...]
    exercises: tuple[str, ...] = ()
    """The ids of the exercises; empty for all of the course."""
    roster: Path | None = None
    deadlines: Path | None = None
    submitted: Path | None = None
    seed: int | None = None
    points: int | None = None
    results: Path | None = None
    exports: tuple[tuple[str, Path], ...] = ()
    """Formats and files."""
    gradebook: Path | None = None
    column: str | None = None
    name: str = ""
    """The name of its file; empty if the command line says everything."""


@yaml_model
class AssignmentFile:
    """The keys of the file."""

    submissions: str
    results: str
    exercises: tuple[str, ...] = ()
    roster: str | None = None
    deadlines: str | None = None
    submitted: str | None = None
    seed: int | None = number_field(0, MAX_SEED, default=None)
    points: int | None = number_field(1, 1_000_000, default=None)
    exports: Mapping[str, str] = field(default_factory=dict)
    gradebook: str | None = None
    column: str | None = None


def is_assignment_file(path: Path) -> bool:
    """Return whether a path is a YAML file."""
    return path.suffix.lower() in SUFFIXES and path.is_file()


def load_assignment(path: Path, course: Course, formats: Sequence[str]) -> ClassAssignment:
    """Read an assignment; `formats` are those that it can export.

    Raises:
        YamlError: lists all errors of the file, each with its line: unknown keys, exercises and formats, missing files.
    """
    file, keys = load_as(AssignmentFile, path, None, name="assignment", keys="`submissions:` and `results:`")
    refuse(_problems(file, keys, path.parent, course, formats))

    def locate(text: str | None) -> Path | None:
        return path.parent / text if text else None

    ids = [exercise_id for name in keys.exercises for exercise_id in find_exercises(course, name)]
    return ClassAssignment(
        submissions=(path.parent / keys.submissions,),
        exercises=tuple(dict.fromkeys(ids)),
        roster=locate(keys.roster),
        deadlines=locate(keys.deadlines),
        submitted=locate(keys.submitted),
        seed=keys.seed,
        points=keys.points,
        results=locate(keys.results),
        exports=tuple((format_name, path.parent / name) for format_name, name in keys.exports.items()),
        gradebook=locate(keys.gradebook),
        column=keys.column,
        name=path.name,
    )


def _problems(
    file: YamlFile, keys: AssignmentFile, folder: Path, course: Course, formats: Sequence[str]
) -> Iterator[Problem]:
    yield from (file.problem((key,), message) for key, message in range_problems(keys))
    yield from _missing_files(file, keys, folder)
    for place, name in enumerate(keys.exercises):
        try:
            find_exercises(course, name)
        except UnknownNameError as error:
            yield file.problem(("exercises", place), str(error))
    for format_name in keys.exports:
        if format_name not in formats:
            yield file.problem(("exports", format_name), unknown("format", format_name, list(formats)), at_key=True)


def _missing_files(file: YamlFile, keys: AssignmentFile, folder: Path) -> Iterator[Problem]:
    for key in ("submissions", "results"):
        if not getattr(keys, key).strip():
            yield file.problem((key,), f"`{key}` is empty; write the name of a folder")
    for key in READ:
        name = getattr(keys, key)
        if name and not (folder / name).exists():
            yield file.problem((key,), f"there is no {name}; paths count from the folder of this file")
        elif name and key != "submissions" and not (folder / name).is_file():
            yield file.problem((key,), f"{name} is not a file; write the name of a table")
