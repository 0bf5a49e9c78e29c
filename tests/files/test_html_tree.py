"""HTML as a tree, from which a page makes elements."""

from __future__ import annotations

from grader.files.html_tree import read_tree


def test_html_becomes_a_tree_of_its_elements() -> None:
    assert read_tree('<p style="a">x<br>&lt;b&gt;</p>\n<svg viewBox="0"><path d="M"/></svg>') == [
        ["p", {"style": "a"}, ["x", ["br", {}, []], "<b>"]],
        "\n",
        ["svg", {"viewbox": "0"}, [["path", {"d": "M"}, []]]],
    ]
