"""`learn generate`: run the course's tiny model with the generator that the exercises build."""

import contextlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from grader.cli.context import open_course
from grader.cli.declare import argument, declares, option, shared
from grader.cli.generated_text import GenerateOutput
from grader.cli.generator import installed_model, own_launcher, own_parts, real_models, show_printed, training_text
from grader.cli.options import (
    FILE,
    course_option,
    mine_option,
    model_option,
    usage_errors,
    workspace_option,
)
from grader.core.errors import UserError
from grader.course.generator_table import GeneratorSetting, GeneratorTable, load_table
from grader.lab.generate import source
from grader.lab.generate.events import Event

OPTIONS = "grader.cli.generate.options"
"""Where a click context keeps the options that the course's table gives."""
LEAST_PACE, MOST_PACE = 0.1, 1000.0


@dataclass(frozen=True, kw_only=True)
class GenerateOptions:
    """The options of the command that every course has."""

    prompt: str = argument()
    pace: float | None = option(type=float, metavar="N", help="Show at most N tokens per second.")
    mine: bool = shared(mine_option)
    model_name: str | None = shared(model_option)
    folder: Path = shared(workspace_option)
    course_folder: Path | None = shared(course_option)
    table: GeneratorTable
    values: dict[str, Any] = field(default_factory=dict)
    """The values of the course's options, by name."""

    @property
    def prompts(self) -> str:
        """Return how a real model reads the prompt."""
        return "message" if self.values.get("chat") else "texts"


def table_option(setting: GeneratorSetting) -> click.Option:
    """Return the command-line option of a setting of the course's generator."""

    def pair(ctx: click.Context, option: click.Parameter, value: str | None) -> tuple[float, float] | None:
        try:
            first, second = map(float, value.split(",")) if value is not None else (0.0, 0.0)
        except ValueError:
            raise click.UsageError(f"{setting.option} is {value!r}; give {setting.allowed}") from None
        return None if value is None else (first, second)

    kinds: dict[str, dict[str, Any]] = {
        "number": {"type": float},
        "whole": {"type": int},
        "flag": {"is_flag": True},
        "choice": {"type": click.Choice(setting.choices)},
        "file": {"type": FILE},
        "pair": {"callback": pair},
        **{kind: {"multiple": True} for kind in ("texts", "tokens", "biases")},
    }
    shown = {} if setting.default is None else {"default": setting.default, "show_default": True}
    declared = kinds.get(setting.kind, {}) | shown
    return click.Option([setting.option, setting.name], help=setting.help, metavar=setting.metavar, **declared)


class GenerateCommand(click.Command):
    """The command, with the options that the course's table adds to its own.

    `--draft PROMPT` is `--draft` and a prompt where the table has a value for the option alone.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find the course among the arguments, and give options that stand without a value theirs."""
        table = _table_of(ctx, args)
        if table is None:
            return super().parse_args(ctx, args)
        ctx.meta[OPTIONS] = table, list(map(table_option, table.by_name.values()))
        bare = {setting.option: setting for setting in table.options if setting.bare is not None}
        end = args.index("--") if "--" in args else len(args)
        for place, (word, following) in enumerate(zip(args[:end], [*args[1:], ""], strict=False)):
            pattern = "|".join(bare[word].choices) or r"-?\d+" if word in bare else ""
            if word in bare and not re.fullmatch(pattern, following):
                args[place] = f"{word}={bare[word].bare}"
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the prompt, the course's options, then those of the command."""
        if OPTIONS not in ctx.meta:  # the installed course's, for the reference
            table = load_table(open_course(None))
            ctx.meta[OPTIONS] = table, list(map(table_option, table.by_name.values()))
        prompt, *own = super().get_params(ctx)
        return [prompt, *ctx.meta[OPTIONS][1], *own]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the course's options in the sections of its table, then those of the command."""
        settings, sections, section = ctx.meta[OPTIONS][0].by_name, dict[str, list[tuple[str, str]]](), "Options"
        for parameter in self.get_params(ctx):
            setting = settings.get(parameter.name)
            record = None if isinstance(parameter, click.Argument) else parameter.get_help_record(ctx)
            section = (setting.section or section) if setting else "Options"
            sections.setdefault(section, []).extend([record] if record else [])
        own = sections.pop("Options")
        for title, records in [*sections.items(), ("Options", own)]:
            with formatter.section(title):
                formatter.write_dl(records)


