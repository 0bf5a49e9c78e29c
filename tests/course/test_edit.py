"""Edits of a solution find their piece however the code is laid out, once, and can be combined if they do not overlap."""

from __future__ import annotations

import pytest

from grader.course.edit import (
    Edit,
    EditError,
    apply_edits,
    can_combine,
    changed_definitions,
    find_edit,
    plain_code,
    version_source,
)

SOLUTION = '''"""A solution."""

import numpy as np  # for the arrays


def mean(values, weights):
    """Return the weighted mean; `/ total` is in this docstring, too."""
    total = sum(
        weights,
    )
    if total == 0:
        raise ValueError("no weights")  # / total
    return (values * weights).sum() / total


class Store:
    def add(self, item):
        """Add."""
        self.items = [*self.items, item]
        return len(self.items)

    def size(self):
        return len(self.items)
'''
CODE = plain_code(SOLUTION)


def edited(piece: str, becomes: str, function: str = "") -> str:
    """Return the lines of the edited code that the plain code does not have."""
    lines = CODE.split("\n")
    changed = apply_edits(CODE, [find_edit(CODE, piece, becomes, function)])
    return "\n".join(line for line in changed.split("\n") if line not in lines)


def test_plain_code_has_no_docstring_and_no_comment() -> None:
    assert "docstring" not in CODE
    assert "#" not in CODE
    assert plain_code(CODE) == CODE


@pytest.mark.parametrize(
    ("piece", "becomes", "line"),
    [
        ("/ total", "", "    return (values * weights).sum() "),
        ("sum(weights)", "len(weights)", "    total = len(weights)"),
        ("sum(\n    weights,\n)", "len(weights)", "    total = len(weights)"),
        ("raise ValueError('no weights')", "return 0", "        return 0"),
        ("if total == 0:", "if total < 0:", "    if total < 0:"),
        ("if total==0", "x = 1\nif total < 0", "    x = 1\n    if total < 0:"),
        ("(values * weights).sum()", "values.mean()", "    return values.mean() / total"),
        ("values, weights", "weights, values", "def mean(weights, values):"),
        ("0:\n    raise", "0:\n    assert False, ", "        assert False,  ValueError('no weights')"),
    ],
)
def test_a_piece_is_found_however_it_is_written(piece: str, becomes: str, line: str) -> None:
    assert edited(piece, becomes) == line


def test_a_function_or_a_method_can_be_named() -> None:
    assert edited("len(self.items)", "0", "size") == "        return 0"
    with pytest.raises(
        EditError, match=r"^the solution has `len\(self.items\)` 2 times; write more of it, or add `of:`$"
    ):
        find_edit(CODE, "len(self.items)", "0")


@pytest.mark.parametrize(
    ("piece", "function", "message"),
    [
        ("(values * weights).mean()", "", r"has no .*; the nearest is `return \(values \* weights\).sum\(\) / total`"),
        ("zzz", "", r"the solution has no `zzz`; correct it"),
        ("", "", r"the solution has no ``; correct it"),
        ("total", "shrink", r"the solution has no definitions of `shrink`; name one that it has once"),
    ],
)
def test_an_edit_that_does_not_fit_says_why(piece: str, function: str, message: str) -> None:
    with pytest.raises(EditError, match=message):
        find_edit(CODE, piece, "", function)


def test_edits_that_overlap_cannot_be_combined_unless_they_are_the_same() -> None:
    one, two = find_edit(CODE, "sum(weights)", "len(weights)"), find_edit(CODE, "/ total", "")
    inside = find_edit(CODE, "total = sum", "total = max")
    assert can_combine([one], [two])
    assert can_combine([one, two], [one])
    assert not can_combine([one], [inside])
    assert apply_edits("abc", [Edit(2, 3, "C"), Edit(0, 1, "A"), Edit(0, 1, "A")]) == "AbC"


def test_the_definitions_that_are_changed_are_known() -> None:
    edits = [find_edit(CODE, "/ total", ""), find_edit(CODE, "[*self.items, item]", "[item]")]
    assert changed_definitions(CODE, edits) == ["mean", "Store"]


def test_code_of_a_mistake_may_call_the_solution() -> None:
    source = version_source(
        CODE, [], "def mean(values, weights):\n    return -right.mean(values, weights)\n", "averages"
    )
    assert "from . import averages as right\n" in source
    assert "right" not in version_source(CODE, [], "def mean(values, weights):\n    return 0\n", "averages")
