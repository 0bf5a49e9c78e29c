"""Convert a page of Markdown to HTML: headings, lists, tables, code, links and `$formulas$`, but no raw HTML."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from grader.files import formula, markdown

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
_PICTURE = re.compile(r'<pre><code class="language-picture">(.*?)</code></pre>', re.DOTALL)
_CODE = re.compile(r"<pre><code")
_SCROLLS = 'class="scrolls" role="group" tabindex="0" aria-label="{}"'
_LINK = re.compile(r'<a href="([^"]*)">(.*?)</a>', re.DOTALL)


def to_html(text: str, href: Callable[[str], str | None], *, level: int = 1) -> str:
    """Convert a page to HTML; `href` returns where a link leads, or None for words without a link.

    `## ` becomes the heading one below `level`. A block of code that is called `picture` becomes a figure. Wide blocks
    scroll on their own, and can be reached with the keyboard.
    """
    reader = _reader()
    tokens = reader.parse(text, {"draw": formula.to_svg})
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1:]) - 1 + level)}"
    made: str = reader.renderer.render(tokens, reader.options, {"draw": formula.to_svg})
    made = _LINK.sub(lambda found: _linked(found[2], href(found[1])), made)
    made = _PICTURE.sub(rf"<figure><pre {_SCROLLS.format('Picture in text')}>\1</pre></figure>", made)
    made = _CODE.sub(f"<pre {_SCROLLS.format('Code')}><code", made)
    return _TABLE.sub(rf"<div {_SCROLLS.format('Table')}>\g<0></div>", made)


def _linked(words: str, target: str | None) -> str:
    return words if target is None else f'<a href="{target}">{words}</a>'


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt  # takes 60 ms

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.inline.ruler.after("escape", "formula", markdown.read_formula)
    reader.add_render_rule("formula", markdown.render_formula)
    return reader
