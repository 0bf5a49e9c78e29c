"""Tests come in sizes: some cases of a kind are tried always, all of them for every change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first_always(cases: Iterable[Any]) -> list[Any]:
    """Return cases to parametrize with, of which the first is always tried, the others with `-m whole`."""
    first, *others = cases
    return [first, *(pytest.param(each, marks=pytest.mark.whole) for each in others)]
