"""Convert the marked-up text of cards and questions, and pages: Markdown with formulas between dollar signs.

Cards and questions have a subset: emphasis, code, line breaks, paragraphs and lists. All other Markdown is shown
literally there, and `problems` says what to write instead. `page_to_html` converts all of it but raw HTML.
"""

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
"""Converts a formula's TeX to HTML."""

CSS = f"{formula.CSS}.unbroken {{ white-space: nowrap; }}\n"
"""Style that a page with marked-up text needs."""

_RULES = ("list", "paragraph", "text", "newline", "escape", "entity", "backticks", "emphasis", "formula")
_SAME_IN_HTML = re.compile(r"[\w ,.:;?!()%/+=\"'–—…’“”−-]*", re.ASCII)
_SUSPICIOUS = re.compile(r"(?m)\$|\]\(|\]\[|<\w|^(    |\t)|^ {0,3}(#|>|```|~~~|=+\s*$|([-*_]\s*){3,}$|-+\s*$)")
"""Matches text that may have an error; all other text skips the parser."""
_LIST_START = re.compile(r"(?m)^\s*([-+*]|\d+[.)])\s")
_GLUED = re.compile(r"([(\[“‘]?)(<svg.*?</svg>)([^\s<]{0,20})", re.DOTALL)
_PROSE = re.compile(
    r"(?P<code>(?<!`)`[^`]+`(?!`))"
    r"|(?P<strong>\*\*(?=[^\s*])[^*`]*[^\s*`]\*\*)"
    r"|(?P<sign>[\\`*$&<>\[\]]|(?<!\w)_|_(?!\w))"
)
_LIST_SIGN = re.compile(r"([-+]|\d+(?=[.)]))(?=[.)]?\s)")
_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
_PICTURE = re.compile(r'<pre><code class="language-picture">(.*?)</code></pre>', re.DOTALL)
_SCROLLS = 'class="scrolls" role="group" tabindex="0" aria-label="{}"'
_LINK = re.compile(r'<a href="([^"]*)">(.*?)</a>', re.DOTALL)
_REFUSED = {
    "heading_open": "a heading; write a sentence",
    "fence": "a block of code; write it in a line, between backticks",
    "code_block": "a line that is indented by four; begin it at the left edge",
    "blockquote_open": "a quotation that begins with `>`; use quotation marks",
    "hr": "a line across; leave it out",
    "link_open": "a link; name it under `source:`",
    "image": "a picture; say it in words",
}
"""Markdown outside the subset, by token type."""


def to_html(text: str, draw: Draw = formula.to_svg) -> str:
    """Convert marked-up text to HTML; a single paragraph has no tag around it. `draw` converts its formulas.

    The result is safe within a `<div>`, and a single paragraph within any element; the page needs `CSS`.
    """
    text = text.strip()
    if _SAME_IN_HTML.fullmatch(text) and not _LIST_START.match(text):
        return html.escape(text, quote=True).replace("&#x27;", "'")
    reader = _reader()
    tokens = reader.parse(text, {"draw": draw})
    if len(tokens) == 3 and tokens[1].type == "inline":
        tokens = tokens[1:2]
    made: str = reader.renderer.render(tokens, reader.options, {"draw": draw})
    return _GLUED.sub(_glued, made.strip())


def page_to_html(text: str, href: Callable[[str], str | None], *, level: int = 1) -> str:
    """Convert a page to HTML; `href` returns where a link leads, or None for words without a link.

    `## ` becomes the heading one below `level`. A block of code that is called `picture` becomes a figure. Wide blocks
    scroll on their own, and can be reached with the keyboard.
    """

    def linked(found: re.Match[str]) -> str:
        target = href(found[1])
        return found[2] if target is None else f'<a href="{target}">{found[2]}</a>'

    reader, env = _page_reader(), {"draw": formula.to_svg}
    tokens = reader.parse(text, env)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1:]) - 1 + level)}"
    made = _LINK.sub(linked, reader.renderer.render(tokens, reader.options, env))
    made = _PICTURE.sub(rf"<figure><pre {_SCROLLS.format('Picture in text')}>\1</pre></figure>", made)
    made = made.replace("<pre><code", f"<pre {_SCROLLS.format('Code')}><code")
    made = made.replace("<th></th>", "<td></td>")  # the corner of a table heads nothing
    return _TABLE.sub(rf"<div {_SCROLLS.format('Table')}>\g<0></div>", made)


def to_plain(text: str) -> str:
    """Convert marked-up text to plain text: no marks, formulas in one line, one line for each list item."""
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
            words = "".join(map(_word, token.children or [])).strip()
            blocks.append(indent + prefix + words if numbers else words)
            prefix = " " * len(prefix)
    return "\n".join(blocks)


