"""`learn grade`: grade one submission, or a class."""

import contextlib
import json
import os
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from grader.classes import plan
from grader.classes.clone import ID
from grader.classes.deadlines import load_deadlines, load_submitted
from grader.classes.discover import FoundSubmission, find_submissions, only_folder, unread_names
from grader.classes.job import UNREADABLE, Job, PlannedSubmission, SummaryLine
from grader.classes.matching import Matched, match
from grader.classes.read_apart import noted_courses
from grader.classes.roster import load_roster
from grader.classes.store import Store
from grader.cli import exports
from grader.cli.declare import takes
from grader.cli.grade_options import GradeOptions, IsBelow, reject_conflicts
from grader.cli.main import FAILED, OUR_FAULT, UNUSABLE, report_it
from grader.core.errors import ClassError, CourseError, UserError
from grader.core.result import Verdict
from grader.course import find
from grader.course.course import Course
from grader.course.names import find_exercises
from grader.grading.submission.files import QUESTIONS, QUESTIONS_ID
from grader.reports import render
from grader.reports.document import STUDENTS, read

if TYPE_CHECKING:
    from concurrent.futures import Executor


NO_SUCH_SHEET = (
    "no answers are to a sheet drawn from this --worksheet-seed, so it is not the text that the sheets were printed with",
    "no answers are to a sheet in the folder after --worksheet, so it is not the one that the sheets were printed from",
)


@click.command()
@takes(GradeOptions)
@click.pass_context
def grade(ctx: click.Context, chosen: GradeOptions) -> None:
    """Grade the submission at PATH, or all submissions found there.

    A submission is a folder, a .zip or a .tar.gz file, with the files of a workspace
    (exercises/unit/name.py) or all in one folder (name.py). Files that were moved, renamed, packed
    or written as a notebook are found by name, and graded unless that is ambiguous. Exit code 0 means
    that grading was completed, whatever the score. Grading refuses to run unless learners' code is
    strictly confined, which only Linux can do. If you trust every submission, use --confine none;
    results and reports will say so.

    Prints the result of one submission.

    \b
    A class needs --out DIR. Give its submissions as
      several folders and zip files    learn grade ada.zip bo/ --out results
      a folder of clones or zip files  learn grade clones/ --out results
      the unpacked download of Moodle, Canvas or Gradescope

    Writes a result for each student into DIR. An exercise is graded again only if the submitted
    files, its files in the course, the seed or the version have changed, so the same command
    resumes after an interruption and updates results after a correction of the course. A late
    submission is marked as late; that never changes its score.

    With --questions, each student gets three questions on functions of theirs that pass. Their keys
    are stored in DIR/questions; `--worksheet DIR/questions` marks the answers.

    decisions.csv and rules.yaml in DIR, which you write, change totals by hand and for lateness.
    """
    # Without the cache: grades of record depend on the course's files only.
    course = Course(find(chosen.course_folder))
    ids = _ids(course, chosen)
    submissions = find_submissions(chosen.paths, ids, is_class=chosen.roster is not None)
    if ctx.get_parameter_source("course_folder") is ParameterSource.DEFAULT:
        _refuse_another_course(submissions, course)
    if chosen.out is None:
        code = _grade_one(_only(submissions, chosen), chosen, course, ids)
    else:
        code = _grade_class(submissions, chosen, chosen.out, course, ids)
    ctx.exit(code)


def _refuse_another_course(submissions: Sequence[FoundSubmission], course: Course) -> None:
    """Refuse to give everybody 0 points, since all submissions are of another course than the one found by default."""
    noted = noted_courses(only_folder(submission.path) for submission in submissions if submission.path.is_dir())
    if noted and course.id not in noted:
        names = ", ".join(map(repr, sorted(noted)))
        raise CourseError(f"these files are of the course {names}, not of {course.id!r}; name the course with --course")


def _ids(course: Course, chosen: GradeOptions) -> list[str]:
    """Return the ids to grade: the named exercises, or all; worksheets only if their seed is known."""
    sheets: dict[str, str] = {}
    if chosen.question_folder:
        from grader.cli.grade_questions import check_folder

        check_folder(chosen.question_folder)
        sheets[QUESTIONS] = QUESTIONS_ID
    if chosen.worksheet_seed is not None:
        from grader.questions.worksheet.sheet import exercise_id, open_sheet, sheet_names

        files = [str(path) for path in chosen.worksheet_files]
        if len(set(map(exercise_id, files))) < len(files):
            raise click.UsageError("two files after --worksheet have the same name; rename one, and change its `id`")
        for file in files:
            open_sheet(course, file)  # raises before anything is graded
        sheet_ids = map(exercise_id, [*sheet_names(course), *files])
        sheets = {sheet_id.rpartition("/")[2]: sheet_id for sheet_id in sheet_ids} | sheets
    elif chosen.worksheet_files:
        raise click.UsageError(
            "--worksheet needs --worksheet-seed, the text that the students' numbers were drawn from"
        )
    named: list[str] = []
    for name in chosen.exercises:
        sheet = sheets.get(name.removeprefix("by_hand/"))
        named += [sheet] if sheet else find_exercises(course, name)
    return list(dict.fromkeys(named)) or [*course.exercise_ids, *sheets.values()]


