"""`learn generate`: run the course's tiny model with the generator that the exercises build."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import click

from grader.cli.generated_text import GenerateOutput
from grader.cli.generator import installed_model, own_launcher, own_parts, real_models, show_printed, training_text
from grader.cli.options import FILE, place_options, plain_option, usage_errors
from grader.course import find
from grader.course.course import Solutions
from grader.lab.generate import source

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
ASKED = "prompt is_json is_shown gamma min_tokens is_timed pattern hidden beams length_penalty is_paged n_logprobs price".split()
"""The options that a request has as they are."""
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


def _prices(ctx: click.Context, option: click.Parameter, value: str | None) -> tuple[float, float] | None:
    """Parse the two prices that an option has."""
    if value is None:
        return None
    try:
        n_in, n_out = map(float, value.split(","))
    except ValueError:
        raise click.UsageError(f"--price is {value!r}; give two numbers, such as 0.15,0.6") from None
    return n_in, n_out


@click.command(cls=GenerateCommand)
@click.argument("prompt")
@setting_options
@click.option(
    "--logit-bias",
    "biases",
    multiple=True,
    metavar="TOKEN=BIAS",
    help="Add this to the score of a token, from -100 to 100.",
)
@click.option("--ban", "bans", multiple=True, metavar="TOKEN", help="Never write this token: its text or id.")
@click.option("--min-tokens", type=int, default=0, metavar="N", help="Do not end before so many tokens.")
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
@click.option("--show", "is_shown", is_flag=True, help="Show each step: the likeliest tokens, and what was removed.")
@click.option(
    "--logprobs",
    "n_logprobs",
    type=int,
    metavar="[N]",
    help="List each token's log-probability, and the N likeliest tokens.",
)
@click.option("--time", "is_timed", is_flag=True, help="Tell the time of a token, and tokens a second.")
@click.option("--hidden", type=int, metavar="N", help="With --price: bill N tokens of hidden reasoning, too.")
@click.option("--price", metavar="IN,OUT", callback=_prices, help="Tell the cost at these prices of a million tokens.")
@click.option("--pace", type=float, metavar="N", help="Show so many tokens a second, at most.")
@click.option("--mine", is_flag=True, help="Use your own functions where they have passed.")
@click.option("--model", "model_name", metavar="NAME", help="Use a real model that `learn model list` shows.")
@click.option(
    "--bigram", "file", type=FILE, help="Train a bigram model on the characters of this file, and let it write."
)
@click.option("--chat", "is_chat", is_flag=True, help="Ask the model: PROMPT becomes a message of a chat.")
@plain_option
@place_options
@click.pass_context
def generate(ctx: click.Context, /, **_: Any) -> None:
    """Let the course's tiny model go on from PROMPT.

    The text appears token by token, written by the generator that the exercises build. The
    model knows capitals, colors, sums, little stories, JSON and small talk, and nothing else.

    With --model, a real model goes on; `learn model get smollm2` gets one. With --chat, the model answers.
    """
    chosen = SimpleNamespace(**ctx.params)
    _refuse_what_does_not_fit(chosen)
    output = GenerateOutput(is_shown=chosen.is_shown, pace=chosen.pace)
    with _own_events(chosen) if chosen.mine else contextlib.nullcontext(_course_events(chosen)) as run:
        run(_request(chosen), output.write)
    output.finish()


def _refuse_what_does_not_fit(chosen: SimpleNamespace) -> None:
    """Refuse options that contradict one another."""
    if chosen.draft == "model" and chosen.model_name is not None:
        raise click.UsageError("there is no smaller model to guess ahead of a real one; use --draft ngram")
    if chosen.file and (chosen.model_name or chosen.is_chat or chosen.is_paged or chosen.draft == "model"):
        raise click.UsageError(
            "--bigram makes a model of its own; leave out --model, --chat, --paged and --draft model"
        )
    if chosen.is_paged and chosen.no_cache:
        raise click.UsageError("--paged keeps a cache in blocks, and --no-cache has none; leave one of them out")
    if chosen.pace is not None and not LEAST_PACE <= chosen.pace <= MOST_PACE:
        raise click.UsageError(f"--pace is {chosen.pace}; give a number from {LEAST_PACE} to {MOST_PACE:g}")


def _request(chosen: SimpleNamespace) -> dict[str, Any]:
    """Return what a generator is asked; bias and bans still as texts."""
    settings = {name: getattr(chosen, name) for name, *_ in SETTINGS}
    return {name: getattr(chosen, name) for name in ASKED} | {
        "settings": settings | {"stop": list(chosen.stop)},
        "has_draft": chosen.draft is not None,
        "is_ngram": chosen.draft == "ngram",
        "has_cache": not chosen.no_cache,
        "is_chat": chosen.is_chat and chosen.model_name is None,  # a real model's own tokenizer makes its chats
        "train_on": training_text(chosen.file, MOST_TRAINED) if chosen.file else None,
    }


Write = Callable[[dict[str, Any]], None]
Run = Callable[[dict[str, Any], Write], None]
"""Generates what a request asks for; the function is called with each event."""


def _course_events(chosen: SimpleNamespace) -> Run:
    """Return what generates with the course's own functions, in this process."""
    generator = source.find(Solutions(find(chosen.course_folder)))
    opened = real_models(installed_model(chosen.model_name), _prompts(chosen))

    def run(request: dict[str, Any], write: Write) -> None:
        models = _checked(generator, request, chosen, opened)
        with _ended_line(request):
            generator.run(request, write, **models)

    return run


@contextlib.contextmanager
def _own_events(chosen: SimpleNamespace) -> Iterator[Run]:
    """Yield what generates with the learner's functions, in a confined process."""
    installed = installed_model(chosen.model_name)
    with own_launcher(chosen.course_folder, installed) as launcher:
        parts = own_parts(chosen.folder, chosen.course_folder)
        generator = source.find(parts.course.solutions)
        own = parts.system(installed, _prompts(chosen))
        opened = real_models(installed, _prompts(chosen))

        def run(request: dict[str, Any], write: Write) -> None:
            request = request | {"yours": own.yours}
            _checked(generator, request, chosen, opened)  # the process trains a model of its own
            has_own_model = not opened and not chosen.file
            line = source.cast_line(generator, parts.course.exercises(), request, has_own_model=has_own_model)
            click.echo(line, err=True)
            try:
                with _ended_line(request):
                    for event in own.events(request, launcher):
                        write(event)
            finally:
                show_printed(own.printed)

        yield run


def _checked(generator: Any, request: dict[str, Any], chosen: SimpleNamespace, opened: Any) -> dict[str, Any]:
    """Complete a request by bias and bans, and check it; return the arguments for another model than the course's."""
    trained = generator.bigram_models(request["train_on"]) if request["train_on"] is not None else None
    models = {"models": opened or trained} if opened or trained else {}
    with usage_errors(source.SettingError):
        request |= source.bent(generator, chosen.biases, chosen.bans, **models)
        source.check(generator, request, **models)
    return models


def _prompts(chosen: SimpleNamespace) -> str:
    """Return how a real model reads the prompt."""
    return "message" if chosen.is_chat else "texts"


@contextlib.contextmanager
def _ended_line(request: dict[str, Any]) -> Iterator[None]:
    """Print a newline after the text, even after an interruption; steps end their lines themselves."""
    try:
        yield
    finally:
        if not request["is_shown"]:
            with contextlib.suppress(OSError):  # the reader of the pipe has gone
                click.echo()
