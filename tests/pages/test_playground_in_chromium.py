"""The playground in a browser: its model, settings and texts are those of the course's Python, and follow every change."""

from __future__ import annotations

import itertools
import sys
import unicodedata
from pathlib import Path
from random import Random
from statistics import median
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
GENERATOR: Any = SOLUTIONS.reference("generator")
WHOLE: Any = SOLUTIONS.reference("structure/complete_generate")
BEND: Any = SOLUTIONS.reference("structure/one_step").bend
SAMPLER: Any = SOLUTIONS.reference("picking/sampler_pipeline").next_distribution
playground: Any = SOLUTIONS.reference("lab/playground/render")
Player = playground.Player
PROMPT = "I think that"

ENCODE = "(texts) => { const { encode } = tinyModel.tokenizer(tinyModels.target); return texts.map(encode); }"
SCORE = """(prompts) => {
  const model = tinyModel.transformer(tinyModels.target);
  return prompts.map((ids) => {
    const cache = model.newCache();
    return ids.map((id) => model.logits(model.step(id, cache)));
  });
}"""
DISTRIBUTIONS = """([logits, prompt, generated, all]) => all.map((settings) =>
  sampler.distribution(sampler.penalized(logits, prompt, generated, settings), settings))"""
RANDOM = "(seeds) => seeds.map((seed) => Array.from({ length: 100 }, numpyRandom(seed)))"
WRITE = """([prompt, seed, settings]) => {
  const tokenizer = tinyModel.tokenizer(tinyModels.target);
  const [read, guess] = ["target", "draft"].map((name) => writer.reader(tinyModel.transformer(tinyModels[name])));
  const off = { temperature: 1, topK: 0, topP: 1, minP: 0, repetition: 1, frequency: 0, presence: 0 };
  const steps = writer.write({ tokenizer, read, guess, prompt, seed, settings: { ...off, ...settings }, taken: new Map() });
  return steps.map(({ id, p }) => [id, p]);
}"""
TEXTS = [
    "", " ", "\n", "a  b \n\n c\t\td ", "I think that Mia is happy.", "x_1 __init__ 12 345.6 ½ Ⅷ ² 漢字 カナ", "naïve é e\u0301",
    "🐱🐶 👩‍👩‍👧 😀😀", "\u202e\u200f\ufeff\x85\x1c\x00\x7f", '{"name": "Mia", "age": 7}', "User: Hi!\r\nBot: ", "а́бв ١٢٣ שלום", " " * 40 + "." * 40,
]  # fmt: skip
PROMPTS = ["I think that", "The capital of France is", "2 + 3 =", '{"', "🐱 é\n\n½", "Once upon a time " * 60]
SEEDS = [0, 1, 7, 2**32 - 1, 2**32, 2**63 - 1, 2**200 + 3]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("Seiten zum Würfeln") / "compare.html"
    path.write_bytes(playground.render(Player()))
    return path


@pytest.fixture(scope="module")
def page(browser: Any, file: Path) -> Any:
    """Return the open page, for tests that only compute."""
    opened = Opened(browser, file)
    yield opened.page
    opened.context.close()


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


# --- texts -------------------------------------------------------------------------------------

WRITTEN: dict[str, tuple[str, int, dict[str, Any]]] = {
    "as it is": ("The capital of", 3, {}),
    "greedy": (PROMPT, 0, {"temperature": 0}),
    "all filters": ("Once upon a time", 11, {"temperature": 1.5, "topK": 20, "topP": 0.9, "minP": 0.05}),
    "penalties": (PROMPT, 1, {"repetition": 1.3, "frequency": 0.5, "presence": -0.5}),
    "hot": ("This is 🐱", 2**40, {"temperature": 2}),
    "a draft": ("Once upon a time", 5, {"draft": True, "temperature": 1.2}),
    "a draft, cut": (PROMPT, 8, {"draft": True, "topP": 0.8}),
    "JSON": ('{"name":', 2, {"json": True, "temperature": 1.5}),
    "JSON of its own": ("Lena: ", 4, {"json": True}),
    "JSON and penalties": ('  {"', 6, {"json": True, "repetition": 1.2, "topK": 40}),
}
NAMES = {"topK": "top_k", "topP": "top_p", "minP": "min_p"} | {
    name: f"{name}_penalty" for name in ("repetition", "frequency", "presence")
}