def _table_of(ctx: click.Context, args: list[str]) -> GeneratorTable | None:
    """Return the table of the course that arguments name; None while a command line is completed that names none."""

    @workspace_option
    @course_option
    def place() -> None:
        """Stand for the two options that say which course it is."""

    reader = click.command(add_help_option=False)(place)
    settings: dict[str, Any] = {"ignore_unknown_options": True, "allow_extra_args": True}
    try:
        named = reader.make_context(
            ctx.info_name, list(args), ctx.parent, resilient_parsing=ctx.resilient_parsing, **settings
        )
        return load_table(open_course(named.params.get("course_folder")))
    except UserError:
        if ctx.resilient_parsing:
            return None
        raise


@click.command(cls=GenerateCommand)
@declares(GenerateOptions)
@click.pass_context
def generate(ctx: click.Context, /, **own: Any) -> None:
    """Let the course's tiny model go on from PROMPT.

    The text appears token by token, written by the generator that the exercises build. The
    model knows capitals, colors, sums, little stories, JSON and small talk, and nothing else.

    With --model, a real model goes on; `learn model get smollm2` gets one. With --chat, the model answers.
    """
    table: GeneratorTable = ctx.meta[OPTIONS][0]
    values = {name: own.pop(name) for name in table.by_name}
    options = GenerateOptions(**own, table=table, values=values)
    if options.pace is not None and not LEAST_PACE <= options.pace <= MOST_PACE:
        raise click.UsageError(f"--pace is {options.pace}; give a number from {LEAST_PACE} to {MOST_PACE:g}")
    request = _request(options)
    output = GenerateOutput(is_shown=bool(request.get("show")), pace=options.pace)
    with _own_events(options) if options.mine else contextlib.nullcontext(_course_events(options)) as run:
        run(request, output.write)
    output.finish()


def _request(options: GenerateOptions) -> dict[str, Any]:
    """Return the request for a generator, in which tokens are still texts."""
    values = dict(options.values)
    for setting in options.table.by_name.values():
        value = values[setting.name]
        if setting.kind == "file" and value is not None:
            values[setting.name] = training_text(value, setting.longest or 0)
        elif type(value) is tuple and setting.kind != "pair":
            values[setting.name] = list(value)
    if options.model_name is not None and "chat" in values:
        values["chat"] = False  # a real model's own tokenizer makes its chats
    return options.table.request(options.prompt, values)


Write = Callable[[Event], None]
Run = Callable[[dict[str, Any], Write], None]
"""Generates what a request asks for; the function is called with each event."""


def _course_events(options: GenerateOptions) -> Run:
    """Return what generates with the course's own functions, in this process."""
    generator = source.find(open_course(options.course_folder).solutions)
    opened = real_models(installed_model(options.model_name), options.prompts)

    def run(request: dict[str, Any], write: Write) -> None:
        request, models = _checked(generator, request, options, opened)
        with _ended_line(request):
            generator.run(request, write, **models)

    return run


@contextlib.contextmanager
def _own_events(options: GenerateOptions) -> Iterator[Run]:
    """Yield what generates with the learner's functions, in a confined process."""
    installed = installed_model(options.model_name)
    with own_launcher(options.course_folder, installed) as launcher:
        parts = own_parts(options.folder, options.course_folder)
        generator = source.find(parts.course.solutions)
        own = parts.system(installed, options.prompts)
        opened = real_models(installed, options.prompts)

        def run(request: dict[str, Any], write: Write) -> None:
            # the process trains a model of its own, so `models` stays here
            request, models = _checked(generator, request | {"yours": own.yours}, options, opened)
            try:
                with _ended_line(request):
                    for event in own.events(request, launcher):
                        write(event)
                exercises = parts.course.exercises()
                cast = source.cast(generator, exercises, options.table, request, own.used, has_own_model=not models)
                click.echo(source.cast_line(*cast), err=True)
            finally:
                show_printed(own.printed)

        yield run


def _checked(
    generator: Any, request: dict[str, Any], options: GenerateOptions, opened: Any
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a request with the ids of its tokens, checked, and the arguments for another model than the course's."""
    trained = generator.bigram_models(request["bigram"]) if request.get("bigram") is not None and not opened else None
    models = {"models": opened or trained} if opened or trained else {}
    with usage_errors(source.SettingError):
        request = source.with_ids(generator, options.table, request, **models)
        source.check(generator, options.table, request, **models, also=("model",) if opened else ())
    return request, models


@contextlib.contextmanager
def _ended_line(request: dict[str, Any]) -> Iterator[None]:
    """Print a newline after the text, even after an interruption; steps end their lines themselves."""
    try:
        yield
    finally:
        if not request.get("show"):
            with contextlib.suppress(OSError):  # the reader of the pipe has gone
                click.echo()
