"""Formats of the result, one file each: `render(result)` returns the text."""

from __future__ import annotations

import importlib

from grader.result import Result

FORMATS = ("text", "json", "junit", "md", "github")


def render(format_name: str, result: Result) -> str:
    """Write a result in one of the formats."""
    text: str = importlib.import_module(f"{__name__}.{format_name}").render(result)
    return text
