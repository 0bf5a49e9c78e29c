"""Cases to parametrize with, of which the first always run and the others are `slow`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first_always(cases: Iterable[Any]) -> list[Any]:
    """Return cases of which the first is always tried."""
    first, *others = cases
    return [first, *(pytest.param(each, marks=pytest.mark.slow) for each in others)]


def first_row_always(rows: Iterable[Any]) -> list[Any]:
    """Return rows of several values of which the first is always tried."""
    first, *others = rows
    return [first, *(pytest.param(*row, marks=pytest.mark.slow) for row in others)]


def three_always(cases: Iterable[Any]) -> list[Any]:
    """Return cases of which the first three are always tried."""
    first, second, third, *others = cases
    return [first, second, third, *(pytest.param(each, marks=pytest.mark.slow) for each in others)]
