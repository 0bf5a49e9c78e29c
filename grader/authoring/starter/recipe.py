"""Build the files of a starter repository: stubs, a README, the install source, and the platform's configuration."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from grader.authoring.starter.gradescope_zip import build
from grader.authoring.starter.install import InstallSource
from grader.course.course import Course

RECIPES = ("github", "classroom50", "classroom", "gitlab", "gradescope")
WITH_AUTOGRADER = ("classroom50", "gradescope")
"""The platforms that grade with the teacher's own files, which learners do not get."""
TEMPLATES = Path(__file__).parent / "templates"
NO_EXERCISES = b"EXERCISES: tuple[str, ...] = ()"

Files = Mapping[str, bytes]

GREEN_AND_RED = """\
A green tick means that everything is right. A red cross means that something is wrong or not written yet, so you
will see red for as long as there is something to do."""
ACTIONS = f"""\
After each push GitHub runs `learn check` on your files. Open the tab *Actions* and there the newest run. Its summary has
your points and, for each exercise that you have begun, the first thing that is wrong. The same is shown beside your lines.

{GREEN_AND_RED}"""
PUSH = """\
## Push

Commit and push as often as you like.

"""
HANDING_IN = {
    "github": PUSH + ACTIONS,
    "classroom": PUSH + ACTIONS,
    "classroom50": f"""\
{PUSH}After each push your files are graded. Some minutes later the newest *release* of this repository has your points and a
line for each check. `learn check` needs seconds for the same and says what is wrong, so use it before you push. Only the
random inputs are others: a function that knows nothing but its examples does not get through.""",
    "gitlab": f"""\
{PUSH}After each push GitLab runs `learn check` on your files. Open *Build*, *Pipelines* and there the newest one. Its tab *Tests*
has a line for each check, and the log of its job says more about the first thing that is wrong.

{GREEN_AND_RED}""",
    "gradescope": """\
## Hand in

Upload your files from `exercises/` on Gradescope, one by one or the whole folder, as often as you like. Some minutes later
it shows your points and a line for each check. `learn check` needs seconds for the same and says what is wrong, so use
it before you upload. Only the random inputs are others: a function that knows nothing but its examples does not get
through.""",
}
"""How learners hand in on each platform, and where they see the result."""


class Assignment(NamedTuple):
    """The exercises of a course that are handed out, and the install source of the package that grades them."""

    course: Course
    exercise_ids: Sequence[str]
    source: InstallSource

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the exercises; empty for the whole course."""
        if list(self.exercise_ids) == self.course.exercise_ids:
            return ()
        return tuple(each.rpartition("/")[2] for each in self.exercise_ids)


def starter_files(recipe: str, assignment: Assignment) -> Files:
    """Return the files of the repository that learners copy, by path."""
    course = assignment.course
    marker = {"course": course.id, "version": course.version}
    return {
        "README.md": readme(recipe, course, assignment.exercise_ids, needs_git=assignment.source.needs_git).encode(),
        **{f"exercises/{each}.py": course.stub(each).read_bytes() for each in assignment.exercise_ids},
        **assignment.source.files,
        **_filled(TEMPLATES / "common", assignment),
        **_filled(TEMPLATES / recipe, assignment),
        ".learn/workspace.json": (json.dumps(marker) + "\n").encode(),
    }


def autograder_files(recipe: str, assignment: Assignment) -> Files:
    """Return the files that the platform grades with, by path; they are for the teacher only."""
    if recipe == "gradescope":
        return {"autograder.zip": build(assignment.source.files, exercises=assignment.names)}
    files = {**_filled(TEMPLATES / "classroom50-autograder", assignment), **assignment.source.files}
    chosen = f"EXERCISES: tuple[str, ...] = {assignment.names!r}".replace("'", '"')
    assert NO_EXERCISES in files["autograder.py"]
    files["autograder.py"] = files["autograder.py"].replace(NO_EXERCISES, chosen.encode())
    return files


def _filled(folder: Path, assignment: Assignment) -> Files:
    """Return the files of a template folder with its placeholders filled in; empty if there is no such folder."""
    words = {
        b"@EXERCISES@": "".join(f" {name}" for name in assignment.names),
        b"@IMAGE@": "python:3.14" if assignment.source.needs_git else "python:3.14-slim",  # the slim one has no git
    }
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            content = path.read_bytes()
            for mark, text in words.items():
                content = content.replace(mark, text.encode())
            files[path.relative_to(folder).as_posix()] = content
    return files


def readme(recipe: str, course: Course, exercise_ids: Sequence[str], *, needs_git: bool) -> str:
    """Return the README for a platform and the exercises that are handed out."""
    count = len(exercise_ids)
    first = exercise_ids[0].rpartition("/")[2]
    files = (
        f"The {count} files in `exercises/` hold functions"
        if count > 1
        else "The file in `exercises/` holds a function"
    )
    return f"""\
# {course.title}

{files} for you to write, in Python with numpy.
Each is a step of how a transformer generates text. If yours is wrong, `learn check` says which mistake it makes.

## Set up

In a Codespace or another dev container, everything is installed. Elsewhere you need Python 3.11 or newer{" and git" if needs_git else ""}. Open a
terminal in this folder and type

```sh
python3 -m venv .venv
. .venv/bin/activate
pip install -r requirements.txt
```

On Windows the first two lines are `py -m venv .venv` and `.venv\\Scripts\\activate`. Repeat the second one in each new
terminal.

## Work

| command | what it does |
|---|---|
| `learn` | says where you stand and what comes next |
| `learn show {first}` | shows a task, and which file to write it in |
| `learn check {first}` | says whether your function is right, and if not, why |
| `learn hint {first}` | gives a hint; there are three, and each says more |

`pytest exercises/` runs the same checks, so the test panel of your editor shows them, too.

{HANDING_IN[recipe]}

## What there is to write
{_contents(course, exercise_ids)}"""


def _contents(course: Course, exercise_ids: Sequence[str]) -> str:
    """Return the list of exercises by unit, each with a link to its file."""
    text = ""
    for unit in course.units:
        chosen = [each for each in unit.exercise_ids if each in exercise_ids]
        if chosen:
            text += f"\n### {unit.title}\n\n"
            text += "".join(f"- [`{each}.py`](exercises/{each}.py): {course.words(each).title}\n" for each in chosen)
    return text
