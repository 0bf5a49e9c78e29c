"""The group of commands, each imported on first use, and the exit code and message of each error."""

from __future__ import annotations

import importlib
import signal
from collections.abc import Sequence

import click

from grader.cli import drop_output
from grader.core.errors import UserError
from grader.core.escape import lines

PASSED, FAILED, USAGE, UNUSABLE, OUR_FAULT, INTERRUPTED = 0, 1, 2, 3, 4, 130

LEARNERS = {
    "init": "Make a workspace in FOLDER: the files to fill in, nothing else.",
    "list": "List the exercises, unit by unit, with what you have passed.",
    "show": "Show the task of EXERCISE, and which file is yours to write.",
    "check": "Check your functions: all, or the EXERCISES named.",
    "hint": "Show the next hint for EXERCISE; there are three, and each says more.",
    "solution": "Show the reference solution of EXERCISE, once yours has passed.",
    "generate": "Let the course's tiny model go on from PROMPT.",
    "compare": "Compare ways of choosing tokens, on a page for the browser.",
    "cards": "List the decks of flashcards, or write the cards of DECKs.",
    "review": "Ask the flashcards that are due, and some new ones.",
    "cheatsheet": "Write a cheat sheet: the course on one page.",
    "quiz": "Answer the questions of a quiz, or go on where you stopped.",
    "worksheet": "Write a worksheet: an exercise for pen and paper.",
    "status": "Show where you stand and what comes next.",
    "errata": "Show what lessons often teach wrong, and what is true.",
    "docs": "List the pages of the documentation, or show PAGE.",
    "doctor": "Say what is installed, and try whether a function can be graded.",
}
"""Commands and the first sentences of their help, so that `learn --help` need not import them all."""
TEACHERS = {
    "grade": "Grade the submission at PATH, or all submissions that are found there.",
    "report": "Say how a class is doing, from its results in RESULTS_DIR.",
}
AUTHORS = {"author": "Check, make and sharpen exercises."}


class Lazy(click.Group):
    """A click group that imports a command's module when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order in which a course needs them."""
        return [*LEARNERS, *TEACHERS, *AUTHORS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; return None if there is none of that name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        found = vars(importlib.import_module(f"grader.cli.{cmd_name}")).values()
        return next(each for each in found if isinstance(each, click.Command) and each.name == cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Import the command that the arguments name, or suggest a similar name."""
        if args and not args[0].startswith("-") and args[0] not in self.list_commands(ctx):
            import difflib

            near = difflib.get_close_matches(args[0], self.list_commands(ctx), n=1)
            advice = f"did you mean `learn {near[0]}`?" if near else "`learn --help` shows them all"
            raise click.UsageError(f"there is no command {args[0]!r}; {advice}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by their users, without importing them."""
        for title, names in (("For learners", LEARNERS), ("For teachers", TEACHERS), ("For authors", AUTHORS)):
            commands = [click.Command(name, help=sentence) for name, sentence in names.items()]
            with formatter.section(title):
                formatter.write_dl([(str(each.name), each.get_short_help_str(60)) for each in commands])


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
    """Run a command line; return its exit code, after printing a user's error as one line."""
    try:
        code = learn.main(args=list(arguments), prog_name="learn", standalone_mode=False)
    except click.UsageError as error:
        hint = f" (see `{error.ctx.command_path} --help`)" if error.ctx else ""
        return _say(f"{error.format_message()}{hint}", USAGE)
    except (click.Abort, KeyboardInterrupt):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not interrupt the cleanup
        return _say("interrupted", INTERRUPTED)
    except SystemExit:  # click exits so when the reader of a pipe has gone
        drop_output()
        return PASSED
    except Exception as error:
        return _explain(error)
    return code if isinstance(code, int) else PASSED


def _explain(error: Exception) -> int:
    """Print a user's error as one line, and anything else as a traceback with the address for bug reports."""
    if isinstance(error, UserError):
        return _say(str(error), error.exit_code)
    if isinstance(error, click.ClickException):
        return _say(error.format_message(), UNUSABLE)
    import traceback

    traceback.print_exc()
    return _say(f"this is a fault of ours, not of your code; {report_it()}", OUR_FAULT)


def report_it() -> str:
    """Return the request to report a bug, with the address of the issue tracker if the package names one."""
    from grader.cli.docs import project_url

    address = project_url("Issues")
    return f"please report it at {address}" if address else "please report it"


def _say(message: str, code: int) -> int:
    # In one place for all errors: names of learners' files, with whatever is in them, stand in many sentences.
    click.echo("\n".join(lines(f"learn: {message}")), err=True)
    return code
