"""The page of `learn serve` in a browser: tokens come, show what else was likely, and everybody can use it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chromium
import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytestmark = [pytest.mark.external, chromium.NEEDED]

PHONE = {"width": 390, "height": 800}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server."""
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", "serve", "--port", "0"],
        cwd=tmp_path_factory.mktemp("served"),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    yield process.stdout.readline().split(" at ")[1].split()[0]
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=300)


class Served(chromium.Opened):
    """The page of a running `learn serve`."""

    def __init__(self, browser: Any, address: str, **settings: Any) -> None:
        super().__init__(browser, address, **settings)
        self.page.wait_for_selector("#model:not(:empty)")

    def write(self, prompt: str, **dials: str) -> str:
        """Fill in the form, write, and return the text after the prompt."""
        self.page.fill("#prompt", prompt)
        for name, value in dials.items():
            self.page.evaluate(
                "([id, value]) => { const e = document.getElementById(id); e.value = value;"
                " e.dispatchEvent(new Event('input')); }",
                [name, value],
            )
        self.page.focus("#go")
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector("#status:not(:empty)")
        text: str = self.page.inner_text("#text")
        return text.removeprefix(prompt)


@pytest.fixture
def served(browser: Any, address: str) -> Iterator[Served]:
    """Return the page in a window of a desktop's size."""
    opened = Served(browser, address)
    yield opened
    opened.context.close()


def test_tokens_come_and_can_be_asked(served: Served, address: str) -> None:
    assert served.write("The capital of France is", temperature="0") == " Paris."
    assert re.match(r"\d+ tokens in [\d.]+ s, \d+ a second; .*the text has ended", served.page.inner_text("#status"))
    token = served.page.locator("#text button").first
    assert "bits of surprise" in token.get_attribute("title")
    token.focus()
    served.page.keyboard.press("Enter")
    assert '" Paris" ← taken' in served.page.inner_text("#instead")
    assert token.get_attribute("aria-pressed") == "true"
    assert served.said == []
    assert all(url.startswith((address.partition("#")[0], "data:")) for url in served.asked)


def test_dials_change_the_text_and_a_seed_repeats_it(served: Served) -> None:
    first = served.write("Once upon a time", seed="1", temperature="1")
    assert served.write("Once upon a time", seed="2") != first
    assert served.write("Once upon a time", seed="1") == first
    served.page.uncheck("#cache")
    assert served.write("Once upon a time", seed="1") == first


def test_surprise_is_painted(served: Served) -> None:
    served.write("Once upon a time", seed="4", temperature="1.5")
    colors = served.page.eval_on_selector_all(
        "#text button", "all => all.map(e => getComputedStyle(e).backgroundColor)"
    )
    assert len(set(colors)) > 2


def test_a_draft_and_a_chat(served: Served) -> None:
    served.page.check("#draft")
    assert served.write("The capital of France is", temperature="0") == " Paris."
    served.page.check("#chat")
    assert served.write("Hello, I am Lena.", temperature="0") == " Hello, Lena. How can I help you?"


def test_a_long_text_can_be_stopped(served: Served) -> None:
    served.page.uncheck("#cache")
    served.page.fill("#max_tokens", "400")
    served.page.evaluate("document.getElementById('temperature').value = 0")
    served.page.fill("#prompt", "I think that")
    served.page.click("#go")
    served.page.wait_for_selector("#text button")
    served.page.click("#stop")
    served.page.wait_for_selector("#status:has-text('Stopped after')")


def test_what_is_refused_is_said(served: Served) -> None:
    served.write("no " * 600)
    assert "the model's context holds 512" in served.page.inner_text("#status")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 900}], ids=["phone", "desktop"])
def test_nothing_is_in_the_way(browser: Any, address: str, scheme: str, size: dict[str, int], tmp_path: Path) -> None:
    opened = Served(browser, address, color_scheme=scheme, viewport=size)
    try:
        opened.write("Once upon a time", seed="4", temperature="1.5")
        opened.page.locator("#text button").first.click()
        assert chromium.barriers(opened.page) == []
        assert opened.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    finally:
        opened.page.screenshot(path=tmp_path / f"{scheme}.png", full_page=True)
        opened.context.close()