# --- one submission ---------------------------------------------------------------------------


def _only(submissions: Sequence[FoundSubmission], chosen: GradeOptions) -> FoundSubmission:
    """Return the only submission; without --out, refuse a class and its options."""
    for_classes: dict[str, object] = {"--points": chosen.points, "--roster": chosen.roster}
    for_classes |= {
        "--questions": chosen.questions,
        "--deadlines": chosen.deadlines,
        "--submitted": chosen.submitted,
        "--scheduler": chosen.scheduler,
    }
    for_classes |= {"--at-deadline": chosen.is_at_deadline or None}
    for_classes |= {"--trust-commit-dates": chosen.trusts_commit_dates or None}
    for_classes |= {"--gradebook": chosen.gradebook, "--column": chosen.column}
    given = [option for option, value in for_classes.items() if value is not None]
    if chosen.commit is not None and not ID.fullmatch(chosen.commit):
        raise click.UsageError(f"{chosen.commit!r} is not the whole id of a commit, which has 40 digits")
    if given:
        raise click.UsageError(f"{given[0]} is for a class; say with --out where its results go")
    if len(submissions) > 1:
        raise click.UsageError(f"these are {len(submissions)} submissions; say with --out where their results go")
    wrong = [name for name, _ in chosen.exports if name in exports.of_a_class()]
    if wrong:
        raise click.UsageError(f"--export {wrong[0]} is for a class; say with --out where its results go")
    exports.check_exports(chosen.exports)
    return submissions[0]


def _grade_one(submission: FoundSubmission, chosen: GradeOptions, course: Course, ids: Sequence[str]) -> int:
    """Grade a submission and print its result; return the exit code."""
    from grader.classes.task import encode_task, run_alone

    seed = secrets.randbelow(2**32) if chosen.seed is None else chosen.seed  # unpredictable for learners
    # In a process that is watched, as the submissions of a class: an archive or a reply may be hostile.
    place = (str(submission.path.absolute()), submission.files)
    planned = PlannedSubmission(chosen.student or "", seed, *place, is_alone=True, commit=chosen.commit)
    task = encode_task(_job(chosen, course, ids), planned, None)
    reply = json.loads(run_alone(task))
    if reply.get("line", {}).get("is_starved"):  # the machine was busy with other things
        reply = json.loads(run_alone(task))
    if "stop" in reply:
        raise UserError(reply["stop"])
    if "fault" in reply:
        raise RuntimeError(reply["fault"])
    if reply["document"] is None:
        assert reply["line"]["status"] == UNREADABLE
        raise click.UsageError(reply["line"]["look_at"])
    result = read(reply["document"])
    click.echo(render(chosen.format_name, result, os.environ), nl=False)
    exports.write_exports(result, chosen.exports)
    if result.verdict is Verdict.INTERNAL:
        _report_fault()
        return OUR_FAULT
    return FAILED if chosen.fail_under and chosen.fail_under(result.score, result.max_score) else 0


def _job(chosen: GradeOptions, course: Course, ids: Sequence[str]) -> Job:
    """Return the settings for the process that grades."""
    folder = str(chosen.course_folder.absolute()) if chosen.course_folder else None
    files = tuple(str(path.absolute()) for path in chosen.worksheet_files)
    questions = str(chosen.question_folder.absolute()) if chosen.question_folder else None
    names = (tuple(ids), chosen.confine_name, course.sha256, folder, chosen.worksheet_seed)
    return Job(*names, worksheet_files=files, question_folder=questions, is_at_deadline=chosen.is_at_deadline)


def _report_fault() -> None:
    click.echo(f"learn: “internal” is a fault of ours, not of the learner's; {report_it()}", err=True)


# --- a class ----------------------------------------------------------------------------------


