"""`learn generate`: run the course's tiny model with the generator that the exercises build."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.options import course_option, open_course, open_workspace, plain_option, usage_errors, workspace_option
from grader.cli.terminal import Styles, is_plain, painter, width

if TYPE_CHECKING:
    from grader.learner.generate.own_functions import OwnGenerator

SETTINGS = (
    ("temperature", float, 1.0, "How much chance decides; 0 always takes the likeliest token."),
    ("top_k", int, 0, "Choose among so many tokens; 0 is off."),
    ("top_p", float, 1.0, "Choose among the likeliest that hold this share; 1 is off."),
    ("min_p", float, 0.0, "Leave out what is less likely than this share of the best; 0 is off."),
    ("repetition_penalty", float, 1.0, "Divide seen tokens' scores by this, multiply those below 0; 1 is off."),
    ("frequency_penalty", float, 0.0, "Take this off a score each time the token was written."),
    ("presence_penalty", float, 0.0, "Take this off a score if the token was written at all."),
    ("max_tokens", int, 64, "How many tokens to write at most."),
    ("seed", int, 0, "What the dice begin with; the same seed gives the same text."),
)
STYLES: Styles = {"picked": {"fg": "green", "bold": True}, "removed": {"fg": "red"}, "quiet": {"dim": True}}


def setting_options(command: Any) -> Any:
    """Add an option for each of the generator's settings, and `--stop`."""
    stop = click.option("--stop", multiple=True, metavar="TEXT", help="End before this text; up to four times.")
    for name, kind, default, words in reversed(SETTINGS):
        option = f"--{name.replace('_', '-')}"
        command = click.option(option, name, type=kind, default=default, show_default=True, help=words)(command)
    return stop(command)


@click.command()
@click.argument("prompt")
@setting_options
@click.option("--draft", is_flag=True, help="Let a smaller model guess ahead.")
@click.option("--json", "is_json", is_flag=True, help="Allow only what can become JSON.")
@click.option("--show", is_flag=True, help="Show each step: the likeliest tokens, and what was removed.")
@click.option("--mine", is_flag=True, help="Use your own functions where they have passed.")
@plain_option
@workspace_option
@course_option
def generate(
    prompt: str,
    draft: bool,
    is_json: bool,
    show: bool,
    mine: bool,
    folder: Path,
    course_folder: Path | None,
    **settings: Any,
) -> None:
    """Let the course's tiny model go on from PROMPT.

    The text appears token by token, written by the generator that the exercises build. The
    model knows capitals, colours, sums, little stories, JSON and small talk, and nothing else.
    """
    gc.disable()  # loading creates objects that live to the end, and generation little garbage
    settings["stop"] = list(settings["stop"])
    how = {"has_draft": draft, "is_json": is_json}
    with _own(folder, course_folder) if mine else contextlib.nullcontext() as own:
        from grader.course import find
        from grader.course.course import Solutions
        from grader.learner.generate import source

        generator = own.module if own else source.find(Solutions(find(course_folder)))
        with usage_errors(source.SettingError):
            source.check(generator, prompt, settings, has_draft=draft)
        if show:
            _show_steps(generator.explained(prompt, settings, **how))
        elif own is None:
            _stream(generator.run(prompt, settings, **how))
        else:
            with _ended_line():
                own.run(prompt, settings, lambda chunk: _write(chunk["text"]), **how)


@contextlib.contextmanager
def _own(folder: Path, course_folder: Path | None) -> Iterator[OwnGenerator]:
    """Yield a generator with the learner's functions; end its process at exit."""
    from grader.sandbox.examine import open_launcher

    with contextlib.closing(open_launcher(is_quick=True)) as processes:  # before any exercise is loaded
        from grader.learner import progress
        from grader.learner.generate import source
        from grader.learner.generate.own_functions import OwnGenerator

        course = open_course(course_folder)
        workspace = open_workspace(folder, course)
        source.find(course.solutions)
        noted = progress.load(workspace.state)
        passed = [each for each in course.exercise_ids if noted.is_passed(each)]
        with contextlib.closing(OwnGenerator(course, workspace.submission, passed, processes)) as own:
            names = ", ".join(each.name for each in own.exercises)
            click.echo(f"Yours: {names or 'nothing yet; `learn check` notes what has passed'}", err=True)
            yield own


def _stream(chunks: Iterable[dict[str, Any]]) -> None:
    """Print the text of chunks as they arrive."""
    with _ended_line():
        for chunk in chunks:
            _write(chunk["text"])


@contextlib.contextmanager
def _ended_line() -> Iterator[None]:
    """Print a newline at the end, even after an interruption."""
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # the reader of the pipe has gone
            click.echo()


def _write(text: str) -> None:
    """Print a piece of text without buffering, with control characters escaped."""
    from grader.core.escape import line

    safe = "\n".join(map(line, text.split("\n")))
    encoding = sys.stdout.encoding or "utf-8"
    click.echo(safe.encode(encoding, "replace").decode(encoding), nl=False)
    sys.stdout.flush()


def _show_steps(events: Iterable[dict[str, Any]]) -> None:
    """Print each decode step, then the text, its finish reason and its cost."""
    from grader.learner.generate import token_bars

    columns, paint = min(width(), 80), painter(STYLES)
    is_drawn = not is_plain() and (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    text = ""
    last: dict[str, Any] = {}
    for event in events:
        if "step" in event:
            lines = token_bars.step_lines(event["step"], width=columns, is_drawn=is_drawn, paint=paint)
            click.echo("\n".join([*lines, ""]))
        elif "end" in event:
            click.echo("\n".join(token_bars.end_lines(last, event["end"], text, columns)))
        else:
            text, last = text + event["text"], event
