"""Tests that write PDF files run where WeasyPrint and Pango are installed, and skip with our sentence elsewhere."""

from __future__ import annotations

import pytest

from flashcards.pdf import Renderer
from grader.core.errors import MissingExtraError


def _missing() -> str:
    """Say why no PDF can be written here; nothing, if it can."""
    try:
        Renderer()
    except MissingExtraError as error:
        return str(error)
    return ""


MISSING = _missing()
NEEDED = pytest.mark.skipif(bool(MISSING), reason=MISSING)
