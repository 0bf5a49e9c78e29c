"""`learn compare`: a page that continues one prompt under several sampling settings."""

from pathlib import Path

import click

from grader.cli.context import open_course
from grader.cli.generator import installed_model, real_models
from grader.cli.options import SEED, course_option, force_option, out_option, usage_errors, write_page


@click.command()
@click.argument("prompt")
@click.option("--tokens", type=click.IntRange(1), default=40, show_default=True, help="How many tokens to add at most.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the random numbers.")
@out_option("compare.html", "The file to write the page to.")
@click.option("--model", "model_name", metavar="NAME", help="Use a real model; its page draws no texts itself.")
@force_option
@course_option
def compare(
    prompt: str, tokens: int, seed: int, out: Path, model_name: str | None, force: bool, course_folder: Path | None
) -> None:
    """Compare ways of choosing tokens, on a page for the browser.

    Writes one HTML file that shows how the tiny model goes on from PROMPT under greedy, pure,
    top-k and top-p sampling and several temperatures: the chances of the next token before and
    after each step, what was removed, and the text. The page draws more texts itself, from any
    prompt and with any settings. It needs no network.
    """
    from grader.lab.playground import browser_model, measure
    from grader.lab.playground.render import render

    def page() -> bytes:
        course = open_course(course_folder)
        models = real_models(installed_model(model_name))
        comparison = measure.compare(course, prompt, max_tokens=tokens, seed=seed, models=models)
        if models:
            return render(comparison, writer=str(model_name))
        return render(comparison, browser_model.find(course.solutions))

    with usage_errors(measure.PromptError):
        write_page(out, page, may_replace=force)
