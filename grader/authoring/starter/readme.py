"""Write the README of a starter repository, for learners: set up, work, and what happens after a push."""

from __future__ import annotations

from collections.abc import Sequence

from grader.course.course import Course

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
