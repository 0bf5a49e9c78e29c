"""Run a course's reader for `learn tokenize` and `learn score`."""

from __future__ import annotations

import contextlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click

from grader.cli.own_system import installed_model, own_launcher, own_parts, real_models, show_printed
from grader.cli.terminal import counted
from grader.course import find
from grader.course.course import Solutions
from grader.learner.generate import source

READER = "reader"
"""The module of `solutions/` to run; docs/learning/tokenize-and-score.md lists what it has to define."""
Events = list[dict[str, Any]]


def training_text(file: Path, most: int) -> str:
    """Return the text of a file to learn from, which has `most` characters at most."""
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{file} cannot be read as UTF-8 text; give another file") from error
    if not text.strip() or len(text) > most:
        raise click.UsageError(
            f"{file} has {counted(f'{len(text):,}', 'character')}; 1 to {most:,} can be learned from"
        )
    return text


def read(chosen: SimpleNamespace, *requests: dict[str, Any]) -> list[Events]:
    """Return the events of a course's reader for each request; `chosen` are the command's options."""
    installed = installed_model(chosen.model_name)
    launched = own_launcher(chosen.course_folder, installed) if chosen.mine else contextlib.nullcontext()
    with launched as launcher:
        reader = source.find(Solutions(find(chosen.course_folder)), READER)
        models = real_models(installed)
        for request in requests:
            if problem := reader.problem(request, models):
                raise click.UsageError(problem)
        if launcher is None:
            return [_collected(reader, request, models) for request in requests]
        system = own_parts(chosen.folder, chosen.course_folder).system(installed, module=READER)
        click.echo(f"Yours: {_names(system.yours)}.", err=True)
        try:
            return [list(system.events(request, launcher)) for request in requests]
        finally:
            show_printed(system.printed)


def _collected(reader: Any, request: dict[str, Any], models: Any) -> Events:
    events: Events = []
    reader.run(request, events.append, models=models)
    return events


def _names(ids: tuple[str, ...]) -> str:
    names = [each.rpartition("/")[2] for each in ids]
    return ", ".join(names) or "nothing yet; `learn check` notes what has passed"
