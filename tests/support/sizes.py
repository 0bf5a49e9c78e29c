"""Tests come in sizes: some cases of a kind are tried always or for every change, all of them at times."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first_always(cases: Iterable[Any]) -> list[Any]:
    """Return cases to parametrize with, of which the first is always tried, the others with `-m whole`."""
    first, *others = cases
    return [first, *(pytest.param(each, marks=pytest.mark.whole) for each in others)]


def first_row_always(rows: Iterable[Any]) -> list[Any]:
    """Return rows of several values to parametrize with, of which the first is always tried, as `first_always` says."""
    first, *others = rows
    return [first, *(pytest.param(*row, marks=pytest.mark.whole) for row in others)]


def some(cases: Iterable[Any], every: int = 4) -> list[Any]:
    """Return cases to parametrize with; one in so many is always tried, the first among them, all with `-m whole`."""
    return [pytest.param(each, marks=pytest.mark.slower if number % every else ()) for number, each in enumerate(cases)]


def few(cases: Iterable[Any], every: int = 4) -> list[Any]:
    """Return cases to parametrize with; one in so many is tried for every change, the first among them, all every week."""
    return [
        pytest.param(each, marks=pytest.mark.exhaustive if number % every else ()) for number, each in enumerate(cases)
    ]


def few_rows(rows: Iterable[tuple[Any, ...]], every: int = 4) -> list[Any]:
    """Return rows of several values to parametrize with, as `few` says."""
    return [
        pytest.param(*row, marks=pytest.mark.exhaustive if number % every else ()) for number, row in enumerate(rows)
    ]
