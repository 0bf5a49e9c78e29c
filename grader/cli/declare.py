"""Declare each argument and option of a command once: as a field of the frozen dataclass that the command takes."""

from collections.abc import Callable
from dataclasses import field, fields
from functools import wraps
from typing import Any

import click

from grader.cli.options import Command

DECLARED = "grader.cli.declare"
"""The key of a field's metadata that holds the decorators of its options, by the field's name."""


def argument(**attributes: Any) -> Any:
    """Return the field of an argument with attributes of `click.argument`."""
    return field(metadata={DECLARED: lambda name: (click.argument(name, **attributes),)})


def option(*spelled: str, **attributes: Any) -> Any:
    """Return the field of an option with attributes of `click.option`: `--tls-ca` for `tls_ca`, or as it is spelled.

    A default is shown, unless it is one that says nothing by itself: 0 or an empty text.
    """

    def decorators(name: str) -> tuple[Callable[[Command], Command]]:
        names = (*(spelled or (f"--{name.replace('_', '-')}",)), name)
        return (click.option(*names, show_default=bool(attributes.get("default")), **attributes),)

    return field(metadata={DECLARED: decorators})


def flag(*spelled: str, help: str) -> Any:
    return option(*spelled, is_flag=True, help=help)


def shared(*decorators: Callable[[Command], Command]) -> Any:
    """Return the field of an option that several commands have, after other options that have no field."""
    return field(metadata={DECLARED: lambda _: decorators})


def declares(kind: type) -> Callable[[Command], Command]:
    """Return the decorator that adds the options of a dataclass to a command."""

    def decorate(command: Command) -> Command:
        for own in reversed(fields(kind)):
            for add in reversed(own.metadata[DECLARED](own.name) if DECLARED in own.metadata else ()):
                command = add(command)
        return command

    return decorate


def takes(kind: type) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Return the decorator that adds the options of a dataclass to a command, and passes their values as one instance."""

    def decorate(command: Callable[..., object]) -> Callable[..., object]:
        @wraps(command)
        def passing(**values: object) -> object:
            return command(kind(**values))

        return declares(kind)(passing)

    return decorate
