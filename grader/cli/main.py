"""The group of commands, each imported on first use, and the exit code and message of each error."""

import errno
import importlib
import re
import signal
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from grader.cli import INTERRUPTED, drop_errors, drop_output, is_interrupt
from grader.core.errors import UserError
from grader.core.escape import lines
from grader.course import Content, author_fault

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

NO_ROOM = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))
OURS = ("token-by-token", "token_by_token")
PASSED, FAILED, USAGE, UNUSABLE, OUR_FAULT = range(5)

GROUPS = {
    "Every day": {
        "init": "Create a workspace in FOLDER: the files to fill in.",
        "watch": "Check the current exercise after each save, starting with EXERCISE.",
        "next": "Show the task of the next exercise that has not passed, and make it the current one.",
        "check": "Check your functions for EXERCISES, or for the current exercise.",
        "show": "Show the task of EXERCISE and the file to write it in.",
        "hint": "Show the next hint for EXERCISE.",
        "try": "Open a Python prompt, or the debugger, at the failing call of EXERCISE.",
        "solution": "Show the reference solution of EXERCISE after yours has passed.",
        "reset": "Restore the stubs of EXERCISES, and keep your files in `.learn/old`.",
        "status": "Show your progress and the next step.",
        "list": "List the exercises by unit, and which of them you have passed.",
        "finish": "Show what you have built, after the last exercise.",
    },
    "Read": {
        "read": "Read a page of the course, its terms or its errata.",
    },
    "Practise": {
        "ask": "Answer questions about your own code for EXERCISE, after it has passed.",
        "quiz": "Take a quiz, or continue where you stopped.",
    },
    "Print": {
        "print": "Print flashcards, the cheat sheet and worksheets: as web page, PDF or file.",
    },
    "Teach": {
        "grade": "Grade the submission at PATH, or a class.",
        "report": "Summarize the results of a class in RESULTS_DIR.",
    },
    "Write": {
        "author": "Create, check and improve exercises and courses.",
    },
    "This installation": {
        "update": "Update your workspace to the installed version of the course.",
        "doctor": "Show what is installed, and test whether grading works.",
    },
}
"""Commands by what one wants, with the first sentences of their help, so that `learn --help` need not import them all."""
COMMANDS = {name: sentence for group in GROUPS.values() for name, sentence in group.items()}


def course_line(content: Content, key: str) -> str:
    """Return a text of a course from the line that has it: parsing YAML takes longer than all of `learn --help`."""
    found = re.search(rf"^{key}: *(.*?) *$", content.read_table(), re.MULTILINE)
    return found[1].strip("\"'") if found else ""


