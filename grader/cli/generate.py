"""`learn generate`: run the course's tiny model with the generator that the exercises build."""

from __future__ import annotations

import contextlib
import gc
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from grader.cli.options import FILE, course_option, plain_option, usage_errors, workspace_option
from grader.cli.own_system import installed_model, own_launcher, own_parts, real_models, show_printed
from grader.cli.read_text import training_text

if TYPE_CHECKING:
    from grader.learner.models.model_store import InstalledModel

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
OPTIONAL = {"--draft": (re.compile("model|ngram"), "model"), "--logprobs": (re.compile(r"-?\d+"), "0")}
"""Options that take a value if one follows: what the value looks like, and what stands for none."""
LEAST_PACE, MOST_PACE = 0.1, 1000.0
MOST_TRAINED = 20_000
"""Characters of a file for --bigram: a function of a learner's may go through all pairs in every step."""


def setting_options(command: Any) -> Any:
    """Add an option for each of the generator's settings, and `--stop`."""
    stop = click.option("--stop", multiple=True, metavar="TEXT", help="End before this text; up to four times.")
    for name, kind, default, words in reversed(SETTINGS):
        option = f"--{name.replace('_', '-')}"
        command = click.option(option, name, type=kind, default=default, show_default=True, help=words)(command)
    return stop(command)


class GenerateCommand(click.Command):
    """The command; `--draft PROMPT` is `--draft` and a prompt, since PROMPT is no value of it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give the options that stand without a value theirs."""
        end = args.index("--") if "--" in args else len(args)
        for place, (option, following) in enumerate(zip(args[:end], [*args[1:], ""], strict=False)):
            if option in OPTIONAL and not OPTIONAL[option][0].fullmatch(following):
                args[place] = f"{option}={OPTIONAL[option][1]}"
        return super().parse_args(ctx, args)


def bias_options(command: Any) -> Any:
    """Add the options that raise, lower or exclude tokens."""
    for option in (
        click.option("--min-tokens", type=int, default=0, metavar="N", help="Do not end before so many tokens."),
        click.option("--ban", "bans", multiple=True, metavar="TOKEN", help="Never write this token: its text or id."),
        click.option(
            "--logit-bias",
            "biases",
            multiple=True,
            metavar="TOKEN=BIAS",
            help="Add this to the score of a token, from -100 to 100.",
        ),
    ):
        command = option(command)
    return command


def telling_options(command: Any) -> Any:
    """Add the options that show more than the text."""
    for option in (
        click.option("--pace", type=float, metavar="N", help="Show so many tokens a second, at most."),
        click.option("--price", metavar="IN,OUT", help="Tell the cost at these prices of a million tokens."),
        click.option("--hidden", type=int, metavar="N", help="With --price: bill N tokens of hidden reasoning, too."),
        click.option("--time", "is_timed", is_flag=True, help="Tell the time of a token, and tokens a second."),
        click.option(
            "--logprobs",
            "n_logprobs",
            type=int,
            metavar="[N]",
            help="List each token's log-probability, and the N likeliest tokens.",
        ),
        click.option("--show", is_flag=True, help="Show each step: the likeliest tokens, and what was removed."),
    ):
        command = option(command)
    return command


@click.command(cls=GenerateCommand)
@click.argument("prompt")
@setting_options
@bias_options
@click.option(
    "--draft",
    type=click.Choice(["model", "ngram"]),
    metavar="[ngram]",
    help="Let a smaller model guess ahead; with ngram, the text itself.",
)
@click.option("--gamma", type=int, default=4, show_default=True, help="How many tokens a draft guesses in a round.")
@click.option("--beams", type=int, metavar="N", help="Search for a likely text with N beginnings at once.")
@click.option(
    "--length-penalty",
    type=float,
    default=1.0,
    show_default=True,
    metavar="A",
    help="Divide the score of each text that --beams finds by its length to the power A.",
)
@click.option("--json", "is_json", is_flag=True, help="Allow only what can become JSON.")
@click.option(
    "--regex", "pattern", metavar="PATTERN", help="Allow only what can come to match this regular expression."
)
@click.option("--no-cache", is_flag=True, help="Compute the whole text anew for each token.")
@click.option("--paged", "is_paged", is_flag=True, help="Keep the KV cache in blocks, as servers do.")
@telling_options
@click.option("--mine", is_flag=True, help="Use your own functions where they have passed.")
@click.option("--model", "model_name", metavar="NAME", help="Use a real model that `learn model list` shows.")
@click.option(
    "--bigram", "file", type=FILE, help="Train a bigram model on the characters of this file, and let it write."
)
@click.option("--chat", "is_chat", is_flag=True, help="Ask the model: PROMPT becomes a message of a chat.")
@plain_option
@workspace_option
@course_option
@click.pass_context
def generate(ctx: click.Context, /, **_: Any) -> None:
    """Let the course's tiny model go on from PROMPT.

    The text appears token by token, written by the generator that the exercises build. The
    model knows capitals, colors, sums, little stories, JSON and small talk, and nothing else.

    With --model, a real model goes on; `learn model get smollm2` gets one. With --chat, the model answers.
    """
    gc.disable()  # loading creates objects that live to the end, and generation little garbage
    options = GenerateOptions(**{field: ctx.params[field] for field in GenerateOptions._fields})
    if options.draft == "model" and options.model_name is not None:
        raise click.UsageError("there is no smaller model to guess ahead of a real one; use --draft ngram")
    if options.file and (options.model_name or options.is_chat or options.is_paged or options.draft == "model"):
        raise click.UsageError(
            "--bigram makes a model of its own; leave out --model, --chat, --paged and --draft model"
        )
    if options.is_paged and options.no_cache:
        raise click.UsageError("--paged keeps a cache in blocks, and --no-cache has none; leave one of them out")
    if options.pace is not None and not LEAST_PACE <= options.pace <= MOST_PACE:
        raise click.UsageError(f"--pace is {options.pace}; give a number from {LEAST_PACE} to {MOST_PACE:g}")
    from grader.cli.generate_output import GenerateOutput

    output = GenerateOutput(is_shown=options.show, pace=options.pace)
    request = _request(options, {name: ctx.params[name] for name, *_ in SETTINGS} | {"stop": list(ctx.params["stop"])})
    with _own_events(options) if options.mine else contextlib.nullcontext(_course_events(options)) as run:
        run(request, output.write)
    output.finish()


