"""Word messages about YAML values: their types, and names that may be meant."""

from __future__ import annotations

import difflib
import json
import math
from collections.abc import Iterable
from typing import Any

KINDS_OF_VALUES = {
    bool: "true or false",
    int: "a whole number",
    float: "a number with decimals",
    str: "text",
    list: "a list",
    dict: "a mapping",
}


def near_misses(name: Any, known: list[str]) -> list[str]:
    """Return the known name most similar to a name, if any."""
    return difflib.get_close_matches(str(name), known, n=1)


def quoted(value: Any) -> str:
    """Format a value given instead of a word."""
    return value if isinstance(value, str) else json.dumps(value)


def unknown(what: str, name: Any, known: list[str]) -> str:
    """Return a message for an unknown name, with the most similar known one."""
    otherwise = f"use one of {', '.join(known)}" if known else "there is none yet"
    return f"unknown {what} `{name}`; {meant(name, known, otherwise)}"


def meant(name: Any, known: Iterable[str], otherwise: str) -> str:
    """Ask whether the most similar known name is meant; without a similar one, return other advice."""
    near = near_misses(name, list(known))
    return f"did you mean `{near[0]}`?" if near else otherwise


def described(value: Any) -> str:
    """Return the type of a YAML value in plain words."""
    if isinstance(value, float) and not math.isfinite(value):
        return "not finite"
    return "empty" if value is None else KINDS_OF_VALUES[type(value)]