def generated(prompt: str, seed: int, settings: dict[str, Any]) -> str:
    """Return the text that `learn generate` writes with the settings of the page."""
    chosen = {NAMES.get(name, name): value for name, value in settings.items() if name not in ("draft", "json")}
    request: dict[str, Any] = {"prompt": prompt, "json": settings.get("json", False)}
    request |= {"draft": "model"} if settings.get("draft") else {}
    events: list[dict[str, Any]] = []
    all_settings = GENERATOR.SETTINGS | {"max_tokens": playground.MAX_TOKENS, "seed": seed} | chosen
    GENERATOR.run({**request, "settings": all_settings}, events.append)
    return "".join(event.get("text", "") for event in events)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_text_is_what_the_generator_writes(page: Any, name: str) -> None:
    prompt, seed, settings = WRITTEN[name]
    steps = page.evaluate(WRITE, [prompt, str(seed), settings])
    text = b"".join(TOKENIZER.bytes[token] for token, _ in steps).decode("utf-8", "replace")
    assert text == generated(prompt, seed, settings)
    if "json" not in settings:
        ids, so_far = TOKENIZER.encode(prompt), []
        numbers = [settings.get(name, value) for name, value in playground.OFF.items()]
        for token, p in steps:
            expected = SAMPLER(BEND(MODEL([*ids, *so_far])[-1], ids, so_far, {}, *numbers[4:]), *numbers[:4])
            assert np.abs(np.array(p) - expected).max() < 1e-9
            so_far.append(token)


def test_attention_weights_are_those_of_the_reference(page: Any) -> None:
    """The weights of the last position, mixed with the values, give what `attend` gives."""
    looks = page.evaluate(
        """(prompt) => {
      const read = writer.reader(tinyModel.transformer(tinyModels.target));
      const ids = tinyModel.tokenizer(tinyModels.target).encode(prompt);
      read(ids);
      return read.looks.at(-1).map((layer) => layer.map((head) => [...head]));
    }""",
        PROMPT,
    )
    ids, params = TOKENIZER.encode(PROMPT), MODEL.params
    cache = MODEL.new_cache()
    MODEL(ids, cache)
    assert np.array(looks).shape == (len(params["layers"]), params["heads"], len(ids))
    assert np.abs(np.array(looks).sum(-1) - 1).max() < 1e-12
    x = params["emb"][ids]
    layer, width = params["layers"][0], x.shape[1]
    normed = x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-5) * layer["n1"]
    q, k = (normed @ layer["qkv"])[:, :width], (normed @ layer["qkv"])[:, width : 2 * width]
    rope: Any = SOLUTIONS.reference("cache/cached_block").rope
    split: Any = SOLUTIONS.reference("cache/split_heads").split_heads
    heads = [rope(split(each, params["heads"]), 0) for each in (q, k)]
    scores = heads[0][:, -1:] @ heads[1].swapaxes(-1, -2) / np.sqrt(heads[0].shape[-1])
    weights = np.exp(scores)[:, 0]
    assert np.abs(np.array(looks[0]) - weights / weights.sum(-1, keepdims=True)).max() < 1e-9


# --- what people do ----------------------------------------------------------------------------

SEEN = """() => {
  const names = ["text", "rows", "line", "say"], parts = names.map((name) => document.querySelector(`[data-part="${name}"]`));
  for (const each of document.querySelectorAll('[data-part="line"] > [data-key]')) each.parentNode.append(each);
  return parts.map((part) => part.innerHTML.replace(/\\d+\\.\\d{3,}/g, (number) => Number(number).toFixed(2)));
}"""
"""Returns the page's parts with rounded numbers: before the model is loaded they are rounded, too."""
SET = """(settings) => { for (const [name, value] of Object.entries(settings)) {
  const input = document.querySelector(`[data-setting="${name}"]`);
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
} }"""
TEXT = "document.querySelector('[data-part=text]').textContent"


