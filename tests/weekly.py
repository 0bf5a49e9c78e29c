"""Tests of many cases of a kind: a few are run for every change, all of them every week."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def few(values: Iterable[Any], every: int = 4) -> list[Any]:
    """Return parameters for tests; only one in so many is run for every change, the first one among them."""
    return [
        pytest.param(value, marks=pytest.mark.exhaustive if number % every else ())
        for number, value in enumerate(values)
    ]
