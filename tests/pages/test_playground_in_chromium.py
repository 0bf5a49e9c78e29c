"""The playground in a browser: its dials, model and draws compute what the course's Python does."""

from __future__ import annotations

import itertools
import sys
import unicodedata
from pathlib import Path
from typing import Any

import chromium
import numpy as np
import pytest
from chromium import Opened, until
from places import COURSE

pytestmark = [pytest.mark.external, chromium.NEEDED]

SOLUTIONS = COURSE.solutions
TINY: Any = SOLUTIONS.reference("tiny_lm/model")
MODEL, TOKENIZER = TINY.load("target"), TINY.tokenizer()
WHOLE: Any = SOLUTIONS.reference("structure/complete_generate")
BEND: Any = SOLUTIONS.reference("structure/one_step").bend
SAMPLER: Any = SOLUTIONS.reference("picking/sampler_pipeline").next_distribution
RANKED: Any = SOLUTIONS.reference("picking/nucleus_membership").nucleus
measure: Any = SOLUTIONS.reference("lab/playground/measure")
formatting: Any = SOLUTIONS.reference("lab/playground/render")
SHOWN, TOP_KS = formatting.SHOWN, formatting.TOP_KS
PROMPT = "I think that"
FINISHED = "document.querySelector('#draw [type=submit]').textContent === 'Draw'"

LOAD = 'JSON.parse(document.getElementById("model").textContent)'
ENCODE = f"(texts) => {{ const {{ encode }} = tinyModel.tokenizer({LOAD}); return texts.map(encode); }}"
SCORE = f"""(prompts) => {{
  const model = tinyModel.transformer({LOAD});
  return prompts.map((ids) => {{
    const cache = model.newCache();
    return ids.map((id) => model.logits(model.step(id, cache)));
  }});
}}"""
DISTRIBUTIONS = """([logits, prompt, generated, all]) => all.map((settings) =>
  sampler.stages(logits, sampler.penalized(logits, prompt, generated, settings), settings)["min-p"])"""
RANDOM = "(seeds) => seeds.map((seed) => Array.from({ length: 100 }, numpyRandom(seed)))"
TEXTS = [
    "", " ", "\n", "a  b \n\n c\t\td ", "I think that Mia is happy.", "x_1 __init__ 12 345.6 ½ Ⅷ ² 漢字 カナ", "naïve é e\u0301",
    "🐱🐶 👩‍👩‍👧 😀😀", "\u202e\u200f\ufeff\x85\x1c\x00\x7f", '{"name": "Mia", "age": 7}', "User: Hi!\r\nBot: ", "а́бв ١٢٣ שלום", " " * 40 + "." * 40,
]  # fmt: skip
PROMPTS = ["I think that", "The capital of France is", "2 + 3 =", '{"', "🐱 é\n\n½", "Once upon a time " * 60]
SEEDS = [0, 1, 7, 2**32 - 1, 2**32, 2**63 - 1, 2**200 + 3]

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
  };
})"""
"""Moves the sliders, and reads what the page then shows."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page of one prompt."""
    path = tmp_path_factory.mktemp("Seiten zum Würfeln") / "compare.html"
    path.write_bytes(formatting.render(measure.compare(PROMPT, max_tokens=30, seed=5)))
    return path


@pytest.fixture(scope="module")
def page(browser: Any, file: Path) -> Any:
    """Return the open page, for tests that only compute."""
    opened = Opened(browser, file)
    yield opened.page
    opened.context.close()


# --- the dials -----------------------------------------------------------------------------------


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


@pytest.mark.parametrize("has_ties", [False, True])
def test_the_dials_compute_what_the_reference_does(browser: Any, tmp_path: Path, has_ties: bool) -> None:
    comparison = measure.compare("Why", max_tokens=12, seed=0)
    if has_ties:  # whole numbers as logits: many tokens are equally likely
        logits = comparison.logits.round(0)
        comparison = comparison._replace(logits=logits, ranked=tuple(RANKED(SAMPLER(logits), 1.0)))
    (tmp_path / "page.html").write_bytes(formatting.render(comparison))
    with Opened(browser, tmp_path / "page.html") as page:
        found = page.evaluate(READ, [[temperature, TOP_KS.index(k), *others] for temperature, k, *others in GRID])
    for settings, read in zip(GRID, found, strict=True):
        widths, texts, cuts = expected(comparison, *settings)
        assert read["widths"] == pytest.approx(widths, rel=1e-9, abs=1e-12), settings
        assert (read["texts"], read["cuts"]) == (texts, cuts), settings


# --- the model -----------------------------------------------------------------------------------


def test_token_ids_are_those_of_the_course(page: Any) -> None:
    assert page.evaluate(ENCODE, TEXTS) == [TOKENIZER.encode(text) for text in TEXTS]


def test_every_kind_of_character_is_split_as_in_python(page: Any) -> None:
    codes = [*range(0x3000), *range(0x3000, sys.maxunicode, 37)]
    known = [chr(code) for code in codes if unicodedata.category(chr(code)) not in ("Cs", "Cn")]
    texts = [f"a{each}1{each}{each} {each}.{each}_{each}" for each in known]
    assert page.evaluate(ENCODE, texts) == [TOKENIZER.encode(text) for text in texts]


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda prompt: prompt[:24])
def test_logits_are_those_of_numpy(page: Any, prompt: str) -> None:
    ids = TOKENIZER.encode(prompt)
    (rows,) = page.evaluate(SCORE, [ids])
    assert np.abs(np.array(rows) - MODEL(ids)).max() < 1e-9  # 1e-4 would be enough


