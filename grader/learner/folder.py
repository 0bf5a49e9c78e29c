"""Find, open and create a workspace: the folder in which a learner writes the exercises."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from grader.core.errors import UserError
from grader.course.course import Course
from grader.files.safe_write import whole
from grader.grading.submission.folder import Submission
from grader.learner.agents_file import AGENTS_FILE, AGENTS_TEXT
from grader.learner.record import MARKER, dump_record, load, make_record

STATE = ".learn"


class WorkspaceError(UserError):
    """A folder that cannot be used as a workspace; the message says what to do."""


class Workspace(NamedTuple):
    """A folder in which a learner works; a clone of the repository is one as well."""

    folder: Path

    @property
    def submission(self) -> Submission:
        return Submission(self.folder)

    @property
    def state(self) -> Path:
        return self.folder / STATE

    def stub_path(self, exercise_id: str) -> Path:
        """Return the path of the learner's file of an exercise, or the path to create it at."""
        return self.submission.path(exercise_id) or self.folder / "exercises" / f"{exercise_id}.py"

    def handed_out(self, course: Course) -> list[str]:
        """Return the ids of the exercises that this workspace is about, in the course's order.

        They are all of the course, unless it was made for some of them; then also those that it has a file of.
        """
        recorded = load(self.state).exercises
        if all(found.stub for found in recorded.values()):
            return course.exercise_ids
        stubs, has_file = {name for name, found in recorded.items() if found.stub}, self.submission.has
        return [exercise_id for exercise_id in course.exercise_ids if exercise_id in stubs or has_file(exercise_id)]


def find(start: Path, course: Course) -> Workspace | None:
    """Return the innermost workspace around a folder; None if there is none.

    Without its marker, which a clone lacks that does not track it, a workspace is known by its files.
    """
    for folder in (start, *start.parents):
        if (folder / STATE / MARKER).is_file() or (folder / "exercises" / "course.yaml").is_file():
            return Workspace(folder)
        if any((folder / "exercises" / f"{exercise_id}.py").is_file() for exercise_id in course.exercise_ids):
            return Workspace(folder)
    return None


def find_or_take(start: Path, course: Course) -> Workspace:
    """Return the workspace around a folder, or the folder itself if it holds learners' files.

    Raises:
        WorkspaceError: there are no exercises to grade.
    """
    if not start.is_dir():
        raise WorkspaceError(f"{start} is not a folder; give the folder that your files are in")
    found = find(start, course)
    if found and start.is_relative_to(found.folder / "exercises"):
        return found  # a unit's folder, whose files would look like a submission of their own
    if any(Submission(start).path(exercise_id) for exercise_id in course.exercise_ids):
        return Workspace(start)
    if found is None:
        raise WorkspaceError(f"no exercises in {start}; make a folder with `learn init my-course` and go there")
    return found


def new_files(course: Course, exercise_ids: Sequence[str]) -> dict[str, bytes]:
    """Return the files of a new workspace by path: stubs, a README, the request to coding assistants, the record."""
    files = {f"exercises/{exercise_id}.py": course.stub(exercise_id).read_bytes() for exercise_id in exercise_ids}
    files["README.md"] = readme(course, exercise_ids).encode()
    files[AGENTS_FILE] = AGENTS_TEXT.encode()
    files[f"{STATE}/{MARKER}"] = dump_record(make_record(course, exercise_ids))
    return files


def create(folder: Path, course: Course, exercise_ids: Sequence[str] = ()) -> list[str]:
    """Create a workspace over no existing file, for all exercises unless some are given; return the names of the new files."""
    written = []
    try:
        for name, data in new_files(course, exercise_ids or course.exercise_ids).items():
            path = folder / name
            if not os.path.lexists(path):
                with whole(path, folder, outlives_power_cuts=False) as file:
                    file.write(data)
                written.append(name)
    except OSError as error:
        raise WorkspaceError(f"{folder} cannot be written: {error.strerror}; choose another folder") from error
    return written


def demands(course: Course, exercise_ids: Sequence[str]) -> list[str]:
    """Return the sentences on what exercises ask of a learner: time, and what they should know."""
    # Grading does without.
    from grader.course.effort import hours

    time = hours(map(course.effort, exercise_ids))
    what = "The course" if len(exercise_ids) == len(course.exercise_ids) else "All of it"
    return [f"{what} takes about {time}; that is an estimate.", *filter(None, [course.prerequisites])]


def readme(course: Course, exercise_ids: Sequence[str]) -> str:
    """Return the text of the workspace's README."""
    asked = "\n".join(demands(course, exercise_ids))
    about = f"{course.about}\n\n" if course.about else ""
    return f"""# {course.title}: your workspace

{about}{asked}

Each file in `exercises/` holds one function for you to write. Open this folder in your editor and type `learn` in a
terminal beside it: you read a page, then the first task, and each file is checked as you save it.

    learn            read, write, save, and see at once what is right; ? lists the keys
    learn read       read the page that the unit begins with; learn read opening: the first page
    learn show       read the task
    learn check      see whether your function is right, and if not, why
    learn hint       get a hint; there are three, each says more
    learn next       go on to the next exercise
    learn reset      put the stub back; your file is kept
    learn status     see how far you are

They are about the current exercise, unless you name another: `learn show NAME`. `learn list` has the names.

`pytest exercises/` runs the same checks, so the test panel of your editor works, too.
"""
