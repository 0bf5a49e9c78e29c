"""Convert the texts of cards to HTML: a main formula on a line of its own, and no line break inside code or `p = .9`."""

import re

from markupsafe import Markup

from flashcards.deck import Card
from grader.course import picture
from grader.files import markdown

CSS = f"""{markdown.CSS}{picture.CSS}.main-formula {{ display: block; margin: .1em 0 .35em; font-size: 1.5em; }}
"""
"""Style that a page with cards needs."""
LONGEST_CODE = 24
"""Longer code may break, since it could be wider than a phone or a card."""
_MAIN = re.compile(
    r'(<p>)?(?:<span class="unbroken">(<svg class="formula[^>]*>(?:(?!<svg).)*?</svg>)[.,:;]</span>'
    r'|(<svg class="formula[^>]*>(?:(?!<svg).)*?</svg>)(?=\Z|</p>))',
    re.DOTALL,
)
_CODE = re.compile(rf"<code>(?=[^<]{{1,{LONGEST_CODE}}}</code>)")
_OPERATOR = re.compile(r"<svg.*?</svg>|<[^>]*>|(?<=[\w)]) (=|≥|&lt;|&gt;) (?=[\w.(])", re.DOTALL)
"""Matches a drawing or a tag (left alone), or an operator between a name and its value."""


def marked_up(text: str) -> Markup:
    """Convert a text of a card; a formula at its beginning gets a line of its own."""
    html = str(unbroken(text))
    if formula := _MAIN.match(html):
        rest = html[formula.end() :].lstrip()
        html = f'{formula[1] or ""}<span class="main-formula">{formula[2] or formula[3]}</span>{rest}'
    return Markup(html)


def unbroken(text: str) -> Markup:
    """Convert marked-up text; short code and `p = .9` stay on one line."""
    html = _OPERATOR.sub(lambda found: f"\u00a0{found[1]}\u00a0" if found[1] else found[0], markdown.to_html(text))
    return Markup(_CODE.sub('<code class="unbroken">', html))


def picture_of(card: Card) -> Markup:
    """Return the picture of a card's question, without its title, which may be the answer; empty if there is none."""
    return Markup(card.drawn.unnamed if card.drawn else "")
