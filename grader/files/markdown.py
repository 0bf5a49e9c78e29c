"""The text of cards and questions: Markdown within a paragraph, lists, and formulas between dollar signs.

Allowed are emphasis, code, line breaks, paragraphs and lists. Everything else that Markdown knows is shown
as it was written, and `problems` says what to write instead.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from grader.core import escape
from grader.files import formula
from grader.files.formula import FormulaError

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

Draw = Callable[[str], str]
"""Turns a formula's TeX into what stands for it."""

CSS = f"{formula.CSS}.unbroken {{ white-space: nowrap; }}\n"
"""What a page with marked-up text needs in its style."""

_RULES = ("list", "paragraph", "text", "newline", "escape", "entity", "backticks", "emphasis", "formula")
_SAME_IN_HTML = re.compile(r"[\w ,.:;?!()%/+=\"'–—…’“”−-]*", re.ASCII)
_SUSPICIOUS = re.compile(r"(?m)\$|\]\(|\]\[|<\w|^(    |\t)|^ {0,3}(#|>|```|~~~|=+\s*$|([-*_]\s*){3,}$|-+\s*$)")
"""What has to be there before anything can be wrong with a text."""
_LIST_START = re.compile(r"(?m)^\s*([-+*]|\d+[.)])\s")
_GLUED = re.compile(r"([(\[“‘]?)(<svg.*?</svg>)([^\s<]{0,20})", re.DOTALL)
_PROSE = re.compile(
    r"(?P<code>(?<!`)`[^`]+`(?!`))"
    r"|(?P<strong>\*\*(?=[^\s*])[^*`]*[^\s*`]\*\*)"
    r"|(?P<sign>[\\`*$&<>\[\]]|(?<!\w)_|_(?!\w))"
)
_LIST_SIGN = re.compile(r"([-+]|\d+(?=[.)]))(?=[.)]?\s)")
_REFUSED = {
    "heading_open": "a heading; write a sentence",
    "fence": "a block of code; write it in a line, between backticks",
    "code_block": "a line that is indented by four; begin it at the left edge",
    "blockquote_open": "a quotation that begins with `>`; use quotation marks",
    "hr": "a line across; leave it out",
    "link_open": "a link; name it under `source:`",
    "image": "a picture; say it in words",
}
"""What Markdown would make of a text and we do not."""


def to_html(text: str) -> str:
    """Write marked-up text as HTML: one paragraph without a tag around it, several, or lists, with theirs.

    What it returns is safe within a `<div>`, or for one paragraph within any element; the page needs `CSS`.
    """
    return _html(text, formula.to_svg)


def to_html_with(text: str, draw: Draw) -> str:
    """Write marked-up text as `to_html` does, with formulas drawn in another way."""
    return _html(text, draw)


def to_plain(text: str) -> str:
    """Write marked-up text for a terminal or a table: no marks, formulas in one line, a line for each item."""
    blocks: list[str] = []
    numbers: list[int | None] = []
    prefix = ""
    for token in _reader().parse(text):
        if token.type == "ordered_list_open":
            numbers.append(int(token.attrGet("start") or 1))
        elif token.type == "bullet_list_open":
            numbers.append(None)
        elif token.type in ("ordered_list_close", "bullet_list_close"):
            numbers.pop()
        elif token.type == "list_item_open":
            number = numbers[-1]
            prefix = "- " if number is None else f"{number}. "
            numbers[-1] = None if number is None else number + 1
        elif token.type == "inline":
            indent = "  " * max(0, len(numbers) - 1)
            words = "".join(_words(token.children or [])).strip()
            blocks.append(indent + prefix + words if numbers else words)
            prefix = " " * len(prefix)
    return "\n".join(blocks)


def as_code(text: str) -> str:
    """Write a text, whatever is in it, so that a card shows it in one line as code."""
    safe = escape.line(text)
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", safe)), default=0))
    blank = " " if safe[:1] in " `" or safe[-1:] in " `" else ""
    return f"{fence}{blank}{safe}{blank}{fence}" if safe.strip() else ""


def as_prose(text: str) -> str:
    """Write a paragraph so that a card shows what it says; only code and `**strong**` words stay marks."""
    safe = " ".join(escape.line(text).split())
    quoted = _PROSE.sub(lambda found: f"\\{found[0]}" if found["sign"] else found[0], safe)
    found = _LIST_SIGN.match(quoted)
    if not found:
        return quoted
    return f"\\{quoted}" if quoted[0] in "-+" else f"{found[0]}\\{quoted[found.end() :]}"


