"""`learn ask`: questions about the learner's own code, each with one answer that is computed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import context, options
from grader.cli.declare import option, shared, takes
from grader.cli.terminal import counted, hear, say, tell, width
from grader.core.errors import UserError
from grader.core.escape import cut
from grader.core.result import Verdict
from grader.learner.position import passed_exercises
from grader.learner.progress import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.course.course import Course
    from grader.learner.folder import Workspace
    from grader.questions.own_code.bench import Bench
    from grader.questions.own_code.question import OwnQuestion
    from grader.sandbox.launcher import Launcher

COUNT = 3
QUIT = ("q", "quit")


class AskError(UserError):
    """There is nothing to ask about; the sentence says why."""

    exit_code = 1


@dataclass(frozen=True)
class AskOptions:
    """The arguments and options of `learn ask`."""

    exercise: str | None = shared(options.exercise_argument)
    seed: str | None = option(help="Seed of the questions; the same seed asks the same ones about the same file.")
    out: Path | None = option(
        metavar="FILE",
        type=options.NEW_FILE,
        help="Write the questions to this page (.html or .pdf) instead of asking.",
    )
    key: Path | None = option(
        metavar="FILE", type=options.NEW_FILE, help="With --out, also write the answers to this page."
    )
    force: bool = shared(options.force_files_option)
    folder: Path = shared(options.workspace_option)
    confine_name: str = shared(options.confine_option("auto"))
    course_folder: Path | None = shared(options.course_option)


@click.command()
@takes(AskOptions)
def ask(chosen: AskOptions) -> None:
    """Answer questions about your own code for EXERCISE, after it has passed.

    What would a call return if one line were different? Which call shows a typical mistake? The
    answers are computed from runs of your file. The default is the last exercise that has passed.

    With --out, writes the questions to a page. For a class, loop over the folders handed in:

    \b
    for student in handed-in/*; do
      learn ask NAME --in "$student" --out "$student.html"
    done
    """
    if chosen.key and not chosen.out:
        raise click.UsageError("--key goes with --out, the page of the questions; add it, or leave --key out")
    paths = [path for path in (chosen.out, chosen.key) if path]
    if len({path.resolve() for path in paths}) < len(paths):
        raise click.UsageError("--out and --key are the same file; give each a name of its own")
    for path in paths:
        options.check_page(path, may_replace=chosen.force)
    with context.quick_launcher(chosen.confine_name, chosen.course_folder) as launcher:
        course = context.open_course(chosen.course_folder)
        workspace = context.open_workspace(chosen.folder, course)
        exercise_id = _find_exercise(course, workspace, chosen.exercise)
        bench = _open_bench(course, workspace, exercise_id, chosen.seed or secrets.token_hex(4), launcher)
        from grader.questions.own_code.draw import draw

        questions = draw(bench, COUNT)
        if not questions:
            raise AskError(f"there is nothing to ask about {bench.shown}: no short call tells its lines apart")
        if not paths:
            _hold(bench, questions)
        for path in paths:
            _write(path, questions, chosen, bench.seed)


def _find_exercise(course: Course, workspace: Workspace, name: str | None) -> str:
    """Return the exercise named, else the one last used if it has passed, else the last in the course's order that has."""
    if name is not None:
        return context.chosen_exercise(course, workspace, name)
    progress = load(workspace.state)
    passed = passed_exercises(course, progress)
    if not passed:
        raise AskError(
            "no exercise has passed yet, and questions are about functions that work; begin with `learn next`"
        )
    return progress.last if progress.last in passed else passed[-1]


def _open_bench(course: Course, workspace: Workspace, exercise_id: str, seed: str, launcher: Launcher) -> Bench:
    """Check the exercise, and return the bench for questions about it."""
    from grader.grading.grade_submission import ExerciseRun
    from grader.grading.prepared import prepare
    from grader.questions.own_code.bench import Bench, NoQuestionsError
    from grader.sandbox.process import LearnerProcess

    prepared = prepare(course, course.exercise(exercise_id))
    make_runner = partial(LearnerProcess, launcher)
    with make_runner(workspace.submission.modules) as process:
        results = ExerciseRun(prepared, workspace.submission, process).results()
    failed = [result.name for result in results if result.verdict is not Verdict.PASS]
    if failed:
        name = prepared.exercise.name
        raise AskError(
            f"questions are about functions that work, and “{failed[0]}” does not pass; see `learn check {name}`"
        )
    try:
        return Bench(make_runner, prepared, workspace.submission, seed, course.stub(exercise_id).read_text("utf-8"))
    except NoQuestionsError as error:
        raise AskError(str(error)) from error


def _write(path: Path, questions: Sequence[OwnQuestion], chosen: AskOptions, seed: str) -> None:
    """Write the page of the questions, or the one of the answers."""
    from grader.questions.own_code import page

    is_key = path == chosen.key
    render = partial(page.render, questions, chosen.folder.resolve().name, seed, is_key=is_key)
    options.save_page(path, render, page.title_of(is_key=is_key), may_replace=chosen.force)
    say(f"{path} is written: {'the key' if is_key else counted(len(questions), 'question')}.")


def _hold(bench: Bench, questions: Sequence[OwnQuestion]) -> None:
    """Ask the questions one by one; after each answer say what a run shows."""
    right = 0
    for number, question in enumerate(questions, start=1):
        tell(f"Question {number} of {len(questions)} on {question.file}\n")
        say("\n".join([*_lines(question), ""]))
        is_right = _hear_answer(question)
        if is_right is None:
            break
        right += is_right
        tell("Right." if is_right else f"Not right: the answer is {question.answer}.")
        tell(f"{question.why}\n")
    tell(
        f"{right} of {len(questions)} right. The same questions again: learn ask {bench.exercise.name} --seed {bench.seed}"
    )


def _lines(question: OwnQuestion) -> list[str]:
    lines = [click.wrap_text(question.question, width()), ""]
    lines += [f"    {label + ':' if label else '':<12} {cut(text, 2 * width())}" for label, text in question.shown]
    return [*lines, "", *(f"  {label}  {text}" for label, text in question.lettered)]


def _hear_answer(question: OwnQuestion) -> bool | None:
    """Return whether an answer is right; None to stop."""
    from grader.questions.answer_judgement import UnreadableAnswerError

    while True:
        typed = hear("Your answer (q to stop): ")
        if typed is None or typed.strip().lower() in QUIT:
            return None
        try:
            return question.is_right(typed)
        except UnreadableAnswerError as error:
            tell(f"{error}")