def say(page: Any) -> str:
    return str(page.locator("[data-part=say]").inner_text())


def test_the_first_text_is_the_one_that_the_model_writes(browser: Any, file: Path) -> None:
    with Opened(browser, file) as page:
        before = page.evaluate(SEEN)
        page.evaluate(SET, {"temperature": 1})  # any touch; the value is as before
        until(page, "document.querySelector('[data-part=say]').textContent.length > 0")
        page.wait_for_timeout(500)
        assert [part[:2000] for part in page.evaluate(SEEN)[:2]] == [part[:2000] for part in before[:2]]
        assert page.evaluate(SEEN)[3] == before[3]


def test_the_same_u_picks_another_token_when_a_dial_moves_the_boundary(browser: Any, file: Path) -> None:
    with Opened(browser, file) as page:
        assert "“␣sad”" in say(page)
        page.evaluate(SET, {"temperature": 1.4, "topP": 0.9})
        until(page, f"{TEXT}.includes('tired')")
        assert say(page) == "Token 4 of 19, “␣tired”. 6 of 704 tokens can still come."
        assert page.locator(".rows .cut").count() == 3
        assert "u = 0.582" in page.locator("[data-part=u]").text_content()
        expected = generated("Once upon a time", 3, {"temperature": 1.4, "topP": 0.9})
        assert page.evaluate(TEXT) == f"Once upon a time{expected}"


def test_a_token_can_be_taken_and_a_link_brings_all_of_it_back(browser: Any, file: Path) -> None:
    with Opened(browser, file) as page:
        page.get_by_role("button", name="␣hungry").click()
        until(page, f"{TEXT}.includes('hungry')")
        assert say(page).endswith("You took it.")
        page.get_by_role("button", name="New dice").click()
        until(page, f"!{TEXT}.includes('hungry')")
        page.evaluate(SET, {"temperature": 0.7, "minP": 0.05})
        page.get_by_role("button", name="Step forward").click()
        page.locator("[data-part=prompt]").fill("The capital of Greece is")
        until(page, f"{TEXT}.includes('Athens')")
        page.locator(".rows button").nth(1).click()
        until(page, "document.querySelector('[data-part=say]').textContent.endsWith('You took it.')")
        text, link = page.evaluate(TEXT), page.locator("[data-part=link]").get_attribute("href")
    with Opened(browser, file, fragment=link) as page:
        until(page, f"{TEXT} === {text!r}")
        assert say(page).endswith("You took it.")
        assert page.locator("[data-part=prompt]").input_value() == "The capital of Greece is"


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("", "The prompt is empty; type the beginning of a text, such as “Once upon a time”."),
        ("🐱" * 900, "The prompt has more than 476 tokens, which leaves no room for a text; shorten it."),
    ],
    ids=["empty", "too long"],
)
def test_what_cannot_be_continued_gets_one_sentence(browser: Any, file: Path, prompt: str, words: str) -> None:
    with Opened(browser, file) as page:
        page.locator("[data-part=prompt]").fill(prompt)
        until(page, f"document.querySelector('[data-part=say]').textContent === {words!r}")
        assert page.locator("[aria-invalid=true]").get_attribute("data-part") == "prompt"