def _request(options: GenerateOptions, settings: dict[str, Any]) -> dict[str, Any]:
    """Return what a generator is asked; bias and bans still as texts."""
    request = {"prompt": options.prompt, "settings": settings, "is_json": options.is_json, "is_shown": options.show}
    request |= {"has_draft": options.draft is not None, "is_ngram": options.draft == "ngram", "gamma": options.gamma}
    request |= {"has_cache": not options.no_cache, "min_tokens": options.min_tokens, "is_timed": options.is_timed}
    request["is_chat"] = options.is_chat and options.model_name is None  # a real model's own tokenizer makes its chats
    request |= {
        "pattern": options.pattern,
        "train_on": training_text(options.file, MOST_TRAINED) if options.file else None,
    }
    request |= {"hidden": options.hidden, "beams": options.beams, "length_penalty": options.length_penalty}
    return request | {"is_paged": options.is_paged, "n_logprobs": options.n_logprobs, "price": _prices(options.price)}


def _prices(text: str | None) -> tuple[float, float] | None:
    """Return the two prices that an option has."""
    if text is None:
        return None
    try:
        n_in, n_out = map(float, text.split(","))
    except ValueError:
        raise click.UsageError(f"--price is {text!r}; give two numbers, such as 0.15,0.6") from None
    return n_in, n_out


class GenerateOptions(NamedTuple):
    """The options that say what is generated, and how."""

    prompt: str
    biases: tuple[str, ...]
    bans: tuple[str, ...]
    min_tokens: int
    draft: str | None
    gamma: int
    beams: int | None
    length_penalty: float
    is_json: bool
    pattern: str | None
    file: Path | None
    no_cache: bool
    is_paged: bool
    show: bool
    n_logprobs: int | None
    is_timed: bool
    price: str | None
    hidden: int | None
    pace: float | None
    mine: bool
    model_name: str | None
    is_chat: bool
    folder: Path
    course_folder: Path | None


Write = Callable[[dict[str, Any]], None]
Run = Callable[[dict[str, Any], Write], None]
"""Generates what a request asks for; the function is called with each event."""


def _course_events(options: GenerateOptions) -> Run:
    """Return what generates with the course's own functions, in this process."""
    from grader.course import find
    from grader.course.course import Solutions
    from grader.learner.generate import source

    generator = source.find(Solutions(find(options.course_folder)))
    opened = _models(options, installed_model(options.model_name))

    def run(request: dict[str, Any], write: Write) -> None:
        models = opened or _trained(generator, request)
        with usage_errors(source.SettingError):
            request |= source.bent(generator, options.biases, options.bans, **models)
            source.check(generator, request, **models)
        with _ended_line(request):
            generator.run(request, write, **models)

    return run


@contextlib.contextmanager
def _own_events(options: GenerateOptions) -> Iterator[Run]:
    """Yield what generates with the learner's functions, in a confined process."""
    installed = installed_model(options.model_name)
    with own_launcher(options.course_folder, installed) as launcher:
        from grader.learner.generate import source

        parts = own_parts(options.folder, options.course_folder)
        generator = source.find(parts.course.solutions)
        own = parts.system(installed, _prompts(options))
        opened = _models(options, installed)

        def run(request: dict[str, Any], write: Write) -> None:
            request = request | {"yours": own.yours}
            models = opened or _trained(generator, request)  # to check the request; the process trains its own
            with usage_errors(source.SettingError):
                request |= source.bent(generator, options.biases, options.bans, **models)
                source.check(generator, request, **models)
            line = source.cast_line(
                generator, parts.course.exercises(), request, has_own_model=not opened and not options.file
            )
            click.echo(line, err=True)
            try:
                with _ended_line(request):
                    for event in own.events(request, launcher):
                        write(event)
            finally:
                show_printed(own.printed)

        yield run


def _models(options: GenerateOptions, installed: InstalledModel | None) -> dict[str, Any]:
    """Return the arguments that a generator takes for another model than its own."""
    return {} if installed is None else {"models": real_models(installed, _prompts(options))}


def _trained(generator: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments that a generator takes for a model that is trained on a text, if there is one."""
    return {} if request["train_on"] is None else {"models": generator.bigram_models(request["train_on"])}


def _prompts(options: GenerateOptions) -> str:
    """Return how a real model reads the prompt."""
    return "message" if options.is_chat else "texts"


@contextlib.contextmanager
def _ended_line(request: dict[str, Any]) -> Iterator[None]:
    """Print a newline after the text, even after an interruption; steps end their lines themselves."""
    try:
        yield
    finally:
        if not request["is_shown"]:
            with contextlib.suppress(OSError):  # the reader of the pipe has gone
                click.echo()
