"""A Sphinx extension: what happens to the pages of the site when they are written.

Furo leaves something to do for readers with a keyboard or a screen reader: blocks and tables that scroll can be reached by the
Tab key, the second of two columns gets a name, and an empty cell is no heading. Then the build fails if a page would load anything from another
host, since the site is read without a network, too.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import SphinxError

LOADED = ("src", "srcset", "data", "poster")
"""Attributes with addresses that a browser loads by itself; of `link` it loads `href`."""
IN_STYLE = re.compile(r"(?:url\(|@import) *[\"']?([^\"')]+)")
REACHABLE = {
    '<div class="highlight"><pre>': '<div class="highlight"><pre tabindex="0">',
    '<div class="table-wrapper colwidths-auto docutils container">': '<div class="table-wrapper docutils container" tabindex="0">',
    '<th class="head"><p></p></th>': "<td></td>",
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
}
FOREIGN = re.compile(r"(https?:)?//")


def setup(app: Sphinx) -> dict[str, bool]:
    """Change and search all pages when they are written."""
    app.connect("build-finished", finish)
    return {"parallel_read_safe": True}


def finish(app: Sphinx, error: Exception | None) -> None:
    """Make the pages accessible; raise an error that names each address of another host that a page or style sheet loads."""
    if error is not None or app.builder.format != "html":
        return
    for path in Path(app.outdir).rglob("*.html"):
        text = path.read_text("utf-8")
        for old, new in REACHABLE.items():
            text = text.replace(old, new)
        path.write_text(text, "utf-8")
    if found := foreign(Path(app.outdir)):
        raise SphinxError("the site must load nothing from other hosts:\n" + "\n".join(found))


def foreign(folder: Path) -> list[str]:
    """Return the addresses on other hosts that the files in a folder load, each with its file."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".html", ".css", ".svg"):
            text = path.read_text("utf-8")
            addresses = Loaded(text).addresses if path.suffix == ".html" else IN_STYLE.findall(text)
            found += [f"{path}: {each}" for each in addresses if FOREIGN.match(each)]
    return found


class Loaded(HTMLParser):
    """The addresses that a page loads, in the order in which they are written."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the addresses of one element."""
        known = dict(attrs)
        if tag == "link" and known.get("rel") != "canonical":
            self.addresses.append(known.get("href") or "")
        self.addresses += [value or "" for name, value in attrs if name in LOADED]
        self.addresses += IN_STYLE.findall(known.get("style") or "")
