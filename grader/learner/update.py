"""Bring a workspace up to the course that is installed now, without changing anything that the learner wrote."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from grader.core.errors import UnwritableError, UserError
from grader.course.course import Course
from grader.course.fingerprint import Fingerprint, fingerprint, stub_hash
from grader.files import state_file
from grader.files.regular_file import read_or_none
from grader.files.safe_write import whole
from grader.learner import record
from grader.learner.folder import Workspace


@dataclass
class Plan:
    """The differences between a workspace and the installed course, and the files to write."""

    new: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    """Exercises whose stub has changed, and whose file is still the former one."""
    changed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The changes in exercises that the learner has begun; all of these without changes if `is_recorded` is false."""
    gone: list[str] = field(default_factory=list)
    """Exercises that the course no longer has, and of which the workspace has a file."""
    kept: int = 0
    is_recorded: bool = True
    """False if the workspace does not say which tasks it was given, so that their changes are unknown."""
    writes: dict[Path, tuple[bytes, bytes | None]] = field(default_factory=dict)
    """Stubs to write: their content, and the content that they replace."""

    @property
    def is_empty(self) -> bool:
        """True if every file of the workspace is as it should be, and no task has changed."""
        return not (self.new or self.replaced or self.changed or self.gone)


def plan(course: Course, workspace: Workspace) -> Plan:
    """Return what an update would do; raise UserError if the folder is a course, or a workspace of another one."""
    noted = record.load(workspace.state)
    if (workspace.folder / "exercises" / "course.yaml").is_file():
        raise UserError(f"{workspace.folder} holds the course itself; `git pull` updates it")
    if noted.course and noted.course != course.id:
        raise UserError(
            f"this workspace is of the course {noted.course!r}, not {course.id!r}; give its place with --course"
        )
    made = Plan(is_recorded=bool(noted.exercises))
    for exercise_id in workspace.handed_out(course):
        _plan_exercise(made, course, workspace, exercise_id, noted.exercises.get(exercise_id))
    gone = (exercise_id for exercise_id in noted.exercises if exercise_id not in course.exercise_ids)
    made.gone += filter(workspace.submission.has, gone)
    return made


def _plan_exercise(
    made: Plan, course: Course, workspace: Workspace, exercise_id: str, known: Fingerprint | None
) -> None:
    now = fingerprint(course, exercise_id)
    stub = course.stub(exercise_id).read_bytes()
    pristine = {now.stub, *([known.stub] if known else [])}
    path = workspace.submission.path(exercise_id)
    content = read_or_none(path, state_file.MAX_BYTES) if path else None
    if path is None:
        if known is None:
            made.new.append(exercise_id)
            made.writes[workspace.stub_path(exercise_id)] = stub, None
    elif content is not None and stub_hash(content) in pristine:
        if stub_hash(content) == now.stub:
            made.kept += 1
        else:
            made.replaced.append(exercise_id)
            made.writes[path] = stub, content
    elif not made.is_recorded or (known and known.changes_to(now)):
        made.changed[exercise_id] = known.changes_to(now) if known else ()
    else:
        made.kept += 1


# --- carrying it out -----------------------------------------------------------------------------


def apply(made: Plan, workspace: Workspace) -> None:
    """Write the files of a plan. Each is whole at every moment, and a second run goes on after an interruption.

    Raises:
        UnwritableError: a file cannot be written; no file of the learner's has changed.
    """
    for path, (content, replaced) in made.writes.items():
        if read_or_none(path, state_file.MAX_BYTES) != replaced or (replaced is None and os.path.lexists(path)):
            continue  # an editor has saved it since
        try:
            with whole(path, workspace.folder) as file:
                file.write(content)
        except OSError as error:
            advice = "nothing that you wrote has changed; correct that, then run `learn update` again"
            raise UnwritableError(f"{path} cannot be written: {error.strerror or error}; {advice}") from error


def note_versions(course: Course, workspace: Workspace) -> None:
    """Record that the workspace is up to date; the last step, so that an interrupted update is still due.

    Raises:
        UnwritableError: the record cannot be written.
    """
    path = workspace.state / record.MARKER
    if not state_file.save(
        path, record.dump_record(record.make_record(course, workspace.handed_out(course))), is_copied=False
    ):
        raise UnwritableError(f"{path} cannot be written; make the folder writable, then run `learn update` again")
