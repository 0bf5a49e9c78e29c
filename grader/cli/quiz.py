"""`learn quiz`: ask a quiz in the terminal, or write it as a page."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import INTERRUPTED, complete_names, options
from grader.cli.context import find_workspace, open_course
from grader.cli.declare import argument, flag, option, shared, takes
from grader.cli.main import PASSED
from grader.cli.terminal import Styles, counted, hear, painter, say, tell, width
from grader.core.errors import UnknownNameError

if TYPE_CHECKING:
    from grader.course.course import Solutions
    from grader.questions.quiz.models import Quiz
    from grader.questions.quiz.progress import Run, WorkspaceQuizzes

SHARED_SEED = 1
"""The seed of pages, which a class shares, and of quizzes outside a workspace. It spreads the right choices evenly over
the places in the list."""

STYLES: Styles = {
    "right": {"fg": "green", "bold": True},
    "wrong": {"fg": "red", "bold": True},
    "partly": {"fg": "yellow", "bold": True},
    "quiet": {"bold": True},
}


@dataclass(frozen=True)
class QuizOptions:
    """The arguments and options of `learn quiz`."""

    named: tuple[str, ...] = argument(nargs=-1, metavar="[NAME [UNIT]]", shell_complete=complete_names.quizzes)
    is_wrong: bool = flag("--wrong", help="Ask only the questions that you answered wrong.")
    is_list: bool = flag("--list", help="List the quizzes, with your points.")
    seed: int | None = option(
        type=options.SEED, help="Seed of the random numbers; the same seed gives the same questions."
    )
    out: Path | None = option(
        type=options.NEW, metavar="FILE", help="Write it instead: a page (.html), for Moodle (.xml), as QTI 1.2 (.zip)."
    )
    force: bool = shared(options.force_option)
    folder: Path = shared(options.workspace_option)
    course_folder: Path | None = shared(options.course_option)


@click.command()
@takes(QuizOptions)
def quiz(given: QuizOptions) -> None:
    """Take a quiz, or continue where you stopped.

    Asks one question at a time. After each answer you see whether it is right, what a wrong answer
    reveals, and why. Every answer is saved at once, so stop whenever you like. With a UNIT, asks
    only its questions: `learn quiz numbers cost`.
    """
    from grader.questions.quiz import progress as quiz_progress
    from grader.questions.quiz.load import open_all
    from grader.questions.quiz.progress import Run

    course = open_course(given.course_folder)
    quizzes = open_all(course)
    if not quizzes:
        raise click.ClickException("this course has no quizzes; see `learn list` for its exercises")
    with options.usage_errors(UnknownNameError):
        chosen = _named(quizzes, given.named, {unit.id: unit.title for unit in course.units})
    if given.out:
        if chosen is None:
            raise click.UsageError("which quiz is to be written? Name one; `learn quiz --list` shows them all")
        seed = str(SHARED_SEED if given.seed is None else given.seed)
        _write(given.out, chosen, course.solutions, seed, may_replace=given.force)
        return
    place = find_workspace(given.folder, course)
    state = place.state if place else None
    kept = quiz_progress.load(state) if state else quiz_progress.WorkspaceQuizzes()
    if given.is_list:
        _list(quizzes, kept)
        return
    chosen = chosen or _first_open(quizzes, kept, given.seed, is_wrong=given.is_wrong)
    if chosen is None:
        _list(quizzes, kept)
        nothing = "There is nothing wrong to ask again." if given.is_wrong else "You have answered everything."
        click.echo(f"\n{nothing}")
        return
    kept.seed = kept.seed or (secrets.token_hex(8) if state else str(SHARED_SEED))
    _ask(Run(chosen, course.solutions, kept, state, given.seed), quizzes, is_wrong=given.is_wrong)


def _write(path: Path, quiz: Quiz, solutions: Solutions, seed: str, *, may_replace: bool) -> None:
    """Write a quiz as a page, or for a learning platform."""
    from grader.questions.quiz import page
    from grader.questions.quiz.lms import FORMATS

    suffix = path.suffix.lower()
    if suffix == ".html":
        options.write_page(path, partial(page.render, quiz, solutions, seed), may_replace=may_replace)
        return
    if suffix not in FORMATS:
        raise click.UsageError(
            f"{str(path)!r} ends with none of .html, .xml for Moodle, .zip for QTI; name the file so"
        )
    options.check_path(path, may_replace=may_replace)
    options.save(path, FORMATS[suffix](quiz, solutions, seed), may_replace=may_replace)
    tell(f"{path} is written: {counted(len(quiz.questions), 'question')} with their answers.")


def _named(quizzes: list[Quiz], named: tuple[str, ...], titles: dict[str, str]) -> Quiz | None:
    """Return the named quiz, or its questions on the named unit; None if no quiz is named."""
    from grader.questions.quiz.load import find_quiz, of_unit

    if len(named) > 2:
        raise click.UsageError("there are too many names; give a quiz and at most one unit")
    quiz = find_quiz(quizzes, named[0], titles) if named else None
    return of_unit(quiz, named[1], titles) if quiz and named[1:] else quiz


def _list(quizzes: list[Quiz], kept: WorkspaceQuizzes) -> None:
    from grader.questions.quiz.terminal import points, wrapped

    for quiz in quizzes:
        scores = kept.sittings[quiz.id].scores if quiz.id in kept.sittings else {}
        done = [scores[question.id] for question in quiz.questions if question.id in scores]
        earned = points(sum(score.score for score in done), quiz.max_score)
        click.echo(f"{quiz.id:<18} {quiz.title}")
        click.echo("\n".join(wrapped(quiz.about, width() - 2, indent="  ")))
        click.echo(f"  {len(done)} of {len(quiz.questions)} answered, {earned}" if done else "  not begun")


def _first_open(quizzes: list[Quiz], kept: WorkspaceQuizzes, seed: int | None, *, is_wrong: bool) -> Quiz | None:
    """Return the quiz to continue: one in progress, else the first that is not begun."""
    rows = [(quiz, kept.sitting(quiz.id, seed), [question.id for question in quiz.questions]) for quiz in quizzes]
    if is_wrong:
        return next((quiz for quiz, sitting, ids in rows if sitting.wrong(ids)), None)
    unfinished = [(quiz, bool(sitting.scores)) for quiz, sitting, ids in rows if sitting.to_ask(ids)]
    unfinished.sort(key=lambda row: not row[1])  # stable: those in progress first
    return unfinished[0][0] if unfinished else None


def _ask(run: Run, quizzes: list[Quiz], *, is_wrong: bool) -> None:
    """Ask the questions, save each answer, and say how to continue."""
    from grader.questions.quiz.terminal import Conversation, QuizLook, summary

    to_ask = run.to_retry() if is_wrong else run.to_ask()
    if not to_ask:
        click.echo("Nothing that you have answered is wrong.")
        return
    if run.state is None:
        click.echo("You are not in a workspace, so your answers are not kept.\n")
    look = QuizLook(min(width(), 80), painter(STYLES))
    count = len(to_ask) if is_wrong else len(run.quiz.questions)
    code = PASSED
    try:
        is_finished = Conversation(run, click.echo, hear, lambda: _keep(run), look).hold(to_ask, count)
    except (KeyboardInterrupt, click.Abort):
        is_finished, code = False, INTERRUPTED
    if not is_finished:
        click.echo("\n" if code else "")
        _keep(run)
        click.echo(_how_to_go_on(run, _command(run, is_wrong=is_wrong)))
        click.get_current_context().exit(code)
    _keep(run)
    click.echo("\n".join([*summary(run, look), ""]))
    tell(f"Next: {_next(run, quizzes)}")


def _how_to_go_on(run: Run, command: str) -> str:
    if run.state is None:
        return f"Stopped. Begin again with: {command}"
    if run.is_kept:
        return f"Stopped; your answers are kept. Go on with: {command}"
    return "Stopped. Your answers are lost, since they could not be kept."


def _command(run: Run, *, is_wrong: bool = False) -> str:
    """Return the command that continues a quiz."""
    seed = "" if run.seed is None else f" --seed {run.seed}"
    return f"learn quiz {run.quiz.id}{' --wrong' if is_wrong else ''}{seed}"


def _next(run: Run, quizzes: list[Quiz]) -> str:
    """Return the next step after a completed quiz."""
    ids = [question.id for question in run.quiz.questions]
    if run.state and run.sitting.wrong(ids):
        return _command(run, is_wrong=True)
    if run.state and run.sitting.to_ask(ids):
        return _command(run)
    following = _first_open(quizzes, run.kept, run.seed, is_wrong=False) if run.state else None
    return f"learn quiz {following.id}" if following else "learn status"


def _keep(run: Run) -> None:
    """Save the answers, and warn once if that is not possible."""
    if run.is_kept and not run.keep():
        say(f"learn: {run.state} cannot be written, so your answers are not kept", err=True)
