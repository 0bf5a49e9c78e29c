"""Text from elsewhere as marked-up text of a card: what learners' code gave, and what docstrings say."""

from __future__ import annotations

import re

from grader.core import escape

_PROSE = re.compile(
    r"(?P<code>(?<!`)`[^`]+`(?!`))"
    r"|(?P<strong>\*\*(?=[^\s*])[^*`]*[^\s*`]\*\*)"
    r"|(?P<sign>[\\`*$&<>\[\]]|(?<!\w)_|_(?!\w))"
)
_LIST_SIGN = re.compile(r"([-+]|\d+(?=[.)]))(?=[.)]?\s)")


def code(text: str) -> str:
    """Write a text, whatever is in it, so that a card shows it in one line as code."""
    safe = escape.line(text)
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", safe)), default=0))
    blank = " " if safe[:1] in " `" or safe[-1:] in " `" else ""
    return f"{fence}{blank}{safe}{blank}{fence}" if safe.strip() else ""


def prose(text: str) -> str:
    """Write a paragraph so that a card shows what it says; only code and `**strong**` words stay marks."""
    safe = " ".join(escape.line(text).split())
    quoted = _PROSE.sub(lambda found: f"\\{found[0]}" if found["sign"] else found[0], safe)
    found = _LIST_SIGN.match(quoted)
    if not found:
        return quoted
    return f"\\{quoted}" if quoted[0] in "-+" else f"{found[0]}\\{quoted[found.end() :]}"
