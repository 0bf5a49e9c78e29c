"""The commands of `learn`, loaded when used, and what each kind of error becomes: a sentence and an exit code."""

from __future__ import annotations

import importlib
import signal
from collections.abc import Sequence

import click

from grader.cli import drop_output

PASSED, FAILED, USAGE, UNUSABLE, OUR_FAULT, INTERRUPTED = 0, 1, 2, 3, 4, 130

LEARNERS = (
    "init",
    "list",
    "show",
    "check",
    "hint",
    "solution",
    "generate",
    "compare",
    "cards",
    "review",
    "cheatsheet",
    "quiz",
    "worksheet",
    "status",
    "docs",
    "doctor",
)
TEACHERS = ("grade", "report")
AUTHORS = ("author",)


class Lazy(click.Group):
    """A group whose commands stand in files of their own, imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order in which people meet them."""
        return [*LEARNERS, *TEACHERS, *AUTHORS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(f"grader.cli.{cmd_name}").COMMAND
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Load the command asked for, or say which one may have been meant."""
        if args and not args[0].startswith("-") and args[0] not in self.list_commands(ctx):
            import difflib

            near = difflib.get_close_matches(args[0], self.list_commands(ctx), n=1)
            advice = f"did you mean `learn {near[0]}`?" if near else "`learn --help` shows them all"
            raise click.UsageError(f"there is no command {args[0]!r}; {advice}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by who uses them."""
        for title, names in (("For learners", LEARNERS), ("For teachers", TEACHERS), ("For authors", AUTHORS)):
            commands = [(name, self.get_command(ctx, name)) for name in names]
            with formatter.section(title):
                formatter.write_dl([(name, command.get_short_help_str(60)) for name, command in commands if command])


@click.group(cls=Lazy, invoke_without_command=True, context_settings={"max_content_width": 80})
@click.version_option(package_name="token-by-token", prog_name="learn")
@click.pass_context
def learn(ctx: click.Context) -> None:
    """Learn how a transformer generates text, by writing it.

    Every exercise is one small function. `learn check` says whether yours is right and, if
    it is not, which mistake it makes. Without a command, `learn` shows where you stand.
    """
    if ctx.invoked_subcommand is None:
        command = learn.get_command(ctx, "status")
        assert command is not None
        with command.make_context("status", [], parent=ctx) as own:
            command.invoke(own)


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code; no error leaves as a traceback unless it is ours."""
    try:
        code = learn.main(args=list(arguments), prog_name="learn", standalone_mode=False)
    except click.UsageError as error:
        hint = f" (see `{error.ctx.command_path} --help`)" if error.ctx else ""
        return _say(f"{error.format_message()}{hint}", USAGE)
    except (click.Abort, KeyboardInterrupt):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second one must not cut the end short
        return _say("interrupted", INTERRUPTED)
    except SystemExit:  # click's answer to a reader of our output that has gone
        drop_output()
        return PASSED
    except Exception as error:
        return _explain(error)
    return code if isinstance(code, int) else PASSED


def _explain(error: Exception) -> int:
    """Give an error that we foresaw its sentence, and any other its traceback and where to report it."""
    from grader.course.course import UnknownExerciseError
    from grader.course.location import NoContentError
    from grader.course.solutions import SolutionError
    from grader.learner.workspace import WorkspaceError

    if isinstance(error, NoContentError | SolutionError | WorkspaceError):
        return _say(str(error), UNUSABLE)
    if isinstance(error, UnknownExerciseError):
        return _say(str(error), USAGE)
    if type(error).__name__ in ("ClassError", "ExerciseError", "NotConfinedError", "ReportError"):
        return _say(str(error), UNUSABLE)
    if isinstance(error, click.ClickException):
        return _say(error.format_message(), UNUSABLE)
    import traceback

    traceback.print_exc()
    return _say(f"this is a fault of ours, not of your code; {report_it()}", OUR_FAULT)


def report_it() -> str:
    """Return the request to report a fault of ours, with the address of the project's issues."""
    from grader.cli.docs import project_url

    address = project_url("Issues")
    return f"please report it at {address}" if address else "please report it"


def _say(message: str, code: int) -> int:
    click.echo(f"learn: {message}", err=True)
    return code