class Wrong(NamedTuple):
    """A piece of a text that cannot stay as it is, and what to write instead."""

    piece: str
    message: str


def problems(text: str) -> Iterator[Wrong]:
    """Yield what is wrong with a text."""
    if not _SUSPICIOUS.search(text):
        return
    lines = re.split(r"\r\n?|\n", text)  # as the parser counts them
    for token in _all_tokens(_full_reader().parse(text)):
        if token.type in _REFUSED:
            yield Wrong(lines[token.map[0]].strip() if token.map else "](", f"this is {_REFUSED[token.type]}")
        elif token.type == "formula":
            try:
                formula.to_svg(token.content)
            except FormulaError as error:
                yield Wrong(f"${token.content}$", f"the formula `${token.content}$` {error}")
        elif token.type == "text" and "$" in token.content:
            near = token.content[token.content.index("$") :][:20]
            what = f"no formula ends what `{near}` begins; close it with `$`, or write `\\$` for the sign itself"
            yield Wrong(near, what)


def is_one_paragraph(text: str) -> bool:
    """Say whether a text is a single paragraph, without lists."""
    if not re.search(r"\n\s*\n", text.strip()) and not _LIST_START.search(text):
        return bool(text.strip())
    return [token.type for token in _reader().parse(text)] == ["paragraph_open", "inline", "paragraph_close"]


def _html(text: str, draw: Draw) -> str:
    text = text.strip()
    if _SAME_IN_HTML.fullmatch(text) and not _LIST_START.match(text):
        return html.escape(text, quote=True).replace("&#x27;", "'")
    reader = _reader()
    tokens = reader.parse(text, {"draw": draw})
    if len(tokens) == 3 and tokens[1].type == "inline":
        tokens = tokens[1:2]
    made: str = reader.renderer.render(tokens, reader.options, {"draw": draw})
    return _GLUED.sub(_glued, made.strip())


def _glued(found: re.Match[str]) -> str:
    """Keep a drawing in one line with the comma behind it: browsers would break between the two."""
    before, drawing, after = found.groups()
    return f'<span class="unbroken">{before}{drawing}{after}</span>' if before or after else drawing


@cache
def _reader() -> MarkdownIt:
    """Return the reader that knows only what is allowed."""
    reader = _new_reader()
    for ruler in (reader.block.ruler, reader.inline.ruler):
        ruler.disable([name for name in ruler.get_all_rules() if name not in _RULES])
    return reader


@cache
def _full_reader() -> MarkdownIt:
    """Return the reader that knows all of Markdown, to say what is not allowed; `\\$` stays apart from text."""
    reader = _new_reader()
    reader.core.ruler.disable(["text_join"])
    return reader


def _new_reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False})
    reader.inline.ruler.after("escape", "formula", _read_formula)
    reader.add_render_rule("formula", _render_formula)
    return reader


def _read_formula(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's interface
    """Read `$…$`: no blank inside its ends and no digit behind it, so that `$5 and $10` is money."""
    if state.src[state.pos] != "$":
        return False
    found = re.compile(r"\$(?! )((?:\\.|[^$\\])+?)(?<! )\$(?!\d)", re.DOTALL).match(state.src, state.pos, state.posMax)
    if not found:
        return False
    if not silent:
        state.push("formula", "", 0).content = " ".join(found[1].split())
    state.pos = found.end()
    return True


def _render_formula(_self: object, tokens: list[Token], index: int, _options: object, env: dict[str, Draw]) -> str:
    """Draw a formula; one that cannot be read is shown as it was written."""
    content = tokens[index].content
    try:
        return env["draw"](content)
    except FormulaError:
        return f"<code>${html.escape(content)}$</code>"


def _all_tokens(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from token.children or []


def _words(tokens: list[Token]) -> Iterator[str]:
    """Yield the words of a paragraph's tokens."""
    for token in tokens:
        if token.type == "softbreak":
            yield " "
        elif token.type == "hardbreak":
            yield "\n"
        elif token.type == "formula":
            yield _plain_formula(token.content)
        else:
            yield token.content


def _plain_formula(tex: str) -> str:
    try:
        return formula.to_plain(tex)
    except FormulaError:
        return f"${tex}$"
