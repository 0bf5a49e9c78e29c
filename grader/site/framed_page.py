"""Put the navigation, the style sheets and the icon of a site on a page of ours."""

from pathlib import Path
from posixpath import dirname, relpath
from typing import NamedTuple

from grader.files import html_page

HERE = Path(__file__).parent / "template"
HOME = "index.html"
STYLE, FRAME, FONTS, THEME, ICON = "style.css", "frame.css", "fonts.css", "theme.css", "icon.svg"
"""The style of the site's own pages, of the navigation on all others, of pictures, and the course's own; the icon."""
_PICTURE = 'class="picture"'
_POLICY, _HEAD_END, _MAIN = "style-src ", "</head>\n<body>", "<main"
"""The places on every page of ours where something is put in, made by `head.html` and its own template."""


_ALLOWED = "img-src &#39;self&#39;; connect-src &#39;self&#39;; style-src &#39;self&#39; "
"""The rules for files of the site; a program that asks for robots.txt from within a page needs `connect-src`."""


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
    has_theme: bool
    """Whether the course brings a style sheet of its own."""

    def on(self, page: str, path: str, style: str = FRAME) -> bytes:
        """Return a page for a path of the site: with style sheets, a policy that allows them, icon and navigation."""
        # Only pictures need the bundled fonts, whose widths they are drawn for. In running text, a font that comes late
        # moves the lines: Lighthouse counted a shift of 0.13.
        fonts = [FONTS] if style == STYLE and _PICTURE in page else []
        # The theme comes last, so that it can change every color of the page's own style.
        sheets = [*fonts, style, THEME] if self.has_theme else [*fonts, style]
        links = [f'<link rel="stylesheet" href="{between(path, sheet)}">\n' for sheet in sheets]
        links.append(f'<link rel="icon" href="{between(path, ICON)}" type="image/svg+xml">\n')
        navigation = html_page.environment(HERE).get_template("navigation.html")
        top = navigation.render(frame=self, home=HOME, path=path, between=between)
        page = _replaced(page, _POLICY, _ALLOWED)
        page = _replaced(page, _MAIN, '<main id="main"')
        return _replaced(page, _HEAD_END, f"{''.join(links)}</head>\n<body>\n{top}").encode("utf-8", "replace")


def between(start: str, end: str) -> str:
    """Return the relative address that leads from one file of the site to another."""
    return relpath(end, dirname(start) or ".")


def _replaced(page: str, old: str, new: str) -> str:
    if old not in page:
        raise ValueError(f"the page has no {old!r}, which all of ours have")
    return page.replace(old, new, 1)
