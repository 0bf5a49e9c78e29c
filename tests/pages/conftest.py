"""One Chromium for the tests of all pages."""

from collections.abc import Iterator
from typing import Any

import chromium
import pytest


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """Start Chromium once for the files of this folder, since that takes a second of processor time.

    It has to end with the folder: while Playwright runs, nothing else can start an event loop in this process.
    """
    yield from chromium.started()
