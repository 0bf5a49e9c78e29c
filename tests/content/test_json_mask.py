"""The table of masks that the course works out by hand, held against a reader of JSON that knows nothing of ours."""

from __future__ import annotations

import json
from typing import Any

import pytest

from grader.course import find
from grader.course.course import Solutions

CHECKS: Any = Solutions(find()).companion("structure/json_mask")
MASK: Any = Solutions(find()).reference("structure/json_mask").json_mask

ENDINGS = ["", "rue", "ue", "e", "alse", "lse", "se", '"', "0", '""', '":0', ":0", '"":0']
"""With one of these and some braces, every beginning of JSON that is tried here can be completed."""
DEPTHS = range(4)


def is_json(text: str) -> bool:
    """Say whether a text is JSON of the kind that the course's reader knows."""
    try:
        value = json.loads(text, parse_int=_whole, parse_float=_refused, parse_constant=_refused)
    except ValueError:
        return False
    return "\\" not in text and _is_known(value)


def _whole(text: str) -> int:
    if not text.isdigit() or len(text) > 3:
        raise ValueError(text)
    return int(text)


def _refused(text: str) -> None:
    raise ValueError(text)


def _is_known(value: Any) -> bool:
    return all(map(_is_known, value.values())) if isinstance(value, dict) else isinstance(value, str | int)


def is_beginning(text: str) -> bool:
    """Say whether a text can become JSON."""
    return any(is_json(f"{text}{ending}{'}' * depth}") for ending in ENDINGS for depth in DEPTHS)


@pytest.mark.parametrize("prefix", CHECKS.TABLE)
def test_the_table_is_what_a_reader_of_json_says(prefix: str) -> None:
    texts = CHECKS.TEXTS
    allowed = [text for text in texts if text and is_beginning(prefix + text)] + [CHECKS.END] * is_json(prefix)
    assert sorted(CHECKS.TABLE[prefix]) == sorted(allowed)


@pytest.mark.parametrize("prefix", CHECKS.TABLE)
@pytest.mark.slow
def test_the_solution_agrees_for_every_single_character(prefix: str) -> None:
    characters = [chr(code) for code in range(32, 127)]
    mask = MASK(prefix, [*characters, CHECKS.END], len(characters))
    expected = [is_beginning(prefix + character) for character in characters]
    assert mask.tolist() == [*expected, is_json(prefix)]
