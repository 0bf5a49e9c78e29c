"""The cheat sheet's file: what may stand in it, and what a wrong one is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_sheet import SHELF, load

from flashcards.cheat_sheet import Row, load_sheet, sentences
from grader.files.strict_yaml import YamlError


def test_texts_are_put_together_and_figures_filled_in(tmp_path: Path) -> None:
    first, second = load(tmp_path).sections
    assert [(row.term, row.text, row.exercise) for row in first.rows] == [
        ("softmax", "Make shares. It gives .632.", "scores/softmax"),
        ("How is it *drawn*?", "By dice.", "picking/dice"),
        ("all", "By dice. With u = .9 it is b.", "picking/dice"),
    ]
    assert second.rows == (Row(cells=("p", "$p_i$ is .632")),)
    assert (second.note, second.is_wide) == ("Below it.", True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two? Three!", ["One.", "Two?", "Three!"]),
        ("For p = .9 it keeps 3. **Bold** begins.", ["For p = .9 it keeps 3.", "**Bold** begins."]),
        ("At T. T = 0 is\nnext.", ["At T.", "T = 0 is next."]),
        ("$x$. $y$ follows. `z` too.", ["$x$.", "$y$ follows.", "`z` too."]),
        ("No end", ["No end"]),
    ],
)
def test_sentences_are_told_from_points_in_numbers(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


WRONG = {
    "an empty title": ("title: A small sheet", "title: ''", ["2:8: `title` is empty; write it"]),
    "an unknown key": ("note: Below", "notes: Below", ["19:5: unknown key `notes`; did you mean `note`?"]),
    "a text that is a number": ("term: all", "term: 1", ["12:15: `term` is a whole number; write text"]),
    "an unknown exercise": (
        "exercise: scores/softmax",
        "exercise: scores/softmx",
        ["8:19: there is no exercise `scores/softmx`; did you mean `scores/softmax`?"],
    ),
    "too many sentences": (
        "sentences: 1",
        "sentences: 2",
        ["11:20: the answer of `dice` has 2 sentences; write 1, or leave it out to take all"],
    ),
    "sentences of a list": (
        "card: dice\n        sent",
        "card: steps\n        sent",
        ["11:20: the answer of `steps` is a list; leave `sentences` out to take all of it"],
    ),
    "nothing said": (
        "      - term: all\n        card: dice",
        "      - term: all",
        ["12:9: the row says nothing; write `text`, or take it from a `card` or an `exercise`"],
    ),
    "two sources": (
        "- card: dice",
        "- exercise: picking/dice\n        card: dice",
        ["11:15: `card` and `exercise` are both given; take the text from one of them"],
    ),
    "too few cells": (
        '[p, "$p_i$',
        '["$p_i$',
        ["18:16: the row has 1 cells, but there are 2 columns; make them as many"],
    ),
    "an unknown figure": (
        "gives {{ share }}",
        "gives {{ shar }}",
        [
            "9:24: `shares` does not compute `shar`; did you mean `share`?",
        ],
    ),
    "a sign that turns text round": (
        "Below it.",
        "Below \u202eit.",
        ["19:17: the sign U+202E cannot be seen; take it out"],
    ),
    "a wrong formula": (
        "$p_i$",
        "$p_{i$",
        ["18:21: the formula `$p_{i$` has a brace without its other half; close it"],
    ),
}
"""Replacements in the small sheet, and the messages that each gives."""


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(YamlError) as caught:
        load(
            tmp_path,
            ("id: small", "id: large"),
            ("card: dice", "card: dies"),
            ("$p_i$", "$p_{i$"),
            ("it.", "\u202eit."),
        )
    assert [problem.line for problem in caught.value.problems] == [1, 10, 18, 19]


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_sheet_says_where_and_what_to_write(tmp_path: Path, name: str) -> None:
    old, new, expected = WRONG[name]
    with pytest.raises(YamlError) as caught:
        load(tmp_path, (old, new))
    assert [str(problem).removeprefix("small.yaml:") for problem in caught.value.problems] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "1:1: the file is empty; write `key: value` lines"),
        ("- a", "1:1: the sheet is a list; write `id:`, `title:`, `lead:` and `sections:`"),
        ("id: small\ntitle: A\nlead: B\nsections: []", "4:11: `sections` is empty; write at least one"),
        ("id: small\ntitle: A\nlead: no\nsections: []", "3:7: some YAML readers take `no` for a truth value"),
    ],
    ids=["empty", "a list", "no sections", "a truth value"],
)
def test_what_is_no_sheet_is_refused(tmp_path: Path, text: str, expected: str) -> None:
    path = tmp_path / "small.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(YamlError) as caught:
        load_sheet(path, None, SHELF, "small.yaml")
    assert str(caught.value).startswith(f"small.yaml:{expected}")
    assert len(caught.value.problems) == 1