def _grade_class(
    submissions: Sequence[FoundSubmission], chosen: GradeOptions, out: Path, course: Course, ids: Sequence[str]
) -> int:
    """Grade submissions into a folder and print their table; return the exit code."""
    from grader.classes.pool import grade_class
    from grader.classes.totals import StudentTotals, changed_under
    from grader.cli.grade_class import all_totals, entries, remarks, summary, table
    from grader.cli.grade_questions import drawn_sheets, write_questions
    from grader.cli.terminal import tracked, width

    reject_conflicts(chosen)
    matched = match(submissions, load_roster(chosen.roster) if chosen.roster else None, unread_names(chosen.paths))
    deadlines = load_deadlines(chosen.deadlines) if chosen.deadlines else None
    submitted = load_submitted(chosen.submitted) if chosen.submitted else None
    if chosen.is_at_deadline and submitted and submitted.pushes is None:
        raise ClassError(f"{chosen.submitted}: there is no column `commit`, which --at-deadline needs")
    store, totals = Store(out), StudentTotals(out)
    with store.locked():
        noted = store.settings()
        everybody = plan.everybody(matched, noted)
        totals.check(everybody, [*course.exercise_ids, *ids])
        seed = plan.choose_seed(chosen.seed, noted)
        items = plan.plan_submissions(matched, seed, deadlines, submitted, is_at_deadline=chosen.is_at_deadline)
        students = [submission.student for submission in items]
        repeat = {submission.student: [submission.path, submission.files] for submission in items}
        run = {STUDENTS: students, plan.CLASS: everybody, plan.SUBMISSIONS: repeat, plan.COMMAND: _options(chosen)}
        store.note_settings({**noted, plan.SEED: seed, **run})
        with _engine(chosen, len(items)) as (executor, count):
            job = _job(chosen, course, ids)._replace(is_elsewhere=chosen.scheduler is not None)
            if chosen.worksheet_seed is not None:
                job = job._replace(students=tuple(everybody))
            graded = grade_class(job, items, store, executor, count)
            # Ctrl-C may come while the generator is suspended; closing it cancels its tasks
            with contextlib.closing(graded):
                lines = list(tracked(graded, len(items), "grading"))
            drawn = drawn_sheets(chosen, job, items, store, executor) if chosen.questions else None
        sheets = write_questions(chosen, drawn, matched) if drawn else ()
        fitting = {line.fits_sheets for line in lines}
        if False in fitting and True not in fitting:
            raise ClassError(f"{NO_SUCH_SHEET[chosen.worksheet_seed is None]}; nothing is exported")
        decided = all_totals(lines, matched, store, totals)
        changes, scores = totals.changes(noted.get(plan.DECIDED))
        store.note_settings({**store.settings(), plan.DECIDED: scores})
    click.echo(table(lines, matched, width(), decided))
    click.echo(f"\n{summary(lines, matched)}")
    for sentence in (*remarks(lines, matched, store, [*filter(None, (deadlines, submitted))]), *sheets):
        click.echo(sentence)
    if chosen.exports:
        rows = list(entries(lines, matched, store, chosen.points, decided))
        for sentence in exports.write_class_exports(chosen.exports, rows, chosen.gradebook, chosen.column):
            click.echo(sentence)
    if changes:
        click.echo(changed_under(changes))
    if chosen.confine_name == "none":
        click.echo("Learners' code was not confined (--confine none); results and reports say so.")
    return _code(lines, matched, chosen.fail_under, is_faulty=bool(drawn and drawn.faults))


def _options(chosen: GradeOptions) -> list[str]:
    """Return the options that grading one submission of the class again needs."""
    course = ["--course", str(chosen.course_folder.absolute())] if chosen.course_folder else []
    sheets = ["--worksheet", str(chosen.question_folder.absolute())] if chosen.question_folder else []
    return [*course, *sheets, *(["--confine", chosen.confine_name] if chosen.confine_name != "strict" else [])]


@contextlib.contextmanager
def _engine(chosen: GradeOptions, tasks: int) -> "Iterator[tuple[Executor, int]]":
    """Yield the executor of this run, a cluster or a pool of processes, and how many tasks it runs at once."""
    if chosen.scheduler is None:
        from grader.classes.pool import GradingPool, processors

        count = chosen.jobs or processors()
        with GradingPool(min(count, max(tasks, 1))) as pool:
            yield pool, count
        return
    from grader.classes.cluster import connected

    with connected(chosen.scheduler, chosen.tls_ca, chosen.tls_cert, chosen.tls_key) as cluster:
        yield cluster


def _code(lines: Sequence[SummaryLine], matched: Matched, fail_under: IsBelow | None, *, is_faulty: bool) -> int:
    """Return the exit code: a bug of ours first, then unreadable submissions, then scores below --fail-under."""
    if any(line.status == "internal" for line in lines):
        _report_fault()
        return OUR_FAULT
    if is_faulty:  # of which a sentence says so
        return OUR_FAULT
    if any(line.is_unreadable for line in lines):
        return UNUSABLE
    scores = [(line.score, line.max_score) for line in lines] + [(0, 0) for _ in matched.missing]
    return FAILED if fail_under and any(fail_under(score, most) for score, most in scores) else 0
