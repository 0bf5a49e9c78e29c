"""The comparison page in a browser: the dials compute what the reference does, and everybody can use it."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import chromium
import numpy as np
import pytest
from chromium import Opened
from places import COURSE

pytestmark = [pytest.mark.external, chromium.NEEDED]

SOLUTIONS = COURSE.solutions
SAMPLER: Any = SOLUTIONS.reference("picking/sampler_pipeline").next_distribution
RANKED: Any = SOLUTIONS.reference("picking/nucleus_membership").nucleus
CARDS = 12
formatting: Any = SOLUTIONS.reference("lab/playground/render")
measure: Any = SOLUTIONS.reference("lab/playground/measure")
SHOWN, TOP_KS = formatting.SHOWN, formatting.TOP_KS
STEPS = ("model", "temperature", "top-k", "top-p", "min-p")

TEMPERATURES = ["0", "0.05", "0.3", "0.7", "1", "1.35", "2"]
KS = [1, 2, 5, 20, 100, 500, 0]
SHARES = ["0.01", "0.3", "0.5", "0.9", "0.95", "0.99", "1"]
MIN_PS = ["0", "0.1", "1"]
GRID = [(*each, min_p) for each, min_p in zip(itertools.product(TEMPERATURES, KS, SHARES), itertools.cycle(MIN_PS))]

READ = """(settings) => settings.map(([temperature, k, share, minP]) => {
  const set = (id, value) => { document.getElementById(id).value = value; };
  set("temperature", temperature); set("top-k", k); set("top-p", share); set("min-p", minP);
  document.getElementById("temperature").dispatchEvent(new Event("input", { bubbles: true }));
  const cells = [...document.querySelectorAll("#dials td")];
  return {
    widths: cells.map((cell) => parseFloat(cell.querySelector("rect").getAttribute("width"))),
    texts: cells.map((cell) => cell.textContent),
    cuts: cells.map((cell) => cell.className === "cut"),
    summary: document.getElementById("summary").textContent,
  };
})"""
"""Moves the sliders, and reads what the page then shows."""


def compared(prompt: str) -> Any:
    """Compare the strategies on a prompt."""
    return measure.compare(prompt, max_tokens=12, seed=0)


def with_ties(comparison: Any) -> Any:
    """Return a comparison whose logits are whole numbers, so that many tokens are equally likely."""
    logits = comparison.logits.round(0)
    return comparison._replace(logits=logits, ranked=tuple(RANKED(SAMPLER(logits), 1.0)))


def twins() -> Any:
    """Return a comparison in which four tokens are the likeliest."""
    logits = np.zeros(704)
    logits[[3, 5, 8, 9]] = 4.0
    return compared("Why")._replace(logits=logits, ranked=tuple(RANKED(SAMPLER(logits), 1.0)))


PAGES = {
    "sure": lambda: compared("The capital of France is"),
    "unsure": lambda: compared("Why"),
    "many equals": lambda: with_ties(compared("Why")),
    "twins": twins,
    "hostile": lambda: compared("</script><b>\u202e\"'&amp; 🐱" + "W" * 150),
}


@pytest.fixture(scope="module")
def comparisons() -> dict[str, Any]:
    """Return what the pages show."""
    return {name: make() for name, make in PAGES.items()}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory, comparisons: dict[str, Any]) -> dict[str, Path]:
    """Write the pages."""
    folder = tmp_path_factory.mktemp("Seiten für den Vergleich")
    for name, comparison in comparisons.items():
        (folder / f"{name}.html").write_bytes(formatting.render(comparison))
    return {name: folder / f"{name}.html" for name in comparisons}


def expected(
    comparison: Any, temperature: str, k: int, share: str, min_p: str
) -> tuple[np.ndarray, list[str], list[bool]]:
    """Return the reference's chances in percent, row by row, with the words beside the bars and which of them are cut."""
    chances, logits = float(temperature), comparison.logits
    all_four = (chances, k, float(share), float(min_p))
    settings = ((), *(all_four[:count] for count in range(1, 5)))
    stages = tuple(
        measure.Stage(step, step, SAMPLER(logits, *each)) for step, each in zip(STEPS, settings, strict=True)
    )
    shown = comparison.ranked[:SHOWN]
    p = np.array([[*stage.p[list(shown)], np.delete(stage.p, shown).sum()] for stage in stages])
    cells = [cell for row in formatting.bar_rows(stages, shown) for cell in row]
    return p.T.ravel() * 100, [cell.text for cell in cells], [cell.is_cut for cell in cells]


def summary(comparison: Any, temperature: str, k: int, share: str, min_p: str) -> str:
    """Return what is said below the dials."""
    warmed = SAMPLER(comparison.logits, float(temperature))
    drawn = SAMPLER(comparison.logits, float(temperature), k, float(share), float(min_p))
    left, lost = np.count_nonzero(drawn), warmed[drawn == 0].sum()
    words = f"{left} of {len(drawn)} tokens {'is' if left == 1 else 'are'} left to draw from."
    return f"{words} What the filters cut had {formatting.percent(lost)}\u202f%." if lost else words


@pytest.mark.parametrize("name", ["sure", "unsure", "many equals"])
def test_the_dials_compute_what_the_reference_does(
    browser: Any, files: dict[str, Path], comparisons: dict[str, Any], name: str
) -> None:
    with Opened(browser, files[name]) as page:
        found = page.evaluate(READ, [[temperature, TOP_KS.index(k), *others] for temperature, k, *others in GRID])
    for settings, read in zip(GRID, found, strict=True):
        widths, texts, cuts = expected(comparisons[name], *settings)
        assert read["widths"] == pytest.approx(widths, rel=1e-9, abs=1e-12), settings
        assert (read["texts"], read["cuts"]) == (texts, cuts), settings
        assert read["summary"] == summary(comparisons[name], *settings), settings


def test_equals_are_kept_from_the_lowest_id_on(
    browser: Any, files: dict[str, Path], comparisons: dict[str, Any]
) -> None:
    assert SAMPLER(comparisons["twins"].logits, 1.0, 2).nonzero()[0].tolist() == [3, 5]
    with Opened(browser, files["twins"]) as page:
        greedy, two = page.evaluate(READ, [["0", TOP_KS.index(0), "1", "0"], ["1", TOP_KS.index(2), "1", "0"]])
    assert comparisons["twins"].ranked[:4] == (3, 5, 8, 9)
    assert [row for row in range(SHOWN) if greedy["widths"][row * 5 + 1]] == [0]
    assert [row for row in range(SHOWN) if two["widths"][row * 5 + 2]] == [0, 1]


def test_a_cards_link_sets_the_dials_to_what_the_card_shows(browser: Any, files: dict[str, Path]) -> None:
    last = "(chart) => [...chart.querySelectorAll('tbody tr')].map((row) => row.lastElementChild.textContent)"
    with Opened(browser, files["unsure"]) as page:
        cards = page.locator("article").all()
        assert len(cards) == CARDS
        for card in cards[::3] + cards[-2:]:
            card.get_by_role("link").click()
            assert page.evaluate("document.activeElement.id") == "temperature"
            here, there = card.evaluate(last), page.locator("#dials").evaluate(last)
            assert [text.replace("cut", "0") for text in here] == [text.replace("cut", "0") for text in there]
