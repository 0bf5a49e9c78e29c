"""Embed the bundled fonts, so that a page has the same line breaks on every machine."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from pathlib import Path

FOLDER = Path(__file__).parent / "font_files"
FACES = (
    ("Card Sans", 400, "normal", "sans-regular"),
    ("Card Sans", 400, "italic", "sans-italic"),
    ("Card Sans", 600, "normal", "sans-semibold"),
    ("Card Mono", 400, "normal", "mono-regular"),
)
"""Family, weight, style and file of each face."""


def css() -> str:
    """Return `@font-face` rules with the fonts embedded, about 120 kB."""
    return "".join(
        f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{style};'
        f'src:url("data:font/woff2;base64,{_base64(name)}") format("woff2")}}\n'
        for family, weight, style, name in FACES
    )


def missing(texts: Iterable[str]) -> str:
    """Return the characters of texts that the fonts lack, sorted, each once."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # from the extra `pdf`

    with TTFont(FOLDER / "sans-regular.woff2") as font:
        known = set(font.getBestCmap())
    return "".join(sorted({sign for text in texts for sign in text if ord(sign) not in known and not sign.isspace()}))


def _base64(name: str) -> str:
    return base64.b64encode((FOLDER / f"{name}.woff2").read_bytes()).decode("ascii")
