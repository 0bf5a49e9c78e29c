"""Turn the HTML of our renderers into a tree of lists, from which a page makes elements without parsing HTML."""

from html.parser import HTMLParser
from typing import Any

EMPTY = frozenset({"br", "hr", "img", "input", "path", "rect", "line", "circle", "wbr"})
"""Elements without content, which our templates write without an end."""


def read_tree(text: str) -> list[Any]:
    """Return the nodes of HTML: a text is a string, an element `[name, {attribute: value}, [node, …]]`."""
    reader = _TreeReader()
    reader.feed(text)
    reader.close()
    return reader.nodes[0]


class _TreeReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.nodes: list[list[Any]] = [[]]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        nodes: list[Any] = []
        self.nodes[-1].append([tag, {name: value or "" for name, value in attrs}, nodes])
        if tag not in EMPTY:
            self.nodes.append(nodes)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.nodes[-1].append([tag, {name: value or "" for name, value in attrs}, []])

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY:
            self.nodes.pop()

    def handle_data(self, data: str) -> None:
        self.nodes[-1].append(data)
