"""Writing PDFs: whole or not at all, the same bytes each time, nothing from the network, and a sentence if that is impossible."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pdfs
import pytest
from places import SUPPORT

from flashcards.pdf import is_available, write_pdf
from grader.core.errors import MissingExtraError
from grader.files import extras

pytestmark = [pytest.mark.slow, pdfs.NEEDED]

INSTALL = extras.advice("PDF files need", "pdf")

needs_pdf = pytest.mark.skipif(
    not is_available(), reason='WeasyPrint is not installed: pip install "token-by-token[pdf]"'
)


def chunk(text: str, *, count: int = 1) -> str:
    """Return an HTML document with a page for each of some texts."""
    pages = "".join(f"<section><p>{text} {number}</p></section>" for number in range(count))
    style = "@page{size:60mm 40mm;margin:5mm}section{break-after:page}section:last-child{break-after:auto}p{font:10pt 'Card Sans'}"
    return f'<!doctype html><html lang="en"><title>x</title><style>{style}</style><body>{pages}</body></html>'


def texts(path: Path) -> list[str]:
    """Return the text of each page."""
    import pypdf

    return [page.extract_text().strip() for page in pypdf.PdfReader(path).pages]


@needs_pdf
@pytest.mark.parametrize("flip", [None, "long", "short"])
def test_the_title_may_be_anything_and_the_file_has_no_date(tmp_path: Path, flip: str | None) -> None:
    import pikepdf

    out = tmp_path / "Übung (1).pdf"
    write_pdf([chunk("x")], out, title="Ünïcode (\\) 漢字 <b>", duplex=flip)  # type: ignore[arg-type]
    with pikepdf.open(out) as pdf:
        assert {key: str(value) for key, value in pdf.docinfo.items()} == {"/Title": "Ünïcode (\\) 漢字 <b>"}
        assert str(pdf.Root.Lang) == "en"
        assert "/Metadata" not in pdf.Root
        edge = {None: None, "long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge"}[flip]
        found = pdf.Root.ViewerPreferences.get("/Duplex")
        assert (None if found is None else str(found)) == edge


@needs_pdf
@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_a_file_that_was_there_stays_if_the_writing_is_interrupted(tmp_path: Path, error: type[BaseException]) -> None:
    def parts() -> Iterator[str]:
        yield chunk("x")
        raise error

    out = tmp_path / "out.pdf"
    out.write_bytes(b"before")
    with pytest.raises(error):
        write_pdf(parts(), out, title="x")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("out.pdf", b"before")]


@needs_pdf
def test_nothing_is_fetched(tmp_path: Path) -> None:
    secret = tmp_path / "secret.css"
    secret.write_text("p { display: none }")
    part = chunk("seen").replace(
        "<style>", f'<link rel="stylesheet" href="{secret.as_uri()}"><img src="{secret.as_uri()}"><style>'
    )
    write_pdf([part], tmp_path / "out.pdf", title="x")
    assert texts(tmp_path / "out.pdf") == ["seen 0"]


@needs_pdf
def test_the_same_sheets_are_the_same_bytes_in_another_process_and_folder(tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from printed import layout_named, sheet_set, some_cards
from flashcards import sheets
from flashcards.printing import write_sheets_pdf
from flashcards.sheets import PrintedCard
cards = [*some_cards(3), PrintedCard.of("formula", "What is *this*?", "It is $e^x$, in `code`, **bold**.")]
made = sheet_set(layout_named("index-letter"), cards)
write_sheets_pdf(made, Path("out.pdf"))
Path("out.html").write_bytes(sheets.html(made))
"""
    found = []
    for number, name in enumerate(("here", "anderswo, weit weg")):
        folder = tmp_path / name
        folder.mkdir()
        paths = os.pathsep.join([str(SUPPORT), os.environ.get("PYTHONPATH", "")])
        changed = {
            "PYTHONPATH": paths,
            "PYTHONHASHSEED": str(number),
            "SOURCE_DATE_EPOCH": str(10**9 * number),
            "TZ": "Asia/Tokyo",
        }
        subprocess.run([sys.executable, "-c", code], cwd=folder, env={**os.environ, **changed}, check=True)
        found.append([(folder / file).read_bytes() for file in ("out.pdf", "out.html")])
    assert found[0] == found[1]


# --- what is missing ---------------------------------------------------------------------------


@pytest.mark.parametrize("package", ["weasyprint", "pikepdf"])
def test_a_missing_package_is_one_sentence_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError) as caught:
        write_pdf([chunk("x")], tmp_path / "out.pdf", title="x")
    assert str(caught.value) == INSTALL
    assert list(tmp_path.iterdir()) == []
