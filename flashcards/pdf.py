"""Convert HTML to one PDF with WeasyPrint, part by part to bound memory, with the bundled fonts and no network access."""

import contextlib
import io
import logging
import os
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Literal

from grader.core.errors import MissingExtraError
from grader.files import extras
from grader.files.html_page import font_css
from grader.files.safe_write import promised

if TYPE_CHECKING:
    from weasyprint import Document

Flip = Literal["long", "short"]
"""The edge about which a printer turns the sheet."""

_LIBRARIES = (
    "Debian and Ubuntu: `apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0`, Fedora: `dnf install pango`, "
    "macOS: `brew install pango`, Windows: `pacman -S mingw-w64-ucrt-x86_64-pango` in MSYS2"
)
_NO_PANGO = f"PDF files need the library Pango, which pip cannot install and this machine lacks; {_LIBRARIES}"
_NO_SUBSET = f"HarfBuzz-Subset is missing, which later versions of WeasyPrint need; {_LIBRARIES}"
_TAG = re.compile(r"(<style\b.*?</style>|<script\b.*?</script>|<svg\b.*?</svg>|<[^>]*>)", re.DOTALL)
_BARE_FRACTION = re.compile(r"(?<![\w.])[-+−]?\.\d+")
_DRAWING = re.compile(r'(<svg\b[^>]*\baria-label="([^"]*)"[^>]*>)(?!<title>)')


def is_available() -> bool:
    """Return whether the packages of the extra `pdf` are installed, without importing them."""
    return find_spec("weasyprint") is not None and find_spec("pikepdf") is not None


def missing() -> str:
    """Say in one sentence what to install before PDF files can be written here; empty if they can."""
    try:
        Renderer()
    except MissingExtraError as error:
        return str(error)
    return ""


def condition() -> str:
    """Say in one sentence whether PDF files can be written here, and which library to install if one is missing."""
    if what := missing():
        return f"not available: {what}"
    from weasyprint.text.ffi import harfbuzz_subset  # from the extra `pdf`

    return "available" if harfbuzz_subset else f"available; {_NO_SUBSET}"


def write_pdf(
    chunks: Iterable[str],
    out: Path,
    *,
    title: str,
    duplex: Flip | None = None,
    progress: Callable[[int], None] | None = None,
    look: "Callable[[Document], None] | None" = None,
) -> None:
    """Write HTML documents one after the other as one PDF; replace the file atomically.

    Layout time grows faster than the number of pages, so give long documents in chunks of about a hundred pages. The
    bundled fonts are always loaded. A single document is tagged for screen readers; several are sheets for a printer,
    and joining their tags would take more memory than all the rest.

    Print dialogs propose the flip edge `duplex`; None is one-sided. After each chunk, `look` gets its layout and
    `progress` the number of chunks done; an exception aborts the writing.

    Raises:
        MissingExtraError: a package is missing.
        UnwritableError: the file cannot be written.
    """
    renderer = Renderer()
    document: Document | None = None
    parts: list[BinaryIO] = []
    with promised(out) as file:
        for count, chunk in enumerate(chunks, start=1):
            if document is not None:
                parts.append(_drawn(document, is_tagged=False))
            document = renderer.lay_out(chunk)
            if look:
                look(document)
            if progress:
                progress(count)
        if document is None:
            raise ValueError("there is nothing to write")
        parts.append(_drawn(document, is_tagged=not parts))
        _join(parts, file, title, duplex)


def _drawn(document: "Document", *, is_tagged: bool) -> BinaryIO:
    drawn = io.BytesIO()
    with _without_dates():
        document.write_pdf(drawn, pdf_tags=is_tagged)
    return drawn


def _join(parts: list[BinaryIO], file: BinaryIO, title: str, duplex: Flip | None) -> None:
    """Join PDFs; set title, language and print settings, but no date, so that the same cards give the same bytes."""
    from pikepdf import Dictionary, Name, ObjectStreamMode, Pdf, String  # from the extra `pdf`

    preferences = Dictionary(PrintScaling=Name("/None"), PickTrayByPDFSize=True, DisplayDocTitle=True)
    if duplex:
        preferences.Duplex = Name.DuplexFlipLongEdge if duplex == "long" else Name.DuplexFlipShortEdge
    with Pdf.open(parts[0]) as joined:
        for part in parts[1:]:
            if duplex and len(joined.pages) % 2:  # or the next document would begin on the back of this one
                box = joined.pages[0].mediabox
                joined.add_blank_page(page_size=(float(box[2]), float(box[3])))
            with Pdf.open(part) as pdf:
                joined.pages.extend(pdf.pages)
        joined.Root.Lang, joined.Root.ViewerPreferences = String("en"), preferences
        info = Dictionary(Title=String(title))
        joined.trailer.Info = joined.make_indirect(info)
        joined.save(file, deterministic_id=True, object_stream_mode=ObjectStreamMode.generate)


class Renderer:
    """Lays HTML out on pages, with the bundled fonts, which are loaded once."""

    def __init__(self) -> None:
        """Load WeasyPrint; raise MissingExtraError if a package is missing."""
        if not is_available():
            raise MissingExtraError(extras.advice("PDF files need", "pdf"))
        try:
            with _without_advice():
                import weasyprint  # from the extra `pdf`; takes 0.6 s
                from weasyprint.text.fonts import FontConfiguration
                from weasyprint.urls import URLFetcher
        except OSError as error:
            raise MissingExtraError(_NO_PANGO) from error
        self._html = weasyprint.HTML
        self._font_config = FontConfiguration()
        self._fetcher = URLFetcher(allowed_protocols=("data",))
        self._style = weasyprint.CSS(string=font_css(), font_config=self._font_config, url_fetcher=self._fetcher)

    def lay_out(self, html: str) -> "Document":
        """Lay an HTML document out on pages."""
        source = self._html(string=_prepared(html), url_fetcher=self._fetcher)
        return source.render(font_config=self._font_config, stylesheets=[self._style])


@contextlib.contextmanager
def _without_advice() -> Iterator[None]:
    """Silence the advice of WeasyPrint on missing libraries; `condition` has ours.

    Without Pango it prints a paragraph and raises an OSError. Without HarfBuzz-Subset it warns, and subsets fonts with
    fontTools: pages and text are the same (tests/test_pdf.py and the tests of sheets hold there, too).
    """
    logging.getLogger("weasyprint").addFilter(_is_not_about_subsets)
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "HarfBuzz-Subset will be required", DeprecationWarning)
        yield


def _is_not_about_subsets(record: logging.LogRecord) -> bool:
    return not str(record.msg).startswith("Using fontTools instead of HarfBuzz-Subset")


@contextlib.contextmanager
def _without_dates() -> Iterator[None]:
    """Keep the time out of fonts, so that the same cards give the same bytes.

    fontTools dates each font that it writes, unless SOURCE_DATE_EPOCH says when; HarfBuzz-Subset dates none.
    """
    before = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ["SOURCE_DATE_EPOCH"] = "0"
    try:
        yield
    finally:
        del os.environ["SOURCE_DATE_EPOCH"]
        if before is not None:
            os.environ["SOURCE_DATE_EPOCH"] = before


def _prepared(html: str) -> str:
    """Rewrite HTML where WeasyPrint differs from browsers.

    WeasyPrint breaks a line between the point and the digits of .5, and reads the text of an SVG from its title.
    """
    parts = _TAG.split(html)
    parts[::2] = [_BARE_FRACTION.sub(r'<span style="white-space:nowrap">\g<0></span>', text) for text in parts[::2]]
    return _DRAWING.sub(r"\1<title>\2</title>", "".join(parts))
