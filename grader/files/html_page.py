"""Make HTML pages: templates with escaping, the bundled fonts, a Content-Security-Policy without network access."""

import base64
import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from grader.core.escape import lines
from grader.files import markdown

SHARED = Path(__file__).parent / "template"
"""The folder of shared templates: `head.html`, the start of every page, and its style."""
FONTS = Path(__file__).parent / "font_files"
Filters = Mapping[str, Callable[..., object]]
Paper = Literal["a4", "letter"]
PAPER_SIZES = {"a4": "A4 portrait", "letter": "letter portrait"}
"""CSS names of the paper sizes."""
FACES = (
    ("Card Sans", 400, "normal", "sans-regular"),
    ("Card Sans", 400, "italic", "sans-italic"),
    ("Card Sans", 600, "normal", "sans-semibold"),
    ("Card Mono", 400, "normal", "mono-regular"),
)
"""Family, weight, style and file of each face."""
FONT_RULE = "@font-face"
NO_SCRIPT = "script-src 'none'; connect-src 'self'"
"""The rules of a page without a script, in which nothing can connect but a program that asks for robots.txt from within it."""


def page(
    folder: Path,
    name: str,
    style: str,
    script: str = "",
    *,
    filters: Filters | None = None,
    **values: object,
) -> str:
    """Render a template of a folder as a page; its policy allows only this style, this script and embedded fonts."""
    return environment(folder, filters).get_template(name).render(**head(style, script), **values)


def text(folder: Path, name: str, /, **values: object) -> str:
    """Render a template of a folder as plain text, in which nothing is escaped."""
    loader = FileSystemLoader(folder)
    templates = Environment(loader=loader, undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True)
    return templates.get_template(name).render(**values)


def environment(folder: Path, filters: Filters | None = None) -> Environment:
    """Return the Jinja environment for the templates of a folder, with more filters than those of every page."""
    templates = Environment(
        loader=FileSystemLoader([folder, SHARED]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_visible,
    )
    templates.filters.update({"marked_up": marked_up, "plain": markdown.to_plain, **(filters or {})})
    return templates


def _visible(value: object) -> object:
    """Show control characters and direction marks of a text as text, in every place of every page."""
    return value if not isinstance(value, str) or isinstance(value, Markup) else "\n".join(lines(value))


def marked_up(text: str) -> Markup:
    """Convert marked-up text to HTML; the page needs `markdown.CSS`."""
    return Markup(markdown.to_html(text))


def head(style: str, script: str = "") -> dict[str, str]:
    """Return the values of `head.html`: style, script, and a Content-Security-Policy that allows only these."""
    rules = [
        "default-src 'none'",
        f"style-src '{hash_of(style)}'",
        f"script-src '{hash_of(script)}'" if script else NO_SCRIPT,
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        *(["font-src data:"] if FONT_RULE in style else []),
    ]
    return {"style": Markup(style), "script": Markup(script), "policy": "; ".join(rules)}


def hash_of(text: str) -> str:
    """Return the hash by which a Content-Security-Policy allows a style or a script."""
    return f"sha256-{_base64(hashlib.sha256(text.encode()).digest())}"


def tokens(*, for_screen: bool = True) -> str:
    """Return the variables of all our pages: colors, fonts, sizes; WeasyPrint warns of those for a dark screen."""
    css = (SHARED / "tokens.css").read_text("utf-8")
    return css if for_screen else css.partition("@media")[0]


def face(*styles: Path, has_fonts: bool = True) -> str:
    """Return the style sheet of a page to read on a screen: fonts, what all our pages share, and then its own files."""
    return (
        (font_css() if has_fonts else "")
        + tokens()
        + "".join(path.read_text("utf-8") for path in (SHARED / "face.css", *styles))
    )


@cache
def font_css() -> str:
    """Return `@font-face` rules with the bundled fonts, about 85 kB; they give the same line breaks everywhere."""
    return "".join(
        f'{FONT_RULE}{{font-family:"{family}";font-weight:{weight};font-style:{style};'
        f'src:url("data:font/woff2;base64,{_base64((FONTS / f"{name}.woff2").read_bytes())}") format("woff2")}}\n'
        for family, weight, style, name in FACES
    )


def missing_in_fonts(texts: Iterable[str]) -> str:
    """Return the characters of texts that the bundled fonts lack, sorted, each once; needs the extra `pdf`."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # from the extra `pdf`

    with TTFont(FONTS / "sans-regular.woff2") as font:
        known = set(font.getBestCmap())
    return "".join(sorted({sign for text in texts for sign in text if ord(sign) not in known and not sign.isspace()}))


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
