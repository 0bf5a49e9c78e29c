"""Tests that write PDF files run where WeasyPrint and Pango are installed, and skip with our sentence elsewhere."""

from __future__ import annotations

import pytest

from flashcards.pdf import missing

MISSING = missing()
NEEDED = pytest.mark.skipif(bool(MISSING), reason=MISSING)
