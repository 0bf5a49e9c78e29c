"""The compare page's own model in a browser: it computes what the course's Python does, and draws the same texts."""

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

from grader.cli.main import run

pytestmark = [pytest.mark.external, chromium.NEEDED]

SOLUTIONS = COURSE.solutions
TINY: Any = SOLUTIONS.reference("tiny_lm/model")
MODEL, TOKENIZER = TINY.load("target"), TINY.tokenizer()
WHOLE: Any = SOLUTIONS.reference("structure/complete_generate")
BEND: Any = SOLUTIONS.reference("structure/one_step").bend
SAMPLER: Any = SOLUTIONS.reference("picking/sampler_pipeline").next_distribution
PROMPT = "I think that"
measure: Any = SOLUTIONS.reference("lab/playground/measure")
formatting: Any = SOLUTIONS.reference("lab/playground/render")
STRATEGIES = [strategy for group in measure.GROUPS for strategy in group.strategies]
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


def draw(page: Any, settings: dict[str, Any], button: str = "Draw") -> str:
    """Set fields and sliders, draw, and return the text."""
    fill(page, settings)
    page.get_by_role("button", name=button, exact=True).click()
    until(page, FINISHED)
    return str(page.locator("#drawn").text_content())


def fill(page: Any, settings: dict[str, Any]) -> None:
    """Set fields and sliders by their ids."""
    page.evaluate(
        """(settings) => { for (const [id, value] of Object.entries(settings)) {
          document.getElementById(id).value = value;
          document.getElementById(id).dispatchEvent(new Event("input", { bubbles: true }));
        } }""",
        settings,
    )


def generated(prompt: str, max_tokens: int, **settings: Any) -> str:
    """Return the text that the course's generator writes, as the page shows it."""
    (end,) = WHOLE.generate(MODEL, TOKENIZER, prompt, max_tokens=max_tokens, stream=False, **settings)
    return formatting.prose(end["text"])


# --- what the modules compute -----------------------------------------------------------------


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


@pytest.mark.parametrize("prompt", ["I think that", "Why"])
def test_penalties_and_filters_give_the_references_distribution(page: Any, prompt: str) -> None:
    ids = TOKENIZER.encode(prompt)
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


@pytest.mark.parametrize(
    ("p", "u", "token"), [([0, 0.5, 0.5, 0], 0.0, 1), ([0, 0.5, 0.5, 0], 0.5, 2), ([0.1] * 10, 1 - 2**-53, 9)]
)
def test_a_number_picks_the_references_token(page: Any, p: list[float], u: float, token: int) -> None:
    assert SOLUTIONS.reference("picking/sample_with_u").sample(np.array(p), u) == token
    assert page.evaluate("([p, u]) => sampler.pick(p, u)", [p, u]) == token


# --- what the page draws ----------------------------------------------------------------------

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
    assert text == generated(prompt, most, seed=seed, **settings)


@pytest.mark.parametrize("name", ["greedy", "all filters"])
def test_a_drawn_text_is_what_learn_generate_prints(
    browser: Any, file: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    prompt, most, settings, seed = DRAWN[name]
    options = [f"--{key.replace('_', '-')}={value}" for key, value in settings.items()]
    assert run(["generate", prompt, f"--max-tokens={most}", f"--seed={seed}", *options]) == 0
    with Opened(browser, file) as page:
        text = draw(page, fields_of(name))
    assert f"{text}\n" == capsys.readouterr().out


def test_with_a_cards_settings_it_draws_the_cards_text(browser: Any, file: Path) -> None:
    with Opened(browser, file) as page:
        cards = page.locator("article").all()
        assert len(cards) == len(STRATEGIES)
        for card in cards[::3] + cards[-2:]:
            card.get_by_role("link").click()
            text = draw(page, {})
            assert text == (card.locator(".text bdi").text_content() if card.locator(".text").count() else "")
            assert page.locator("#drawn-fate").inner_text() == card.locator(".fate").inner_text()


PROBLEMS = {
    "empty": ({"prompt": ""}, "prompt", "The prompt is empty; give the beginning of a text, such as “I think that”."),
    "half a character": ({"prompt": "a\ud83d"}, "prompt", "The prompt is not valid Unicode text; type it anew."),
    "too long": ({"prompt": "a b" * 300}, "prompt", "The prompt has more than 512 tokens, the model's context; shorten it."),
    "far too long": ({"prompt": "a" * 5_000_000}, "prompt", "The prompt has more than 512 tokens, the model's context; shorten it."),
    "no room": ({"prompt": "," * 500, "tokens": "14"}, "tokens", "The prompt leaves no room for more than 13 tokens in a context of 512."),
    "no seed": ({"seed": "-1"}, "seed", "The seed must be a whole number, 0 or more."),
    "no number": ({"tokens": "1e9"}, "tokens", "The number of tokens must be a whole number, 1 or more."),
    "no tokens": ({"tokens": "0"}, "tokens", "The number of tokens must be a whole number, 1 or more."),
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


def test_it_can_be_stopped_and_drawn_again(browser: Any, file: Path) -> None:
    with Opened(browser, file) as page:
        fill(page, {"prompt": PROMPT, "temperature": "0", "tokens": "500"})
        page.get_by_role("button", name="Draw", exact=True).click()
        until(page, "document.querySelectorAll('#drawn > span').length > 3")
        page.get_by_role("button", name="Stop").click()
        assert page.evaluate(FINISHED)
        count = page.locator("#drawn > span").count()
        page.wait_for_timeout(100)
        assert page.locator("#drawn > span").count() == count < 500
        assert page.locator("#drawn-fate").inner_text() == f"You stopped it after {count} tokens."
        page.get_by_role("button", name="Draw with the next seed").click()  # while it draws, it begins anew
        page.get_by_role("button", name="Draw with the next seed").click()
        assert draw(page, {"tokens": "5"}, "Draw with the next seed") == " I think that I think"


# --- for everybody ----------------------------------------------------------------------------

LOOKS = {"light": ("light", 1280), "dark": ("dark", 1280), "phone": ("light", 390), "narrow and dark": ("dark", 320)}


@pytest.mark.parametrize("look", LOOKS)
def test_nobody_is_kept_out_while_a_text_is_shown(browser: Any, file: Path, look: str) -> None:
    scheme, width = LOOKS[look]
    with Opened(browser, file, color_scheme=scheme, viewport={"width": width, "height": 800}) as page:
        for summary in page.locator("summary").all():
            summary.click()
        draw(page, {"prompt": "This is 🐱" + "W" * 60, "temperature": "2", "repetition": "1.3", "min-p": "0.01"})
        assert page.locator("#drawn .below-1").count() > 0
        assert chromium.barriers(page, passed=20) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate(chromium.SIDEWAYS) == []


def test_it_draws_by_keyboard_alone_and_asks_for_nothing(browser: Any, file: Path) -> None:
    opened = Opened(browser, file)
    with opened as page:
        page.keyboard.press("Tab")
        page.keyboard.press("ControlOrMeta+A")
        page.keyboard.type("Why")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        until(page, "document.querySelectorAll('#drawn > span').length > 0")
        until(page, FINISHED)
        assert page.locator("#drawn").text_content() == generated("Why", 30, seed=5)
        assert (opened.asked, opened.said) == ([file.as_uri()], [])


def test_without_javascript_the_page_says_what_is_missing(browser: Any, file: Path) -> None:
    with Opened(browser, file, java_script_enabled=False) as page:
        assert page.locator("article:visible").count() == len(STRATEGIES)
        assert page.locator("#draw").is_visible() is False
        assert "and continues any prompt with the model" in page.locator("footer").inner_text()
