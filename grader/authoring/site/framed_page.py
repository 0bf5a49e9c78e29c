"""Put the navigation, the style sheets and the icon of a site on a page of ours."""

import html
import re
from pathlib import Path
from posixpath import dirname, relpath
from typing import NamedTuple

from grader.files import html_page

HERE = Path(__file__).parent / "template"
HOME, UNITS = "index.html", "index.html#units"
COURSE_FOLDERS = ("units/", "pages/")
"""The folders of the pages that have the list of units beside them."""
STYLE, FRAME, FONTS, ICON = "style.css", "frame.css", "fonts.css", "icon.svg"
"""The style of the site's own pages, of the navigation on all others, the fonts, and the icon."""
VERDICT, CARD = "verdict.svg", "card.png"
"""The pictures that a course may have in `docs/front/`: a recorded verdict, and the card that links to the site show."""
_POLICY, _HEAD_END, _MAIN, _MAIN_END = "style-src ", "</head>\n<body>", "<main", "</main>"
"""The places on every page of ours where something is put in, made by `head.html` and its own template."""
_ALLOWED = "img-src &#39;self&#39;; style-src &#39;self&#39; "
_NO_FORM, _SEARCH = "form-action &#39;none&#39;", "form-action &#39;self&#39;"
_ALSO = ("connect-src &#39;self&#39;", "font-src data:")
"""The rules for files of the site, and two that some pages have already."""
SEARCH, SITE_SCRIPT = "search.html", "site.js"
"""The page of the search, and the script of the start page."""
PLAYER_FILES = ("player.css", "player.js")
"""The style and the script of pages with a playground; the script loads the model."""
_PLAYER = '<div class="player'
_SCRIPTS = ("script-src &#39;none&#39;", "script-src &#39;self&#39;")
_PLAYER_POLICY = ("trusted-types &#39;none&#39;", "trusted-types player")
_TITLE = re.compile("<title>(.*?)</title>", re.DOTALL)
_DESCRIPTION = re.compile('<meta name="description" content="(.*?)">')


class SitePlace(NamedTuple):
    """A file of the site to link to; paths begin at the top of the site."""

    path: str
    title: str
    about: str = ""


class SiteUnit(NamedTuple):
    """A unit in the list beside its pages."""

    path: str
    title: str
    tasks: tuple[SitePlace, ...]


class SiteFrame(NamedTuple):
    """The parts that all pages of a site share."""

    title: str
    """The course's title, which leads to the start page."""
    places: tuple[SitePlace, ...]
    """The navigation within the site; other pages are reached from the start page."""
    links: tuple[SitePlace, ...] = ()
    """The addresses outside the site that the navigation ends with."""
    units: tuple[SiteUnit, ...] = ()
    sequences: tuple[tuple[SitePlace, ...], ...] = ()
    """The pages in reading order; each page leads to the one before and the one after it."""
    address: str = ""
    """Where the site is published, which previews of links need; empty if that is not known."""
    has_card: bool = False
    """Whether the course has a card for such previews."""

    def on(self, page: str, path: str, style: str = FRAME) -> bytes:
        """Return a page for a path of the site: with style sheets, a policy that allows them, icon and navigation."""
        templates = html_page.environment(HERE)
        page = _without_fonts(page)
        has_player = _PLAYER in page
        scripts = {HOME: [SITE_SCRIPT], SEARCH: ["search.js"]}.get(path, []) + [*PLAYER_FILES[1:]] * has_player
        described, title = _DESCRIPTION.search(page), _TITLE.search(page)
        current = next((place for place in self.places if _is_at(path, place.path)), None)
        if path.startswith(COURSE_FOLDERS):
            current = next((place for place in self.places if place.path == UNITS), None)
        # Pages that other commands write, too, have no description of their own.
        about = f"{current.title} of {self.title}: {current.about}" if current else f"A page of {self.title}"
        shared = {"frame": self, "path": path, "between": between}
        head_end = templates.get_template("head_end.html").render(
            **shared,
            title=html.unescape(title[1]) if title else self.title,
            has_description=bool(described),
            description=html.unescape(described[1]) if described else about,
            sheets=[FONTS, style, *PLAYER_FILES[:has_player]],
            scripts=scripts,
            icon=ICON,
            card=CARD,
        )
        top = templates.get_template("navigation.html").render(
            **shared, home=HOME, current=current, search=SEARCH, has_units=path.startswith(COURSE_FOLDERS)
        )
        around = templates.get_template("around.html").render(**shared, **self._around(path))
        own = page.partition(_HEAD_END)[0]
        page = _replaced(page, _POLICY, "".join(f"{rule}; " for rule in _ALSO if rule not in own) + _ALLOWED)
        page = _replaced(page, _NO_FORM, _SEARCH)
        if scripts:
            page = page.replace(*_SCRIPTS, 1)  # a page may allow scripts of the site already
        if has_player:
            page = _replaced(page, *_PLAYER_POLICY)
        page = _replaced(page, _MAIN_END, f"{around}</main>")
        page = _replaced(page, _MAIN, '<main id="main"')
        return _replaced(page, _HEAD_END, f"{head_end}</head>\n<body>\n{top}").encode("utf-8", "replace")

    def _around(self, path: str) -> dict[str, SitePlace | None]:
        """Return the places before and after a page in its sequence."""
        for sequence in self.sequences:
            at = next((number for number, place in enumerate(sequence) if place.path == path), None)
            if at is not None:
                return {"before": sequence[at - 1] if at else None, "after": dict(enumerate(sequence)).get(at + 1)}
        return {"before": None, "after": None}


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
