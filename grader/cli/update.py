"""`learn update`: bring a workspace up to the installed course."""

import textwrap
from pathlib import Path

import click

from grader.cli import context, options
from grader.cli.check import graded
from grader.cli.main import FAILED, PASSED
from grader.cli.terminal import counted, say, width
from grader.core import escape
from grader.core.result import ExerciseResult, Verdict
from grader.learner import progress
from grader.learner import update as updates
from grader.learner.course import record_named
from grader.learner.folder import Workspace, WorkspaceError
from grader.learner.update import Plan

MAX_NAMES = 5


@click.command()
@options.workspace_option
@options.course_option
@click.pass_context
def update(ctx: click.Context, folder: Path, course_folder: Path | None) -> None:
    """Update your workspace to the installed version of the course.

    Adds the files of new exercises and replaces stubs that you have not begun. Never changes your
    code. Lists your exercises whose task or checks have changed, and checks them again. Exit code 0
    if those that you have begun pass, 1 if not.
    """
    with context.quick_launcher("auto", course_folder) as processes:
        course = context.open_course(course_folder)
        workspace = context.find_workspace(folder, course)
        if workspace is None:
            raise WorkspaceError(f"{folder.resolve()} is not in a workspace; make one with `learn init my-course`")
        plan = updates.plan(course, workspace)
        record_named(course.content)
        updates.apply(plan, workspace)
        again = graded(course, workspace, list(plan.changed), processes).exercises if plan.changed else ()
    if again:
        progress.update(workspace.state, lambda noted: noted.record_results(*again))
    checked = {exercise.id: exercise for exercise in again}
    updates.note_versions(course, workspace)
    say(_report(plan, workspace, checked))
    ctx.exit(FAILED if any(map(_has_failed, again)) else PASSED)


def _has_failed(result: ExerciseResult) -> bool:
    return result.verdict not in (Verdict.PASS, Verdict.NOT_ATTEMPTED)


def _report(plan: Plan, workspace: Workspace, checked: dict[str, ExerciseResult]) -> str:
    """Return the sentence with the counts, a line for each file and exercise that differs, and the next step."""
    counts = [
        (plan.kept, f"{plan.kept} as {'it was' if plan.kept == 1 else 'they were'}"),
        (len(plan.new), f"{len(plan.new)} new"),
        (len(plan.replaced), f"{counted(len(plan.replaced), 'stub')} replaced"),
        (len(plan.gone), f"{len(plan.gone)} no longer in the course"),
        (len(plan.changed), f"{len(plan.changed)} to {'look at' if plan.is_recorded else 'check again'}"),
    ]
    if plan.is_empty:
        return f"Nothing to do: {counted(plan.kept, 'exercise')} as in the course."
    said = ", ".join(words for count, words in counts if count)
    lines = [f"{said[:1].upper()}{said[1:]}."]
    if plan.changed and not plan.is_recorded:
        lines.append("The workspace has no record of its tasks; each file that differs is checked.")
    lines += _lines_of_files(plan, workspace)
    lines += _lines_of_changes(plan, checked)
    failed = [exercise_id for exercise_id, result in checked.items() if _has_failed(result)]
    if failed:
        lines += ["", f"Next: learn check {_name(failed[0])}"]
    elif plan.new:
        lines += ["", f"Next: learn show {_name(plan.new[0])}"]
    return "\n".join(_wrapped(line) for line in lines)


def _wrapped(line: str) -> str:
    line = escape.line(line)  # names of checks and exercises that are gone come from the workspace, not from the course
    return textwrap.fill(line, width(), subsequent_indent="      ", break_on_hyphens=False, break_long_words=False)


def _lines_of_files(plan: Plan, workspace: Workspace) -> list[str]:
    def shown(path: Path) -> str:
        return path.relative_to(workspace.folder).as_posix()

    lines = _some("new", [shown(workspace.stub_path(exercise_id)) for exercise_id in plan.new])
    lines += _some("replaced, not begun", [shown(workspace.stub_path(exercise_id)) for exercise_id in plan.replaced])
    return [*lines, *(f"  no longer in the course: {_name(exercise_id)}; your file stays" for exercise_id in plan.gone)]


def _some(title: str, names: list[str]) -> list[str]:
    """Return a line for each name, at most `MAX_NAMES`, and how many more there are."""
    lines = [f"  {title}: {name}" for name in names[:MAX_NAMES]]
    return [*lines, f"  {title}: {len(names) - MAX_NAMES} more"] if len(names) > MAX_NAMES else lines


def _lines_of_changes(plan: Plan, checked: dict[str, ExerciseResult]) -> list[str]:
    lines = []
    for exercise_id, changes in plan.changed.items():
        name = _name(exercise_id)
        lines.append(f"  to look at: {name} ({'; '.join(changes)})" if changes else f"  to check: {name}")
        if exercise_id in checked:
            result = checked[exercise_id]
            points = f"{result.score} of {counted(result.max_score, 'point')}"
            if result.verdict is Verdict.NOT_ATTEMPTED:
                lines.append(f"    not begun; today's stub: learn reset {name}")
            else:
                lines.append(f"    yours {'does not pass' if _has_failed(result) else 'passes'}: {points}")
    return lines


def _name(exercise_id: str) -> str:
    return exercise_id.rpartition("/")[2]
