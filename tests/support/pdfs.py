"""Tests that write PDF files run where WeasyPrint and Pango are installed, and skip with our sentence elsewhere."""

from __future__ import annotations

import pytest

from flashcards.pdf import PdfUnavailableError, Renderer


def _missing() -> str:
    """Say why no PDF can be written here; nothing, if it can."""
    try:
        Renderer()
    except PdfUnavailableError as error:
        return str(error)
    return ""


MISSING = _missing()
NEEDED = pytest.mark.skipif(bool(MISSING), reason=MISSING)