def as_code(text: str) -> str:
    """Quote arbitrary text as inline code of a card."""
    safe = escape.line(text)
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", safe)), default=0))
    blank = " " if safe[:1] in " `" or safe[-1:] in " `" else ""
    return f"{fence}{blank}{safe}{blank}{fence}" if safe.strip() else ""


def as_prose(text: str) -> str:
    """Escape a paragraph as text of a card; only code and `**strong**` keep their markup."""
    safe = " ".join(escape.line(text).split())
    quoted = _PROSE.sub(lambda found: f"\\{found[0]}" if found["sign"] else found[0], safe)
    found = _LIST_SIGN.match(quoted)
    if not found:
        return quoted
    return f"\\{quoted}" if quoted[0] in "-+" else f"{found[0]}\\{quoted[found.end() :]}"


class MarkupProblem(NamedTuple):
    """An error in a text: the piece, empty for all of it, and a message with the correction."""

    piece: str
    message: str


def problems(text: str, *, is_long: bool = True) -> Iterator[MarkupProblem]:
    """Yield the errors of a text, which is one paragraph unless it may be long."""
    if not is_long and text.strip() and not is_one_paragraph(text):
        yield MarkupProblem("", "several paragraphs or a list stand here; write one paragraph")
    if not _SUSPICIOUS.search(text):
        return
    lines = re.split(r"\r\n?|\n", text)  # the parser's line numbers
    blocks = _reader(is_full=True).parse(text)
    for token in (part for block in blocks for part in (block, *(block.children or ()))):
        if token.type in _REFUSED:
            yield MarkupProblem(lines[token.map[0]].strip() if token.map else "](", f"this is {_REFUSED[token.type]}")
        elif token.type == "formula":
            try:
                formula.to_svg(token.content)
            except FormulaError as error:
                yield MarkupProblem(f"${token.content}$", f"the formula `${token.content}$` {error}")
        elif token.type == "text" and "$" in token.content:
            near = token.content[token.content.index("$") :][:20]
            what = f"no formula ends what `{near}` begins; close it with `$`, or write `\\$` for the sign itself"
            yield MarkupProblem(near, what)


def is_one_paragraph(text: str) -> bool:
    """Return whether a text is a single paragraph, without lists."""
    if not re.search(r"\n\s*\n", text.strip()) and not _LIST_START.search(text):
        return bool(text.strip())
    return [token.type for token in _reader().parse(text)] == ["paragraph_open", "inline", "paragraph_close"]


def _glued(found: re.Match[str]) -> str:
    """Keep a drawing on one line with the punctuation around it; browsers would break between the two."""
    before, drawing, after = found.groups()
    return f'<span class="unbroken">{before}{drawing}{after}</span>' if before or after else drawing


def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # takes 60 ms, and most plain text never needs it

    reader = MarkdownIt("commonmark", {"html": False})
    reader.inline.ruler.after("escape", "formula", _read_formula)
    reader.add_render_rule("formula", _render_formula)
    return reader


@cache
def _page_reader() -> "MarkdownIt":
    return _parser().enable("table")


@cache
def _reader(*, is_full: bool = False) -> "MarkdownIt":
    """Return the parser of the subset, or of all of Markdown, to find what the subset lacks."""
    reader = _parser()
    if is_full:
        reader.core.ruler.disable(["text_join"])  # so that `\$` is not joined with other text
        return reader
    for ruler in (reader.block.ruler, reader.inline.ruler):
        ruler.disable([name for name in ruler.get_all_rules() if name not in _RULES])
    return reader


def _read_formula(state: "StateInline", silent: bool) -> bool:  # noqa: FBT001 - markdown-it's interface
    """Parse `$…$`, without spaces inside its ends or a digit after it, so that `$5 and $10` is money."""
    if state.src[state.pos] != "$":
        return False
    found = re.compile(r"\$(?! )((?:\\.|[^$\\])+?)(?<! )\$(?!\d)", re.DOTALL).match(state.src, state.pos, state.posMax)
    if not found:
        return False
    if not silent:
        state.push("formula", "", 0).content = " ".join(found[1].split())
    state.pos = found.end()
    return True


def _render_formula(_self: object, tokens: "list[Token]", index: int, _options: object, env: dict[str, Draw]) -> str:
    """Draw a formula; show an invalid one literally."""
    content = tokens[index].content
    try:
        return env["draw"](content)
    except FormulaError:
        return f"<code>${html.escape(content)}$</code>"


def _word(token: "Token") -> str:
    """Return a part of a paragraph as plain text."""
    if token.type != "formula":
        return {"softbreak": " ", "hardbreak": "\n"}.get(token.type, token.content)
    try:
        return formula.to_plain(token.content)
    except FormulaError:
        return f"${token.content}$"
