"""A page of ours in Chromium, with all that it asked for and complained about, and axe-core for barriers."""

from __future__ import annotations

import io
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any
from unicodedata import normalize

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
NEEDED = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium to start")
SWITCHES = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


def started() -> Iterator[Any]:
    """Start Chromium with a profile of its own, and end it."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed: pip install playwright"
    )
    with playwright.sync_playwright() as engine:
        chromium = engine.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield chromium
        chromium.close()


class Opened:
    """A file or an address in a window of its own: `asked` are its requests, `said` the console's lines."""

    def __init__(self, browser: Any, file: Path | str, fragment: str = "", **settings: Any) -> None:
        self.context = browser.new_context(**settings)
        self.page = self.context.new_page()
        self.asked: list[str] = []
        self.said: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.goto((file.as_uri() if isinstance(file, Path) else file) + fragment)

    def __enter__(self) -> Any:
        """Give the page."""
        return self.page

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the window."""
        self.context.close()


def axe() -> str:
    """Return axe-core: the file that AXE_CORE names, or the one of axe-playwright-python."""
    if "AXE_CORE" in os.environ:
        return Path(os.environ["AXE_CORE"]).read_text("utf-8")
    package = pytest.importorskip(
        "axe_playwright_python", reason="axe-core is not installed: pip install axe-playwright-python"
    )
    return (Path(package.__file__).parent / "axe.min.js").read_text("utf-8")


def barriers(page: Any, passed: int = 10) -> list[str]:
    """Return what axe-core finds wrong with a page as it is now; more rules than `passed` must have had something to do."""
    page.evaluate(axe())
    result = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")  # of what passes, one node tells enough
    assert len(result["passes"]) > passed
    return [f"{each['id']}: {node['html']}" for each in result["violations"] for node in each["nodes"]]


def printed(page: Any, **settings: Any) -> list[str]:
    """Return the text of each page that the browser prints, in letters: some fonts draw "fi" as one sign."""
    pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed: pip install pypdf")
    pages = pypdf.PdfReader(io.BytesIO(page.pdf(**settings))).pages
    return [" ".join(normalize("NFKC", each.extract_text()).split()) for each in pages]


def until(page: Any, expression: str, seconds: float = 10.0) -> None:
    """Wait until an expression is true of a page.

    Playwright's `wait_for_function` evaluates text within the page, which our pages' policy forbids.
    """
    deadline = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, f"never came true: {expression}"
        page.wait_for_timeout(10)


SIDEWAYS = """() => [...document.querySelectorAll("body *")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.checkVisibility()
    && getComputedStyle(each).display !== "inline" && !each.closest("svg, .unseen"))
  .map((each) => each.outerHTML.slice(0, 80))"""
"""Finds what would have to be scrolled sideways."""
