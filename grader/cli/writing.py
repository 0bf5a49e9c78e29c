"""Files that commands write: the options that say where, and sentences for what keeps one from being written."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from grader.cli.options import Command

WRITTEN_AS_PDF = "The file to write; a name that ends with .pdf makes a PDF."

force_option = click.option("--force", is_flag=True, help="Replace the file if it is there.")


def out_option(default: str, help_text: str) -> Callable[[Command], Command]:
    """Return the option for the one file that a command writes."""
    return click.option(
        "--out", type=click.Path(path_type=Path), default=Path(default), show_default=True, help=help_text
    )


@contextlib.contextmanager
def faults_told(option: str = "--out") -> Iterator[None]:
    """Tell why a file cannot be written as commands tell what is wrong; `option` is the one that names the file.

    Raises:
        click.UsageError: its place cannot be used.
        click.ClickException: the folder or the disk does not let us.
    """
    from grader.files import safe_write

    try:
        yield
    except safe_write.TakenError as error:
        raise click.UsageError(str(error).replace("--out", option)) from error
    except safe_write.UnwritableError as error:
        raise click.ClickException(str(error)) from error
