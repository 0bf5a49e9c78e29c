"""Learners' text in other programs: no command, formula, markup or control character gets through."""

from __future__ import annotations

import re

import pytest

from grader.core import escape

TEXTS = {
    # text: as a line, as a cell of a spreadsheet, as a title
    "plain": ("plain text_1", "plain text_1", "plain text_1", "plain text_1"),
    "nothing": ("", "", "", "unnamed"),
    "spaces only": ("  ", "  ", "  ", "unnamed"),
    "a tab and a line break": ("a\tb\nc", "a    b c", "a    b c", "a    b c"),
    "a carriage return": ("a\rb", "a\\rb", "a\\rb", "a\\\\rb"),
    "a color": ("\x1b[31m", "\\x1b[31m", "\\x1b[31m", "\\\\x1b\\[31m"),
    "a mark of direction": ("a\u202eb", "a\\u202eb", "a\\u202eb", "a\\\\u202eb"),
    "a space that is no ASCII": ("a\xa0b", "a\xa0b", "a\xa0b", "a\xa0b"),
    "a formula": ("=1+2", "=1+2", "'=1+2", "=1+2"),
    "a formula behind spaces": ("  -1", "  -1", "'  -1", "-1"),
    "a wide formula": ("＝1", "＝1", "'＝1", "＝1"),
    "a command": ("::error::x", "::error::x", "::error::x", ": :error::x"),
    "an old command": ("##[error]x", "# #[error]x", "# #[error]x", "# #\\[error\\]x"),
    "an old command within": ("a ##[error]x", "a # #[error]x", "a # #[error]x", "a # #\\[error\\]x"),
    "a column of a table": ("a|b", "a|b", "a|b", "a¦b"),
    "underscores": ("_a b_c d_", "_a b_c d_", "_a b_c d_", "\\_a b_c d\\_"),
    "Markdown": ("*a* <b> `c` $d$ ~e~", "*a* <b> `c` $d$ ~e~", "*a* <b> `c` $d$ ~e~", "\\*a\\* \\<b\\> \\`c\\` \\$d\\$ \\~e\\~"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "line", "cell", "title"), list(TEXTS.values()), ids=list(TEXTS))
def test_texts_are_safe_as_a_line_in_a_spreadsheet_and_in_markdown(text: str, line: str, cell: str, title: str) -> None:
    assert (escape.line(text), escape.cell(text), escape.title(text)) == (line, cell, title)


@pytest.mark.parametrize(
    ("text", "guarded"),
    [("::set-env", ": :set-env"), (" \t::x", " \t: :x"), ("##[x]", "# #[x]"), ("a ::x", "a ::x"), (":x", ":x"), ("", "")],
)  # fmt: skip
def test_a_command_at_the_start_of_a_line_is_broken_up(text: str, guarded: str) -> None:
    assert escape.guarded(text) == guarded


@pytest.mark.parametrize("most", range(8, 60))
def test_no_number_is_cut(most: int) -> None:
    numbers = ["20.0855", "-1.5e-07", "7", "0.0855", "1e+09", "403.429", "12", "20.0855"]
    kept = escape.cut(f"[{', '.join(numbers)}]", most)
    assert len(kept) <= most
    assert {*re.findall(r"[\w.+-]+", kept)} <= {*numbers}


@pytest.mark.parametrize(
    ("text", "most", "short"),
    [
        ("0123456789", 10, "0123456789"),
        ("0123456789ABCDEF", 12, "012345 … DEF"),
        ("0123456789ABCDEF", 15, "01234567 … CDEF"),
        ("0123456789ABCDEF", 16, "0123456789ABCDEF"),
    ],
)
def test_a_long_text_keeps_two_thirds_of_its_beginning_and_a_third_of_its_end(text: str, most: int, short: str) -> None:
    assert escape.cut(text, most) == short
    assert len(short) <= most
