"""Put the navigation, the style sheets and the icon of a site on a page of ours."""

import html
import re
from pathlib import Path
from posixpath import dirname, relpath
from typing import NamedTuple

from grader.files import html_page

HERE = Path(__file__).parent / "template"
HOME = "index.html"
STYLE, FRAME, FONTS, ICON = "style.css", "frame.css", "fonts.css", "icon.svg"
"""The style of the site's own pages, of the navigation on all others, the fonts, and the icon."""
VERDICT, CARD = "verdict.svg", "card.png"
"""The pictures that a course may have in `docs/front/`: a recorded verdict, and the card that links to the site show."""
_POLICY, _HEAD_END, _MAIN = "style-src ", "</head>\n<body>", "<main"
"""The places on every page of ours where something is put in, made by `head.html` and its own template."""
_ALLOWED = "img-src &#39;self&#39;; style-src &#39;self&#39; "
_ALSO = ("connect-src &#39;self&#39;", "font-src data:")
"""The rules for files of the site, and two that some pages have already."""
PLAYER_FILES = ("player.css", "player.js")
"""The style and the script of pages with a playground; the script loads the model."""
_PLAYER = '<div class="player'
_PLAYER_RULES = (
    ("script-src &#39;none&#39;", "script-src &#39;self&#39;"),
    ("trusted-types &#39;none&#39;", "trusted-types player"),
)
_TITLE = re.compile("<title>(.*?)</title>", re.DOTALL)
_DESCRIPTION = re.compile('<meta name="description" content="(.*?)">')


class SitePlace(NamedTuple):
    """A file of the site to link to; paths begin at the top of the site."""

    path: str
    title: str
    about: str = ""


class SiteFrame(NamedTuple):
    """The parts that all pages of a site share."""

    title: str
    """The course's title, which leads to the start page."""
    places: tuple[SitePlace, ...]
    """The navigation."""
    address: str = ""
    """Where the site is published, which previews of links need; empty if that is not known."""
    has_card: bool = False
    """Whether the course has a card for such previews."""

    def on(self, page: str, path: str, style: str = FRAME) -> bytes:
        """Return a page for a path of the site: with style sheets, a policy that allows them, icon and navigation."""
        templates = html_page.environment(HERE)
        page = _without_fonts(page)
        has_player = _PLAYER in page
        described, title = _DESCRIPTION.search(page), _TITLE.search(page)
        current = next((place for place in self.places if _is_at(path, place.path)), None)
        # Pages that other commands write, too, have no description of their own.
        about = f"{current.title} of {self.title}: {current.about}" if current else f"A page of {self.title}"
        shared = {"frame": self, "path": path, "between": between}
        head_end = templates.get_template("head_end.html").render(
            **shared,
            title=html.unescape(title[1]) if title else self.title,
            has_description=bool(described),
            description=html.unescape(described[1]) if described else about,
            sheets=[FONTS, style, *PLAYER_FILES[:has_player]],
            scripts=PLAYER_FILES[1:] if has_player else (),
            icon=ICON,
            card=CARD,
        )
        top = templates.get_template("navigation.html").render(**shared, home=HOME, current=current)
        own = page.partition(_HEAD_END)[0]
        page = _replaced(page, _POLICY, "".join(f"{rule}; " for rule in _ALSO if rule not in own) + _ALLOWED)
        for rule, own_rule in _PLAYER_RULES if has_player else ():
            page = page.replace(rule, own_rule, 1)  # a page may allow scripts of the site already
        page = _replaced(page, _MAIN, '<main id="main"')
        return _replaced(page, _HEAD_END, f"{head_end}</head>\n<body>\n{top}").encode("utf-8", "replace")


def _without_fonts(page: str) -> str:
    """Return a page without the fonts in its style, since the site has them in a file that a browser loads once."""
    style = page.partition("<style>")[2].partition("</style>")[0]
    rest = style.replace(html_page.font_css(), "")
    return page.replace(style, rest, 1).replace(html_page.hash_of(style), html_page.hash_of(rest), 1)


def _is_at(path: str, place: str) -> bool:
    return path == place or (place.endswith("/index.html") and dirname(path) == dirname(place))


def between(start: str, end: str) -> str:
    """Return the relative address that leads from one file of the site to another."""
    return relpath(end, dirname(start) or ".")


def _replaced(page: str, old: str, new: str) -> str:
    if old not in page:
        raise ValueError(f"the page has no {old!r}, which all of ours have")
    return page.replace(old, new, 1)
