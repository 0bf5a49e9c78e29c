"""`learn quiz`: ask a quiz in the terminal, or write it as a page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from grader.cli.main import INTERRUPTED
from grader.cli.options import course_option, open_course, plain_option, workspace_option
from grader.cli.output_options import faults_told
from grader.cli.terminal import hear, say
from grader.core.errors import UnknownNameError

if TYPE_CHECKING:
    from grader.course.course import Course
    from grader.questions.quiz.quiz_models import Quiz
    from grader.questions.quiz.quiz_progress import WorkspaceQuizzes
    from grader.questions.quiz.quiz_session import Run

SHARED_SEED = 1
"""The seed of pages, which a class shares, and of quizzes outside a workspace. It spreads the right choices evenly over
the places in the list."""


class QuizOptions(NamedTuple):
    """The parameters of `learn quiz`."""

    name: str | None
    is_wrong: bool
    is_list: bool
    seed: int | None
    page: Path | None
    force: bool
    plain: bool
    folder: Path
    course_folder: Path | None


@click.command()
@click.argument("name", required=False)
@click.option("--wrong", "is_wrong", is_flag=True, help="Ask only what you did not answer rightly.")
@click.option("--list", "is_list", is_flag=True, help="List the quizzes, with your points.")
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    help="Shuffle and draw numbers by this; the same seed gives the same questions.",
)
@click.option(
    "--html", "page", type=click.Path(path_type=Path), metavar="FILE", help="Write the quiz as a page instead."
)
@click.option("--force", is_flag=True, help="Replace the page if it is there.")
@plain_option
@workspace_option
@course_option
@click.pass_context
def quiz(ctx: click.Context, /, **_: object) -> None:
    """Answer the questions of a quiz, or go on where you stopped.

    One question comes at a time. After your answer you see whether it is right, what a wrong one
    reveals, and why. Every answer is kept at once, so stop whenever you like.
    """
    import secrets

    from grader.questions.quiz import quiz_file
    from grader.questions.quiz import quiz_progress as sitting
    from grader.questions.quiz.quiz_session import Run

    options = QuizOptions(**ctx.params)
    course = open_course(options.course_folder)
    quizzes = quiz_file.open_all(course)
    if not quizzes:
        raise click.ClickException("this course has no quizzes; see `learn list` for its exercises")
    try:
        chosen = quiz_file.find(quizzes, options.name) if options.name else None
    except UnknownNameError as error:
        raise click.UsageError(str(error)) from error
    if options.page:
        shared = str(SHARED_SEED if options.seed is None else options.seed)
        _write_page(options.page, chosen, course, shared, may_replace=options.force)
        return
    state = _state(options.folder)
    kept = sitting.load(state) if state else sitting.WorkspaceQuizzes()
    if options.is_list:
        _list(quizzes, kept)
        return
    chosen = chosen or _first_open(quizzes, kept, options.seed, is_wrong=options.is_wrong)
    if chosen is None:
        _list(quizzes, kept)
        click.echo("\nThere is nothing wrong to ask again." if options.is_wrong else "\nYou have answered everything.")
        return
    kept.seed = kept.seed or (secrets.token_hex(8) if state else str(SHARED_SEED))
    _ask(
        Run(chosen, course.solutions, kept, state, options.seed),
        quizzes,
        is_wrong=options.is_wrong,
        is_plain=options.plain,
    )


def _state(folder: Path) -> Path | None:
    """Return the folder that stores answers; None outside a workspace."""
    from grader.learner import workspace

    found = workspace.find(folder.resolve())
    return found.state if found else None


def _list(quizzes: list[Quiz], kept: WorkspaceQuizzes) -> None:
    from grader.cli import terminal
    from grader.questions.quiz import quiz_terminal

    for each in quizzes:
        sitting = kept.sittings.get(each.id)
        scores = sitting.scores if sitting else {}
        done = [scores[question.id] for question in each.questions if question.id in scores]
        where = f"{len(done)} of {len(each.questions)} answered, {quiz_terminal.points(sum(s.score for s in done), each.max_score)}"
        click.echo(f"{each.id:<18} {each.title}")
        for row in [
            *quiz_terminal.wrapped(each.about, terminal.width() - 2, indent="  "),
            f"  {where if done else 'not begun'}",
        ]:
            click.echo(row)


def _first_open(quizzes: list[Quiz], kept: WorkspaceQuizzes, seed: int | None, *, is_wrong: bool) -> Quiz | None:
    """Return the quiz to continue: one in progress, else the first that is not begun."""
    begun: list[Quiz] = []
    fresh: list[Quiz] = []
    for each in quizzes:
        ids = [question.id for question in each.questions]
        sitting = kept.sitting(each.id, seed)
        if is_wrong:
            begun += [each] if sitting.wrong(ids) else []
        elif sitting.to_ask(ids):
            (begun if sitting.scores else fresh).append(each)
    return next(iter([*begun, *fresh]), None)


def _ask(run: Run, quizzes: list[Quiz], *, is_wrong: bool, is_plain: bool) -> None:
    """Hold the dialogue; print how to continue, even after Ctrl-C."""
    from grader.cli import terminal
    from grader.questions.quiz.dialogue import Conversation, summary

    to_ask = run.to_retry() if is_wrong else run.to_ask()
    if not to_ask:
        click.echo("Nothing that you have answered is wrong.")
        return
    if run.state is None:
        click.echo("You are not in a workspace, so your answers are not kept.\n")
    width, paint = min(terminal.width(), 80), _paint(is_plain=is_plain)
    count = len(to_ask) if is_wrong else len(run.quiz.questions)
    talk = Conversation(run, say, hear, lambda: _keep(run), width, paint)
    try:
        is_finished = talk.hold(to_ask, count)
    except (KeyboardInterrupt, click.Abort):
        click.echo("\n")
        _say_how_to_go_on(run, is_wrong=is_wrong)
        click.get_current_context().exit(INTERRUPTED)
    if not is_finished:
        click.echo("")
        _say_how_to_go_on(run, is_wrong=is_wrong)
        return
    _keep(run)
    click.echo("\n".join([*summary(run, width, paint), ""]))
    click.echo(f"Next: {_next(run, quizzes)}")


def _say_how_to_go_on(run: Run, *, is_wrong: bool) -> None:
    if run.state is None:
        click.echo(f"Stopped. Begin again with: {_command(run, is_wrong=is_wrong)}")
    elif run.is_kept:
        click.echo(f"Stopped; your answers are kept. Go on with: {_command(run, is_wrong=is_wrong)}")
    else:
        click.echo("Stopped. Your answers are lost, since they could not be kept.")


def _command(run: Run, *, is_wrong: bool = False) -> str:
    """Return the command that continues a quiz."""
    seed = "" if run.seed is None else f" --seed {run.seed}"
    return f"learn quiz {run.quiz.id}{' --wrong' if is_wrong else ''}{seed}"


def _next(run: Run, quizzes: list[Quiz]) -> str:
    """Return the command to run after a complete quiz."""
    ids = [question.id for question in run.quiz.questions]
    if run.state and run.sitting.wrong(ids):
        return _command(run, is_wrong=True)
    if run.state and run.sitting.to_ask(ids):
        return _command(run)
    following = _first_open(quizzes, run.kept, run.seed, is_wrong=False) if run.state else None
    return f"learn quiz {following.id}" if following else "learn status"


def _keep(run: Run) -> None:
    """Save the answers; warn once if they cannot be written."""
    was_kept = run.is_kept
    if was_kept and not run.keep():
        click.echo(f"learn: {run.state} cannot be written, so your answers are not kept", err=True)


def _paint(*, is_plain: bool) -> Callable[[str, str], str]:
    from grader.cli import terminal
    from grader.questions.quiz.quiz_terminal import unpainted

    return _coloured if terminal.has_colour(is_plain=is_plain) else unpainted


def _coloured(text: str, role: str) -> str:
    colours = {"right": "green", "wrong": "red", "partly": "yellow"}
    return click.style(text, fg=colours.get(role), bold=True)


def _write_page(path: Path, quiz: Quiz | None, course: Course, seed: str, *, may_replace: bool) -> None:
    """Write a quiz as a page."""
    from grader.files import safe_write
    from grader.questions.quiz.quiz_page import render

    if quiz is None:
        raise click.UsageError("which quiz is to be written? Name one; `learn quiz --list` shows them all")
    with faults_told("--html"):
        safe_write.check(path, may_replace=may_replace)
        safe_write.save(path, render(quiz, course.solutions, seed), may_replace=may_replace)
    click.echo(f"{click.format_filename(path)} is written. Open it in a browser; it needs no network.")
