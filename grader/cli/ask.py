"""`learn ask`: questions about the learner's own code, each with one answer that is computed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import context, options
from grader.cli.declare import flag, option, shared, takes
from grader.cli.terminal import hear, tell, width
from grader.core.errors import UserError
from grader.core.escape import cut
from grader.core.result import Verdict
from grader.learner.position import passed_exercises
from grader.learner.progress import load

if TYPE_CHECKING:
    from grader.course.course import Course
    from grader.learner.folder import Workspace
    from grader.questions.own_code.bench import Bench
    from grader.questions.own_code.question import OwnQuestion
    from grader.sandbox.launcher import Launcher

SCHEMA = "learn/own-questions/v1"
MOST_ROWS = 30
QUIT = ("q", "quit")


class AskError(UserError):
    """There is nothing to ask about; the sentence says why."""

    exit_code = 1


@dataclass(frozen=True)
class AskOptions:
    """The arguments and options of `learn ask`."""

    exercise: str | None = shared(options.exercise_argument)
    count: int = option(type=click.IntRange(1, 10), default=3, help="How many questions.")
    seed: str | None = option(help="Seed of the questions; the same seed asks the same ones about the same file.")
    format_name: str = shared(options.text_or_json_option_for("Ask here, or print the questions for a program."))
    has_key: bool = flag("--key", help="With --format json: print the answers, too.")
    folder: Path = shared(options.workspace_option)
    confine_name: str = shared(options.confine_option("auto"))
    course_folder: Path | None = shared(options.course_option)


@click.command()
@takes(AskOptions)
def ask(chosen: AskOptions) -> None:
    """Answer questions about your own code for EXERCISE, after it has passed.

    What would a call return if one line were different? Which call shows a typical mistake? What
    is in a variable, and why is a line there? The answers are computed from runs of your file. The
    default is the last exercise that has passed.
    """
    if chosen.has_key and chosen.format_name != "json":
        raise click.UsageError("--key prints the answers for a program; add --format json, or leave it out")
    with context.quick_launcher(chosen.confine_name, chosen.course_folder) as launcher:
        course = context.open_course(chosen.course_folder)
        workspace = context.open_workspace(chosen.folder, course)
        exercise_id = _exercise(course, workspace, chosen.exercise)
        bench = _bench(course, workspace, exercise_id, chosen.seed or secrets.token_hex(4), launcher)
        from grader.questions.own_code.draw import draw

        questions = draw(bench, chosen.count)
        if chosen.format_name == "json":
            shown = [question.to_json(has_key=chosen.has_key) for question in questions]
            options.show_json({"schema": SCHEMA, "seed": bench.seed, "questions": shown})
            return
        if not questions:
            raise AskError(f"there is nothing to ask about {bench.shown}: no short call tells its lines apart")
        _hold(bench, questions)


def _exercise(course: Course, workspace: Workspace, name: str | None) -> str:
    """Return the exercise named, else the one last used if it has passed, else the last in the course's order that has."""
    if name is not None:
        return context.chosen_exercise(course, workspace, name)
    noted = load(workspace.state)
    passed = passed_exercises(course, noted)
    if not passed:
        raise AskError(
            "no exercise has passed yet, and questions are about functions that work; begin with `learn next`"
        )
    return noted.last if noted.last in passed else passed[-1]


def _bench(course: Course, workspace: Workspace, exercise_id: str, seed: str, launcher: Launcher) -> Bench:
    """Check the exercise, and return the bench for questions about it."""
    from grader.grading.grade_submission import ExerciseRun
    from grader.grading.prepared import prepare
    from grader.questions.own_code.bench import Bench, NoQuestionsError
    from grader.sandbox.process import LearnerProcess

    prepared = prepare(course, course.exercise(exercise_id))
    with LearnerProcess(launcher, workspace.submission.modules) as process:
        results = ExerciseRun(prepared, workspace.submission, process).results()
    failed = [result.name for result in results if result.verdict is not Verdict.PASS]
    if failed:
        name = prepared.exercise.name
        raise AskError(
            f"questions are about functions that work, and “{failed[0]}” does not pass; see `learn check {name}`"
        )
    try:
        return Bench(launcher, prepared, workspace.submission, seed, course.stub(exercise_id).read_text("utf-8"))
    except NoQuestionsError as error:
        raise AskError(str(error)) from error


def _hold(bench: Bench, questions: list[OwnQuestion]) -> None:
    """Ask the questions one by one; after a wrong answer show the call being run."""
    right = 0
    for number, question in enumerate(questions, start=1):
        tell(f"Question {number} of {len(questions)} on {question.file}\n")
        click.echo("\n".join([*_lines(question), ""]))
        is_right = _answer(question)
        if is_right is None:
            break
        right += is_right
        tell("Right.\n" if is_right else f"Not right: the answer is {question.answer}.\n")
        if not is_right:
            _show_steps(bench, question)
    tell(
        f"{right} of {len(questions)} right. The same questions again: learn ask {bench.exercise.name} --seed {bench.seed}"
    )


def _lines(question: OwnQuestion) -> list[str]:
    from grader.questions.letters import letter

    text = question.question
    lines = [click.wrap_text(text, width()) if len(text) > width() else text, ""]
    place = f"line {question.line}" if question.line else ""
    for label, text in question.lines.items():
        what = {"now": place, "changed": "becomes"}.get(label, label)
        lines += [f"    {what + ':':<12} {cut(text, 2 * width())}"]
    lines += [f"    {'call:' if place == 0 else '':<12} {step}" for place, step in enumerate(question.call)]
    lines += [f"    {'':<12} {text}" for text in question.models]
    return [*lines, "", *(f"  {letter(place)}  {text}" for place, text in enumerate(question.options))]


def _answer(question: OwnQuestion) -> bool | None:
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


def _show_steps(bench: Bench, question: OwnQuestion) -> None:
    """Show the call being run in the learner's code, or in the copy that the question is about."""
    if question.made is None:
        tell("Put `pass` there, run `learn check`, and read the call that fails.\n")
        return
    from grader.core.formatting import short

    source = question.changed or question.source
    call = "; ".join(question.call) or question.right_option
    tell(f"The call, step by step{', with the line changed' if question.changed else ''}:\n    {call}")
    texts: list[str] = []
    for row in bench.steps(source, question.made):
        changes = ", ".join(f"{name} = {short(value)}" for name, value in row.changes.items())
        text = f"{f'{row.line:>4}  {bench.line(row.line, source)}':<48}  {changes}".rstrip()
        texts += [text] if [text] != texts[-1:] else []
    left_out = [f"      … {len(texts) - MOST_ROWS} more …"] if len(texts) > MOST_ROWS else []
    first = texts[: MOST_ROWS // 2] if left_out else texts
    for text in [*first, *left_out, *(texts[-MOST_ROWS // 2 :] if left_out else [])]:
        click.echo(cut(text, width()))
    click.echo()
