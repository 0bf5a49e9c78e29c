"""`learn review --code`: write an exercise again that passed weeks ago."""

from datetime import datetime
from pathlib import Path

import click

from flashcards.schedule import when
from grader.cli.context import open_workspace
from grader.cli.terminal import hear, tell
from grader.course import shown_path
from grader.course.course import Course
from grader.learner import code_review, progress
from grader.learner.folder import Workspace
from grader.learner.reset import begin_review

ASKED = "Write {name} again, from an empty stub? Your file is kept. [y/N] "


def review_code(course: Course, folder: Path, now: datetime) -> None:
    """Offer the exercise that has been due longest, and put its file aside; say when there is none."""
    workspace, phrase = open_workspace(folder, course), course.phrase
    noted = progress.load(workspace.state)
    if begun := [name for name in noted.under_review if name in course.exercise_ids]:
        name = begun[0].rpartition("/")[2]
        tell(phrase("You are writing {name} again; learn reset {name} --undo brings your file back.", name=name))
        tell("\n" + phrase("Next: {command}", command=f"learn check {name}"))
    elif exercise_ids := code_review.due(course, noted, now):
        count = len(exercise_ids)
        words = "{count} exercise is due." if count == 1 else "{count} exercises are due; this one waits longest."
        tell(phrase(words, count=count))
        _offer(course, workspace, exercise_ids[0], noted.standing(exercise_ids[0]).first_pass, now)
    else:
        tell(phrase("No exercise is due; the first comes three weeks after it has passed."))
        if times := [time for time, _ in code_review.due_times(course, noted, now)]:
            tell(phrase("The next one comes {when}.", when=when(min(times), now, phrase)))
        tell("\n" + phrase("Next: {command}", command="learn status"))


def _offer(course: Course, workspace: Workspace, exercise_id: str, first_pass: str, now: datetime) -> None:
    name, phrase = exercise_id.rpartition("/")[2], course.phrase
    if first_pass:
        day = datetime.fromisoformat(first_pass).astimezone(now.tzinfo).date()
        tell(phrase("You first passed {name} on {day}.", name=name, day=day))
    if (hear(phrase(ASKED, name=name)) or "").strip().lower() not in ("y", "yes"):
        click.echo()
        return
    done = begin_review(course, workspace, exercise_id, now)
    tell(phrase("{file} is the stub again.", file=shown_path(done.file)))
    if done.kept:
        tell(phrase("Your file is kept as {file}", file=shown_path(done.kept)))
    tell(phrase("When it has passed, learn ask {name} asks questions about it.", name=name))
    tell("\n" + phrase("Next: {command}", command=f"learn show {name}"))