def test_penalties_and_filters_give_the_references_distribution(page: Any) -> None:
    ids = TOKENIZER.encode(PROMPT)
    so_far = TOKENIZER.encode(" I think that I think")
    logits = MODEL([*ids, *so_far])[-1]
    filters = itertools.product((0, 0.3, 1, 2), (0, 1, 20), (0.3, 0.9, 1), (0, 0.05, 1))
    penalties = itertools.cycle(itertools.product((1, 1.3, 0.5), (0, -2, 0.7), (0, 2)))
    names = ("temperature", "topK", "topP", "minP", "repetition", "frequency", "presence")
    settings = [(*each, *bent) for each in filters for bent in itertools.islice(penalties, 5)]
    found = page.evaluate(
        DISTRIBUTIONS, [logits.tolist(), ids, so_far, [dict(zip(names, each, strict=True)) for each in settings]]
    )
    for each, p in zip(settings, found, strict=True):
        expected = SAMPLER(BEND(logits, ids, so_far, {}, *each[4:]), *each[:4])
        assert ((np.array(p) > 0) == (expected > 0)).all(), each
        assert np.abs(np.array(p) - expected).max() < 1e-9, each


def test_random_numbers_are_those_of_numpy(page: Any) -> None:
    expected = [np.random.default_rng(seed).random(100).tolist() for seed in SEEDS]
    assert page.evaluate(RANDOM, list(map(str, SEEDS))) == expected


# --- a text --------------------------------------------------------------------------------------

DRAWN = {
    "greedy": (PROMPT, 30, {"temperature": 0}, 0),
    "as it is": ("The capital of", 40, {}, 3),
    "all filters": ("Once upon a time", 60, {"temperature": 1.5, "top_k": 20, "top_p": 0.9, "min_p": 0.05}, 11),
    "penalties": (PROMPT, 40, {"repetition_penalty": 1.3, "frequency_penalty": 0.5, "presence_penalty": -0.5}, 1),
    "hot": ("This is 🐱", 80, {"temperature": 2.0}, 2**40),
    "hottest, cut within a character": ("👩‍👩‍👧", 3, {"temperature": 2.0}, 8),
}
IDS = {
    "top_p": "top-p", "min_p": "min-p", "repetition_penalty": "repetition", "frequency_penalty": "frequency",
    "presence_penalty": "presence",
}  # fmt: skip


def draw(page: Any, settings: dict[str, Any]) -> str:
    """Set fields and sliders, draw, and return the text."""
    page.evaluate(
        """(settings) => { for (const [id, value] of Object.entries(settings)) {
          document.getElementById(id).value = value;
          document.getElementById(id).dispatchEvent(new Event("input", { bubbles: true }));
        } }""",
        settings,
    )
    page.get_by_role("button", name="Draw", exact=True).click()
    until(page, FINISHED)
    return str(page.locator("#drawn").text_content())


def fields_of(name: str) -> dict[str, str]:
    """Return the values of the page's fields and sliders for one of the texts."""
    prompt, most, settings, seed = DRAWN[name]
    fields = {IDS.get(key, key): str(value) for key, value in settings.items() if key != "top_k"}
    if "top_k" in settings:
        fields["top-k"] = str(settings["top_k"] - 1)  # the slider's first position is 1
    return {**fields, "prompt": prompt, "seed": str(seed), "tokens": str(most)}


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawn_text_is_what_the_reference_writes(browser: Any, file: Path, name: str) -> None:
    prompt, most, settings, seed = DRAWN[name]
    with Opened(browser, file) as page:
        text = draw(page, fields_of(name))
    (end,) = WHOLE.generate(MODEL, TOKENIZER, prompt, max_tokens=most, stream=False, seed=seed, **settings)
    assert text == formatting.prose(end["text"])


PROBLEMS = {
    "empty": ({"prompt": ""}, "prompt", "The prompt is empty; give the beginning of a text, such as “I think that”."),
    "far too long": ({"prompt": "a" * 5_000_000}, "prompt", "The prompt has more than 512 tokens, the model's context; shorten it."),
    "no room": ({"prompt": "," * 500, "tokens": "14"}, "tokens", "The prompt leaves no room for more than 13 tokens in a context of 512."),
}  # fmt: skip


@pytest.mark.parametrize("name", PROBLEMS)
def test_what_cannot_be_drawn_gets_one_sentence_and_the_focus(browser: Any, file: Path, name: str) -> None:
    settings, field, words = PROBLEMS[name]
    opened = Opened(browser, file)
    with opened as page:
        assert draw(page, settings) == ""
        assert page.locator("#drawn-fate").inner_text() == words
        assert page.evaluate("document.activeElement.id") == field
        assert page.locator("[aria-invalid=true]").get_attribute("id") == field
        assert page.locator("#drawn").is_visible() is False
        assert opened.said == []


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 320)])
def test_nobody_is_kept_out_while_a_text_is_shown(browser: Any, file: Path, scheme: str, width: int) -> None:
    opened = Opened(browser, file, color_scheme=scheme, viewport={"width": width, "height": 800})
    with opened as page:
        for summary in page.locator("summary").all():
            summary.click()
        draw(page, {"prompt": "This is 🐱" + "W" * 60, "temperature": "2", "repetition": "1.3", "min-p": "0.01"})
        assert (opened.asked, opened.said) == ([file.as_uri()], [])
        assert chromium.barriers(page, passed=20) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate(chromium.SIDEWAYS) == []
