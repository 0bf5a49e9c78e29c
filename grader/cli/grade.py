"""`learn grade`: grade one submission, or a class."""

import json
import os
import shlex
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click
from click.core import ParameterSource

from grader.classes.assignment import ClassAssignment
from grader.classes.discover import FoundSubmission, find_submissions
from grader.classes.job import Job, PlannedSubmission
from grader.classes.noted_course import set_aside_others
from grader.classes.plan import choose_seed
from grader.cli import exports
from grader.cli.declare import takes
from grader.cli.grade_options import GradeOptions, read_assignment
from grader.cli.main import OUR_FAULT, PASSED, UNUSABLE, report_it
from grader.cli.terminal import say
from grader.core.errors import UserError
from grader.core.result import Verdict
from grader.course import find
from grader.course.course import Course
from grader.course.source import SHIPPED
from grader.grading.submission.find import sources
from grader.reports import render
from grader.reports.document import read


@click.command()
@takes(GradeOptions)
@click.pass_context
def grade(ctx: click.Context, chosen: GradeOptions) -> None:
    """Grade the submission at PATH, or a class.

    A submission is a folder, a .zip or a .tar.gz file, with the files of a workspace
    (exercises/unit/name.py) or all in one folder (name.py). Files that were moved, renamed, packed
    or written as a notebook are found by name, and graded unless that is ambiguous. Grading refuses
    to run unless learners' code is strictly confined, which only Linux can do. If you trust every
    submission, use --confine none; results and reports will say so.

    Prints the result of one submission.

    \b
    A class needs --out DIR, or the file of an assignment:
      several folders and zip files    learn grade ada.zip bo/ --out results
      a folder of clones or zip files  learn grade clones/ --out results
      the unpacked download of Moodle, Canvas or Gradescope
      a file that says all of this     learn grade week3.yaml

    Writes a result for each student into DIR. An exercise is graded again only if the submitted
    files, its files in the course, the seed or the version have changed, so the same command
    resumes after an interruption and updates results after a correction of the course. A late
    submission is marked as late; that never changes its score.

    \b
    The file of an assignment has the keys submissions and results, and any of
    exercises, roster, deadlines, submitted, seed, points, exports (a format and
    a file each), gradebook, column. Its paths count from its own folder.

    \b
    Exit codes:
      0  everything was graded, whatever the scores
      2  wrong usage
      3  a submission has no number, or a file or the course cannot be used
      4  a fault of ours
    """
    # Without the cache: grades of record depend on the course's files only.
    course = Course(find(chosen.course_folder))
    assignment = read_assignment(ctx, chosen, course)
    job = Job(
        exercise_ids=assignment.exercises or tuple(course.exercise_ids),
        confine=chosen.confine_name,
        course_sha256=course.sha256,
        course_folder=str(chosen.course_folder.absolute()) if chosen.course_folder else None,
        is_elsewhere=chosen.scheduler is not None,
    )
    found = find_submissions(assignment.submissions, job.exercise_ids, is_class=assignment.roster is not None)
    if ctx.get_parameter_source("course_folder") is ParameterSource.DEFAULT:
        place = shlex.quote(str(chosen.course_folder)) if chosen.course_folder else SHIPPED
        found = set_aside_others(found, course.id, place)
    if assignment.results is None:
        if len(found) > 1:
            raise click.UsageError(f"these are {len(found)} submissions; say with --out where their results go")
        code = _grade_one(found[0], assignment, job, chosen.format_name)
    else:
        _refuse_to_write_into(found, assignment.results)
        code = _grade_class(found, assignment, assignment.results, job, chosen)
    ctx.exit(code)


def _refuse_to_write_into(found: Sequence[FoundSubmission], results: Path) -> None:
    """Refuse a folder of results in a hand-in: its student may have put results there, or the seed."""
    real = Path(os.path.realpath(results))
    for submission in [submission for submission in found if submission.root]:
        for path, _ in sources(submission.path, submission.files):
            # A student's link is not followed: one to / would be around all folders.
            if real.is_relative_to(os.path.join(os.path.realpath(path.parent), path.name)):
                raise click.UsageError(f"{results} is in the submission {path}; give another folder with --out")


def _grade_one(submission: FoundSubmission, assignment: ClassAssignment, job: Job, format_name: str) -> int:
    """Grade a submission and print its result; return the exit code."""
    from grader.classes.task import encode_task, run_alone

    # In a process that is watched, as the submissions of a class: an archive or a reply may be hostile.
    planned = PlannedSubmission(
        student="",
        seed=choose_seed(assignment.seed),
        path=str(submission.path.absolute()),
        files=submission.files,
        is_alone=True,
    )
    task = encode_task(job, planned, None)
    reply = json.loads(run_alone(task))
    if reply.get("line", {}).get("is_starved"):  # the machine was busy with other things
        reply = json.loads(run_alone(task))
    if "stop" in reply:
        raise UserError(reply["stop"])
    if "fault" in reply:
        raise RuntimeError(reply["fault"])
    result = read(reply["document"])
    click.echo(render(format_name, result, os.environ), nl=False)
    exports.write_exports(result, assignment.exports)
    if result.verdict is Verdict.INTERNAL:
        _report_fault()
        return OUR_FAULT
    return PASSED


def _report_fault() -> None:
    say(f"learn: “internal” is a fault of ours, not of the learner's; {report_it()}", err=True)


def _grade_class(
    found: Sequence[FoundSubmission], assignment: ClassAssignment, results: Path, job: Job, chosen: GradeOptions
) -> int:
    """Grade submissions into a folder, print their table and write the exports; return the exit code."""
    from grader.classes.run import grade_assignment, open_executor
    from grader.cli.grade_class import print_class
    from grader.cli.terminal import tracked

    run = grade_assignment(
        assignment,
        results,
        found,
        job,
        partial(open_executor, chosen.jobs, chosen.scheduler),
        lambda lines, count: tracked(lines, count, "grading"),
    )
    print_class(run, results)
    if chosen.confine_name == "none":
        say("Learners' code was not confined (--confine none); results and reports say so.")
    entries = run.read_entries(results, assignment.points)
    for sentence in exports.write_class_exports(assignment.exports, entries, assignment.gradebook, assignment.column):
        say(sentence)
    if any(line.status == Verdict.INTERNAL.value for line in run.lines):
        _report_fault()
        return OUR_FAULT
    return UNUSABLE if any(line.is_unreadable for line in run.lines) else PASSED