class Lazy(click.Group):
    """A click group that imports a command's module when the command is used."""

    groups = GROUPS

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands: ours, then those of the course here."""
        from grader.cli.course_commands import list_commands

        return [*COMMANDS, *list_commands()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; return None if there is none of that name."""
        if cmd_name not in COMMANDS:
            from grader.cli.course_commands import open_command

            return open_command(ctx, cmd_name)
        values = vars(importlib.import_module(f"grader.cli.{cmd_name}")).values()
        return next(value for value in values if isinstance(value, click.Command) and value.name == cmd_name)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Complete commands by their names and sentences, without importing them, and options."""
        from click.shell_completion import CompletionItem

        from grader.cli.course_commands import list_commands

        sentences = {**COMMANDS, **list_commands()}
        commands = [
            CompletionItem(name, help=words) for name, words in sentences.items() if name.startswith(incomplete)
        ]
        return commands + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Import the command that the arguments name, or suggest a similar name."""
        name = args[0] if args else ""
        if not name or name in COMMANDS or name.startswith("-"):
            return super().resolve_command(ctx, args)
        # Few commands are a course's; the others do without the imports.
        from grader.cli.course_commands import open_command, take_course

        named, rest = take_course(args[1:])
        try:
            if command := open_command(ctx, name, named):
                return name, command, rest
        except UserError:
            if not ctx.resilient_parsing:
                raise
        if ctx.resilient_parsing:
            return None, None, []
        import difflib

        near = difflib.get_close_matches(name, self.list_commands(ctx), n=1)
        advice = f"did you mean `learn {near[0]}`?" if near else "`learn --help` shows them all"
        raise click.UsageError(f"there is no command {name!r}; {advice}")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the course's title and what it is about, then what `learn` is."""
        from grader.cli.course_commands import course_here

        with formatter.indentation():
            formatter.write_paragraph()
            content = course_here()
            for key in ("title", "about"):
                formatter.write_text(course_line(content, key))
        super().format_help_text(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by what one wants, without importing them; at last those of the course."""
        from grader.cli.course_commands import list_commands

        for title, sentences in {**GROUPS, "From this course": list_commands()}.items():
            commands = [click.Command(name, help=words) for name, words in sentences.items()]
            if commands:
                with formatter.section(title):
                    formatter.write_dl(
                        [(str(command.name), command.get_short_help_str(sys.maxsize)) for command in commands]
                    )


@click.group(
    cls=Lazy,
    invoke_without_command=True,
    context_settings={"max_content_width": 80, "help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="token-by-token", prog_name="learn")
@click.pass_context
def learn(ctx: click.Context) -> None:
    """Learn by writing code: every exercise is one small function.

    `learn check` says whether yours is right and, if
    not, which mistake it makes. Without a command, `learn` is `learn watch` on a terminal in
    a workspace, and `learn status` elsewhere.
    """
    if ctx.invoked_subcommand is None:
        name = "watch" if sys.stdin.isatty() and sys.stdout.isatty() and _can_watch() else "status"
        command = learn.get_command(ctx, name)
        assert command is not None
        with command.make_context(name, [], parent=ctx) as own:
            command.invoke(own)


def _can_watch() -> bool:
    from grader.cli.watch import has_work_left

    return has_work_left()


def _plainly(sentence: str) -> str:
    """Return a sentence of click's without its jargon, and with what to do."""
    for kind, words in (("integer", "a whole number"), ("float", "a number")):
        sentence = sentence.replace(f"a valid {kind} range", words).replace(f"a valid {kind}", words)
    if sentence.startswith("Got unexpected extra argument"):
        sentence += "; an option before it may take no value, and a text with spaces needs quotation marks"
    return sentence


def run(arguments: Sequence[str]) -> int:
    """Run a command line; return its exit code, after printing a user's error as one line."""
    try:
        code = learn.main(args=list(arguments), prog_name="learn", standalone_mode=False)
    except click.UsageError as error:
        hint = f" (see `{error.ctx.command_path} --help`)" if error.ctx else ""
        return _say(f"{_plainly(error.format_message())}{hint}", USAGE)
    except (click.Abort, KeyboardInterrupt):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not interrupt the cleanup
        return _say("interrupted", INTERRUPTED)
    except SystemExit:  # click exits so when the reader of a pipe has gone
        drop_output()
        return PASSED
    except Exception as error:
        return _explain(error)
    try:
        sys.stdout.flush()  # else Python does so at its end, where a full disk is a traceback
    except OSError as error:
        return _explain(error)
    return code if isinstance(code, int) else PASSED


def _explain(error: Exception) -> int:
    """Print a user's error as one line, and anything else as a traceback with the address for bug reports."""
    if is_interrupt(error):
        raise KeyboardInterrupt from error
    if isinstance(error, UserError):
        return _say(str(error), error.exit_code)
    if isinstance(error, click.ClickException):
        return _say(error.format_message(), UNUSABLE)
    if isinstance(error, ImportError | AttributeError) and (owner := foreign_owner()):
        return _say(f"{owner}; uninstall that, then install token-by-token again", UNUSABLE)
    if isinstance(error, OSError) and error.errno in NO_ROOM and error.filename is None:
        drop_output()  # what is buffered would fail again at the end
        return _say(f"the output cannot be written: {error.strerror}; make room, or write it elsewhere", UNUSABLE)
    if problem := author_fault(error):
        return _say(problem, UNUSABLE)
    import traceback

    traceback.print_exc()
    return _say(f"this is a fault of ours, not of your code; {report_it()}", OUR_FAULT)


def foreign_owner() -> str:
    """Return a sentence on another distribution that has written into one of our packages; "" if there is none."""
    from importlib.metadata import packages_distributions

    owners = packages_distributions()
    others = [(name, other) for name in ("grader", "flashcards") for other in owners.get(name, ()) if other not in OURS]
    return "".join(f"the package `{other}` has overwritten files of our `{name}`" for name, other in others[:1])


def report_it() -> str:
    """Return the request to report a bug, with the address of the issue tracker if the package names one."""
    from grader.cli.project import project_url

    address = project_url("Issues")
    return f"please report it at {address}" if address else "please report it"


def _say(message: str, code: int) -> int:
    # In one place for all errors: names of learners' files, with whatever is in them, stand in many sentences.
    text = "\n".join(lines(f"learn: {message}"))
    try:
        if sys.stderr.isatty():
            from grader.cli.terminal import wrapped

            text = wrapped(text)
        click.echo(text, err=True)
    except OSError:  # standard error may be full, too; the exit code still says it
        drop_errors()
    return code
