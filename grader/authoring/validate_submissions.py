"""Validate the checks of an exercise by whole submissions: right ones must pass, wrong ones must not.

A course has them in `tests/submissions/<name>/`, one file each, `right-….py` or `wrong-….py`; other files are modules that
they import. The first comment of a wrong one may name the listed mistakes that it makes: `# makes: rounded`,
`# makes: rounded, base_two`, or `# makes: nothing listed`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from grader.authoring.exercise_grading import ExerciseGrading
from grader.authoring.python_file import PythonFile
from grader.core.result import ExerciseResult, Verdict
from grader.course import shown_path
from grader.course.course import Course
from grader.files.strict_yaml import meant, unknown

FOLDER = "tests/submissions"
NAME = re.compile(r"(right|wrong)-")
MAKES = re.compile(r"#\s*makes:\s*(.*?)\s*")
NOTHING = "nothing listed"


def unexpected_submissions(course: Course) -> Iterator[str]:
    """Yield folders of submissions that belong to no exercise, and files that are neither right, wrong nor a module."""
    names = [exercise_id.rpartition("/")[2] for exercise_id in course.exercise_ids]
    for folder in sorted(path for path in _root(course).glob("*") if path.is_dir() and path.name != "__pycache__"):
        if folder.name not in names:
            advice = meant(folder.name, names, "rename the folder or remove it")
            yield f"{shown_path(folder)}: belongs to no exercise; {advice}"
        files = sorted(folder.glob("*.py"))
        for path in (path for path in files if not NAME.match(path.name)):
            imports = re.compile(rf"^\s*(?:from|import)\s+{re.escape(path.stem)}\b", re.MULTILINE)
            if not any(imports.search(other.read_text("utf-8", "replace")) for other in files if other != path):
                what = "is neither right nor wrong, and no other file here imports it"
                yield f"{shown_path(path)}: {what}; begin its name with right- or wrong-"


def submissions_folder(course: Course, exercise_id: str) -> Path:
    return _root(course) / exercise_id.rpartition("/")[2]


def submissions(course: Course, exercise_id: str) -> list[Path]:
    return sorted(path for path in submissions_folder(course, exercise_id).glob("*.py") if NAME.match(path.name))


def submission_problems(grading: ExerciseGrading) -> Iterator[str]:
    """Yield right submissions that lose points, wrong ones that lose none, and wrong ones with another name."""
    for path in submissions(grading.course, grading.exercise.id):
        others = (other for other in path.parent.glob("*.py") if other != path)
        modules = {module.stem: (module.name, module.read_bytes()) for module in others}
        result = grading.grade(path.read_bytes(), files=modules)
        if path.name.startswith("right-"):
            yield from _problems_of_right(grading, PythonFile(path), result)
        else:
            yield from _problems_of_wrong(grading, PythonFile(path), result)


def _root(course: Course) -> Path:
    return course.content.exercises.parent / FOLDER


def _problems_of_right(grading: ExerciseGrading, file: PythonFile, result: ExerciseResult) -> Iterator[str]:
    for check in result.checks:
        if check.verdict not in (Verdict.PASS, Verdict.SKIPPED):
            at = grading.yaml.problem(grading.trail(check.name), "")
            what = f"fails the check “{check.name}” ({at.path}:{at.line}): {check.message or check.verdict.value}"
            what += "; correct the check, or this file"
            # Without the source, it is where the function begins.
            line = check.location.line if check.location and check.source else None
            yield file.problem_at(line, what) if line else file.problem_in(grading.exercise.function, what)


def _problems_of_wrong(grading: ExerciseGrading, file: PythonFile, result: ExerciseResult) -> Iterator[str]:
    if result.score == result.max_score:
        what = "passes every check; write a check that fails it, or rename the file to begin with right-"
        yield file.problem_in(grading.exercise.function, what)
    first = next((at for at, line in enumerate(file.text.splitlines(), start=1) if line.startswith("#")), 0)
    if not first or not (match := MAKES.fullmatch(file.text.splitlines()[first - 1])):
        return
    makes = [] if match[1] == NOTHING else [name.strip() for name in match[1].split(",")]
    known = list(dict.fromkeys(mistake.name for mistake in grading.mistakes))
    strange = [name for name in makes if name not in known]
    for name in strange:
        yield file.problem_at(first, unknown("mistake", name, known), name)
    named = {check.mistake.name for check in result.checks if check.mistake}
    if not strange and (named - {*makes} or (makes and not named)):
        what = f"is diagnosed as {', '.join(sorted(named)) or 'nothing'}, not as {match[1]}; correct this line, or "
        what += "add a case that tells them apart"
        yield file.problem_at(first, what)
