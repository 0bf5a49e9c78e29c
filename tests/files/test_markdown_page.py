"""Pages of Markdown as HTML: everything that a page may have, and nothing that could run."""

from __future__ import annotations

import pytest

from grader.files.markdown import page_to_html


def html(text: str) -> str:
    return page_to_html(text, lambda target: "#known" if target == "page:known" else None, level=2)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## Title", "<h3>Title</h3>\n"),
        ("[a](page:known) [b](page:other)", '<p><a href="#known">a</a> b</p>\n'),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
        ("[a](javascript:alert)", "<p>[a](javascript:alert)</p>\n"),
    ],
)
def test_markdown_becomes_html(text: str, expected: str) -> None:
    assert html(text) == expected


def test_a_formula_is_drawn_with_words_for_screen_readers() -> None:
    assert "<svg" in html("$x^2$")
    assert 'aria-label="x to the power of 2"' in html("$x^2$")


@pytest.mark.parametrize(
    ("text", "start"),
    [
        (
            "```picture\na < b\n```",
            '<figure><pre class="scrolls" role="group" tabindex="0" aria-label="Picture in text">a &lt; b',
        ),
        ("| a |\n|---|\n| b |", '<div class="scrolls" role="group" tabindex="0" aria-label="Table"><table>'),
    ],
)
def test_wide_blocks_scroll_on_their_own(text: str, start: str) -> None:
    assert html(text).startswith(start)
