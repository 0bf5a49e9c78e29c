"""The compare page's dials from the shelf in a browser: top-nσ, typical sampling and DRY compute what numpy does."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import chromium
import numpy as np
import pytest
from chromium import Opened, until

from grader.course import find
from grader.course.course import Solutions
from grader.lab.playground import browser_model
from grader.lab.playground.measure import compare
from grader.lab.playground.render import percent, render

pytestmark = [pytest.mark.whole, chromium.NEEDED]

SOLUTIONS = Solutions(find())
TINY: Any = SOLUTIONS.reference("tiny_lm/model")
MODEL, TOKENIZER = TINY.load("target"), TINY.tokenizer()
SAMPLER: Any = SOLUTIONS.reference("picking/sampler_pipeline").next_distribution
SAMPLE: Any = SOLUTIONS.reference("picking/sample_with_u").sample
BREAKERS = {token for token, text in enumerate(TOKENIZER.bytes) if set(text) & set(b'\n:"*')}
STAGES = """([logits, all]) => all.map(([temperature, topNSigma, typical]) =>
  sampler.stages(logits, logits, { temperature, topK: 0, topP: 1, minP: 0, topNSigma, typical })["min-p"])"""
DRY = """([texts, breakers, all]) => texts.map((text) => all.map(([dryMultiplier, dryBase, dryAllowedLength]) =>
  dry(Array(704).fill(0), text, { dryMultiplier, dryBase, dryAllowedLength, breakers: new Set(breakers) })))"""
SET = """(values) => { for (const [id, value] of Object.entries(values)) {
  document.getElementById(id).value = value;
  document.getElementById(id).dispatchEvent(new Event("input", { bubbles: true }));
} }"""
FINISHED = "document.querySelector('#draw [type=submit]').textContent === 'Draw'"
HEADS = "[...document.querySelectorAll('#dials thead th')].map((each) => each.textContent)"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page of one prompt."""
    path = tmp_path_factory.mktemp("shelf") / "compare.html"
    path.write_bytes(render(compare(SOLUTIONS, "I think that", max_tokens=20, seed=5), browser_model.find(SOLUTIONS)))
    return path


@pytest.fixture(scope="module")
def page(browser: Any, file: Path) -> Any:
    """Return the open page, for tests that only compute."""
    opened = Opened(browser, file)
    yield opened.page
    opened.context.close()


def shelf(logits: np.ndarray, temperature: float, n: float | None, typical: float) -> np.ndarray:
    """Return the probabilities (V,) after temperature, top-nσ (arXiv 2411.07641) and typical sampling (arXiv 2202.00666)."""
    p = SAMPLER(logits, temperature)
    if n is not None:
        p = np.where(logits >= logits.max() - n * logits.std(), p, 0)
        p /= p.sum()
    if typical < 1:
        surprise = -np.log(p, where=p > 0, out=np.full(len(p), -np.inf))
        entropy = p[p > 0] @ surprise[p > 0]
        order = np.argsort(np.abs(surprise - entropy), kind="stable")
        count = np.searchsorted(p[order].cumsum(), typical) + 1
        p = np.where(np.isin(np.arange(len(p)), order[:count]), p, 0)
        p /= p.sum()
    return np.asarray(p)


def penalty(text: list[int], token: int, multiplier: float, base: float, allowed: int) -> float:
    """Return DRY's penalty for a token: how long an end of the text already stood before this token in the text.

    Source: pull request 5677 of text-generation-webui.
    """
    longest = 0
    for length in range(1, len(text)):
        end = text[-length:]
        if token in BREAKERS or BREAKERS.intersection(end):
            break
        if any(text[at : at + length + 1] == [*end, token] for at in range(len(text) - length)):
            longest = length
    return multiplier * base ** (longest - allowed) if longest and longest >= allowed else 0.0


def written(
    prompt: str, count: int, seed: int, *, n: float | None, typical: float, dry: tuple[float, float, int]
) -> str:
    """Return the text that the model writes at temperature 1.5 with the samplers of the shelf."""
    ids = TOKENIZER.encode(prompt)
    text, random = list(ids), np.random.default_rng(seed)
    while len(text) < len(ids) + count:
        logits = MODEL(text)[-1].copy()
        for token in set(text):
            logits[token] -= penalty(text, token, *dry)
        text.append(SAMPLE(shelf(logits, 1.5, n, typical), random.random()))
        if text[-1] == TOKENIZER.eos:
            break
    return b"".join(TOKENIZER.bytes[token] for token in text[len(ids) :]).decode(errors="replace")


@pytest.mark.parametrize("prompt", ["I think that", "Why", "The capital of France is"])
def test_top_n_sigma_and_typical_keep_what_numpy_keeps(page: Any, prompt: str) -> None:
    logits = MODEL(TOKENIZER.encode(prompt))[-1]
    settings = list(itertools.product((0, 0.3, 1, 2), (None, 0.1, 1, 2.5, 4.9), (1, 0.95, 0.5, 0.2, 0.01)))
    found = page.evaluate(STAGES, [logits.tolist(), [(T, n or float("inf"), typical) for T, n, typical in settings]])
    for each, p in zip(settings, found, strict=True):
        expected = shelf(logits, *each)
        assert ((np.array(p) > 0) == (expected > 0)).all(), each
        assert np.abs(np.array(p) - expected).max() < 1e-9, each


