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
    "another id": (
        "id: small",
        "id: large",
        ["1:5: `id` is `large`, but the file is called small.yaml; make them the same"],
    ),
    "an empty title": ("title: A small sheet", "title: ''", ["2:8: `title` is empty; write it"]),
    "an empty lead": ("lead: Everything in few words.", "lead: ' '", ["3:7: `lead` is empty; write it"]),
    "a lead with a heading": (
        "lead: Everything",
        "lead: |\n  # Everything",
        ["4:3: this is a heading; write a sentence"],
    ),
    "an empty heading": ("title: To know", "title: ''", ["5:12: `title` is empty; write it"]),
    "an unknown key": ("note: Below", "notes: Below", ["19:5: unknown key `notes`; did you mean `note`?"]),
    "a text that is a number": ("term: all", "term: 1", ["12:15: `term` is a whole number; write text"]),
    "an unknown exercise": (
        "exercise: scores/softmax",
        "exercise: scores/softmx",
        ["8:19: there is no exercise `scores/softmx`; did you mean `scores/softmax`?"],
    ),
    "an unknown card": ("- card: dice", "- card: dies", ["10:15: there is no card `dies`; did you mean `dice`?"]),
    "a card unlike any": (
        "- card: dice",
        "- card: qqq",
        ["10:15: there is no card `qqq`; write the id of a card in flashcards/decks"],
    ),
    "too many sentences": (
        "sentences: 1",
        "sentences: 2",
        ["11:20: the answer of `dice` has 2 sentences; write 1, or leave it out to take all"],
    ),
    "no sentence": (
        "sentences: 1",
        "sentences: 0",
        ["11:20: the answer of `dice` has 2 sentences; write 1, or leave it out to take all"],
    ),
    "sentences of a list": (
        "card: dice\n        sent",
        "card: steps\n        sent",
        ["11:20: the answer of `steps` is a list; leave `sentences` out to take all of it"],
    ),
    "sentences of nothing": (
        "exercise: scores/softmax",
        "sentences: 1",
        ["8:20: `sentences` goes with `card`; leave it out"],
    ),
    "nothing said": (
        "      - term: all\n        card: dice",
        "      - term: all",
        ["12:9: the row says nothing; write `text`, or take it from a `card` or an `exercise`"],
    ),
    "no term": ("- term: softmax\n        exercise", "- exercise", ["7:9: the key `term` is missing; add `term:`"]),
    "two sources": (
        "- card: dice",
        "- exercise: picking/dice\n        card: dice",
        ["11:15: `card` and `exercise` are both given; take the text from one of them"],
    ),
    "cells in a list": (
        "card: dice\n    figures",
        "cells: [a]\n    figures",
        ["13:16: `cells` belong to a table; write `columns` for the section, or write `term` and `text`"],
    ),
    "no rows": (
        """    rows:\n      - cells: [p, "$p_i$ is {{ share }}"]\n    note: Below it.""",
        "    rows: []\n    note: '{{ share }}'",
        ["17:11: `rows` is empty; write at least one"],
    ),
    "too few cells": (
        '[p, "$p_i$',
        '["$p_i$',
        ["18:16: the row has 1 cells, but there are 2 columns; make them as many"],
    ),
    "a term in a table": (
        "- cells: [p,",
        "- term: p\n        cells: [p,",
        ["18:15: a row of a table has `cells` only; leave `term` out, or leave `columns` out"],
    ),
    "no cells": (
        """- cells: [p, "$p_i$ is {{ share }}"]""",
        "- text: '{{ share }}'",
        [
            "18:9: a row of a table has `cells`; write them",
            "18:15: a row of a table has `cells` only; leave `text` out, or leave `columns` out",
        ],
    ),
    "an unknown figure": (
        "gives {{ share }}",
        "gives {{ shar }}",
        [
            "9:24: `shares` does not compute `shar`; did you mean `share`?",
        ],
    ),
    "an unused figure": (
        "figures: shares\n  - title: A",
        "figures: surplus\n  - title: A",
        ["14:14: `surplus` computes `other`, which the section does not show; write `{{ other }}`, or compute less"],
    ),
    "an unknown function": (
        "figures: shares\n  - title: A",
        "figures: share\n  - title: A",
        ["14:14: unknown function `share`; did you mean `shares`?"],
    ),
    "a sign that turns text round": (
        "Below it.",
        "Below \u202eit.",
        ["19:17: the sign U+202E cannot be seen; take it out"],
    ),
    "a heading with a sign that is not seen": (
        "title: To know",
        "title: To\u200b know",
        ["5:14: the sign U+200B cannot be seen; take it out"],
    ),
    "a wrong formula": (
        "$p_i$",
        "$p_{i$",
        ["18:21: the formula `$p_{i$` has a brace without its other half; close it"],
    ),
    "a figure that is none": (
        "figures: shares\n  - title: A",
        "figures: money\n  - title: A",
        ["9:15: no formula ends what `$5 or so.` begins; close it with `$`, or write `\\$` for the sign itself"],
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
