"""Read the forms of all submissions of a class in a process of its own: this one reads nothing of a learner's."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import grader
from grader.core.shapes import JsonObject
from grader.course import find
from grader.course.course import Course
from grader.files.regular_file import UnreadableError
from grader.grading.submission.find import HandedIn, main_functions, sources, stubs
from grader.grading.submission.form import text_form, tree_form
from grader.grading.submission.names import Names

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]  # a module elsewhere

BOOT = "import sys; sys.path.append(sys.argv[1]); from grader.classes.forms import serve; serve()"
CPU_SECONDS = 20
"""Processor time for one submission."""


class FileForm(NamedTuple):
    """The hashes of a file's text, and of its tree without its own names, comments and layout; that may be empty."""

    text: str
    tree: str


def read_forms(
    course: Path | None, exercise_ids: Sequence[str], submissions: Mapping[str, Sequence[object]]
) -> dict[str, dict[str, FileForm]]:
    """Return the forms by student and exercise; a submission that cannot be read has none.

    `submissions` are the path of each student's, its files if it shares a folder, and the commit if one was graded.
    """
    root = str(Path(grader.__file__).resolve().parents[1])
    command = [sys.executable, "-I" if sys.flags.isolated else "-P", "-c", BOOT, root]
    forms: dict[str, dict[str, FileForm]] = {}
    waiting = list(submissions)
    while waiting:
        listed = {student: submissions[student] for student in waiting}
        request = {"course": str(course) if course else None, "ids": list(exercise_ids), "submissions": listed}
        ran = subprocess.run(command, input=json.dumps(request).encode(), stdout=subprocess.PIPE, check=False)
        rows = [json.loads(row) for row in ran.stdout.split(b"\n")[:-1]]
        forms |= {student: {name: FileForm(*pair) for name, pair in found.items()} for student, found in rows}
        waiting = waiting[len(rows) + 1 :]  # the one after the last row has ended the process
    return forms


def serve() -> None:
    """Answer the request on stdin with a line for each submission."""
    # The parent needs less.
    from grader.classes.at_deadline import version_of
    from grader.classes.serve_grader import limit_memory

    request = json.load(sys.stdin)
    course = Course(find(Path(request["course"]) if request["course"] else None))
    untouched, functions = stubs(course, request["ids"]), main_functions(course, request["ids"])
    limit_memory()
    for student, (path, files, commit) in request["submissions"].items():
        if resource is not None:
            used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
            resource.setrlimit(resource.RLIMIT_CPU, (int(used) + CPU_SECONDS, resource.RLIM_INFINITY))
        try:
            version = version_of(Path(path), commit, None, Names(untouched).is_relevant) if commit else None
            handed_in = HandedIn(version.files if version else sources(Path(path), files), untouched, functions)
            found = {name: _form(handed_in, name) for name in request["ids"]}
        except UnreadableError:
            found = {}
        row: JsonObject = {name: form for name, form in found.items() if form}
        sys.stdout.write(f"{json.dumps([student, row])}\n")
        sys.stdout.flush()


def _form(handed_in: HandedIn, exercise_id: str) -> FileForm | None:
    try:
        source = handed_in.read(exercise_id)
    except UnreadableError:
        return None
    return FileForm(text_form(source), tree_form(source)) if source is not None else None