def test_top_n_sigma_keeps_the_same_tokens_at_every_temperature(page: Any) -> None:
    logits = MODEL(TOKENIZER.encode("Why"))[-1]
    found = page.evaluate(STAGES, [logits.tolist(), [(T, 2, 1) for T in (0.5, 1, 2)]])
    kept = [np.flatnonzero(p).tolist() for p in found]
    assert kept[0] == kept[1] == kept[2]
    assert 1 < len(kept[0]) < len(logits)


def test_typical_can_cut_the_likeliest_token(page: Any) -> None:
    p = [0.5, 0.2, 0.2, 0.1]  # the entropy is 1.22 nats; surprises are 0.69, 1.61, 1.61 and 2.3
    (found,) = page.evaluate(STAGES, [np.log(p).tolist(), [(1, float("inf"), 0.3)]])
    assert found == pytest.approx([0, 0.5, 0.5, 0])


def test_dry_penalizes_what_makes_a_repeat_longer_and_stops_at_breakers(page: Any) -> None:
    rng = np.random.default_rng(4)
    breaker = TOKENIZER.encode(":")[0]
    texts = [rng.choice([40, 41, breaker], size, p=[0.5, 0.4, 0.1]).tolist() for size in (1, 2, *range(5, 60, 3))]
    texts += [TOKENIZER.encode("I think that I think that I think"), TOKENIZER.encode('Bot: Hi\nBot: Hi\n"Hi')]
    settings = [(0.8, 1.75, 2), (2, 1, 1), (0.1, 3, 4)]
    found = page.evaluate(DRY, [texts, sorted(BREAKERS), settings])
    assert np.count_nonzero(found) > 20
    for text, row in zip(texts, found, strict=True):
        for each, logits in zip(settings, row, strict=True):
            expected = np.zeros(len(logits))
            for token in set(text):  # no other token can make a repeat longer
                expected[token] = -penalty(text, token, *each)
            assert logits == pytest.approx(expected), (text, each)


SHELF: dict[str, Any] = {
    "top-n-sigma": ({"top-n-sigma": "1.5"}, {"n": 1.5, "typical": 1, "dry": (0, 1, 1)}),
    "typical": ({"typical": "0.5"}, {"n": None, "typical": 0.5, "dry": (0, 1, 1)}),
    "dry": (
        {"dry-multiplier": "2", "dry-base": "2.5", "dry-allowed-length": "1", "top-n-sigma": "0.5"},
        {"n": 0.5, "typical": 1, "dry": (2, 2.5, 1)},
    ),
}


@pytest.mark.parametrize("name", SHELF)
def test_a_text_drawn_with_the_shelf_is_what_numpy_writes(browser: Any, file: Path, name: str) -> None:
    dials, settings = SHELF[name]
    with Opened(browser, file) as page:
        page.evaluate(
            SET, {"prompt": "I think that I think", "seed": "5", "tokens": "20", "temperature": "1.5", **dials}
        )
        page.get_by_role("button", name="Draw", exact=True).click()
        until(page, FINISHED)
        text = page.locator("#drawn").text_content()
    assert text == written("I think that I think", 20, 5, **settings)
    off: dict[str, Any] = {"n": None, "typical": 1, "dry": (0, 1, 1)}
    assert text != written("I think that I think", 20, 5, **off)


def test_the_shelf_is_closed_and_changes_nothing_until_a_dial_is_turned(browser: Any, file: Path) -> None:
    opened = Opened(browser, file)
    with opened as page:
        summary = page.get_by_text("From the shelf")
        before = page.locator("#dials").inner_text()
        heads = page.evaluate(HEADS)
        assert not page.locator("#top-n-sigma").is_visible()
        assert summary.inner_text() == "From the shelf off"
        assert heads == ["token", "model", "T\u2009=\u20091", "top-k off", "top-p off", "min-p off"]
        summary.click()
        page.evaluate(SET, {"top-n-sigma": "1", "typical": "0.9", "dry-multiplier": "0.8"})
        assert summary.inner_text() == "From the shelf top-nσ, typical, DRY"
        assert page.evaluate(HEADS)[2:4] == ["DRY, T\u2009=\u20091", "top-nσ 1, typical 0.9"]
        logits = MODEL(TOKENIZER.encode("I think that"))[-1].round(6)
        expected = shelf(logits, 1.0, 1.0, 0.9)
        cells = page.locator("#dials tbody td[data-step=shelf]").all_inner_texts()
        shown = np.argsort(-logits, kind="stable")[:12]
        assert cells[:-1] == [percent(float(p)) if p else "cut" for p in expected[shown]]
        page.get_by_role("button", name="Back to the model's own chances").click()
        summary.click()
        until(page, "document.getElementById('shelf-value').textContent === 'off'")
        assert page.locator("#dials").inner_text() == before
        assert opened.said == []
