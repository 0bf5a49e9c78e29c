"""Write HTML as one PDF, with the bundled fonts and nothing from the network, in parts so that long ones fit into memory."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from flashcards import pdf_tags
from flashcards.pdf_join import Joined
from grader.files import fonts
from grader.files.safe_write import promised

if TYPE_CHECKING:
    from weasyprint import Document  # type: ignore[import-untyped]

Flip = Literal["long", "short"]
"""The edge of the sheet about which a printer turns it."""

_INSTALL = 'PDF files need two more packages; `pip install "token-by-token[pdf]"` brings them'
_PANGO = (
    "WeasyPrint is installed, but not the library Pango that it needs; "
    "install Pango (Debian and Ubuntu: `apt install libpango-1.0-0 libpangoft2-1.0-0`, macOS: `brew install pango`)"
)
_TAG = re.compile(r"(<style\b.*?</style>|<script\b.*?</script>|<[^>]*>)", re.DOTALL)
_BARE_FRACTION = re.compile(r"(?<![\w.])[-+−]?\.\d+")
_DRAWING = re.compile(r'(<svg\b[^>]*\baria-label="([^"]*)"[^>]*>)(?!<title>)')


class PdfUnavailableError(Exception):
    """PDF files cannot be made on this machine; the message says what to install."""


def is_available() -> bool:
    """Say whether the packages of the extra `pdf` are installed, without importing them."""
    return find_spec("weasyprint") is not None and find_spec("pikepdf") is not None


def write_pdf(
    chunks: Iterable[str],
    out: Path,
    *,
    title: str,
    language: str = "en",
    duplex: Flip | None = None,
    progress: Callable[[int], None] | None = None,
    look: Callable[[Document], None] | None = None,
) -> None:
    """Write HTML documents one after the other as one tagged PDF; the file is replaced whole or not at all.

    A document that has many pages takes much more time than twice the half of it, so give long ones in chunks of about
    a hundred pages. The fonts of `grader.files.fonts` are there without being asked for.

    Args:
        chunks: HTML documents, made when they are needed.
        duplex: The edge to turn the paper about, as the print dialogue should propose it; None for one side.
        progress: Called after each chunk with how many are done.
        look: Called with each chunk's layout before it is written; what it raises ends the writing.

    Raises:
        PdfUnavailableError: a package is missing.
        UnwritableError: the folder or the disk does not let us.
    """
    renderer, tags, count = Renderer(), pdf_tags.Tags(), 0
    from pikepdf import Dictionary, Name, String

    with promised(out) as file:
        joined = Joined(file)
        for count, chunk in enumerate(chunks, start=1):
            document = renderer.lay_out(chunk)
            if look:
                look(document)
            with _part(document, tags) as part:
                joined.add(part)
            if progress:
                progress(count)
        if not count:
            raise ValueError("there is nothing to write")
        hints: dict[str, Any] = {"PrintScaling": Name("/None"), "PickTrayByPDFSize": True, "DisplayDocTitle": True}
        if duplex:
            hints["Duplex"] = Name.DuplexFlipLongEdge if duplex == "long" else Name.DuplexFlipShortEdge
        info = Dictionary(Title=String(title), Creator=String("Token by Token"))  # no date: the bytes stay the same
        joined.finish(Dictionary(Lang=String(language), ViewerPreferences=Dictionary(**hints)), info)


class Renderer:
    """Lays HTML out on pages, with the bundled fonts, which are read once."""

    def __init__(self) -> None:
        """Load WeasyPrint.

        Raises:
            PdfUnavailableError: a package is missing.
        """
        if not is_available():
            raise PdfUnavailableError(_INSTALL)
        try:
            with contextlib.redirect_stdout(io.StringIO()):  # it prints advice of its own when Pango is missing
                import weasyprint
                from weasyprint.text.fonts import FontConfiguration  # type: ignore[import-untyped]
                from weasyprint.urls import URLFetcher  # type: ignore[import-untyped]
        except OSError as error:
            raise PdfUnavailableError(_PANGO) from error
        self._html = weasyprint.HTML
        self._font_config = FontConfiguration()
        self._fetcher = URLFetcher(allowed_protocols=("data",))
        self._style = weasyprint.CSS(string=fonts.css(), font_config=self._font_config, url_fetcher=self._fetcher)

    def lay_out(self, html: str) -> Document:
        """Lay an HTML document out on pages."""
        source = self._html(string=_prepared(html), url_fetcher=self._fetcher)
        return source.render(font_config=self._font_config, stylesheets=[self._style])


def _prepared(html: str) -> str:
    """Write HTML so that WeasyPrint does with it what browsers do.

    It would break a line between the point and the digits of .5, and it looks for a drawing's text in its title.
    """
    parts = _TAG.split(html)
    parts[::2] = [_BARE_FRACTION.sub(r'<span style="white-space:nowrap">\g<0></span>', text) for text in parts[::2]]
    return _DRAWING.sub(r"\1<title>\2</title>", "".join(parts))


@contextlib.contextmanager
def _part(document: Document, tags: pdf_tags.Tags) -> Iterator[Any]:
    """Give the PDF of one part, without the objects that its tags no longer need."""
    from pikepdf import ObjectStreamMode, Pdf

    drawn, lean = io.BytesIO(), io.BytesIO()
    document.write_pdf(drawn, pdf_tags=True, finisher=lambda _, pdf: tags.pack(pdf))
    with Pdf.open(drawn) as pdf:
        pdf.save(lean, object_stream_mode=ObjectStreamMode.disable)
    with Pdf.open(lean) as pdf:
        yield pdf
