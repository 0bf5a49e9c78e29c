"""How a file in this folder declares a format: with `FORMAT = …` at its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Format(NamedTuple):
    """A format for the result of one submission; docs/reports.md has a row of these for each."""

    render: Callable[..., str]
    audience: str
    holds: str
    is_for_learners: bool = True
    """Whether `learn check` has it, and not `learn grade` only."""
    needs_runner: bool = False
    """Whether `render` also takes the environment, for what only the variables of a runner say."""


class ClassFormat(NamedTuple):
    """A format for the results of many submissions, a line for each student."""

    render: Callable[..., str]
    holds: str
    variants: tuple[str, ...] = ()
    """What `render` can also take as its second argument; the format's name then ends with a dash and that."""