def test_a_text_is_played_and_stepped_by_keyboard_alone(browser: Any, file: Path) -> None:
    with Opened(browser, file) as page:
        page.locator("[data-act=play]").focus()
        page.keyboard.press("Enter")
        until(page, "document.querySelector('[data-part=say]').textContent.startsWith('Token 6 ')")
        page.keyboard.press("Enter")
        assert page.locator("[data-act=play]").inner_text() == "▶ Play"
        for _ in range(3):
            page.keyboard.press("Tab")
        page.keyboard.press("Home")
        assert say(page).startswith("Token 1 of 19, “␣there”")
        while not page.evaluate("document.activeElement.matches('.rows > :nth-child(2)')"):
            page.keyboard.press("Tab")
        page.keyboard.press("Space")
        until(page, "document.querySelector('[data-part=say]').textContent.endsWith('You took it.')")
        assert page.evaluate("document.activeElement.matches('.rows > :nth-child(2)')")


@pytest.mark.parametrize(("name", "words"), [("With a draft", "The draft guessed"), ("JSON only", "can still come")])
def test_modes_write_what_the_generator_writes(browser: Any, file: Path, name: str, words: str) -> None:
    with Opened(browser, file) as page:
        page.get_by_role("button", name='{"name":').click()
        until(page, f"{TEXT}.includes('name')")
        if name == "With a draft":
            page.get_by_role("button", name="JSON only").click()
            page.get_by_role("button", name=name).click()
        until(page, f"document.querySelector('[data-part=say]').textContent.includes({words!r})")
        settings = {"draft": True} if name == "With a draft" else {"json": True}
        text = '{"name":' + generated('{"name":', 3, settings)
        until(page, f"{TEXT} === {text!r}")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 320)])
def test_nobody_is_kept_out_while_a_text_is_shown(browser: Any, file: Path, scheme: str, width: int) -> None:
    opened = Opened(browser, file, color_scheme=scheme, viewport={"width": width, "height": 800})
    with opened as page:
        page.locator("summary").click()
        page.locator("[data-part=prompt]").fill("This is 🐱" + "W" * 60)
        page.evaluate(SET, {"temperature": 2, "repetition": 1.3, "minP": 0.01})
        until(page, f"{TEXT}.includes('WWW')")
        assert (opened.asked, opened.said) == ([file.as_uri()], [])
        assert chromium.barriers(page, passed=15) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_dial_and_its_effect_are_in_one_view_of_a_phone(browser: Any, file: Path) -> None:
    with Opened(browser, file, viewport={"width": 390, "height": 700}) as page:
        parts = ("[data-part=text]", "[data-setting=temperature]", "[data-part=rows]", "[data-part=line]")
        boxes = [page.locator(part).bounding_box() for part in parts]
        assert all(box["y"] >= 0 and box["y"] + box["height"] <= 700 for box in boxes), boxes


@pytest.mark.slow
def test_a_whole_text_follows_a_dial_at_once(browser: Any, file: Path) -> None:
    """On two quiet cores (2026-11-28) the median was 28 ms and the worst 42 to 81; a busy machine gets three times the limits."""
    dice = Random(1)
    settings = [
        {
            "temperature": dice.randint(0, 40) / 20,
            "topK": dice.choice([0, 0, dice.randint(1, 50)]),
            "topP": dice.randint(1, 100) / 100,
            "minP": dice.choice([0, dice.randint(0, 100) / 100]),
            "repetition": dice.randint(10, 40) / 20,
        }
        for _ in range(200)
    ]
    with Opened(browser, file) as page:
        page.evaluate(SET, {"temperature": 0.9})
        until(page, f"{TEXT} !== ''")
        times = [page.evaluate(FOLLOW, each) for each in settings]
    assert median(times) < 3 * 60, times
    assert max(times) < 3 * 150, times


FOLLOW = """async (settings) => {
  const start = performance.now(), tape = document.querySelector("[data-part=text]");
  const changed = new Promise((resolve) => new MutationObserver(resolve).observe(tape, { childList: true }));
  for (const [name, value] of Object.entries(settings)) document.querySelector(`[data-setting="${name}"]`).value = value;
  document.querySelector("[data-setting=temperature]").dispatchEvent(new Event("input", { bubbles: true }));
  await changed;
  document.body.getBoundingClientRect();
  return performance.now() - start;
}"""
"""Sets all dials, and returns the milliseconds until the page has another text and its layout."""
